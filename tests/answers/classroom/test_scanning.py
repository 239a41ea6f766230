import os
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from answers.classroom import scanning
from answers.classroom.folder import ClassData, open_class
from answers.classroom.members import remove_student
from answers.classroom.scanning import make_scans, place_page, unassigned_pages, undo_placed_pages
from answers.classroom.scans import PageState, Placement, ScannedPage, Scans, read_pages, read_scans, scanned_papers
from answers.classroom.upload_index import Index, Upload, UploadEntry, digest_of, read_index, write_index
from answers.errors import CorrigeError, Problem
from answers.sheets.identity import Identity
from answers.sheets.layout import ItemBox
from answers.submissions.scanned.reader import (
    CutBox,
    LostPageError,
    PageInfo,
    Rectangle,
    RegisteredPage,
    RegisterRequest,
)
from tests.answers.classroom.handing_in import NOON, moodle, tiny_class

SHEET = (
    ItemBox("name", 1, (0, 0, 30, 9)),
    ItemBox("1a.1", 1, (0, 9, 30, 9)),
    ItemBox("1a.2", 1, (0, 18, 30, 9)),
    ItemBox("2.1", 2, (0, 9, 30, 9)),
)
TURNED: list[int] = []


class Fake:
    """A reader of pages described in the name of a file: "s01/1+s01/2"; "s01/1 other" has other ink in 1a.2.

    "s01/1=2" is page 1 with a 2 in its code, "1.0:s01/1" a page of a sheet printed by corrige 1.0.
    """

    seconds = 0.0

    def inspect(self, path: Path, number: int, place: str, turned: int = 0) -> PageInfo:
        self.seconds += SECONDS[0]
        pages = PAGES.get(place, place).split("+")
        self.page = pages[number - 1]
        TURNED.append(turned)
        if "lost" in self.page and not LOST.pop(self.page, 0):
            LOST[self.page] = 1
            raise LostPageError([Problem(LOST_CAUSE, place, "run the command again")])
        if self.page == "broken":
            raise CorrigeError.single("the picture is damaged and cannot be read", place=place)
        codes = tuple(map(code, self.page.split(" ")[0].split("&"))) if "/" in self.page else ()
        return PageInfo(len(pages), codes, self.page == "blank", self.page.encode())

    def register(self, place: str, question: RegisterRequest) -> RegisteredPage | None:
        if "crooked" in self.page:
            return None
        if "stuck" in self.page and not LOST.pop(self.page, 0):
            LOST[self.page] = 1
            raise LostPageError([Problem(LOST_CAUSE, place, "run the command again")])
        cut = tuple(CutBox(True, False, f"{self.page} {box}".encode()) for box in question.boxes)
        return RegisteredPage(b"laid", cut, b"other" if "other" in self.page else b"", "glued" not in self.page)

    def compare(self, place: str, content: bytes, other: bytes) -> tuple[Rectangle, ...]:
        COMPARED.append(place)
        return ((2, 20, 5, 5),) if content != other else ()

    def close(self) -> None:
        pass


def code(text: str) -> str:
    name, _, number = text.partition("/")
    exam, secret = ("nash", SECRET[0]) if name == "nash" else ("tiny", "x" if name == "forged" else SECRET[0])
    sheet = Identity(exam, 10, name.removeprefix("1.0:"), "abcdefgh", 1 if name.startswith("1.0:") else 2)
    own = sheet.token(secret, int(number[0]))
    return own.replace(f":{number[0]}:", f":{number[2:]}:") if number[1:] else own


COMPARED: list[str] = []
LOST_CAUSE = "the process that reads the page was lost: it had too little time or memory, or crashed"
LOST: dict[str, int] = {}
"""The pages whose process was lost at the last attempt; the next attempt succeeds."""
SECONDS = [0.0]
SECRET = [""]
PAGES: dict[str, str] = {}
Make = Callable[..., Scans]


@pytest.fixture
def class_data(tmp_path: Path) -> ClassData:
    data = tiny_class(tmp_path / "class")
    SECRET[0] = data.settings.secret
    TURNED.clear()
    LOST.clear()
    COMPARED.clear()
    SECONDS[0] = 0.0
    return data


