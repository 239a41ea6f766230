"""`class decide`: decisions that another u0 leaves in force are named; decisions for everybody; lost decisions."""

import json
import re
from pathlib import Path

import pytest

from answers.classroom.db import FILE, LAST_ACTION
from answers.classroom.decisions import active_class_decisions, load_decisions
from answers.classroom.folder import open_class
from answers.paper import Verdict
from tests.answers.classroom.handing_in import paper_of, submit, tiny_class
from tests.answers.cli.running import Corrige

REASON = "--reason", "miscopied"


@pytest.fixture
def folder(here: Path) -> Path:
    """A class in which s01 has all 5 points, s02 one, and s03 is absent; question 2 is worth 3 points."""
    class_data = tiny_class(here / "class")
    submit(class_data, s01="1a: 10 20\n1b: 11 21\n2: 2.5\n", s02="1a: 11 22\n2: zwei\n")
    return class_data.folder


def decide(corrige: Corrige, *words: str) -> str:
    outcome = corrige("class", "decide", "class", *words)
    assert outcome.code == 0, outcome.err
    return outcome.err


def test_another_u0_names_the_judgements_of_the_student(corrige: Corrige, folder: Path) -> None:
    """A value says what is written, whatever the data; flags, bonus and other students have other data or none."""
    decide(corrige, "s01", "1a.1", "--right")
    decide(corrige, "s01", "1a.2", "--wrong")
    decide(corrige, "s01", "2.1", "--value", "2")
    decide(corrige, "s01", "1b.1", "--points", "0.25")
    decide(corrige, "s01", "bonus", "--points", "1", *REASON)
    decide(corrige, "s02", "1a.2", "--wrong")
    result = decide(corrige, "s01", "u0", "--value", "12", *REASON)
    named = "1a.1 (answer counted as right) ; 1a.2 (answer counted as wrong) ; 1b.1 (points given: 0.25)\n"
    assert f"another u₀, and still count: {named}" in result
    command = "corrige class decide class s01 1a.1 --withdraw"
    assert f"to withdraw a decision: {command}\n" in result
    assert corrige(*command.split()[1:]).code == 0
    result = decide(corrige, "s01", "u0", "--value", "13", *REASON)
    assert "and still count: 1a.2 (answer counted as wrong) ; 1b.1 (points given: 0.25)\n" in result


def test_so_does_the_end_of_a_decision_on_u0_but_none_that_leaves_it(corrige: Corrige, folder: Path) -> None:
    assert "another u₀" not in decide(corrige, "s01", "u0", "--value", "12", *REASON)
    assert "another u₀" not in decide(corrige, "s01", "1a.1", "--right")
    assert "another u₀" not in decide(corrige, "s01", "u0", "--value", "12", "--reason", "a better reason")
    assert "and still count: 1a.1 (answer counted as right)\n" in decide(corrige, "s01", "u0", "--withdraw")
    undone = corrige("class", "undo", "class")
    assert (undone.code, "and still count: 1a.1 (answer counted as right)\n" in undone.err) == (0, True)


def list_u0(folder: Path, u0: str) -> list[str]:
    path = folder / "students.csv"
    path.write_text("\n".join(re.sub("(?<=,)[0-9]+$", u0, line) if "s01" in line else line
                              for line in path.read_text().splitlines()))  # fmt: skip
    return flags(folder)


def flags(folder: Path) -> list[str]:
    paper = paper_of(open_class(folder))
    assert paper.parts["1a"].items[0].verdict is Verdict.RIGHT
    return [str(flag) for flag in paper.flags if flag.needs_teacher]


