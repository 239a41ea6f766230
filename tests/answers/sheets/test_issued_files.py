"""Papers have no flags when settings, names, words or programs change after sheets were issued."""

import io
import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import pikepdf
import pypdf
import pypdfium2
import pytest
from pypdf.generic import ContentStream, NameObject

from answers.classroom.folder import ClassData, create_class, open_class
from answers.classroom.marks import mark_submissions
from answers.classroom.printing import print_sheets
from answers.classroom.rendering import PrintOptions
from answers.classroom.submission_set import load_submissions
from answers.exam.catalogue import load_exam
from answers.exam.draw import Draw
from answers.files import saved as written
from answers.flags import DRAWN_ON, FLATTENED, NO_TEXT, NOT_COMPARED, SHEET_CHANGED
from answers.grading.grade import read_all
from answers.sheets.identity import Identity, Student
from answers.sheets.issued import DataCheck, Issued
from answers.sheets.issued_files import archive_issued_sheet, issued_sheet, printed_name
from answers.sheets.sheet import BlankSheet, sheet_pdf, signed
from tests.answers.submissions.sheets import changed, filled, flattened_by_pdfium
from tests.answers.tiny import EXAMS

ROSTER = "student,name,first_name,u0\ns01,Aa,Éa,10\ns02,Bb,Bé,11\ns03,Cc,Cé,12\ns04,Dd,Dé,13\n".encode()
Write = Callable[[bytes], bytes]


def with_pypdf(pdf: bytes) -> bytes:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf))
    for page in writer.pages:
        page[NameObject("/Contents")] = writer._add_object(ContentStream(page.get_contents(), writer))
    return written(writer.write)


def with_pikepdf(pdf: bytes) -> bytes:
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for page in document.pages:
            content = pikepdf.unparse_content_stream(pikepdf.parse_content_stream(page))
            page.Contents = document.make_stream(b"q\n" + content + b"\nQ")
        return written(document.save)


def with_pdfium(pdf: bytes) -> bytes:
    """Its content written anew, the fields kept."""
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            page.gen_content()
        return written(document.save)


WRITERS: Mapping[str, Write] = {
    "s01": with_pypdf,
    "s02": with_pikepdf,
    "s03": with_pdfium,
    "s04": lambda pdf: with_pikepdf(flattened_by_pdfium(pdf)),
}


