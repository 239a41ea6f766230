import io
from collections.abc import Callable
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from answers.errors import Problem
from answers.exam.catalogue import exam_names, load_exam
from answers.exam.settings import Settings
from answers.flags import CUT_OFF, DAMAGED, FLATTENED, NO_SIGNATURE, NO_TEXT, SCANNED
from answers.grading.grade import grade_files
from answers.sheets.identity import FIRST_NAME, NAME, NO_STUDENT, Identity, Signature, Student, field_item
from answers.sheets.sheet import BlankSheet, sheet_pdf
from answers.submissions.pdf import form
from answers.submissions.printed.layout import UNREADABLE, Layout, blank_boxes, blank_layout
from answers.submissions.raw.submission import CUT, FileSource, Submission, WantedSheet
from tests.answers.submissions.exams import SMALL
from tests.answers.submissions.sheets import (
    ANSWERS,
    SECRET,
    TEXTS,
    again,
    blank,
    damaged,
    filled,
    flattened_by_pdfium,
    flattened_by_pikepdf,
    flattened_by_pypdf,
    helvetica,
    left_mirrored,
    printed_by_poppler,
    read_pdf,
    saved,
    scan,
    with_boxes_upside_down,
)
from tests.answers.tiny import EXAMS
from tests.problems import problems_of
from tests.programs import needs

WRITTEN = ("17", "1,67·10^9", "≃ 0,333", "29/45", "−5", "", "25453/35189")
SHORT = ("17", "−5", "", "8")
NARROW = 60.0  # points; a box for a few digits holds no fraction
needs_poppler = needs("pdftocairo", "poppler-utils")


def read(content: bytes, **options: Any) -> Submission:
    return read_pdf(FileSource(content, "f.pdf", **{"secret": SECRET, "sheet": again, **options}))


@needs_poppler
@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("student", [NO_STUDENT, Student(id="s03", name="Élève 3", first_name="É")])
def test_printed_by_poppler(tmp_path: Path, lang: str, student: Student) -> None:
    submission = read(printed_by_poppler(filled(pdf=blank(lang, student)), tmp_path))
    assert submission.answers == ANSWERS
    assert (submission.student, submission.u0, submission.exam) == ("É Élève 3", "17", "small")
    assert (submission.signature.identity.student, submission.signature.valid) == (student.id, True)
    assert submission.flags == (FLATTENED,)
    smaller = read(printed_by_poppler(filled(pdf=blank(lang, student)), tmp_path, "-paper", "letter", "-expand"))
    assert smaller.answers == ANSWERS


@pytest.mark.slow
@needs_poppler
@pytest.mark.parametrize(("name", "lang"), list(zip(exam_names(), cycle(("fr", "en")), strict=False)))
def test_copies_of_every_exam_and_seed_are_read_as_their_forms(tmp_path: Path, name: str, lang: str) -> None:
    exam = load_exam(name)

    @cache
    def sheet(wanted_sheet: WantedSheet) -> bytes:
        return sheet_pdf(BlankSheet(exam, wanted_sheet.u0, wanted_sheet.student), lang=wanted_sheet.lang, secret=SECRET)

    asked = sheet(WantedSheet(name, lang, 4321, Student("s03", "Nash", "Eva")))  # the signature does not say the names
    long, short = cycle(WRITTEN), cycle(SHORT)
    texts = {
        field: next(short if box.right - box.left < NARROW else long)
        for field, box in blank_boxes(asked).items()
        if field_item(field)
    }
    form = filled({**texts, NAME: "Nash", FIRST_NAME: "Eva"}, asked)
    expected = read(form, sheet=sheet).answers
    for copy in (flattened_by_pdfium(form), printed_by_poppler(form, tmp_path)):
        submission = read(copy, sheet=sheet)
        assert (submission.answers, submission.flags) == (expected, (FLATTENED,))


@needs_poppler
@pytest.mark.parametrize("text", ["1" * 60, "1 / 2 " * 20])
def test_what_runs_out_of_its_box_is_unreadable(tmp_path: Path, text: str) -> None:
    submission = read(printed_by_poppler(filled({**TEXTS, "q2_1": text}), tmp_path))
    assert submission.answers["2"][0].endswith(CUT)
    assert CUT_OFF("q2_1") in submission.flags
    for text, right in zip(submission.answers["2"][1:], ANSWERS["2"][1:], strict=True):
        assert text == right or text.endswith(CUT)