def test_a_judgement_older_than_a_u0_of_the_list_is_asked_again(corrige: Corrige, folder: Path) -> None:
    decide(corrige, "s01", "1a.1", "--right")
    decide(corrige, "s01", "2.1", "--value", "2")
    assert flags(folder) == []
    assert list_u0(folder, "17") == ["decided-for-other-u0:1a.1=17"]
    assert corrige("class", "grade", "class").code == 1
    decide(corrige, "s01", "decided-for-other-u0", "--seen")
    assert flags(folder) == []
    assert "decided-for-other-u0:1a.1=18" in list_u0(folder, "18")  # seen for another u0
    decide(corrige, "s01", "1a.1", "--right")
    assert not any("decided-for" in flag for flag in flags(folder))
    assert not any("decided-for" in flag for flag in list_u0(folder, "18"))
    decide(corrige, "s01", "u0", "--value", "10", *REASON)  # the paper is not marked with the u0 of the list
    assert not any("decided-for" in flag for flag in list_u0(folder, "10"))
    assert not any("decided-for" in flag for flag in list_u0(folder, "19"))
    decide(corrige, "s01", "1a.1", "--right")  # about the u0 that was granted, not about that of the list
    decide(corrige, "s01", "u0", "--withdraw")
    assert "decided-for-other-u0:1a.1=19" in flags(folder)


LOST = "an earlier copy of class.db was put back"


def test_decisions_that_an_earlier_store_lacks_are_told_until_that_is_settled(corrige: Corrige, folder: Path) -> None:
    """A synchronised drive may put the store of another machine, or a backup, in its place between two commands."""
    decide(corrige, "s01", "1a.1", "--wrong")
    corrige("class", "grade", "class")
    earlier = (folder / FILE).read_bytes()
    for item in ("1a.2", "2.1"):
        assert LOST not in decide(corrige, "s01", item, "--right")
    latest, marker = (folder / FILE).read_bytes(), (folder / LAST_ACTION).read_bytes()
    (folder / FILE).write_bytes(earlier)
    for words in (("grade",), ("grade", "--diff"), ("review",), ("export", "--to", "list")):
        outcome = corrige("class", words[0], "class", *words[1:])
        assert (LOST in outcome.err + outcome.out, "2 later" in outcome.err + outcome.out) == (True, True), words
        assert outcome.code == 1 or "--diff" in words
    (folder / FILE).write_bytes(latest)
    assert LOST not in corrige("class", "grade", "class").err
    (folder / FILE).write_bytes(earlier)
    assert "2 later" in decide(corrige, "s02", "1a.2", "--wrong")
    outcome = corrige("class", "grade", "class")
    assert (outcome.code, "2 later" in outcome.err) == (1, True)
    (folder / LAST_ACTION).unlink()
    assert LOST not in corrige("class", "grade", "class").err
    decide(corrige, "s02", "1a.1", "--right")  # as many actions as the other store has
    (folder / LAST_ACTION).write_bytes(marker)
    assert "1 later" in corrige("class", "grade", "class").err


def test_a_deadline_and_a_removal_that_an_earlier_store_lacks_are_told(corrige: Corrige, folder: Path) -> None:
    decide(corrige, "s01", "1a.1", "--wrong")
    for words in (("collect", "--deadline", "2026-06-02"), ("remove", "s02")):
        earlier = (folder / FILE).read_bytes()
        assert corrige("class", words[0], "class", *words[1:]).code == 0
        latest = (folder / FILE).read_bytes()
        (folder / FILE).write_bytes(earlier)
        outcome = corrige("class", "grade", "class")
        assert (LOST in outcome.err, "1 later" in outcome.err) == (True, True), words
        (folder / FILE).write_bytes(latest)
        assert LOST not in corrige("class", "grade", "class").err
    corrige("class", "collect", "class", "--deadline", "2026-06-02")  # as it is
    assert (folder / LAST_ACTION).read_text().startswith("[[3,")
    (folder.parent / "two.csv").write_text("student,u0,1a\nzed,10,10 0\nzoe,12,12 24\n")
    corrige("class", "collect", "class", "two.csv")
    assert corrige("class", "assign", "class", "two.csv", "s01").code == 2  # recorded, and then taken back
    assert LOST not in corrige("class", "grade", "class").err


