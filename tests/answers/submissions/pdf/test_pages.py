"""Pages that programs have reordered, joined or removed are read as the pages of their sheets, by their codes."""

import io
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from itertools import count
from typing import Any

import pikepdf
import pypdf
import pypdfium2
import pytest
from PIL import Image

from answers.exam.catalogue import load_exam
from answers.files import saved as written
from answers.flags import DRAWN_ON, FIELDS_MERGED, FLATTENED, NO_TEXT, PAGE_TWICE, PAGES_MISSING
from answers.sheets.identity import Student, field_item
from answers.sheets.sheet import BlankSheet, sheet_pdf
from answers.submissions.pdf import form as reader
from answers.submissions.pdf.fields import FormFields
from answers.submissions.pdf.pages import SheetPage, is_one_sheet_in_order, pieces, sheet_pages, with_unnamed
from answers.submissions.raw.submission import FileSource, Submission, WantedSheet, expected_exam
from tests.answers.submissions.sheets import (
    SECRET,
    changed,
    filled,
    flattened_by_pdfium,
    helvetica,
    saved,
    typed_by_pypdf,
)

A1, A2, B1, B2 = (SheetPage(token, number, 2) for token in "ab" for number in (1, 2))


@pytest.mark.parametrize(
    ("pages", "places", "missing"),
    [
        ([A1, A2], [(0, 1)], [()]),
        ([A2, A1], [(1, 0)], [()]),
        ([A2], [(0,)], [(1,)]),
        ([A1, A2, B1, B2], [(0, 1), (2, 3)], [(), ()]),
        ([A1, B1, A2, B2], [(0, 2), (1, 3)], [(), ()]),
        ([B2, None, A1, A2, None], [(0, 1), (2, 3, 4)], [(1,), ()]),
        ([None, A1, A2], [(1, 2, 0)], [()]),
        ([A1, A2, A1], [(0, 1), (2,)], [(), (2,)]),
        ([A1, None], [(0, 1)], [()]),  # its text and its code may be lost
        ([None, None], [], []),
    ],
)
def test_pages_of_each_sheet(
    pages: list[SheetPage | None], places: list[tuple[int, ...]], missing: list[tuple[int, ...]]
) -> None:
    result = pieces(with_unnamed(pages))
    assert [piece.places for piece in result] == places
    assert [piece.missing for piece in result] == missing
    assert is_one_sheet_in_order(result) is (places in ([(0, 1)], []))


JEUX = load_exam("jeux")
ITEMS = [f"{part.id}.{item}" for part in JEUX.parts for item in range(1, part.count + 1)]
OF_SECOND = ["5", "6", "7a", "7b", "8a", "8b", "8c"]
"""The parts of the second page."""


@cache
def blank(student: str) -> bytes:
    return sheet_pdf(BlankSheet(JEUX, 17, Student(student)), lang="fr", secret=SECRET)


def again(wanted_sheet: WantedSheet) -> bytes:
    return blank(wanted_sheet.student.stem)


def texts(student: str) -> dict[str, str]:
    with pikepdf.open(io.BytesIO(blank(student))) as pdf:
        names = [str(field.T) for field in pdf.Root.AcroForm.Fields]
    return {name: f"{student[1:]}{rank:02}" for rank, name in enumerate(names) if field_item(name)}


def second_page_box() -> list[float]:
    with pikepdf.open(io.BytesIO(blank("s03"))) as pdf:
        (result,) = (field for field in pdf.Root.AcroForm.Fields if field.T == "q5_1")
        return [float(edge) for edge in result.Rect.as_list()]


def form(student: str, **others: str) -> bytes:
    return filled(texts(student) | others, blank(student))


def expected(student: str, parts: Sequence[str] | None = None) -> Mapping[str, tuple[str, ...]]:
    own = texts(student)
    return {
        part.id: tuple(own[f"q{part.id}_{item}"] for item in range(1, part.count + 1))
        for part in JEUX.parts
        if parts is None or part.id in parts
    }


def read(content: bytes, sheet: Any = again) -> tuple[Submission, ...]:
    return reader.read(FileSource(content, "f.pdf", secret=SECRET, exam=expected_exam(JEUX), sheet=sheet))


def rearranged(content: bytes, places: Sequence[int], rotate: int | None = None) -> bytes:
    with pikepdf.open(io.BytesIO(content)) as pdf:
        pages = [pdf.pages[place] for place in places]
        del pdf.pages[:]
        for page in pages:
            if rotate:
                page.obj.Rotate = rotate
            pdf.pages.append(page)
        return saved(pdf)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("places", "rotate", "is_printed"), [([1, 0], None, True), ([0, 1], 90, True), ([1, 0], 180, False)]
)
def test_pages_in_another_order_or_turned_are_the_same_paper(
    places: Sequence[int], rotate: int | None, is_printed: bool
) -> None:
    content = flattened_by_pdfium(form("s03")) if is_printed else form("s03")
    assert read(rearranged(content, places, rotate)) == read(content)
    assert read(content)[0].answers == expected("s03")
    assert read(content)[0].flags == ((FLATTENED,) if is_printed else ())


