"""`class assign`: whose a file, a row of a table or a scanned page is, and the older spellings of it."""

import json
from pathlib import Path

import pytest

from answers.classroom.folder import open_class
from answers.classroom.history import history
from answers.classroom.scans import active_placements, read_placements, read_scans
from answers.classroom.submission_set import load_submissions
from answers.classroom.upload_index import digest_of, read_index
from answers.exam.trust import CONVERSATION
from tests.answers.classroom.handing_in import assign, contents, tiny_class
from tests.answers.cli.running import Corrige


@pytest.fixture
def folder(here: Path, corrige: Corrige) -> Path:
    """A class that collected a paper of nobody, one of s01, and a table of two strangers."""
    class_data, files = tiny_class(here / "class"), here / "files"
    files.mkdir()
    (files / "lost.txt").write_text("1a: 11 22\n")
    (files / "draft.txt").write_text("student: s01\nu0: 10\n1a: 10 20\n")
    (files / "two.csv").write_text("student,u0,1a\nzed,10,10 0\nzoe,12,12 24\n")
    corrige("class", "collect", "class", files)
    return class_data.folder


def papers(folder: Path) -> dict[str, str]:
    versions = load_submissions(open_class(folder)).versions
    return {student: str(own[-1].submission.place).rpartition("/")[2] for student, own in versions.items() if own}


def unassigned(folder: Path) -> set[str]:
    versions = load_submissions(open_class(folder)).unassigned
    return {str(version.submission.place).rpartition("/")[2] for version in versions}


def test_a_file_and_a_row_are_assigned_set_aside_and_taken_back(corrige: Corrige, folder: Path) -> None:
    row, digest = "two.csv, line 3", digest_of(b"1a: 11 22\n")
    for words, expected in (
        (("lost.txt", "Cc"), {"s01": "draft.txt", "s02": "lost.txt"}),
        (("two.csv:3", "s03"), {"s01": "draft.txt", "s02": "lost.txt", "s03": row}),
        (("lost", "s01"), {"s01": "lost.txt", "s03": row}),  # it is no longer that of s02
        ((digest[:6], "--withdraw"), {"s01": "draft.txt", "s03": row}),
        (("two.csv:3", "--withdraw"), {"s01": "draft.txt"}),
        (("draft.txt", "--none"), {}),
        (("draft.txt", "s02"), {"s02": "draft.txt"}),
        (("draft.txt", "--withdraw"), {}),
        (("draft.txt", "--withdraw"), {"s01": "draft.txt"}),
        (("two.csv:2", "s02"), {"s01": "draft.txt", "s02": "two.csv, line 2"}),
        (("two.csv:2", "--none"), {"s01": "draft.txt"}),
    ):
        assert corrige("class", "assign", "class", *words).code == 0
        assert papers(folder) == expected, words
    assert corrige("class", "assign", "class", "draft.txt", "--withdraw").code == 2
    done = [(action.student, action.undo) for action in history(folder) if action.kind == "assignment"]
    assert done[:5] == [("s02", False), ("s03", False), ("s01", False), ("s01", True), ("s03", True)]


def test_a_file_and_a_row_are_set_aside_and_taken_back(corrige: Corrige, folder: Path) -> None:
    for target in ("draft.txt", "lost.txt", "two.csv:2"):
        assert corrige("class", "assign", "class", target, "--none").code == 0
    assert papers(folder) == {}
    shown = corrige("class", "collect", "class")
    assert (shown.code, "two.csv, line 3" in shown.out) == (1, True)  # only this one waits
    assert [action.text for action in history(folder) if action.kind == "assignment"] == ["aside", "aside"]
    for target in ("draft.txt", "lost.txt", "two.csv:2"):
        assert corrige("class", "assign", "class", target, "--withdraw").code == 0
    assert papers(folder) == {"s01": "draft.txt"}
    assert unassigned(folder) == {"lost.txt", "two.csv, line 2", "two.csv, line 3"}
    assert [action.undo for action in history(folder) if action.kind == "assignment"] == [False, False, True, True]


def test_every_assignment_is_undone_in_its_turn(corrige: Corrige, folder: Path) -> None:
    """Also that of a file which another file of the student followed: the other one counts as before."""
    states = [papers(folder)]
    for words in (
        ("lost.txt", "s02"), ("draft.txt", "s02"), ("lost.txt", "s03"), ("draft.txt", "--none"), ("lost.txt", "--none"),
        ("lost.txt", "s02"), ("lost.txt", "--withdraw"), ("lost.txt", "--withdraw"), ("two.csv:3", "s03"),
        ("two.csv:3", "--none"), ("two.csv:3", "s01"),
    ):  # fmt: skip
        assert corrige("class", "assign", "class", *words).code == 0
        states.append(papers(folder))
    states.pop()
    while states:
        undone = corrige("class", "undo", "class")
        assert (undone.code, papers(folder)) == (0, states.pop())
    assert corrige("class", "undo", "class").code == 2
    assert [action.undo for action in history(folder) if action.kind == "assignment"].count(True) >= 9


