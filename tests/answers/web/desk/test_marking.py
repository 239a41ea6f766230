"""The marking tab: written answers are marked by criteria, without names, and nothing that was saved is lost."""

import json
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from time import sleep
from urllib.parse import urlsplit

import pytest

from answers.classroom.by_hand import cohens_kappa
from answers.classroom.folder import ClassData, create_class
from answers.classroom.marks import grade_class
from tests.answers.tiny import EXAMS
from tests.answers.web.desk.opened import Opened

HOSTILE = '</blockquote><script>alert("1")</script>'


def explained_class(folder: Path, students: int = 4) -> ClassData:
    """Create a class with the exam `explained`; the seeds are 101, 102, …"""
    roster = "student,name,u0\n" + "".join(f"s{k:02},Name{k:02},{100 + k}\n" for k in range(1, students + 1))
    return create_class(folder, "explained", roster.encode(), "en", (EXAMS / "by_hand",))


def submit(class_data: ClassData, *answers: dict[str, str]) -> None:
    """Write the answers of the first students, all in one file."""
    papers = [{"student": f"s{k:02}", "u0": 100 + k, "answers": texts} for k, texts in enumerate(answers, 1)]
    (class_data.folder / "submissions" / "all.json").write_text(json.dumps(papers))


def scores(class_data: ClassData, part: str) -> list[tuple[str, float]]:
    """Return the verdict and the points of a part, by student."""
    marks = [row.marked.parts[part] for row in grade_class(class_data).rows if row.marked]
    return [(str(mark.items[0].verdict), float(mark.score)) for mark in marks]


def mark(desk: Opened, address: str, *criteria: str, **said: object) -> str:
    """Mark the answer at an address as its page would, and return the next address."""
    page = desk.page(address)
    fields = {name: unescape(re.search(rf'name="{name}" value="([^"]*)"', page)[1]) for name in ("item", "group")}  # type: ignore[index]
    shown = desk.on_page(page, "shown")
    return str(
        desk.send("/marking", **fields, shown=shown, criteria=list(criteria), **{"choice": "keep", **said}).get("next")
    )


def begin(desk: Opened, part: str) -> str:
    """Return the address of the next answer to a part."""
    return str(desk.send("/marking/next", item=part)["next"])


@pytest.fixture
def marked(tmp_path: Path) -> ClassData:
    class_data = explained_class(tmp_path / "class")
    same = "Remove a leaf,\nby induction."
    submit(
        class_data, {"1": "0", "3": same}, {"3": HOSTILE}, {"1": "1", "3": "Remove a  leaf, by induction."}, {"1": "2"}
    )
    return class_data


@pytest.mark.slow
def test_answers_wait_until_a_person_has_marked_them(marked: ClassData) -> None:
    """An answer that nobody marked is not zero: its mark is not published; an empty answer is no work for anybody."""
    rows = grade_class(marked).rows
    assert [row.undecided is not None for row in rows] == [True, True, True, False]
    assert [name for row in rows for name, _ in row.unread] == ["3.1"] * 3


@pytest.mark.slow
def test_equal_answers_are_marked_by_one_decision(marked: ClassData) -> None:
    """Two texts that differ in spaces are shown once; what is decided holds for both, and only for them."""
    desk = Opened(marked.folder)
    address, seen = begin(desk, "3"), []
    while "group" in address:
        page = desk.page(address)
        is_pair = "2 students gave this answer" in page
        seen.append(is_pair)
        address = mark(desk, address, *(("uses-n", "induction", "missing-case") if is_pair else ("uses-n",)))
    assert sorted(seen) == [False, True]
    assert scores(marked, "3") == [("partly_right", 3), ("partly_right", 1), ("partly_right", 3), ("blank", 0)]
    assert all(row.undecided is None for row in grade_class(marked).rows)


