"""Comparison with the sheet printed again: visible additions other than values are flagged with their place."""

import io
import re
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from answers.flags import CUT_OFF, DRAWN_ON, FLATTENED, NOT_COMPARED, OTHER_CODE, PAGE_CHANGED, SHOWN_OTHERWISE, Flag
from answers.sheets import sheet as module
from answers.sheets.identity import Identity, Student
from answers.sheets.layout import stamp
from answers.sheets.sheet import BlankSheet, sheet_pdf
from answers.submissions.pdf.comparison import AS_IT_IS, Opened, ReferenceSheet, beside_original
from answers.submissions.raw.submission import FileSource, WantedSheet
from tests.answers.submissions.exams import EXAM, SMALL
from tests.answers.submissions.sheets import (
    ANSWERS,
    KNOWN,
    SECRET,
    TEXTS,
    again,
    blank,
    box,
    changed,
    field,
    filled,
    flattened_by_pdfium,
    helvetica,
    hidden_layer,
    printed_by_poppler,
    read_pdf,
    saved,
)


def flags(content: bytes) -> tuple[Flag, ...]:
    submission = read_pdf(FileSource(content, "f.pdf", secret=SECRET, exam=SMALL, sheet=again))
    assert submission.answers == ANSWERS
    return submission.flags


def drawn(code: str, content: bytes | None = None) -> bytes:

    def add(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].contents_coalesce()
        old = pdf.pages[0].Contents.read_bytes()
        pdf.pages[0].Contents = pdf.make_stream(b"q\n" + old + b"\nQ\n" + code.encode())

    return changed(add, content)


def own_letters(across: float, up: float) -> str:
    with pikepdf.open(io.BytesIO(blank())) as pdf:
        content = pdf.pages[0].Contents.read_bytes()
    match = re.search(rb"(/[A-Z]{6}) [\d.]+ Tf.*?<([0-9a-fA-F]{8})", content, re.DOTALL)
    assert match is not None
    return f"BT {match[1].decode()} 10 Tf 1 0 0 1 {across} {up} Tm <{match[2].decode()}> Tj ET"


LEFT, BOTTOM, RIGHT, TOP = box("q2_3")  # a field that is left blank
SEVEN = f"{LEFT + 20} {TOP - 3} m {LEFT + 28} {TOP - 3} l {LEFT + 22} {BOTTOM + 3} l S"
IMAGE = f"q 8 0 0 8 {RIGHT + 10} {BOTTOM} cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x20 EI Q"
BESIDE = {
    "letters of the sheet beside a box": own_letters(RIGHT + 8, BOTTOM + 4),
    "a line through a label": f"{LEFT - 22} {BOTTOM + 8} m {LEFT - 5} {BOTTOM + 8} l S",
    "a white rectangle over a box": f"1 g {LEFT - 6} {BOTTOM - 3} 40 {TOP - BOTTOM + 6} re f",
    "a picture": IMAGE,
    "a drawn digit beside a box": f"{LEFT - 12} {TOP} m {LEFT - 12} {BOTTOM} l S",
    "a curve in a margin": "20 400 m 20 500 40 500 40 400 c S",
    "pale yellow": f"1 1 0 rg {RIGHT + 5} {BOTTOM} 10 10 re f",
    "a hair": "0.3 w 200 20 m 300 20 l S",
}
INSIDE = {
    "a drawn digit in a box": SEVEN,
    "a grey box": f"0.8 g {LEFT} {BOTTOM} {RIGHT - LEFT} {TOP - BOTTOM} re f",
    "a picture in a box": IMAGE.replace(str(RIGHT + 10), str(LEFT + 10)),
}


def as_form(content: bytes, _: Path) -> bytes:
    return content


def printed_by_chrome(content: bytes, _: Path) -> bytes:
    return flattened_by_pdfium(content)


PRINTERS = [(as_form, ()), (printed_by_chrome, (FLATTENED,)), (printed_by_poppler, (FLATTENED,))]