def files_named(class_data: ClassData, *names: str) -> list[Upload]:
    """Return collected files with names that describe their pages."""
    home = class_data.folder / "collected"
    home.mkdir(exist_ok=True)
    for at in range(len(names)):
        (home / f"{at}.pdf").touch(exist_ok=True)
    return [Upload(home / f"{at}.pdf", name, NOON, f"digest-{at}", is_collected=True) for at, name in enumerate(names)]


@pytest.fixture
def make(class_data: ClassData, monkeypatch: pytest.MonkeyPatch) -> Make:
    monkeypatch.setattr(scanning, "PageReader", Fake)
    monkeypatch.setattr(scanning, "layout", lambda _: SHEET)
    monkeypatch.setattr(scanning, "open_class", lambda _: class_data)
    monkeypatch.setattr(scanning._ScanBuilder, "_issued_pdf", lambda *_: b"a sheet")

    def made(*names: str) -> Scans:
        return make_scans(class_data, files_named(class_data, *names))

    return made


def summary(page: ScannedPage) -> tuple[str, int | None, PageState, str]:
    return page.student, page.sheet_page, page.state, page.problem.cause if page.problem else ""


def test_pages_in_any_order_find_their_student(make: Make) -> None:
    scans = make("s02/2+s01/1", "blank+1.0:s01/2")  # the last is of a sheet that version 1.0 printed
    assert list(map(summary, scans.pages)) == [
        ("s02", 2, PageState.PLACED, ""),
        ("s01", 1, PageState.PLACED, ""),
        ("", None, PageState.UNPLACED, ""),
        ("s01", 2, PageState.PLACED, ""),
    ]
    items = [("s02", "2.1"), ("s01", "1a.1"), ("s01", "1a.2"), ("s01", "2.1")]
    assert [(box.student, box.item) for box in scans.boxes if box.crop.is_file()] == items
    assert scans.missing == (("s02", 1),)
    assert [page.is_blank for page in scans.pages] == [False, False, True, False]


@pytest.mark.parametrize(
    ("page", "state", "cause"),
    [
        ("scribble", PageState.UNPLACED, "no code of an answer sheet can be read"),
        ("s01/1&s02/1", PageState.UNPLACED, "the codes of 2 pages"),
        ("forged/1", PageState.FOREIGN, "does not have the signature of this class"),
        ("s01/1=2", PageState.FOREIGN, "does not have the signature of this class"),
        ("nash/1", PageState.FOREIGN, "belongs to another exam, nash"),
        ("s99/1", PageState.FOREIGN, "'s99', who is not in the class list"),
        ("s01/3", PageState.UNPLACED, "the answer sheet of s01 has no page 3"),
        ("s01/1 crooked", PageState.UNREADABLE, "page 1 of the answer sheet of s01, but the rest of the page is not"),
        ("s01/1 glued", PageState.UNPLACED, "page 1 of the answer sheet of s01, but the u₀, the name or the data"),
        ("broken", PageState.UNREADABLE, "the picture is damaged"),
    ],
)
def test_what_finds_no_place_is_told_and_the_others_are_read(
    make: Make, page: str, state: PageState, cause: str
) -> None:
    scans = make(page, "s02/1+s02/2")
    assert (scans.pages[0].state, cause in summary(scans.pages[0])[3]) == (state, True)
    assert scans.pages[0].problem is not None
    assert str(scans.pages[0].problem.place) == f"{page}, page 1"
    assert len(scans.boxes) == 3


@pytest.mark.slow
def test_a_file_has_a_budget_in_pages_and_seconds_and_the_class_goes_on(make: Make) -> None:
    """s01 is Éa Aa. A file scanned by the teacher may have more pages than an upload."""
    upload, slow = f"{moodle('Éa Aa', 1)}/pages.pdf", f"{moodle('Éa Aa', 2)}/slow.pdf"
    PAGES.update({upload: "+".join(["s01/1"] + ["scribble"] * 1999), "batch": "+".join(["blank"] * 69 + ["s02/1"])})
    scans = make(upload, "batch")
    own = [page for page in scans.pages if page.file == upload]
    assert len(own) == 61
    assert summary(own[-1])[3].startswith("pages 61 to 2000 were not read and do not count: the upload of a student")
    assert [(box.student, box.item) for box in scans.boxes][::2] == [("s01", "1a.1"), ("s02", "1a.1")]
    PAGES[slow] = "+".join(["s01/1", *["scribble"] * 40])
    SECONDS[0] = 19.0
    pages = make(slow, "s02/1+s02/2").pages
    assert summary(pages[0])[2] is PageState.PLACED
    assert len(pages) < 15
    late = "reading the pages before them took more than 90 s"
    assert sum(late in summary(page)[3] for page in pages) == 1  # another thread may have begun a page after it
    assert [page.student for page in pages[-2:]] == ["s02", "s02"]
    TURNED.clear()
    make(slow, "s02/1+s02/2", "s03/1")
    assert len(TURNED) == 1  # what was not looked at is not tried again by every command


