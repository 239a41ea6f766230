from dataclasses import replace
from pathlib import Path

import pytest

from answers.classroom.decisions import TOLD, Kind, read_decisions
from answers.classroom.folder import Cohort
from answers.classroom.marks import grade_class, marking_of
from answers.classroom.open_flags import open_flags as open_flags_of_class
from answers.classroom.settle import Ruling, decisions_for, record
from answers.classroom.settle_flag import flag_decisions
from answers.classroom.versions import handed_in
from answers.errors import CorrigeError
from answers.flags import ANSWERS_OF_SEED
from tests.answers.classroom.handing_in import tiny_class

SEEN = Ruling(Kind.SEEN, "", "talked to both", "t", "now")
COPIED = "1a: 40000 80000\n1b: 40001 80001\n2: 10000\n"
"""All that is right for u0 = 40000."""


@pytest.fixture
def cohort(tmp_path: Path) -> Cohort:
    """The paper of s01, whose seed is 10, is that of s02, whose seed is 40000; s02 and s03 wrote another number."""
    made = tiny_class(tmp_path / "class", 40_000)
    for who, text in (("s01", COPIED), ("s02", f"u0: 4\n{COPIED}"), ("s03", "u0: 13\n1a: 12 24\n2: 3\n")):
        (made.folder / "submissions" / f"{who}.txt").write_text(text)
    return made


def open_flags(cohort: Cohort) -> list[tuple[str, str]]:
    papers = [(row.student.id, row.paper) for row in grade_class(cohort).rows if row.paper]
    return [(who, str(flag)) for who, paper in papers for flag in paper.flags if flag.needs_teacher]


def test_a_flag_is_settled_by_its_slug_or_the_whole_and_survives_marking(cohort: Cohort) -> None:
    assert open_flags(cohort) == [("s01", "answers-of-seed-40000"), ("s02", "u0-changed"), ("s03", "u0-changed")]
    record(cohort, flag_decisions(grade_class(cohort), "s01", "answers-of-seed-", SEEN))
    assert open_flags(cohort) == [("s02", "u0-changed"), ("s03", "u0-changed")]
    record(cohort, flag_decisions(grade_class(cohort), "", "u0-changed", SEEN))
    assert open_flags(cohort) == []
    assert [(d.student, d.item, d.kind, d.reason) for d in read_decisions(cohort.folder, cohort.exam)] == [
        ("s01", "answers-of-seed-40000", Kind.SEEN, "talked to both"),
        ("s02", "u0-changed", Kind.SEEN, "talked to both"), ("s03", "u0-changed", Kind.SEEN, "talked to both"),
    ]  # fmt: skip
    assert not any(row.paper.needs_teacher for row in grade_class(cohort).rows if row.paper)
    assert [float(row.paper.score) for row in grade_class(cohort).rows if row.paper] == [0, 5, 4]


def test_it_can_be_taken_back(cohort: Cohort) -> None:
    record(cohort, flag_decisions(grade_class(cohort), "s01", "answers-of-seed-40000", SEEN))
    record(cohort, flag_decisions(grade_class(cohort), "s01", "answers-of-seed", Ruling(Kind.WITHDRAWN)))
    assert ("s01", "answers-of-seed-40000") in open_flags(cohort)


def test_another_seed_makes_it_outdated(cohort: Cohort) -> None:
    (cohort.folder / "decisions.csv").write_text(
        "student,item,decision,value,answer,reason,author,time\ns01,answers-of-seed-39999,seen,,,,,\n"
    )
    assert ("s01", "decision-outdated:answers-of-seed-39999") in open_flags(cohort)
    assert ("s01", "answers-of-seed-40000") in open_flags(cohort)


@pytest.mark.parametrize(
    ("student", "flag", "told"),
    [
        ("s01", "u0-changed", "s01 has no flag 'u0-changed'"),
        ("s01", "answer-of-seed", "did you mean answers-of-seed-40000"),
        ("", "late-", "nobody has the flag 'late-'"),
    ],
)
def test_a_flag_that_is_not_there(cohort: Cohort, student: str, flag: str, told: str) -> None:
    with pytest.raises(CorrigeError, match=told):
        flag_decisions(grade_class(cohort), student, flag, SEEN)