def joined(name: Callable[[str, int], str], *contents: bytes) -> bytes:
    """Join forms; the fields of all but the first have the name that `name` makes of their own and their rank."""
    out = pikepdf.new()
    fields = []
    for rank, content in enumerate(contents):
        with pikepdf.open(io.BytesIO(content)) as pdf:
            with warnings.catch_warnings(action="ignore"):  # fields are put into a form below
                out.pages.extend(pdf.pages)
            for page in out.pages[-len(pdf.pages) :]:
                for field in page.obj.Annots:
                    if rank:
                        field.T = pikepdf.String(name(str(field.T), rank))
                    fields.append(field)
    out.Root.AcroForm = pikepdf.Dictionary(Fields=fields)
    return saved(out)


NUMBERS = count()
NAMES: Mapping[str, Callable[[str, int], str]] = {
    "qpdf": lambda name, rank: f"{name}+{rank}",
    "pdftk": lambda name, rank: f"{rank + 1}.{name}",
    "same names": lambda name, _: name,
    "pdfbox": lambda _, __: f"dummyFieldName{next(NUMBERS)}",
    "pdfsam": lambda name, _: f"{name}43",
}


def by_pypdf(*contents: bytes) -> bytes:
    writer = pypdf.PdfWriter()
    for rank, content in enumerate(contents):
        reader = pypdf.PdfReader(io.BytesIO(content))
        reader.add_form_topname(f"form{rank}")
        writer.append(reader)
    return written(writer.write)


def by_copying_pages(*contents: bytes) -> bytes:
    """Return a file as pdf-lib leaves it: fields on pages, but no form."""
    with pikepdf.open(io.BytesIO(JOINED["same names"](*contents))) as pdf:
        del pdf.Root.AcroForm
        with warnings.catch_warnings(action="ignore"):
            return saved(pdf)


JOINED: Mapping[str, Callable[..., bytes]] = {
    **{program: partial(joined, name) for program, name in NAMES.items()},
    "pypdf": by_pypdf,
    "copied pages": by_copying_pages,
}


@pytest.mark.slow
@pytest.mark.parametrize("program", JOINED)
def test_forms_in_one_file_are_a_paper_each(program: str) -> None:
    first, second = read(JOINED[program](form("s03"), form("s04")))
    assert (first.answers, second.answers) == (expected("s03"), expected("s04"))
    assert (first.flags, second.flags) == ((), ())
    assert [str(submission.place) for submission in (first, second)] == ["f.pdf, pages 1, 2", "f.pdf, pages 3, 4"]
    assert [submission.signature and submission.signature.identity.student for submission in (first, second)] == [
        "s03",
        "s04",
    ]


@pytest.mark.slow
def test_without_the_sheet_fields_are_known_by_their_names() -> None:
    for program in ("qpdf", "pdftk", "pypdf"):
        papers = read(JOINED[program](form("s03"), form("s04")), sheet=None)
        assert [submission.answers for submission in papers] == [expected("s03"), expected("s04")]


@pytest.mark.slow
def test_printed_copies_in_one_file_are_a_paper_each() -> None:
    prints = [flattened_by_pdfium(form(student)) for student in ("s03", "s04")]
    out = pikepdf.new()
    for content in prints:
        out.pages.extend(pikepdf.open(io.BytesIO(content)).pages)
    papers = read(saved(out))
    assert [submission.answers for submission in papers] == [expected("s03"), expected("s04")]
    assert [submission.flags for submission in papers] == [(FLATTENED,), (FLATTENED,)]


@pytest.mark.slow
def test_a_picture_with_the_codes_of_two_sheets_or_no_code_is_a_page_of_none() -> None:
    pictures = []
    for student in ("s03", "s04"):
        with pypdfium2.PdfDocument(blank(student)) as pdf:
            pictures.append(pdf[0].render(scale=2).to_pil())
    both = Image.new("RGB", (2 * pictures[0].width, pictures[0].height), "white")
    for rank, picture in enumerate(pictures):
        both.paste(picture, (rank * picture.width, 0))
    fields = FormFields({}, {})
    places = [
        [page and page.number for page in sheet_pages(written(partial(image.save, format="PDF")), fields, [""], SECRET)]
        for image in (pictures[0], both, Image.new("RGB", both.size, "white"))
    ]
    assert places == [[1], [None], [None]]


def merged(*contents: bytes) -> bytes:
    """Forms joined by a program that makes one field of all that have a name, with the value of the first."""
    with pikepdf.open(io.BytesIO(JOINED["same names"](*contents))) as pdf:
        parents: dict[str, pikepdf.Object] = {}
        for field in list(pdf.Root.AcroForm.Fields):
            name = str(field.T)
            parent = parents.setdefault(
                name, pdf.make_indirect(pikepdf.Dictionary(T=field.T, V=field.V, FT=pikepdf.Name.Tx, Kids=[]))
            )
            parent.Kids.append(field)
            field.Parent = parent
            del field.T, field.V
        pdf.Root.AcroForm.Fields = pikepdf.Array(list(parents.values()))
        return saved(pdf)