@pytest.mark.parametrize("page", ["s01/1 lost", "s01/1 stuck"])
def test_a_page_whose_process_was_lost_is_read_by_the_next_command(make: Make, page: str) -> None:
    """On a machine without memory or time; nothing of the class has changed meanwhile."""
    lost = make(f"s01/2+{page}", "s02/1")
    placed = (PageState.PLACED, "")
    assert [summary(one)[2:] for one in lost.pages] == [placed, (PageState.UNREADABLE, LOST_CAUSE), placed]
    before = len(TURNED)
    again = make(f"s01/2+{page}", "s02/1")
    assert [summary(one)[:3] for one in again.pages[:2]] == [("s01", 2, PageState.PLACED), ("s01", 1, PageState.PLACED)]
    assert len(TURNED) == before + 1  # the others come from the store
    make(f"s01/2+{page}", "s02/1")
    assert len(TURNED) == before + 1


@pytest.mark.slow
def test_a_file_with_many_pages_that_are_no_sheets_costs_little(make: Make) -> None:
    """Neither pages without a code nor the same page again and again give a file of the teacher more time."""
    PAGES.update({"garbage": "+".join(["scribble"] * 2000), "copies": "+".join(["s01/1"] * 2000)})
    PAGES["batch"] = "+".join(["blank"] * 20 + ["s02/1", "s02/2", "s03/1", "s03/2"])
    SECONDS[0] = 3.0
    for name in ("garbage", "copies"):
        TURNED.clear()
        pages = make(name).pages
        assert len(TURNED) < 100 / SECONDS[0] + 10
        assert "to 2000 were not read and do not count: reading the pages before" in summary(pages[-1])[3]
    assert [page.student for page in make("batch").pages[-4:]] == ["s02", "s02", "s03", "s03"]


def test_a_sheet_that_is_no_longer_there_is_told(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanning._ScanBuilder, "_issued_pdf", lambda *_: None)
    _, _, state, cause = summary(make("s01/1").pages[0])
    assert (state, "the sheet given to s01 is no longer in `sheets/`" in cause) == (PageState.UNPLACED, True)


@pytest.mark.parametrize(("name", "is_placed"), [("Cc Dd", False), ("Aa Éa", True), ("", True)])
def test_a_sheet_with_the_name_of_another_student_is_placed_by_a_person(
    make: Make, monkeypatch: pytest.MonkeyPatch, name: str, is_placed: bool
) -> None:
    """The names of two rows were exchanged and the sheets printed again, after the first ones were handed out."""
    monkeypatch.setattr(scanning, "printed_name", lambda _: name)
    (page,) = make("s01/1").pages
    assert (page.state is PageState.PLACED, name in str(page.problem)) == (is_placed, not is_placed or not name)


def test_a_scan_of_a_sheet_with_another_seed_is_not_marked_with_that_of_the_student(
    class_data: ClassData, make: Make
) -> None:
    """The codes have the seed 10, that of s01. The student s02 has another one since the sheets were printed."""
    make("s01/1", "s02/1")
    papers = scanned_papers(class_data, read_index(class_data.folder), ())
    assert {submission.student: submission.u0 for _, submission, _ in papers} == {"s01": None, "s02": "10"}


def test_a_later_scan_of_the_same_ink_counts(make: Make) -> None:
    scans = make("s01/1+s01/2", "s01/1 again", "s01/2 again")
    first, second, third, last = scans.pages
    assert [page.state for page in scans.pages] == [PageState.DOUBLE] * 2 + [PageState.PLACED] * 2
    assert (first.problem, second.problem) == (None, None)
    assert {box.page for box in scans.boxes} == {third, last}