@pytest.fixture(scope="module")
def first_class(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A class of which each student has handed in the own sheet, written by another program."""
    folder = tmp_path_factory.mktemp("given")
    shutil.copytree(EXAMS / "tiny", folder / "exams" / "tiny")
    class_data = create_class(folder / "class", "tiny", ROSTER, "en", (folder / "exams",))
    print_sheets(class_data, PrintOptions())
    for student, write in WRITERS.items():
        sheet = (class_data.folder / "sheets" / f"{student}.pdf").read_bytes()
        (class_data.folder / "submissions" / f"{student}.pdf").write_bytes(write(filled({"q1a_1": "10"}, sheet)))
    return folder


@pytest.fixture
def place(first_class: Path, tmp_path: Path) -> Path:
    """The same, to be changed."""
    shutil.copytree(first_class, tmp_path / "place")
    path = tmp_path / "place" / "class" / "corrige.toml"
    kept = (line for line in path.read_text().splitlines() if not line.startswith("exams"))
    path.write_text("\n".join((*kept, "[exams.tiny]", f'folder = "{tmp_path}/place/exams/tiny"', "")))
    return tmp_path / "place"


def flags(place: Path) -> dict[str, set[str]]:
    """The flags of each student, without those of blank boxes, which accuse no student."""
    class_data: ClassData = open_class(place / "class")
    gradebook = mark_submissions(class_data, load_submissions(class_data)).gradebook
    return {row.student.id: {flag.slug for flag in row.flags} - {"incomplete:"} for row in gradebook.rows}


def test_the_name_of_a_sheet_is_that_of_its_form(first_class: Path) -> None:
    assert printed_name((first_class / "class" / "sheets" / "s02.pdf").read_bytes()) == "Bb Bé"
    assert printed_name(b"no sheet") == ""


def edit(name: str, *changes: tuple[str, str]) -> Callable[[Path], None]:
    def change(place: Path) -> None:
        text = (place / name).read_text()
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        (place / name).write_text(text)

    return change


def chosen(*lines: str) -> Callable[[Path], None]:
    def change(place: Path) -> None:
        with (place / "class" / "corrige.toml").open("a") as file:
            file.write("".join(f"{line}\n" for line in lines))

    return change


CHANGES = {
    "nothing": chosen(),
    "points": chosen("[exams.tiny.points]", '"2" = 7'),
    "tolerance": chosen("[exams.tiny.tolerance]", '"2" = { absolute = 0.125 }'),
    "all or nothing": chosen("all_or_nothing = true"),
    "mistakes": chosen("[exams.tiny.mistakes]", "half = 0.5"),
    "marking": chosen("[marking]", "follow_through = 0"),
    "language": edit("class/corrige.toml", ('"en"', '"fr"')),
    "a name": edit("class/students.csv", *((name, f"{name}-Zz") for name in ("Aa", "Bb", "Cc", "Dd"))),
    "title": edit("exams/tiny/templates/en.html", ("Tiny", "Another title")),
    "a question": edit("exams/tiny/templates/en.html", ("Quarter", "A quarter, to be told with two decimals " * 4)),
}


@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_changes_after_the_sheets_were_given_accuses_nobody(place: Path, change: Callable[[Path], None]) -> None:
    change(place)
    expected = {"s01": set[str](), "s02": set(), "s03": set(), "s04": {FLATTENED.slug}}
    assert flags(place) == expected
    print_sheets(open_class(place / "class"), PrintOptions(overwrite=True))
    assert flags(place) == expected
    shutil.rmtree(place / "class" / "sheets")
    texts = {NOT_COMPARED.slug, NO_TEXT.slug}  # of a printed copy too: where its boxes are is not known either
    results = flags(place)
    assert [(s, slugs) for s, slugs in results.items() if slugs - expected[s] - texts] == []


@pytest.mark.slow
def test_a_paper_read_by_itself_is_compared_with_the_sheet_that_its_class_gave(place: Path) -> None:
    CHANGES["a question"](place)
    class_data = open_class(place / "class")
    paths = [class_data.folder / "submissions" / f"{student}.pdf" for student in WRITERS]
    for folder in (class_data.folder, None):
        submissions, problems = read_all(paths, class_data.exam, class_data.settings, folder)
        assert [submission.answers["1a"][0] for submission in submissions] == ["10"] * len(WRITERS)
        assert {flag.slug for submission in submissions for flag in submission.flags} == {FLATTENED.slug}
        assert not problems


@pytest.mark.slow
def test_who_drew_on_the_page_is_told_whatever_has_changed(place: Path) -> None:
    CHANGES["tolerance"](place)

    def drawn_on(document: pikepdf.Pdf) -> None:
        document.pages[0].contents_add(b"20 400 m 20 500 40 500 40 400 c S")

    for student in WRITERS:
        path = place / "class" / "submissions" / f"{student}.pdf"
        path.write_bytes(changed(drawn_on, path.read_bytes()))
    print_sheets(open_class(place / "class"), PrintOptions(overwrite=True))
    assert all(DRAWN_ON.slug in slugs for slugs in flags(place).values())


def sheet(identity: Identity, secret: str = "ours") -> bytes:
    """A page that says whose it is."""
    pdf = pikepdf.new()
    pdf.add_blank_page()
    pdf.docinfo["/corrigetoken"] = identity.token(secret)
    return signed(written(partial(pdf.save, deterministic_id=True)), secret)


def test_a_sheet_is_found_by_its_look_whatever_was_printed_since(tmp_path: Path) -> None:
    path = tmp_path / "sheets" / "s01.pdf"
    path.parent.mkdir()
    printings = [Identity("tiny", 10, "s01", look * 8) for look in "abc"]
    for printing in printings:
        archive_issued_sheet(tmp_path, "s01", sheet(printing))
        path.write_bytes(sheet(printing))
        archive_issued_sheet(tmp_path, "s01", sheet(printing))  # interrupted, and printed again as it is
    assert len(list((path.parent / "earlier").iterdir())) == len(printings) - 1
    for printing in printings:
        assert issued_sheet(tmp_path, printing, "ours") == sheet(printing)
        assert issued_sheet(tmp_path, printing, "theirs") is None
    assert issued_sheet(tmp_path, Identity("tiny", 10, "s02", "a" * 8), "ours") is None
    assert issued_sheet(tmp_path, Identity("tiny", 11, "s01", "a" * 8), "ours") is None
    assert issued_sheet(tmp_path, Identity("tiny", 10, "s01", "d" * 8), "ours") is None


@pytest.mark.parametrize("content", [b"", b"no sheet", sheet(Identity("tiny", 10, "s01"))])
def test_what_has_no_look_is_not_kept_nor_found(tmp_path: Path, content: bytes) -> None:
    """Nor is a sheet of before it had one: what its student was given is not known."""
    (tmp_path / "sheets").mkdir()
    (tmp_path / "sheets" / "s01.pdf").write_bytes(content)
    archive_issued_sheet(tmp_path, "s01", sheet(Identity("tiny", 10, "s01", "a" * 8)))
    archive_issued_sheet(tmp_path, "s02", b"")
    assert not (tmp_path / "sheets" / "earlier").exists()
    assert issued_sheet(tmp_path, Identity("tiny", 10, "s01", "a" * 8), "ours") is None


@pytest.mark.slow
def test_a_sheet_is_changed_only_where_its_questions_show_other_numbers(tmp_path: Path) -> None:
    """Of a class without a record. Names with digits, the identifier and the token of the sheet are no data."""
    exam = load_exam("jeux")
    argument = sheet_pdf(BlankSheet(exam, 10, Student("0012", "Élève 3", "Zoé 45")), secret="ours")
    (tmp_path / "sheets").mkdir()
    (tmp_path / "sheets" / "0012.pdf").write_bytes(argument)
    check = DataCheck(tmp_path, exam, "fr", "ours", Issued(), lambda _: {})
    assert check.flags(10, "0012") == ()
    otherwise = replace(exam, draw=lambda draw: exam.draw(Draw(draw.u0 + 3)))
    assert replace(check, exam=otherwise).flags(10, "0012") == (SHEET_CHANGED,)