@pytest.mark.slow
def test_one_field_for_several_papers_is_read_from_none_of_them() -> None:
    for paper in read(merged(form("s03"), form("s04"))):
        assert not any(text for part in paper.answers.values() for text in part)
        assert FIELDS_MERGED in paper.flags
        assert NO_TEXT in paper.flags or set(paper.missing) == set(ITEMS)


def drawn(student: str) -> bytes:
    with pikepdf.open(io.BytesIO(form(student))) as pdf:
        for field in pdf.Root.AcroForm.Fields:
            left, bottom, right, top = (float(edge) for edge in field.Rect)
            look = pdf.make_stream(f"/Tx BMC BT /F1 9 Tf 3 5 Td ({field.V}) Tj ET EMC".encode())
            look.Type, look.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
            look.BBox = [0, 0, right - left, top - bottom]
            look.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=helvetica()))
            field.AP = pikepdf.Dictionary(N=look)
        return saved(pdf)


@pytest.mark.slow
def test_one_field_for_several_papers_is_read_as_it_is_drawn() -> None:
    papers = read(merged(drawn("s03"), drawn("s04")))
    assert [submission.answers for submission in papers] == [expected("s03"), expected("s04")]
    assert all({FIELDS_MERGED, FLATTENED} == set(submission.flags) for submission in papers)


@pytest.mark.slow
@pytest.mark.parametrize("draw", [lambda content: content, flattened_by_pdfium])
def test_items_of_a_page_that_is_not_there_are_missing_and_not_blank(draw: Callable[[bytes], bytes]) -> None:
    (paper,) = read(rearranged(draw(form("s03")), [1]))
    assert paper.answers == expected("s03", OF_SECOND)
    assert set(paper.missing) == {item for item in ITEMS if item.partition(".")[0] not in OF_SECOND}
    assert set(paper.flags) - {FLATTENED} == {PAGES_MISSING("1")}
    assert paper.missing_pages == (1,)


@pytest.mark.slow
def test_what_is_drawn_on_a_page_is_told_with_its_number_on_the_sheet() -> None:
    with pikepdf.open(io.BytesIO(rearranged(form("s03"), [1]))) as pdf:
        pdf.pages[0].contents_add(b"q 0 0 1 rg 20 400 12 12 re f Q")
        (paper,) = read(saved(pdf))
    assert [flag.detail.partition(",")[0] for flag in paper.flags if flag.slug == DRAWN_ON.slug] == ["page 2"]


@pytest.mark.slow
@pytest.mark.parametrize("regenerate", [True, False])
def test_a_page_that_a_program_left_empty_is_as_it_was_printed(*, regenerate: bool) -> None:
    """One value is filled in on the first page, and drawn by pypdf; the second page has no letter in any box."""

    def flags(change: Callable[[pikepdf.Pdf], None]) -> list[str]:
        typed = typed_by_pypdf(blank("s03"), {"q1a_1": "1/2"}, auto_regenerate=regenerate)
        (paper,) = read(changed(change, typed))
        assert paper.answers["1a"][0] == "1/2"
        return [str(flag) for flag in paper.flags]

    def line(code: bytes) -> Callable[[pikepdf.Pdf], None]:
        return lambda pdf: pdf.pages[1].contents_add(pdf.make_stream(b"q " + code + b" Q"))

    left, bottom, _, top = second_page_box()
    inside = f"{left + 20} {bottom + 3} m {left + 28} {top - 3} l S".encode()
    assert flags(lambda _: None) == []
    assert [flag.partition(",")[0] for flag in flags(line(b"100 100 m 200 100 l S"))] == ["drawn-on:page 2"]
    assert flags(line(inside)) == ["shown-otherwise:q5_1"]


@pytest.mark.slow
def test_a_page_twice_counts_once_unless_it_is_filled_in_differently() -> None:
    once, other, empty = form("s03"), form("s03", q1a_2="999"), blank("s03")
    (paper,) = read(JOINED["qpdf"](once, rearranged(once, [0])))
    assert (paper.answers, paper.flags, paper.disputed) == (expected("s03"), (), ())
    (paper,) = read(JOINED["qpdf"](rearranged(empty, [0]), once))
    assert (paper.answers, paper.flags, paper.disputed) == (expected("s03"), (), ())
    (paper,) = read(JOINED["qpdf"](once, rearranged(other, [0])))
    assert (paper.flags, paper.disputed) == ((PAGE_TWICE("1"),), ("1a.2",))
    assert paper.answers["1a"] == (texts("s03")["q1a_1"], f"{texts('s03')['q1a_2']} ≠ 999")