@pytest.mark.parametrize("wanted", ["absent", "answers-of-seed-", "2.1"])
def test_of_a_student_without_a_paper_the_command_that_settles_it_is_told(cohort: Cohort, wanted: str) -> None:
    (cohort.folder / "submissions" / "s03.txt").unlink()
    marks = grade_class(cohort)
    command = r"corrige class decide DIR s03 no-paper --seen --reason TEXT$"
    with pytest.raises(CorrigeError, match=rf"s03 has no paper\n.*{command}"):
        flag_decisions(marks, "Ff", wanted, SEEN)
    with pytest.raises(CorrigeError, match=rf"s03 has no paper\n.*{command}"):
        decisions_for(marks, "Ff", wanted, Ruling(Kind.RIGHT), equal=False)
    record(cohort, flag_decisions(marks, "s03", "no-paper", SEEN))
    with pytest.raises(CorrigeError, match=r"that there is none is settled; .* s03 no-paper --withdraw$"):
        flag_decisions(grade_class(cohort), "s03", wanted, SEEN)


def test_a_student_without_a_paper_is_excused_until_one_comes(cohort: Cohort) -> None:
    paper = cohort.folder / "submissions" / "s03.txt"
    written = paper.read_text()
    paper.unlink()
    assert grade_class(cohort).absent == ("s03",)
    record(cohort, flag_decisions(grade_class(cohort), "s03", "no-paper", SEEN))
    marks = grade_class(cohort)
    assert (marks.absent, [row.needs_teacher for row in marks.rows][2]) == ((), False)
    paper.write_text(written)
    assert ("s03", "u0-changed") in open_flags(cohort)
    assert not any(name.startswith("decision-outdated") for _, name in open_flags(cohort))
    paper.unlink()
    record(cohort, flag_decisions(grade_class(cohort), "s03", "no-paper", Ruling(Kind.WITHDRAWN)))
    assert grade_class(cohort).absent == ("s03",)


def test_nobody_is_told_of_a_paper_that_is_not_there(cohort: Cohort) -> None:
    (cohort.folder / "submissions" / "s03.txt").unlink()
    told = Ruling(Kind.SEEN, TOLD, "ill that day")
    with pytest.raises(
        CorrigeError, match=r"s03: there is no feedback sheet .*\n.* leave out --tell; the reason is kept"
    ):
        flag_decisions(grade_class(cohort), "s03", "no-paper", told)
    assert [one.value for one in flag_decisions(grade_class(cohort), "s01", "answers-of-seed", told)] == [TOLD]


def test_equal_flags_are_one_and_are_settled_by_one_decision(cohort: Cohort) -> None:
    marking = marking_of(cohort, handed_in(cohort))
    found = open_flags_of_class(marking, grade_class(cohort), {})
    assert [(str(one.flag), [each.student for each in one.papers]) for one in found] == [
        ("answers-of-seed-40000", ["s01"]),
        ("u0-changed", ["s02", "s03"]),
    ]
    record(cohort, found[1].decisions(SEEN))
    assert open_flags(cohort) == [("s01", "answers-of-seed-40000")]


def test_several_flags_of_one_kind(cohort: Cohort) -> None:
    (first, *others), flags = grade_class(cohort).rows, (ANSWERS_OF_SEED(7), ANSWERS_OF_SEED(8))
    assert first.paper
    row = replace(first, paper=replace(first.paper, flags=flags))
    gradebook = replace(grade_class(cohort), rows=(row, *others))
    with pytest.raises(CorrigeError, match="several flags are meant by 'answers-of-seed-'"):
        flag_decisions(gradebook, "s01", "answers-of-seed-", SEEN)
    assert [one.item for one in flag_decisions(gradebook, "s01", "answers-of-seed-7", SEEN)] == ["answers-of-seed-7"]