@pytest.mark.parametrize(("printer", "usual"), PRINTERS)
def test_an_honest_sheet_is_not_flagged(tmp_path: Path, printer: Any, usual: tuple[Flag, ...]) -> None:
    assert flags(printer(filled(), tmp_path)) == usual
    assert flags(printer(drawn(""), tmp_path)) == usual  # not as it was signed, but nothing is seen


@pytest.mark.parametrize(("printer", "usual"), PRINTERS)
@pytest.mark.parametrize("code", BESIDE.values(), ids=BESIDE)
def test_what_is_drawn_beside_the_boxes_is_flagged_with_its_region(
    tmp_path: Path, code: str, printer: Any, usual: tuple[Flag, ...]
) -> None:
    result = flags(printer(drawn(code), tmp_path))
    assert result[: len(usual)] == usual
    assert result[len(usual) :]
    assert {flag.slug for flag in result[len(usual) :]} == {DRAWN_ON.slug}


@pytest.mark.parametrize(("printer", "usual"), PRINTERS)
@pytest.mark.parametrize("code", INSIDE.values(), ids=INSIDE)
def test_what_is_drawn_in_a_box_is_flagged_with_its_field(
    tmp_path: Path, code: str, printer: Any, usual: tuple[Flag, ...]
) -> None:
    assert flags(printer(drawn(code), tmp_path)) == (*usual, SHOWN_OTHERWISE("q2_3"))


def test_a_letter_that_is_painted_over_in_a_printed_copy_is_flagged() -> None:
    left, bottom, _, top = box("q1b_2")
    painted = drawn(f"1 g {left} {bottom} 9 {top - bottom} re f", flattened_by_pdfium(filled()))
    assert flags(painted) == (FLATTENED, SHOWN_OTHERWISE("q1b_2"))


@pytest.mark.parametrize(
    ("length", "beside", "texts", "answer"),
    [
        (10, "", (), "8888888888"),  # all of it is there
        (10, f"{RIGHT + 40} {BOTTOM} m {RIGHT + 40} {TOP} l S", (DRAWN_ON.slug,), "8888888888"),
        (40, "", (CUT_OFF.slug,), "88888⋯"),  # 5.56 points each, in a box of 34
    ],
)
def test_a_text_that_a_program_lets_run_out_of_its_box_is_no_drawing(
    length: int, beside: str, texts: tuple[str, ...], answer: str
) -> None:
    def write(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[0]
        page.Resources.Font.Helv = helvetica()
        text = f"BT /Helv 10 Tf 1 0 0 1 {LEFT + 3} {BOTTOM + 4} Tm ({'8' * length}) Tj ET {beside}"
        page.contents_add(text.encode())

    submission = read_pdf(
        FileSource(changed(write, flattened_by_pdfium(filled())), "f.pdf", secret=SECRET, exam=SMALL, sheet=again)
    )
    assert tuple(flag.slug for flag in submission.flags) == (FLATTENED.slug, *texts)
    assert submission.answers["2"][2] == answer


PLATE = "0.9 g 100 100 200 100 re f\n"
LABEL = "BT /F 20 Tf 0 g 120 140 Td (29) Tj ET\n"


def page(code: str) -> bytes:
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(400, 300))
    pdf.pages[0].Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=helvetica()))
    pdf.pages[0].Contents = pdf.make_stream(code.encode())
    return saved(pdf)


