"""A sheet whose layout is shared beside the same page laid out whole."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest

from answers.exam.catalogue import load_exam
from answers.sheets.identity import Student
from answers.sheets.layout import field_lines, layout
from answers.sheets.pdf import render_pdf
from answers.sheets.shared_layout import PLACEHOLDERS, Page, page_pdf
from answers.sheets.sheet import BlankSheet, sheet_html, sheet_page, sheet_pdf, signed

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
NAMES = (
    ("Nash", "Eva"),
    ("Núñez-Ørsted", "e\u0301lodie fi ffl AV"),
    ("n" * 60, "Y"),
    ("", ""),
    ("Müller", ""),
    ("Ωmega", "Пётр"),
    ("o'Brien & <b>", '"q"'),
    ("王 محمد", "a \ue000b\ue001"),
)
RUNNING = (
    f"<html><head></head><body data-token='a' data-page='p' data-running='{PLACEHOLDERS['who']}'>"
    '<header>Who</header><p class="examiner"></p><p class="hint">Here</p><p style="break-before: page">End</p></body>'
)


def pictures(pdf: bytes) -> list[bytes]:
    with pypdfium2.PdfDocument(pdf) as document:
        document.init_forms()
        return [np.asarray(page.render(scale=1.5).to_numpy()).tobytes() for page in document]


def is_as_laid_out_whole(page: Page) -> bool:
    return pictures(page_pdf(page)) == pictures(render_pdf(page.whole, fillable=page.fillable))


@pytest.mark.slow
@pytest.mark.parametrize(("fillable", "lang"), [(True, "fr"), (False, "en")])
@pytest.mark.parametrize("exam", ["dice", "nash"])
def test_no_pixel_is_another(exam: str, fillable: bool, lang: str) -> None:
    result = load_exam(exam)
    for number, (name, first_name) in enumerate(NAMES if exam == "nash" else NAMES[:1]):
        seed = result.model_seed if exam != "nash" else (7, 64006, 12345)[number % 3]
        student = Student(f"s{number}", name, first_name)
        page = sheet_page(BlankSheet(result, seed, student), lang=lang, secret="ours")
        assert page.texts
        assert is_as_laid_out_whole(replace(page, fillable=fillable))


def test_each_page_has_its_own_texts_and_a_long_one_lays_the_page_out_whole() -> None:
    for name in ("Eva", "N" * 90):
        page = Page(RUNNING, {"who": name})
        assert is_as_laid_out_whole(page)
        assert len(pictures(page_pdf(page))) == 2


@pytest.mark.parametrize("exam", ["jeux", "tas"])
@pytest.mark.parametrize("length", [60, 90])
def test_a_long_name_is_whole_in_its_field_and_drawn_in_it_on_several_lines(length: int, exam: str) -> None:
    """The lines are as many as fit into the field, and together they are the name; `tas` has fields of several lines.

    The fields are as wide as those of a short name.
    """
    name = "".join("Mm de la "[at % 9] for at in range(length - 1)) + "x"
    result = load_exam(exam, [EXAMPLES])
    usual = {box.item: box.rectangle for box in layout(sheet_pdf(BlankSheet(result, 7, Student("s1", "x", "y"))))}
    page = sheet_page(BlankSheet(result, 7, Student("s1", name, name)), lang="fr", secret="ours")
    assert is_as_laid_out_whole(page)
    boxes = {box.item: box.rectangle for box in layout(page_pdf(page))}
    assert all(boxes[item] == pytest.approx(usual[item], abs=0.2) for item in ("name", "first_name", "u0"))
    with pikepdf.open(BytesIO(signed(page_pdf(page), "ours"))) as pdf:
        fields = {str(field.T): field for field in pdf.Root.AcroForm.Fields.as_list()}
        for field in (fields["name"], fields["first_name"]):
            assert str(field.V) == name
            left, bottom, right, top = map(float, field.Rect.as_list())
            size, lines = float(str(field.DA).split()[-2]), b"".join(field.AP.N.read_bytes().splitlines()).count(b"Tj")
            assert 1 < lines <= (top - bottom) / size
            assert lines == len(field_lines(name, right - left - 4, size))
            assert " ".join(field_lines(name, right - left - 4, size)) == name


def test_names_of_forty_characters_are_printed_as_on_earlier_sheets() -> None:
    """Sheets that were given out are compared with the sheet printed again."""
    known = {name: sheet_page(BlankSheet(load_exam("jeux"), 7, Student("s1", name))).html for name in ("x", "x" * 40)}
    assert all("<textarea" not in html and "@page blank" not in html for html in known.values())
    assert "<textarea" in sheet_page(BlankSheet(load_exam("jeux"), 7, Student("s1", "x" * 41))).html


def test_a_sheet_whose_questions_are_of_its_seed_shares_no_layout() -> None:
    assert not sheet_page(BlankSheet(load_exam("dice"), 10, Student("s", "Nash", "Eva"))).texts


@pytest.mark.slow
def test_a_sheet_has_the_same_bytes_whoever_came_before() -> None:
    def sheet(seed: int, name: str) -> bytes:
        return page_pdf(sheet_page(BlankSheet(load_exam("nash"), seed, Student("s", name, "Eva")), secret="ours"))

    content = sheet(17, "Nash")
    assert b"Kuhn" not in content
    sheet(18, "Kuhn")
    assert sheet(17, "Nash") == content


@pytest.mark.slow
def test_fields_hold_what_is_the_students_and_metadata_tell_the_sheet() -> None:
    blank = BlankSheet(load_exam("nash"), 17, Student("s", 'O\'Neill "&"', "Eva"))
    pdf = page_pdf(sheet_page(blank, secret="ours"))
    whole = render_pdf(sheet_html(blank, secret="ours"), fillable=True)
    with pikepdf.open(BytesIO(pdf)) as made, pikepdf.open(BytesIO(whole)) as expected:
        messages = [{str(field.T): str(field.V) for field in one.Root.AcroForm.Fields} for one in (made, expected)]
        assert messages[0] == messages[1]
        assert messages[0]["name"] == 'O\'Neill "&"'
        assert dict(made.docinfo.items()) == dict(expected.docinfo.items())