@needs_poppler
@pytest.mark.parametrize("own", ["1", "10", "½", "11 1", ""])
def test_letters_that_a_box_hides_are_no_part_of_the_next_box(tmp_path: Path, own: str) -> None:
    form = filled({**TEXTS, "q2_1": "1" * 60, "q2_2": own, "q2_3": ""})
    for copy in (flattened_by_pdfium(form), printed_by_poppler(form, tmp_path)):
        submission = read(copy)
        assert submission.answers["2"][1:] == (own, "")
        assert CUT_OFF("q2_1") in submission.flags


@pytest.mark.parametrize("color", ["0 g", "1 0 0 rg"])
def test_visible_letters_of_a_long_text_are_left_to_the_teacher_in_the_next_box(color: str) -> None:
    with pikepdf.open(io.BytesIO(flattened_by_pdfium(filled({**TEXTS, "q2_1": ""})))) as pdf:
        page = pdf.pages[0]
        page.Resources.Font.Helv = helvetica()
        page.contents_add(f"BT /Helv 10 Tf {color} 1 0 0 1 93 576 Tm ({'1' * 40}) Tj ET".encode())
        submission = read(saved(pdf))
    assert all(text.startswith(CUT) and text.endswith(CUT) for text in submission.answers["2"][1:])


@pytest.mark.parametrize("prepared", [left_mirrored, with_boxes_upside_down])
def test_what_was_drawn_in_wrong_places_is_left_to_the_teacher(prepared: Callable[[bytes], bytes]) -> None:
    submission = read(flattened_by_pypdf(blank(), TEXTS))
    assert (submission.answers, submission.flags) == (ANSWERS, (FLATTENED,))
    submission = read(flattened_by_pypdf(prepared(blank()), TEXTS))
    assert submission.answers == {}
    assert submission.flags == (FLATTENED, NO_TEXT)
    assert submission.signature is not None


def test_flattened_by_pikepdf_gives_no_letters_rather_than_wrong_ones() -> None:
    submission = read(flattened_by_pikepdf(filled()))
    written = [text for texts in submission.answers.values() for text in texts if text]
    assert written
    assert all(set(text) <= {UNREADABLE, CUT, " "} for text in written)
    assert submission.flags == (FLATTENED, NO_TEXT)