def test_decisions_that_are_only_in_a_conflicting_copy_of_the_store_are_told(corrige: Corrige, folder: Path) -> None:
    """A synchronised drive keeps both versions of a store that two machines have changed; a backup has nothing more."""
    decide(corrige, "s01", "1a.1", "--wrong")
    before, marker = (folder / FILE).read_bytes(), (folder / LAST_ACTION).read_bytes()
    decide(corrige, "s01", "1a.2", "--right")
    copy = folder / "class (conflicted copy 2026-05-30).db"
    copy.write_bytes((folder / FILE).read_bytes())
    (folder / FILE).write_bytes(before)
    (folder / LAST_ACTION).write_bytes(marker)
    (folder / "class-backup.db").write_bytes(before)
    for words in (("grade",), ("grade",), ("review",), ("export", "--to", "list")):
        outcome = corrige("class", words[0], "class", *words[1:])
        assert (outcome.code, outcome.err.count("has 1 action that class.db lacks")) == (1, 1), words
        assert copy.name in outcome.err
    listed = corrige("class", "history", "class", "--other", copy.name, "--json")
    assert (listed.code, [action["target"] for action in json.loads(listed.out)["actions"]]) == (1, ["1a.2"])
    copy.write_bytes(b"no store")
    outcome = corrige("class", "history", "class", "--other", copy.name)
    assert (outcome.code, copy.name in outcome.err) == (2, True)
    error = corrige("class", "grade", "class").err  # that it cannot be read, and no number of actions
    assert (copy.name in error, "action that class.db lacks" in error) == (True, False)


@pytest.mark.slow
def test_a_question_that_is_left_out(corrige: Corrige, folder: Path) -> None:
    corrige("class", "grade", "class")
    result = decide(corrige, "2", "--everybody", "--leave-out", "--reason", "the figure is wrong")
    assert "2.1: item left out of the total for the whole class\n" in result
    assert "the points of all questions now add up to 2\n" in result
    assert "under [class.mark]: out_of = 5\n" in result
    assert result.endswith("next: corrige class grade class --diff\n")
    changes = json.loads(corrige("class", "grade", "class", "--diff", "--json").out)["students"]
    assert [(change["student"], change["before"], change["after"]) for change in changes] == [
        ("s01", 5.0, 2.0), ("s02", 1.0, 1.0),
    ]  # fmt: skip
    corrige("class", "grade", "class")
    assert "left-out" in corrige("class", "history", "class").out
    corrige("class", "report", "class")
    assert "the figure is wrong" in (folder / "report.html").read_text()
    result = decide(corrige, "2", "--everybody", "--withdraw")
    assert "the points of all questions now add up to 5\n" in result
    changes = json.loads(corrige("class", "grade", "class", "--diff", "--json").out)["students"]
    assert [change["after"] for change in changes] == [5.0, 1.0]


def test_totals_that_differ_are_shown_and_a_common_reason_once(corrige: Corrige, folder: Path) -> None:
    """The total falls from 5 to 2 for both students; a reason that only one of them has stays in the table."""
    corrige("class", "grade", "class")
    decide(corrige, "2", "--everybody", "--leave-out", "--reason", "the figure is wrong")
    decide(corrige, "s02", "1a.2", "--wrong", "--reason", "crossed out")
    above, _, *rows = corrige("class", "grade", "class", "--diff").out.splitlines()
    marks = [word for row in rows for word in row.split() if "/" in word]
    assert marks == ["5.00/5", "2.00/2", "1.00/5", "0.50/2"]
    assert ["the figure is wrong" in line for line in (above, *rows)] == [True, False, False]
    assert ["crossed out" in line for line in (above, *rows)] == [False, False, True]


def test_changed_marks_are_listed_also_if_every_paper_was_decided_on(corrige: Corrige, folder: Path) -> None:
    """Not the table of a first marking: the mark of s02 falls, and those of s01 and of the absent s03 stay."""
    corrige("class", "grade", "class")
    decide(corrige, "s01", "1a.1", "--right")
    decide(corrige, "s02", "1a.1", "--wrong")
    decide(corrige, "s03", "no-paper", "--seen")
    trial = corrige("class", "grade", "class", "--diff").out
    assert [line.split()[0] for line in trial.splitlines()] == ["student", "s02"]
    head, row, *_, last = corrige("class", "grade", "class").out.splitlines()
    assert head.split() == ["student", "name", "before", "after", "why"]
    assert (row.split()[0], row.split()[3:5]) == ("s02", ["1.00", "0.50"])
    assert "the marks of 2 students have not changed" in last