@pytest.mark.parametrize("words", [("lost.txt", "s03"), ("lost.txt", "--none"), ("lost.txt", "--withdraw")])
def test_the_choice_of_a_colleague_is_replaced_only_after_a_question(
    words: tuple[str, ...], corrige: Corrige, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So is the choice of another file for the same student."""
    before = papers(folder)
    assign(open_class(folder), "s02", "lost.txt")  # by ada
    for refused_words in (words, ("draft.txt", "s02")):
        refused = corrige("class", "assign", "class", *refused_words)
        assert (refused.code, "ada" in refused.err, papers(folder)) == (2, True, {**before, "s02": "lost.txt"})
    for old in (("--pick", "s03=lost.txt"), ("--aside", "lost.txt"), ("--pick", "s02=")):
        assert corrige("class", "collect", "class", *old).code == 2
    assert papers(folder) == {**before, "s02": "lost.txt"}
    assert corrige("class", "assign", "class", "lost.txt", "s02").code == 0  # the same choice
    assign(open_class(folder), "s02", "lost.txt")
    questions: list[str] = []
    with monkeypatch.context() as terminal:
        terminal.setattr("answers.cli.app.converse", lambda: None)
        terminal.setattr(CONVERSATION, "ask", lambda question: not questions.append(str(question)))
        assert corrige("class", "assign", "class", *words).code == 0
    assert ("ada" in questions[0], papers(folder).get("s02")) == (True, None)
    assert corrige("class", "undo", "class").code == 0
    assert papers(folder)["s02"] == "lost.txt"
    assert corrige("class", "assign", "class", *words, "--yes").code == 0
    assert "s02" not in papers(folder)


def test_a_paper_in_the_folder_of_submissions_is_set_aside_too(corrige: Corrige, folder: Path) -> None:
    (folder / "submissions/trial.txt").write_text("student: nobody\n1a: 1 2\n")
    assert corrige("class", "assign", "class", "trial.txt", "--none").code == 0
    marked = corrige("class", "grade", "class").out
    assert "trial.txt" not in marked
    refused = corrige("class", "assign", "class", "trial.txt", "s03")
    assert (refused.code, "corrige class collect class submissions/trial.txt" in refused.err) == (2, True)
    assert corrige("class", "assign", "class", "trial.txt", "--withdraw").code == 0
    assert "trial.txt" in unassigned(folder)
    (folder / "submissions/own.csv").write_text("student,u0,1a\ns02,11,11 22\ns03,12,12 24\n")
    before = papers(folder)
    refused = corrige("class", "assign", "class", "own.csv:2", "--none")
    assert (refused.code, "own.csv, row 2" in refused.err, papers(folder)) == (2, True, before)


def test_what_fits_nothing_changes_nothing_and_suggests(corrige: Corrige, folder: Path) -> None:
    cases = [
        (("lst.txt", "s02"), "did you mean lost.txt"),
        (("los", "s02"), "did you mean lost.txt"),
        (("draft.txt", "s04"), "did you mean s0"),
        (("two.csv:9", "s02"), "has no row 9"),
        (("two.csv", "s02"), "corrige class assign class"),  # which row?
        (("lost.txt",), "--none"),
        (("lost.txt", "s02", "--none"), "together"),
        (("lost.txt", "s02", "--sheet-page", "2"), "FILE:PAGE"),
        (("lost.txt", "--withdraw"), "nothing to undo"),
        (("draft.txt:1", "s01"), "has no row 1"),
    ]
    before = contents(folder)
    for words, expected in cases:
        refused = corrige("class", "assign", "class", *words)
        assert (refused.code, refused.out, expected in refused.err) == (2, "", True), words
    assert contents(folder) == before


def test_a_name_that_two_files_have_is_asked_about(corrige: Corrige, folder: Path, here: Path) -> None:
    other = here / "more"
    other.mkdir()
    (other / "lost.txt").write_text("1a: 12 24\n")
    corrige("class", "collect", "class", other)
    refused = corrige("class", "assign", "class", "lost.txt", "s02")
    assert (refused.code, "files/lost.txt [" in refused.err, "more/lost.txt [" in refused.err) == (2, True, True)
    assert corrige("class", "assign", "class", "more/lost.txt", "s02").code == 0
    assert load_submissions(open_class(folder)).versions["s02"][-1].submission.answers["1a"] == ("12 24",)


def test_json_says_what_was_done(corrige: Corrige, folder: Path) -> None:
    document = json.loads(corrige("class", "assign", "class", "two.csv:2", "s02", "--json").out)
    (entry,) = [entry for entry in read_index(folder).files if entry.name.endswith("two.csv")]
    assert document == {
        "schema": "corrige/assign/1", "file": entry.name, "digest": entry.digest, "number": 2, "student": "s02",
        "sheet_page": None, "withdrawn": False,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (("collect", "class", "--pick", "s02=lost.txt"), ("assign", "class", "lost.txt", "s02")),
        (("collect", "class", "--pick", "s03=two.csv:3"), ("assign", "class", "two.csv:3", "s03")),
        (("collect", "class", "--aside", "draft.txt"), ("assign", "class", "draft.txt", "--none")),
        (("decide", "class", "two.csv", "of-nobody", "--seen"), ("assign", "class", "two.csv", "--none")),
    ],
)
def test_an_older_spelling_tells_the_new_one_and_does_the_same(
    corrige: Corrige, folder: Path, old: tuple[str, ...], new: tuple[str, ...]
) -> None:
    waiting = unassigned(folder)
    result = corrige("class", *old)
    assert "corrige class " + " ".join(new) in result.err
    after = papers(folder)
    corrige("class", *new[:3], "--withdraw")
    assert (papers(folder), unassigned(folder)) == ({"s01": "draft.txt"}, waiting)
    corrige("class", *new)
    assert papers(folder) == after


def placed(folder: Path) -> dict[int, tuple[str, int | None, int]]:
    active = active_placements(read_placements(folder)).values()
    return {word.page: (word.student, word.sheet_page, word.turn) for word in active}


def test_a_scanned_page_is_assigned_set_aside_and_taken_back(corrige: Corrige, scanned: Path) -> None:
    for words, expected in (
        (("batch.pdf:9", "Aa"), {9: ("s01", 2, 0)}),  # the only page that s01 lacks
        (("batch.pdf:9", "s02", "--sheet-page", "1", "--turn", "180"), {9: ("s02", 1, 180)}),
        (("batch.pdf:9", "--none"), {9: ("", None, 0)}),
        (("batch.pdf:9", "s01"), {9: ("s01", 2, 0)}),
        (("batch.pdf:9", "--withdraw"), {9: ("", None, 0)}),
        (("batch.pdf:9", "--withdraw"), {}),
    ):
        assert corrige("class", "assign", "class", *words).code == 0
        assert placed(scanned) == expected
    for expected in ({9: ("", None, 0)}, {9: ("s01", 2, 0)}):
        assert corrige("class", "undo", "class").code == 0
        assert placed(scanned) == expected
    assert read_scans(scanned).pages[1].page == 9


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("batch.pdf:9", "s02"), "--sheet-page N"),
        (("aaaa:7", "s02"), "batch.pdf: this scan has no page 7, so nothing was assigned"),
        (("batch.pdf:9", "s02", "--sheet-page", "0"), "--sheet-page"),
        (("batch.pdf:9", "s02", "--turn", "45"), "--turn"),
        (("batch.pdf:9", "--none", "--turn", "90"), "FILE:PAGE"),
        (("bach.pdf:9", "s02"), "did you mean batch.pdf"),
    ],
)
def test_a_page_that_cannot_be_assigned(corrige: Corrige, scanned: Path, words: tuple[str, ...], expected: str) -> None:
    refused = corrige("class", "assign", "class", *words)
    assert (refused.code, expected in refused.err) == (2, True)
    assert placed(scanned) == {}


def test_older_spellings_are_not_in_the_help_and_that_of_pages_tells_the_new_one(
    corrige: Corrige, scanned: Path
) -> None:
    shown = corrige("class", "collect", "--help").out + corrige("class", "scans", "--help").out
    assert [option for option in ("--pick", "--aside", "--place") if option in shown] == []
    result = corrige("class", "scans", "class", "--place", "batch.pdf,9=s02,1,90")
    assert "corrige class assign class batch.pdf:9 s02 --sheet-page 1 --turn 90" in result.err
    assert placed(scanned) == {9: ("s02", 1, 90)}
    result = corrige("class", "scans", "class", "--place", "batch.pdf,9=")
    assert "corrige class assign class batch.pdf:9 --none" in result.err
    assert placed(scanned) == {9: ("", None, 0)}


@pytest.mark.slow
def test_the_review_gives_the_command_for_each_paper_of_nobody(corrige: Corrige, folder: Path) -> None:
    (folder / "submissions/trial.txt").write_text("student: nobody\n1a: 1 2\n")
    corrige("class", "assign", "class", "two.csv", "--none")
    for student in ("s02", "s03"):
        corrige("class", "decide", "class", student, "no-paper", "--seen")
    for left in (1, 0):
        shown = corrige("class", "review", "class").out.splitlines()
        (command,) = [line.partition("corrige ")[2].split() for line in shown if line.endswith(" --none")]
        assert corrige(*command).code == 0
        assert len(json.loads(corrige("class", "review", "class", "--json").out)["strays"]) == left