@needs_poppler
def test_a_sheet_of_another_edition_is_left_to_the_teacher(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def moved(pdf: bytes, _: object) -> Layout:
        now = blank_layout(pdf)
        words = [{word: (x, y - 6 if y < 680 else y) for word, (x, y) in page.items()} for page in now.anchors]
        return Layout(now.boxes, tuple(words))

    monkeypatch.setattr("answers.submissions.pdf.form.blank_layout", moved)
    submission = read(printed_by_poppler(filled(), tmp_path))
    assert (submission.answers, submission.flags) == ({}, (FLATTENED, NO_TEXT))


def with_language(content: bytes, lang: str | None) -> bytes:
    with pikepdf.open(io.BytesIO(content)) as document:
        assert "/corrigelang" in document.trailer.Info
        if lang:
            document.trailer.Info.corrigelang = pikepdf.String(lang)
        else:
            del document.trailer.Info
        return saved(document)


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("metadata", ["fr", "en", "x", None])
def test_the_language_is_that_of_the_page_whatever_the_metadata_say(lang: str, metadata: str | None) -> None:
    submission = read(with_language(flattened_by_pdfium(filled(pdf=blank(lang))), metadata))
    assert (submission.answers, submission.flags) == (ANSWERS, (FLATTENED,))


@needs_poppler
def test_without_a_sheet_or_with_an_unknown_exam(tmp_path: Path) -> None:
    for sheet in (None, lambda _: None):
        submission = read(printed_by_poppler(filled(), tmp_path), sheet=sheet)
        assert (submission.exam, submission.answers, submission.flags) == ("small", {}, (FLATTENED, NO_TEXT))


@needs_poppler
def test_pages_of_two_students(tmp_path: Path) -> None:
    printed = printed_by_poppler(filled(), tmp_path)
    other = printed_by_poppler(filled(pdf=blank("fr", Student(id="s04"))), tmp_path)
    with pikepdf.open(io.BytesIO(printed)) as first, pikepdf.open(io.BytesIO(other)) as second:
        first.pages.extend(second.pages)
        papers = form.read(FileSource(saved(first), "f.pdf", SECRET, sheet=again))
    students = [paper.signature and paper.signature.identity.student for paper in papers]
    assert students == ["s03", "s04"]
    assert [(paper.answers, paper.flags) for paper in papers] == [(ANSWERS, (FLATTENED,))] * 2


@needs_poppler
def test_a_damaged_print_of_which_not_all_is_read_is_refused(tmp_path: Path) -> None:
    content = damaged(printed_by_poppler(filled(), tmp_path))
    assert read(content).flags == (FLATTENED, DAMAGED)
    assert problems_of(read, content, sheet=None) == (
        Problem("the PDF is damaged and cannot be read", "f.pdf", "ask the student for the file again"),
    )


def without_characters(content: bytes) -> bytes:
    """A copy whose fonts do not say which characters their letters are, without metadata."""
    with pikepdf.open(io.BytesIO(content)) as document:
        for item in document.objects:
            if isinstance(item, pikepdf.Dictionary) and "/ToUnicode" in item:
                del item["/ToUnicode"]
        del document.trailer.Info
        return saved(document)


def test_a_copy_that_has_lost_its_text_is_a_scan_of_the_student_of_its_codes() -> None:
    submission = read(without_characters(flattened_by_pdfium(filled())))
    assert (submission.answers, submission.flags) == ({}, (SCANNED,))
    assert (submission.student, submission.exam, submission.signature.valid) == ("s03", "small", True)
    empty = read(without_characters(flattened_by_pdfium(blank())))
    assert (empty.answers, empty.flags, empty.student) == ({}, (FLATTENED, NO_TEXT), "s03")


def test_a_scan_is_left_to_the_teacher() -> None:
    submission = read(scan(), exam=SMALL)
    assert (submission.answers, submission.flags) == ({}, (FLATTENED, NO_TEXT, NO_SIGNATURE))
    assert (submission.student, submission.u0, submission.exam, submission.signature) == ("", None, None, None)


def test_some_other_document() -> None:
    document = pikepdf.new()
    document.add_blank_page()
    document.pages[0].Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=helvetica()))
    document.pages[0].Contents = document.make_stream(b"BT /F 12 Tf 50 50 Td (Dear all) Tj ET")
    remedy = "hand in the answer sheet that corrige printed, or write the answers in a text file"
    assert problems_of(read, saved(document), exam=SMALL) == (
        Problem(
            ("the PDF is not an answer sheet of corrige: it has neither a form nor the signature on its pages"),
            "f.pdf",
            remedy,
        ),
    )


def test_a_print_is_read_by_the_seal_of_its_page_whatever_its_metadata() -> None:
    printed = flattened_by_pdfium(filled())
    with pikepdf.open(io.BytesIO(printed)) as document:
        document.trailer.Info.corrigetoken = pikepdf.String(Identity("small", 18, "s04").token(SECRET))
        of_another = saved(document)
        del document.trailer.Info
        of_page = saved(document)
    for content in (printed, of_page, of_another):
        submission = read(content)
        assert submission.signature == Signature(Identity("small", 17, "s03"), valid=True)
        assert submission.answers == ANSWERS


LINES = "By induction on n: remove a leaf.\nThen n − 1 vertices remain, “so” it holds."
MULTILINE = 1 << 12


@pytest.mark.slow
@needs_poppler
@pytest.mark.parametrize("is_copy", [False, True])
def test_lines_of_a_written_answer_are_read_in_order(tmp_path: Path, is_copy: bool) -> None:
    """A filled form and its printed copy have the same text, and nothing for the teacher but the marks."""
    exam, path = load_exam("explained", [EXAMS / "by_hand"]), tmp_path / "filled.pdf"
    with pikepdf.open(io.BytesIO(sheet_pdf(BlankSheet(exam, 17), lang="en"))) as pdf:
        fields = {str(field.T): field for field in pdf.Root.AcroForm.Fields}
        assert [name for name, field in fields.items() if int(field.get("/Ff", 0)) & MULTILINE] == ["q2b_1", "q3_1"]
        fields["q3_1"].V, fields["q2a_1"].V = pikepdf.String(LINES), pikepdf.String("yes")
        pdf.Root.AcroForm.NeedAppearances = True
        pdf.save(path)
    if is_copy:
        path.write_bytes(printed_by_poppler(path.read_bytes(), tmp_path))
    (paper,) = grade_files([path], Settings(lang="en", exam_folders=(EXAMS / "by_hand",))).papers
    assert paper.parts["3"].items[0].raw.splitlines() == LINES.splitlines()
    assert paper.parts["2a"].items[0].raw == "yes"
    assert {flag.slug for flag in paper.flags} <= {"flattened", "weak-signature"}
