import io
from dataclasses import replace
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from answers.classroom import printing as module
from answers.classroom.folder import ClassData, create_class, open_class
from answers.classroom.printing import (
    join_bundles,
    print_keys,
    print_seating,
    print_sheets,
    print_together,
    write_subject,
)
from answers.classroom.rendering import PrintOptions
from answers.classroom.roster import seat
from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.sheets.sheet import BlankSheet, sheet_pdf
from tests.answers.tiny import EXAMS

ROSTER = b"student,name,first_name,u0,Place\ns01,Durand,Zoe,10,A10\ns02,Martin,Leo,11,A2\n"


@pytest.fixture
def class_data(tmp_path: Path) -> ClassData:
    return create_class(tmp_path / "class", "tiny", ROSTER, "en", (EXAMS,))


def texts(path: Path) -> list[str]:
    """Return the text of each page."""
    with pypdfium2.PdfDocument(path.read_bytes()) as pdf:
        return [page.get_textpage().get_text_bounded() for page in pdf]


@pytest.mark.slow
def test_a_form_for_each_pupil(class_data: ClassData) -> None:
    first, second = print_sheets(class_data, PrintOptions())
    expected = BlankSheet(class_data.exam, 10, class_data.enrollments[0].student)
    assert first.read_bytes() == sheet_pdf(expected, lang="en", secret=class_data.settings.secret)
    assert second == class_data.folder / "sheets" / "s02.pdf"
    assert print_sheets(class_data, PrintOptions()) == (first, second)


def test_all_sheets_on_paper_with_their_list_first(class_data: ClassData) -> None:
    pages = texts(print_together(class_data, PrintOptions()))
    assert len(pages) % 2 == 0
    assert "List of the sheets" in pages[0]
    assert pages[0].index("Durand") < pages[0].index("Martin")
    firsts = [at for at, page in enumerate(pages) if "u₀ = 10" in page or "u₀ = 11" in page]
    assert [at % 2 for at in firsts] == [0, 0]
    assert "Durand" in pages[firsts[0]]  # printed, not a field
    assert ["corrige:5:tiny:10:s01:" in pages[2], "corrige:5:tiny:11:s02:" in pages[4]] == [True, True]
    with pikepdf.open(class_data.folder / "sheets.pdf") as pdf:
        assert "/AcroForm" not in pdf.Root
        with pdf.open_outline() as outline:
            assert [item.title for item in outline.root] == ["List of the sheets", "Durand Zoe", "Martin Leo"]


@pytest.mark.slow
def test_the_subject_follows_each_sheet(class_data: ClassData) -> None:
    pages = texts(print_together(class_data, PrintOptions(), with_subject=True))
    assert ["Values to check your programs" in page for page in pages] == [False, False, False, True, False, True]


def test_who_sits_where_in_the_order_of_seats_or_else_of_names(class_data: ClassData, tmp_path: Path) -> None:
    assert [seat(enrollment) for enrollment in class_data.enrollments] == ["A10", "A2"]
    (page,) = texts(print_seating(class_data, PrintOptions()))
    assert page.index("Martin") < page.index("Durand")
    assert "Signature" in page
    roster = b"student,name,u0\ns01,Zola,1\ns02,Abel,2\n"
    (page,) = texts(print_seating(create_class(tmp_path / "c", "tiny", roster, "fr", (EXAMS,)), PrintOptions()))
    assert (page.index("Abel") < page.index("Zola"), "Place" in page) == (True, False)


@pytest.mark.parametrize("printed", [print_sheets, print_together, print_keys])
def test_a_pupil_without_seed_stops_the_press(class_data: ClassData, printed: object) -> None:
    enrollments = (class_data.enrollments[0], replace(class_data.enrollments[1], u0=None))
    with pytest.raises(CorrigeError, match=r"no seed u₀ yet: s02\n.*class seeds"):
        printed(replace(class_data, enrollments=enrollments), PrintOptions())  # type: ignore[operator]
    assert not (class_data.folder / "sheets").exists()


def test_the_subject_is_printed_in_the_language_of_the_class(
    class_data: ClassData, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def draw(exam: Exam, *, lang: str) -> bytes:
        drawn.append(lang)
        return f"{exam.name} {lang}".encode()

    monkeypatch.setattr(module, "subject_pdf", draw)
    assert write_subject(class_data) == class_data.folder / "subject.pdf"
    assert (class_data.folder / "subject.pdf").read_bytes() == b"tiny en"
    assert write_subject(class_data).is_file()  # the same again is no change
    (class_data.folder / "subject.pdf").write_bytes(b"of the teacher")
    with pytest.raises(CorrigeError, match="exists already"):
        write_subject(class_data)
    assert (class_data.folder / "subject.pdf").read_bytes() == b"of the teacher"
    write_subject(class_data, overwrite=True)
    assert (class_data.folder / "subject.pdf").read_bytes() == b"tiny en"
    assert drawn == ["en"]


def test_the_keys_of_all_seeds_are_in_one_file_which_is_kept_unless_it_may_be_replaced(class_data: ClassData) -> None:
    pages = texts(print_keys(class_data, PrintOptions()))
    assert "u₀ = 10" in pages[0]
    assert next(at for at, page in enumerate(pages) if "u₀ = 11" in page) % 2 == 0
    before = (class_data.folder / "keys.pdf").read_bytes()
    (class_data.folder / "students.csv").write_bytes(ROSTER.replace(b"Durand", b"Dupont"))
    paths: list[Path] = []
    for _ in range(2):
        print_keys(open_class(class_data.folder), PrintOptions(on_renamed=paths.append))
    assert [path.name for path in paths] == ["keys.pdf.1"]
    assert paths[0].read_bytes() == before
    (class_data.folder / "keys.pdf").write_bytes(before)
    print_keys(open_class(class_data.folder), PrintOptions(overwrite=True))
    assert [path.name for path in sorted(class_data.folder.glob("keys.pdf*"))] == ["keys.pdf", "keys.pdf.1"]
    with pikepdf.open(io.BytesIO((class_data.folder / "keys.pdf").read_bytes())) as pdf, pdf.open_outline() as outline:
        assert outline.root[0].title == "Dupont Zoe"


def pdf(path: Path, count: int, width: int = 100) -> Path:
    """Return a file of `count` pages; the first has the given width, each next one is a point wider."""
    with pikepdf.new() as made:
        for page in range(count):
            made.add_blank_page(page_size=(width + page, 50))
        made.save(path)
    return path


def widths(content: bytes) -> list[int]:
    with pikepdf.open(io.BytesIO(content)) as made:
        return [int(page.mediabox[2]) for page in made.pages]


@pytest.mark.parametrize("opened", [1, 2, 100])
def test_each_bundle_begins_on_a_new_sheet_of_paper_and_has_a_bookmark(
    tmp_path: Path, opened: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "OPEN", opened)
    one, two, three = (pdf(tmp_path / f"{n}.pdf", n, 100 * n) for n in (1, 2, 3))
    bundles = [("Élève A", (three,)), ("Élève B", (two,)), ("Élève C", (one, two))]
    content = join_bundles(bundles, "fr")
    assert widths(content) == [300, 301, 302, 302, 200, 201, 100, 200, 201, 201]
    with pikepdf.open(io.BytesIO(content)) as made, made.open_outline() as outline:
        results = [(item.title, int(item.destination[0].MediaBox[2])) for item in outline.root]
        assert str(made.Root.Lang) == "fr"
    assert results == [("Élève A", 300), ("Élève B", 200), ("Élève C", 100)]
    assert join_bundles(bundles, "fr") == content