@pytest.mark.parametrize(
    ("code", "slug"),
    [
        (PLATE + LABEL, ""),
        (PLATE, NOT_COMPARED.slug),
        (PLATE + LABEL.replace("29", "2 "), NOT_COMPARED.slug),
        (PLATE + LABEL.replace("29", "27"), DRAWN_ON.slug),
        (f"{PLATE} {LABEL} 110 130 60 40 re f", DRAWN_ON.slug),
        (f"{PLATE} {LABEL} 0.9 g 110 130 60 40 re f", DRAWN_ON.slug),
        (f"{PLATE} {LABEL} 0.9 G 20 w 110 147 m 170 147 l S", DRAWN_ON.slug),
        (f"{PLATE} {LABEL} q 60 0 0 40 110 130 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \xe6 EI Q", DRAWN_ON.slug),
        (f"{PLATE} {LABEL} BT /F 40 Tf 0.9 g 115 132 Td (MMM) Tj ET", DRAWN_ON.slug),
        (LABEL + PLATE, DRAWN_ON.slug),
    ],
)
def test_a_printed_copy_that_lost_what_nothing_new_covers_accuses_nobody(code: str, slug: str) -> None:
    def slugs(*, is_form: bool) -> set[str]:
        with Opened(page(code)) as copy, Opened(page(PLATE + LABEL), is_blank=True) as sheet:
            result = beside_original(copy, ReferenceSheet(sheet, {}, {0: AS_IT_IS}, is_form=is_form))
        return {flag.slug for flag in result}

    assert slugs(is_form=False) == ({slug} if slug else set())
    assert slugs(is_form=True) == ({DRAWN_ON.slug} if slug else set())


def look(pdf: pikepdf.Pdf, name: str, code: str) -> None:
    left, bottom, right, top = box(name)
    field(pdf, name).AP = pikepdf.Dictionary(
        N=pdf.make_stream(
            code.encode(),
            Type=pikepdf.Name.XObject,
            Subtype=pikepdf.Name.Form,
            BBox=[0, 0, right - left, top - bottom],
            Resources=pikepdf.Dictionary(Font=pikepdf.Dictionary(F=helvetica())),
        )
    )


WRITTEN = "BT /F 10 Tf 0 g 2 5 Td (29/45) Tj ET"
RUNS_OUT = WRITTEN.replace("10 Tf 0 g 2", f"10 Tf 0 g {box('q1b_2')[2] - box('q1b_2')[0] - 16}")
"""Its last letters are drawn to the right of the box, where they are invisible."""


@pytest.mark.parametrize(
    ("code", "is_honest"),
    [
        (WRITTEN, True),
        (f"/Tx BMC q 1 1 200 16 re W n {WRITTEN} Q EMC", True),
        (WRITTEN.replace("0 g", "1 g"), False),
        (WRITTEN.replace("0 g", "3 Tr"), False),
        (WRITTEN.replace("(29/45) Tj", "(29) Tj 1 g (/45) Tj"), False),
        (f"{WRITTEN} 40 3 m 40 15 l S", False),
        (f"{WRITTEN} 1 g 0 0 12 20 re f", False),
        (f"q 12 0 200 20 re W n {WRITTEN} Q", False),
        (WRITTEN.replace("29/45", "29/46"), False),
        (RUNS_OUT, True),
        (RUNS_OUT.replace("29/45", "29/46"), False),
        (RUNS_OUT.replace("29/45", "28/45"), False),
    ],
)
def test_a_field_shows_its_value_and_nothing_else(code: str, is_honest: bool) -> None:
    assert flags(changed(lambda pdf: look(pdf, "q1b_2", code))) == (() if is_honest else (SHOWN_OTHERWISE("q1b_2"),))


def test_a_field_that_viewers_are_asked_to_draw_anew_may_be_drawn_empty() -> None:
    def asked(pdf: pikepdf.Pdf) -> None:
        look(pdf, "q1b_2", "/Tx BMC EMC")
        pdf.Root.AcroForm.NeedAppearances = True

    assert flags(changed(asked)) == ()