def test_of_two_pages_with_other_ink_neither_counts(class_data: ClassData, make: Make) -> None:
    scans = make("s01/1+s01/2", "s02/1 again", "s01/1 other", "s02/1")
    first, second, _, other, _ = scans.pages
    assert [page.is_disputed for page in scans.pages] == [True, False, False, True, False]
    assert {page for page in scans.pages if page.is_disputed} == {first, other}
    assert {box.page.student for box in scans.boxes} == {"s01", "s02"}
    assert {box.page for box in scans.boxes if box.student == "s01"} == {second}
    assert scans.missing == (("s02", 2),)
    assert (
        "here and in s01/1 other, page 1, with different handwriting in the boxes of the items 1a.2"
        in summary(first)[3]
    )
    assert "here and in s01/1+s01/2, page 1" in summary(other)[3]
    assert read_scans(class_data.folder) == scans
    COMPARED.clear()
    make("s01/1+s01/2", "s02/1 again", "s01/1 other", "s02/1", "s03/1")
    assert COMPARED == []  # what was compared is known


def test_a_page_that_is_chosen_sets_its_rival_aside_and_a_third_one_asks_again(
    class_data: ClassData, make: Make
) -> None:
    names = ("s01/1", "s01/1 other")
    first, _ = make(*names).pages
    place_page(class_data.folder, Placement(first.digest, first.page, "s01", 1, author="ada", at="1"))
    scans = read_scans(class_data.folder)
    assert [summary(page) for page in scans.pages] == [
        ("s01", 1, PageState.PLACED, ""),
        ("", 1, PageState.UNPLACED, ""),
    ]
    assert [page.is_disputed for page in make(*names, "s01/1 other again").pages] == [True, False, True]
    make(*names)
    undo_placed_pages(class_data.folder, "ada", "2")
    assert [page.is_disputed for page in read_scans(class_data.folder).pages] == [True, True]