def test_it_is_said_which_decision_comes_first(corrige: Corrige, folder: Path) -> None:
    decide(corrige, "s02", "2.1", "--points", "1")
    result = decide(corrige, "2", "--everybody", "--right")
    assert "still count, not the one for everybody: s02, Cc Dd (points given: 1)\n" in result
    result = decide(corrige, "s01", "2.1", "--wrong")
    assert (
        "2.1: for this student, this decision counts instead of the one for everybody: answer counted as right\n"
        in result
    )
    result = decide(corrige, "s01", "2.1", "--withdraw")
    assert "2.1: for this student, the decision for everybody counts again: answer counted as right\n" in result
    assert "nothing was saved" in decide(corrige, "2", "--everybody", "--right")
    document = json.loads(corrige("class", "decide", "class", "1b", "--everybody", "--right", "--json").out)
    recorded = [(row["student"], row["item"], row["decision"]) for row in document["decisions"]]
    assert (document["schema"], recorded) == ("corrige/decide/1", [("*", "1b.1", "right"), ("*", "1b.2", "right")])


def test_what_is_refused_writes_nothing(corrige: Corrige, folder: Path) -> None:
    one = "the command records one decision, but its options give none or several"
    cases = [
        (("s01", "2"), one),
        (("s01", "2", "--right", "--wrong"), one),
        (("2", "--everybody", "--right", "--leave-out"), one),
        (("s08", "absent"), "for a student without a paper: s08 no-paper --seen (excused: no mark) or --points 0, "),
        (("2", "--right"), "the command needs a student and an item"),
        (("s01", "2", "x", "--right"), "the command needs a student and an item"),
        (("", "2", "--right"), "the command needs a student and an item"),
        (("s01.txt", "of-nobody", "--seen"), "corrige class assign class FILE --none"),
        (("s01", "2.1", "--everybody", "--right"), "an item and no student"),
        (("s01", "2.1", "--leave-out"), "--everybody"),
        (("2", "--leave-out"), "--everybody"),
        (("2", "--everybody", "--wrong"), "--leave-out"),
        (("2", "--everybody", "--all-equal", "--right"), "together"),
        (("2", "--everybody", "--withdraw"), "there is no decision on 2.1 for the whole class"),
    ]
    for words, expected in cases:
        refused = corrige("class", "decide", "class", *words)
        assert (refused.code, refused.out, expected in refused.err) == (2, "", True), words
    assert load_decisions(open_class(folder)).decisions == ()


def test_undo_restores_decision_after_decision(corrige: Corrige, folder: Path) -> None:

    def in_force() -> list[str]:
        decisions = active_class_decisions(open_class(folder))
        return [decision.kind.value for decision in decisions.values()]

    decide(corrige, "s02", "2.1", "--right", "--author", "ada")
    decide(corrige, "s02", "2.1", "--wrong", "--author", "ada")
    assert in_force() == ["wrong"]
    assert corrige("class", "undo", "class", "--author", "bob").code == 2
    wrong, right = (f"2.1, 'zwei': answer counted as {verdict} for s02, Cc Dd" for verdict in ("wrong", "right"))
    undone = corrige("class", "undo", "class", "--author", "ada")
    assert (undone.code, undone.err.splitlines()[0]) == (0, f"this is undone: {wrong}; this is in force again: {right}")
    assert in_force() == ["right"]
    undone = corrige("class", "undo", "class", "--author", "ada")
    assert (undone.code, undone.err.splitlines()[0]) == (0, f"this is undone: {right}")
    assert in_force() == []
    assert corrige("class", "undo", "class", "--author", "ada").code == 2
