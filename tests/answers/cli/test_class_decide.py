"""`class decide STUDENT u0`: the decisions about answers that another u0 leaves in force are named."""

import re
from pathlib import Path

import pytest

from answers.classroom.db import FILE, LAST_ACTION
from answers.classroom.folder import open_class
from answers.paper import Verdict
from tests.answers.classroom.handing_in import paper_of, submit, tiny_class
from tests.answers.cli.running import Corrige

REASON = "--reason", "miscopied"


@pytest.fixture
def folder(here: Path) -> Path:
    class_data = tiny_class(here / "class")
    submit(class_data, s01="1a: 10 20\n1b: 11 21\n2: zwei\n", s02="1a: 11 22\n2: zwei\n")
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


def test_so_does_the_end_of_a_decision_on_u0(corrige: Corrige, folder: Path) -> None:
    assert "another u₀" not in decide(corrige, "s01", "u0", "--value", "12", *REASON)
    assert "another u₀" not in decide(corrige, "s01", "1a.1", "--right")
    assert "and still count: 1a.1 (answer counted as right)\n" in decide(corrige, "s01", "u0", "--withdraw")
    undone = corrige("class", "undo", "class")
    assert (undone.code, "and still count: 1a.1 (answer counted as right)\n" in undone.err) == (0, True)


def test_nothing_is_named_if_u0_stays(corrige: Corrige, folder: Path) -> None:
    decide(corrige, "s01", "u0", "--value", "12", *REASON)
    decide(corrige, "s01", "1a.1", "--right")
    assert "another u₀" not in decide(corrige, "s01", "u0", "--value", "12", "--reason", "a better reason")


def list_u0(folder: Path, u0: str) -> list[str]:
    """Change the u0 of s01 in the list of the class, and return the open flags of the paper."""
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
    assert not any("decided-for" in flag for flag in list_u0(folder, "17"))


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
    copy.write_bytes(b"no store")
    assert "lacks" not in corrige("class", "grade", "class").err


def test_an_action_that_did_not_happen_is_not_lost(corrige: Corrige, folder: Path) -> None:
    (folder.parent / "two.csv").write_text("student,u0,1a\nzed,10,10 0\nzoe,12,12 24\n")
    corrige("class", "collect", "class", "two.csv")
    decide(corrige, "s01", "1a.1", "--wrong")
    assert corrige("class", "assign", "class", "two.csv", "s02").code == 2  # recorded, and then taken back
    assert LOST not in corrige("class", "grade", "class").err