@pytest.mark.slow
def test_names_are_not_shown_and_answers_are_escaped(marked: ClassData) -> None:
    """The marker sees the answer, the data of its student and the criteria, but not who it is."""
    desk = Opened(marked.folder)
    begin(desk, "3")
    pages = [
        desk.page(f"/marking?item=3&group={name}")
        for name in dict.fromkeys(re.findall(r"group=(\w+)", "".join(_walk(desk, "3"))))
    ]
    assert len(pages) == 2
    for page in pages:
        assert "Name0" not in page
        assert "<script>alert" not in page
        assert "complete induction" in page
    assert any("u₀ = 102" in page and "&lt;/blockquote&gt;" in page for page in pages)


def _walk(desk: Opened, part: str) -> list[str]:
    address, addresses = begin(desk, part), list[str]()
    while "group" in address and address not in addresses:
        addresses.append(address)
        address = mark(desk, address, choice="later")
    return addresses


def test_nothing_chosen_is_not_saved_as_zero(marked: ClassData) -> None:
    """Enter without a criterion saves nothing; that none applies is said explicitly."""
    desk = Opened(marked.folder)
    address = begin(desk, "3")
    assert mark(desk, address) == "None"
    assert {verdict for verdict, _ in scores(marked, "3")} == {"unreadable", "blank"}
    mark(desk, address, choice="none")
    assert "wrong" in {verdict for verdict, _ in scores(marked, "3")}


def test_two_markers_get_different_answers_and_overwrite_nothing(marked: ClassData) -> None:
    """What one marker reads is not given to another; a decision that the other has not seen is not replaced."""
    ada, bob = Opened(marked.folder, "ada"), Opened(marked.folder, "bob")
    first, second = begin(ada, "3"), begin(bob, "3")
    assert "group" in first
    assert "group" in second
    assert first != second
    page = bob.page(first)
    assert "Another marker" in page
    shown = bob.on_page(page, "shown")
    group = urlsplit(first).query.rpartition("=")[2]
    mark(ada, first, "uses-n")
    cause = bob.problem("/marking", item="3", group=group, shown=shown, criteria=["induction"], choice="keep")
    assert "ada" in cause


@pytest.mark.slow
def test_a_decision_is_undone_and_listed_with_its_author(marked: ClassData) -> None:
    """Undo leaves the answer unmarked again."""
    desk = Opened(marked.folder)
    mark(desk, begin(desk, "3"), "uses-n", comment="Say which leaf.")
    assert "ada" in "".join(desk.page(address) for address in _addresses(desk))
    desk.send("/undo", room="marking")
    assert {verdict for verdict, _ in scores(marked, "3")} == {"unreadable", "blank"}


def _addresses(desk: Opened) -> list[str]:
    """Return the addresses of all answers to part 3, reached by the links between neighbours."""
    todo, addresses = [begin(desk, "3")], list[str]()
    while todo:
        address = todo.pop()
        if address not in addresses and "group" in address:
            addresses.append(address)
            todo += [
                unescape(link) for link in re.findall(r'href="(/marking\?item=3&amp;group=\w+)"', desk.page(address))
            ]
    return addresses


@pytest.mark.slow
def test_an_answer_that_changed_since_waits_again(marked: ClassData) -> None:
    """A decision belongs to the text that the marker read; another text is not marked by it."""
    desk = Opened(marked.folder)
    address = begin(desk, "3")
    while "group" in address:
        address = mark(desk, address, "induction")
    before = scores(marked, "1")
    submit(marked, {"1": "0", "3": "x" * 600 + "a"}, {"3": HOSTILE}, {"1": "1"}, {"1": "2"})
    assert scores(marked, "3") == [("unreadable", 0), ("partly_right", 3), ("blank", 0), ("blank", 0)]
    assert scores(marked, "1") == before
    desk = Opened(marked.folder)
    mark(desk, begin(desk, "3"), "induction")
    submit(marked, {"1": "0", "3": "x" * 600 + "b"}, {"3": HOSTILE}, {"1": "1"}, {"1": "2"})
    assert scores(marked, "3")[0] == ("unreadable", 0)