@pytest.fixture
def all_on_sheet_of_s01(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is printed on the pages is that of the sheet of s01, whoever they are assigned to."""
    register = Fake.register
    monkeypatch.setattr(scanning._ScanBuilder, "_issued_pdf", lambda _, stem, *__: stem.encode())

    def registered(self: Fake, place: str, question: RegisterRequest) -> RegisteredPage | None:
        page = register(self, place, question)
        return page and replace(page, is_own=question.sheet == b"s01")

    monkeypatch.setattr(Fake, "register", registered)


@pytest.mark.usefixtures("all_on_sheet_of_s01")
@pytest.mark.parametrize("student", ["s03", ""])
def test_a_page_scanned_again_after_a_decision_on_it_waits(class_data: ClassData, make: Make, student: str) -> None:
    (page,) = make("s01/1").pages
    placement = Placement(page.digest, page.page, student, 1 if student else None, author="ada", at="1")
    place_page(class_data.folder, placement)
    for _ in range(2):  # and so do the stored pages
        scans = make("s01/1", "s01/1 again")
        assert [scanned_page.is_disputed for scanned_page in scans.pages] == [False, True]
        assert "with the same handwriting as s01/1, page 1, which a person set aside" in summary(scans.pages[1])[3]
        assert {box.student for box in scans.boxes} == {student} - {""}
    again = scans.pages[1]
    place_page(class_data.folder, Placement(again.digest, again.page, "s01", 1, author="ada", at="2"))
    assert {box.student for box in read_scans(class_data.folder).boxes} == {student, "s01"} - {""}


@pytest.mark.usefixtures("make")
@pytest.mark.parametrize(("year", "is_asked"), [(2000, False), (2999, True)])
def test_a_page_of_a_file_that_is_set_aside_waits_in_a_scan_that_comes_later(
    class_data: ClassData, year: int, is_asked: bool
) -> None:
    """A scan that had come before may be the one that counts, whatever the order of the files."""
    files = files_named(class_data, "s01/1+s02/1", "s01/1 again")
    draft, again = (replace(file, digest=digit * 32) for file, digit in zip(files, "ab", strict=True))
    first = UploadEntry(draft.digest, "draft.pdf", NOON, datetime(2000, 1, 1), 1)
    other = UploadEntry(again.digest, "again.pdf", NOON, datetime(year, 1, 1), 1)
    write_index(class_data.folder, Index((first, other)))
    assert not any(page.needs_person for page in make_scans(class_data, [draft, again]).pages)
    write_index(class_data.folder, Index((replace(first, is_aside=True), other)), "ada")
    (page,) = make_scans(class_data, [again, draft]).pages
    assert (page.file, page.is_disputed) == (again.name, is_asked)
    place_page(class_data.folder, Placement(again.digest, 1, "s03", 1, author="ada", at="1"))
    undo_placed_pages(class_data.folder, "ada", "2")
    assert read_scans(class_data.folder).pages == (page,)
    place_page(class_data.folder, Placement(again.digest, 1, "s01", 1, author="ada", at="3"))
    assert {box.student for box in read_scans(class_data.folder).boxes} == {"s01"}
    with pytest.raises(CorrigeError, match="set aside"):  # from a page of the desk that was loaded before
        place_page(class_data.folder, Placement(draft.digest, 2, "s02", 1, author="ada", at="4"))
    write_index(class_data.folder, Index((first, other)), "ada")  # no longer set aside
    assert [page.student for page in make_scans(class_data, [draft, again]).pages] == ["s01", "s02", "s01"]


def test_another_page_on_a_sheet_of_which_a_scan_is_set_aside_counts(class_data: ClassData, make: Make) -> None:
    (page,) = make("s01/1").pages
    place_page(class_data.folder, Placement(page.digest, page.page, author="ada", at="1"))
    assert [summary(page)[2] for page in make("s01/1", "s01/1 other").pages] == [PageState.UNPLACED, PageState.PLACED]


@pytest.mark.usefixtures("all_on_sheet_of_s01")
@pytest.mark.parametrize(("student", "is_disputed"), [("s03", True), ("", False)])
def test_of_two_scans_of_a_page_the_other_counts_if_one_is_set_aside(
    class_data: ClassData, make: Make, student: str, is_disputed: bool
) -> None:
    _, again = make("s01/1", "s01/1 again").pages
    place_page(class_data.folder, Placement(again.digest, again.page, student, 1 if student else None, at="1"))
    assert read_scans(class_data.folder).pages[0].is_disputed == is_disputed


def test_a_page_that_somebody_else_filled_in_is_placed_as_theirs(class_data: ClassData, make: Make) -> None:
    other = make("s01/1", "s01/1 other").pages[1]
    place_page(class_data.folder, Placement(other.digest, other.page, "s03", 1, at="1"))
    assert [summary(page)[:3] for page in read_scans(class_data.folder).pages] == [
        ("s01", 1, PageState.PLACED),
        ("s03", 1, PageState.PLACED),
    ]


def test_another_students_file_never_replaces_ones_own(class_data: ClassData, make: Make) -> None:
    """s01 is Éa Aa, s02 Dd Cc; names of folders are Moodle's."""
    own, other = (f"{moodle(name, 1)}/page.jpg" for name in ("Éa Aa", "Dd Cc"))
    PAGES.update({own: "s01/1", other: "s01/1"})
    scans = make(own, other)
    assert [summary(page)[:3] for page in scans.pages] == [("s01", 1, PageState.PLACED), ("", None, PageState.UNPLACED)]
    assert "the file was handed in by another person" in summary(scans.pages[1])[3]
    scans = make("s01/1", own)  # what the teacher scanned, then what the student uploads
    assert [page.state for page in scans.pages] == [PageState.PLACED, PageState.DOUBLE]


def test_an_upload_of_which_nothing_is_placed_is_told_of_who_brought_it(class_data: ClassData, make: Make) -> None:
    names = [f"{moodle(name, at)}/page.jpg" for at, name in enumerate(("Éa Aa", "Éa Aa", "Dd Cc"))]
    names += ["IMG 1 Cc Dd.jpg"]
    PAGES.update(zip(names, ("blank", "scribble", "s02/1+scribble", "scribble"), strict=True))
    pages = make(*names, "scribble", "blank", "s03/1+blank", "broken").pages
    found = [(page.file, summary(page)[3][:28]) for page in unassigned_pages(class_data, pages)]
    no_code = "no code of an answer sheet c"
    assert found == [
        *((names[0], "the only page of this file, "), (names[1], no_code), (names[3], no_code)),
        ("broken", "the picture is damaged and c"),
    ]
    assert sum(page.needs_person for page in pages) == 6
    scribble = next(page for page in pages if page.file == "scribble")
    assert scribble in unassigned_pages(class_data, pages, [scribble.digest])


def test_a_persons_word_on_a_page_holds(class_data: ClassData, make: Make) -> None:
    names = ("scribble+s01/1", "s01/1 again")
    scans_before = make(*names)
    scribble, _, again = scans_before.pages
    TURNED.clear()
    place_page(class_data.folder, Placement(scribble.digest, scribble.page, "s03", 2, 180, at="1"))
    place_page(class_data.folder, Placement(again.digest, again.page, at="2"))
    scans = read_scans(class_data.folder)
    assert list(map(summary, scans.pages)) == [
        ("s03", 2, PageState.PLACED, ""),
        ("s01", 1, PageState.PLACED, ""),
        ("", 1, PageState.UNPLACED, ""),
    ]
    assert sorted(TURNED) == [0, 180]  # what nobody spoke of is not looked at again
    place_page(class_data.folder, Placement(scribble.digest, scribble.page, "s98", 1, at="3"))
    assert "assigned to 's98', who is not in" in summary(read_scans(class_data.folder).pages[0])[3]
    for at, state in enumerate(("s03", "s03", "")):  # the word on another page is taken back between them
        assert len(undo_placed_pages(class_data.folder, "", f"4{at}")) == 1
        assert read_scans(class_data.folder).pages[0].student == state
    assert read_scans(class_data.folder) == scans_before
    assert undo_placed_pages(class_data.folder, "", "later") == ()


def test_what_is_made_is_kept_and_comes_out_the_same_again(class_data: ClassData, make: Make) -> None:
    names = ("s01/1+scribble", "s02/1+blank")
    scans = make(*names)
    home = class_data.folder / "scans"
    files = {path.name: path.read_bytes() for path in home.iterdir()}
    TURNED.clear()
    assert make(*names) == scans == read_scans(class_data.folder)
    assert TURNED == []
    for path in home.iterdir():
        path.unlink()
    make(*names)
    assert {path.name: path.read_bytes() for path in home.iterdir()} == files
    for lost in ("*-1a.1.png", "*.ink.png"):
        TURNED.clear()
        next(home.glob(lost)).unlink()
        make(*names)
        assert len(TURNED) == 1, lost


@pytest.mark.parametrize("kind", ["changed", "removed", "restored", "changed before"])
def test_pages_of_a_file_that_changes_while_it_is_read_are_not_stored(
    class_data: ClassData, make: Make, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """A synchronized folder: the pages of the other content, or a page that was missing, would be stored for good."""
    path = class_data.folder / "submissions" / "batch.pdf"
    path.write_bytes(b"as listed")
    file = Upload(path, "s01/1", NOON, digest_of(b"as listed"), is_collected=False)
    inspect = Fake.inspect

    def changing(fake: Fake, *arguments: Any) -> PageInfo:
        if kind == "removed":
            path.unlink()
        elif kind != "changed before":
            path.write_bytes(b"another content")
        page = inspect(fake, *arguments)
        if kind == "restored":
            path.write_bytes(b"as listed")
            os.utime(path, (1, 1))
        return page

    if kind == "changed before":
        path.write_bytes(b"another content")
    monkeypatch.setattr(Fake, "inspect", changing)
    with pytest.raises(CorrigeError, match="was changed or removed while its pages were read"):
        make_scans(class_data, [file])
    monkeypatch.setattr(Fake, "inspect", inspect)
    assert read_pages(class_data.folder) == []
    path.write_bytes(b"as listed")
    assert [page.state for page in make_scans(class_data, [file]).pages] == [PageState.PLACED]


def test_the_pages_of_who_was_removed_are_said_to_be_theirs(class_data: ClassData, make: Make) -> None:
    make("s01/1", "s02/1")
    remove_student(class_data.folder, "s02")
    files = files_named(class_data, "s01/1", "s02/1")
    own, removed = make_scans(open_class(class_data.folder), files).pages
    assert (own.state, removed.state) == (PageState.PLACED, PageState.REMOVED)
    assert removed.problem is not None
    assert "corrige class add DIR --student s02" in removed.problem.remedy