def test_fields_that_were_exchanged_and_pages_that_are_added_are_flagged() -> None:
    def exchange(pdf: pikepdf.Pdf) -> None:
        first, two = (field(pdf, name) for name in ("q1b_1", "q1b_2"))
        first.Rect, two.Rect = two.Rect.as_list(), first.Rect.as_list()

    assert PAGE_CHANGED(2) in flags(changed(lambda pdf: pdf.add_blank_page()))
    assert set(flags(changed(exchange))) == {SHOWN_OTHERWISE("q1b_1"), SHOWN_OTHERWISE("q1b_2")}


def test_a_sheet_that_version_1_printed_is_compared_with_the_same_printed_again() -> None:
    content = changed(lambda pdf: pdf.trailer.Info.__delitem__("/corrigepages"), filled(TEXTS, blank(version=1)))
    assert flags(content) == ()
    assert flags(flattened_by_pdfium(content)) == (FLATTENED,)


def test_the_code_of_another_is_flagged(monkeypatch: pytest.MonkeyPatch) -> None:
    other = Identity("small", 18, "s04").token(SECRET, 1)
    monkeypatch.setattr(module, "stamp", lambda _, *page: stamp(other, *page))
    pdf = sheet_pdf(BlankSheet(EXAM, 17, Student("s03")), secret=SECRET)
    monkeypatch.undo()

    def unseal(document: pikepdf.Pdf) -> None:
        del document.trailer.Info.corrigepages

    content = changed(unseal, filled(TEXTS, pdf))
    result, code = flags(content)
    assert (code.slug, result.slug) == (OTHER_CODE.slug, DRAWN_ON.slug)
    assert all(re.fullmatch(r"page 1, 1\d–[23]\d × 1\d–[23]\d mm", flag.detail) for flag in (code, result))
    for printed in (content, flattened_by_pdfium(content)):  # also where there is nothing to compare it with
        assert OTHER_CODE.slug in {flag.slug for flag in read_pdf(FileSource(printed, "f.pdf", secret=SECRET)).flags}


@pytest.mark.slow
def test_a_seal_of_pages_is_of_one_sheet() -> None:
    """That of another student's sheet, or of a sheet before it was drawn on, signatures nothing."""
    with pikepdf.open(io.BytesIO(blank(student=Student("s04")))) as other:
        signature = str(other.trailer.Info.corrigepages)

    def take(pdf: pikepdf.Pdf) -> None:
        pdf.trailer.Info.corrigepages = pikepdf.String(signature)

    assert flags(changed(take, drawn(BESIDE["a picture"])))
    assert flags(changed(take)) == ()  # compared, and found the same


def hide(pdf: pikepdf.Pdf, code: str) -> str:
    pdf.pages[0].Resources.Properties = pikepdf.Dictionary(L=hidden_layer(pdf))
    return f"/OC /L BDC {code} EMC"


def sealed_otherwise(wanted_sheet: WantedSheet) -> bytes:
    return sheet_pdf(BlankSheet(EXAM, 17, KNOWN), secret="another", version=wanted_sheet.version)


@pytest.mark.parametrize("kind", ["3 Tr", "7 Tr", "1 g", "layer"])
def test_letters_that_nobody_sees_in_a_printed_copy_are_flagged(kind: str) -> None:
    """An answer that the page is read to have, and does not show."""
    left, bottom, _, _ = box("q2_3")

    def write(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].Resources.Font.F1 = helvetica()
        code = f"BT /F1 10 Tf {kind if kind != 'layer' else '0 g'} {left + 5} {bottom + 5} Td (7) Tj ET"
        pdf.pages[0].contents_add(f"q {hide(pdf, code) if kind == 'layer' else code} Q".encode())

    content = changed(write, flattened_by_pdfium(filled()))
    for sheet, others in ((again, {FLATTENED}), (sealed_otherwise, {FLATTENED, NOT_COMPARED})):
        submission = read_pdf(FileSource(content, "f.pdf", secret=SECRET, exam=SMALL, sheet=sheet))
        assert submission.answers["2"][2] == "7"
        assert set(submission.flags) == {SHOWN_OTHERWISE("q2_3"), *others}