def test_cohens_kappa_of_a_textbook() -> None:
    """Of 50 judgments 20 are yes and 15 no by both, 5 and 10 differ: κ = 0.4, as in Cohen's own kind of example."""
    pairs = [(True, True)] * 20 + [(True, False)] * 5 + [(False, True)] * 10 + [(False, False)] * 15
    assert cohens_kappa(pairs) == pytest.approx(0.4)
    assert cohens_kappa([]) is None
    assert cohens_kappa([(True, True)] * 3) is None


@pytest.mark.slow
def test_a_sample_is_marked_again_without_seeing_the_first_marks(marked: ClassData) -> None:
    """The second marker sees no decision, changes no mark, and the agreement of both is told."""
    ada, bob = Opened(marked.folder, "ada"), Opened(marked.folder, "bob")
    address = begin(ada, "3")
    while "group" in address:
        address = mark(ada, address, "uses-n", comment="A comment of ada.")
    before = scores(marked, "3")
    assert "Mark 2 a second time" not in ada.page("/marking")
    assert "Mark 2 a second time" in bob.page("/marking")
    address, times = str(bob.send("/marking/next", item="3", second="1")["next"]), 0
    while "group" in address:
        page = bob.page(address)
        assert "ada" not in page
        assert "checked" not in page
        address, times = mark(bob, address, *(["uses-n"] if times else ["uses-n", "induction"]), second="1"), times + 1
    assert times == 2
    assert scores(marked, "3") == before
    # Two answers and three criteria: yes–yes 2, no–yes 1, no–no 3; κ = (5/6 − 1/2) / (1/2).
    assert "κ = 0.67 (2)" in bob.page("/marking")


PROGRAM = """
import sys
from pathlib import Path
from tests.answers.web.desk.opened import Opened
from tests.answers.web.desk.test_marking import begin, mark
desk = Opened(Path(sys.argv[1]))
address = begin(desk, "3")
while "group" in address:
    address = mark(desk, address, "uses-n")
    print("saved", flush=True)
"""
"""Marks one answer after the other, and says so once each is saved."""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is of Unix")
def test_a_killed_desk_loses_no_acknowledged_decision(tmp_path: Path) -> None:
    """Each decision that was acknowledged before kill -9 is in the store, at most one more, and marking goes on."""
    class_data, acknowledged = explained_class(tmp_path / "class", 30), 0
    submit(class_data, *({"3": f"Text {k}"} for k in range(30)))
    for stop, delay in ((3, 0.0), (4, 0.01), (2, 0.03)):
        command = [sys.executable, "-c", PROGRAM, str(class_data.folder)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[4]) as program:
            assert program.stdout is not None
            for _ in range(stop):
                assert program.stdout.readline() == "saved\n"
            sleep(delay)
            program.kill()
            acknowledged += stop + program.stdout.read().count("saved")
        marked = sum(verdict == "partly_right" for verdict, _ in scores(class_data, "3"))
        assert acknowledged <= marked <= acknowledged + 1
        acknowledged = marked


@pytest.mark.slow
def test_a_class_of_sixty_is_marked_through_the_pages(tmp_path: Path) -> None:
    """Sixty students with two written parts: every answer is marked once, and the other parts keep their marks."""
    class_data = explained_class(tmp_path / "class", 60)
    texts = [f"Answer {k % 20} of a student\nby induction" if k % 3 else f"Own text {k}" for k in range(60)]
    submit(class_data, *({"1": "10", "2a": "yes", "2b": f"degree {k}", "3": text} for k, text in enumerate(texts)))
    automatic = scores(class_data, "1"), scores(class_data, "2a")
    desk, decisions = Opened(class_data.folder), 0
    for part, criterion in (("2b", "parity"), ("3", "induction")):
        address = begin(desk, part)
        while "group" in address:
            address, decisions = mark(desk, address, criterion, comment=f"Comment {decisions % 4}"), decisions + 1
    assert decisions == 60 + len(set(texts))
    assert scores(class_data, "2b") == [("right", 2)] * 60
    assert scores(class_data, "3") == [("partly_right", 3)] * 60
    assert (scores(class_data, "1"), scores(class_data, "2a")) == automatic
    assert all(row.undecided is None for row in grade_class(class_data).rows)
