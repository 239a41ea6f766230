from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from answers.classroom.decision_targets import decisions_about, open_unassigned
from answers.classroom.decisions import (
    SHOWN_TO_STUDENT,
    Decision,
    DecisionKind,
    DecisionTarget,
    Override,
    active_class_decisions,
    load_decisions,
)
from answers.classroom.folder import ClassData, create_class
from answers.classroom.marks import grade_class
from answers.classroom.submission_set import SubmissionSet, load_submissions
from answers.errors import CorrigeError
from answers.exports.gradebook import Gradebook
from answers.flags import ANSWERS_OF_SEED
from tests.answers.classroom.handing_in import rule, store_decisions, submit, tiny_class
from tests.answers.tiny import EXAMS

ROSTER = """student,name,first_name,u0
s01,Aa,Éa,14
s02,Cc,Dd,40000
s03,Ee,Ff,12
s04,Gg,Hh,13
s05,Ii,Jj,10
s06,Kk,Ll,10000
s07,Mm,Nn,
"""
RIGHT, SEEN, BACK = (
    Override(DecisionKind.RIGHT),
    Override(DecisionKind.ACKNOWLEDGED, "", "talked to both"),
    Override(DecisionKind.WITHDRAWN),
)
COPIED = "1a: 40000 80000\n1b: 40001 80001\n2: 10000\n"
"""All that is right for u0 = 40000."""
TWO = "student,u0,1a,1b,2\nzed,10,10 20,,\nzoe,11,11 22,,\n"


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> tuple[SubmissionSet, Gradebook]:
    """A class that is only looked at.

    s01 has the paper of s02, who wrote another number, as did s03; s04 handed in nothing; s05 and s06 wrote the same,
    which is not read; s07 has no seed. Nobody wrote the trial, nor any of the two papers of a table.
    """
    class_data = create_class(tmp_path_factory.mktemp("t") / "class", "tiny", ROSTER.encode(), "en", (EXAMS,))
    submit(class_data, s01=COPIED, s02=f"u0: 4\n{COPIED}", s03="u0: 15\n1a: 12 24\n2: 3\n", s07="1a: 1 2\n")
    submit(class_data, s05="1a: 10 20\n2: 2,500\n", s06="1a: 10000 20000\n2:  2,500 \n")
    submit(class_data, trial="student: zed\nu0: 10\n1a: 1 2\n")
    (class_data.folder / "submissions" / "two.csv").write_text(TWO)
    return load_submissions(class_data), grade_class(class_data)


def target_values(decisions: tuple[Decision, ...]) -> list[tuple[str, str]]:
    return [(decision.target.student, decision.target.item) for decision in decisions]


@pytest.mark.parametrize(
    ("student", "name", "equal", "expected"),
    [
        ("S06", "2.1", False, ["s06 2.1 2,500"]),
        ("ll kk", "2", False, ["s06 2.1 2,500"]),
        ("s06", "2.1", True, ["s05 2.1 2,500", "s06 2.1 2,500"]),
        ("", "2", True, ["s05 2.1 2,500", "s06 2.1 2,500"]),
        ("Jj", "1a", False, ["s05 1a.1 10 20", "s05 1a.2 10 20"]),
    ],
)
def test_an_answer_of_one_student_or_of_all_who_wrote_the_same(
    read: tuple[SubmissionSet, Gradebook], student: str, name: str, equal: bool, expected: list[str]
) -> None:
    targets = [decision.target for decision in decisions_about(*read, student, name, RIGHT, equal=equal)]
    assert [f"{target.student} {target.item} {target.answer}" for target in targets] == expected


def test_points_of_a_part_are_shared_by_its_items(read: tuple[SubmissionSet, Gradebook]) -> None:
    decisions = decisions_about(*read, "s05", "1a", Override(DecisionKind.POINTS, "0,5"))
    assert [(decision.target.item, decision.points) for decision in decisions] == [
        ("1a.1", Fraction(1, 4)),
        ("1a.2", Fraction(1, 4)),
    ]
    (given_alone,) = decisions_about(*read, "s05", "2", Override(DecisionKind.POINTS, "0,5"))
    assert given_alone.value == "0,5"


@pytest.mark.parametrize(
    ("student", "flag", "override", "expected"),
    [
        ("s01", "answers-of-seed-40000", SEEN, [("s01", "answers-of-seed-40000")]),
        ("aa", "answers-of-seed-", SEEN, [("s01", "answers-of-seed-40000")]),
        ("s01", "answers-of-seed", BACK, [("s01", "answers-of-seed-40000")]),
        ("s01", "answers-of-seed", replace(SEEN, value=SHOWN_TO_STUDENT), [("s01", "answers-of-seed-40000")]),
        ("", "u0-changed", SEEN, [("s02", "u0-changed"), ("s03", "u0-changed")]),
        ("s04", "no-paper", SEEN, [("s04", "no-paper")]),
        ("", "no-paper", Override(DecisionKind.POINTS, "0"), [("s04", "no-paper")]),
        ("s01", "late-0:05", BACK, [("s01", "late-0:05")]),  # it may have been seen and be gone since
    ],
)
def test_a_flag_by_its_slug_or_the_whole(
    read: tuple[SubmissionSet, Gradebook], student: str, flag: str, override: Override, expected: list[tuple[str, str]]
) -> None:
    decisions = decisions_about(*read, student, flag, override)
    assert target_values(decisions) == expected
    assert {*decisions} == {override.about(decision.target) for decision in decisions}
    assert all(bool(decision.target.answer) == (flag == "u0-changed") for decision in decisions)  # about one file


def test_papers_of_nobody_by_digest_name_or_all(read: tuple[SubmissionSet, Gradebook]) -> None:
    names = {str(version.submission.place): version.target.student for version in read[0].unassigned}
    trial = names.pop("submissions/trial.txt")
    for named in ("trial", "trial.txt", trial, trial.removeprefix("file:")[:8]):
        (decision,) = decisions_about(*read, named, "of-nobody", SEEN)
        assert decision.target == DecisionTarget(trial, "of-nobody", "submissions/trial.txt")
        assert decision.target.subject == "submissions/trial.txt"
    two = decisions_about(*read, "two.csv", "of-nobody", SEEN)
    assert [decision.target.student for decision in two] == list(names.values())
    assert len({trial, *names.values()}) == len(decisions_about(*read, "", "of-nobody", SEEN)) == 3


@pytest.mark.parametrize(
    ("student", "name", "override", "cause"),
    [
        ("s09", "2.1", RIGHT, "no student of the class has the identifier or name 's09'"),
        ("s09", "u0-changed", SEEN, "no student of the class has the identifier or name 's09'"),
        ("s05", "9", RIGHT, "the exam tiny has no part '9'"),
        ("s05", "1a", Override(DecisionKind.VALUE, "10"), "'10' is not a list of 2 values for 1a"),
        ("s05", "1a", Override(DecisionKind.POINTS, "1.5"), r"'1.5' is not .* for 1a\n.* from 0 to 1$"),
        ("s05", "1a.2", Override(DecisionKind.POINTS, "1"), r"'1' is not .* for 1a.2\n.* from 0 to 0.5$"),
        ("s05", "1a", Override(DecisionKind.POINTS, "much"), "'much' is not a number of points for 1a\n"),
        ("s05", "9", Override(DecisionKind.POINTS, "1"), "the exam tiny has no part '9'"),
        ("s05", "1a.", RIGHT, "part 1a has no item ''"),
        ("s05", "1a.3", RIGHT, "part 1a has no item '3'"),
        ("s05", "1a.01", RIGHT, "part 1a has no item '01'"),
        ("s05", "2.1", Override(DecisionKind.VALUE, "about two"), "cannot be read as an answer to 2.1"),
        ("s05", "2.1", Override(DecisionKind.VALUE, ""), "cannot be read as an answer to 2.1"),
        ("s05", "2.1", Override(DecisionKind.POINTS, "3.5"), "is not a number of points for 2.1"),
        ("s05", "2.1", Override(DecisionKind.POINTS, "-1"), "is not a number of points for 2.1"),
        ("", "1b.1", RIGHT, "the only unreadable answer to 1b.1; .*: none"),
        ("s07", "2.1", RIGHT, "the paper of s07 cannot be marked, .* no-seed"),
        ("s01", "u0-changed", RIGHT, r"'u0-changed' is a flag of a paper, .*\n.* --seen, .* --withdraw"),
        ("s01", "u0-changed", SEEN, "s01 has no flag 'u0-changed'"),
        ("s04", "no-paper", Override(DecisionKind.POINTS, "2"), "counts as 0 points, not as '2'"),
        ("s04", "no-paper", Override(DecisionKind.POINTS, "none"), "counts as 0 points, not as 'none'"),
        ("s04", "no-paper", RIGHT, "'no-paper' is a flag of a paper"),
        ("s01", "answer-of-seed", SEEN, "did you mean answers-of-seed-40000"),
        ("", "late-", SEEN, "no paper has the flag 'late-'"),
        ("Hh", "absent", SEEN, r"s04 has no paper\n.*corrige class decide DIR s04 no-paper --seen --reason TEXT$"),
        ("s04", "answers-of-seed-", SEEN, r"s04 has no paper\n.*DIR s04 no-paper --seen --reason TEXT$"),
        ("s04", "2.1", RIGHT, r"s04 has no paper\n.*DIR s04 no-paper --seen --reason TEXT$"),
        ("s04", "no-paper", replace(SEEN, value=SHOWN_TO_STUDENT), r"no feedback .*: s04\n.*, without --tell"),
        ("trial", "of-nobody", replace(SEEN, value=SHOWN_TO_STUDENT), r"no feedback .*trial\.txt"),
        ("nothing", "of-nobody", SEEN, "no paper without a student is in the file 'nothing'"),
        ("t", "of-nobody", SEEN, r"in the file 't'\n.*: submissions/trial.txt"),
        ("tria.txt", "of-nobody", SEEN, r"in the file 'tria.txt'\n.*did you mean submissions/trial.txt\?"),
        ("submissions", "of-nobody", BACK, "no paper without a student is in the file"),
        ("s01", "answers", SEEN, r"s01 has no flag 'answers'\n.*did you mean answers-of-seed-40000\?"),
        ("s01", "answers-of-seed-4", SEEN, r"s01 has no flag .*\n.*did you mean answers-of-seed-40000\?"),
        ("I", "2.1", RIGHT, r"no student of the class .*\n.*did you mean s05, Ii Jj\?"),
    ],
)
def test_what_cannot_be_decided_is_told(
    read: tuple[SubmissionSet, Gradebook], student: str, name: str, override: Override, cause: str
) -> None:
    with pytest.raises(CorrigeError, match=cause):
        decisions_about(*read, student, name, override, equal=not student)


def test_several_flags_of_one_kind(read: tuple[SubmissionSet, Gradebook]) -> None:
    submissions, gradebook = read
    (first, *others), flags = gradebook.rows, (ANSWERS_OF_SEED(7), ANSWERS_OF_SEED(8))
    assert first.paper
    double = replace(gradebook, rows=(replace(first, paper=replace(first.paper, flags=flags)), *others))
    with pytest.raises(CorrigeError, match="several flags of one paper match 'answers-of-seed-'; nothing was saved"):
        decisions_about(submissions, double, "s01", "answers-of-seed-", SEEN)
    assert target_values(decisions_about(submissions, double, "s01", "answers-of-seed-7", SEEN)) == [
        ("s01", "answers-of-seed-7")
    ]


# Of a class in which something changes.


@pytest.fixture
def class_data(tmp_path: Path) -> ClassData:
    """s01 has the paper of s02; s03 wrote another number; the trial is nobody's."""
    data = tiny_class(tmp_path / "class", 40_000)
    submit(data, s01=COPIED, s02=COPIED, s03="u0: 15\n1a: 12 24\n2: 3\n", trial="student: zed\nu0: 10\n1a: 10 20\n")
    return data


def open_flags(class_data: ClassData) -> list[tuple[str, str]]:
    return [(row.student.id, str(flag)) for row in grade_class(class_data).rows for flag in row.open_flags]


@pytest.mark.slow
def test_a_flag_that_was_seen_stays_so_until_it_is_taken_back(class_data: ClassData) -> None:
    assert open_flags(class_data) == [("s01", "answers-of-seed-40000"), ("s03", "u0-changed")]
    rule(class_data, "s01", "answers-of-seed-", SEEN)
    rule(class_data, "", "u0-changed", SEEN)
    assert open_flags(class_data) == []
    assert [float(row.paper.score) for row in grade_class(class_data).rows if row.paper] == [0, 5, 4]
    rule(class_data, "s01", "answers-of-seed", BACK)
    assert open_flags(class_data) == [("s01", "answers-of-seed-40000")]


def test_another_seed_makes_it_outdated(class_data: ClassData) -> None:
    store_decisions(class_data, "s01,answers-of-seed-39999,seen")
    assert ("s01", "decision-outdated:answers-of-seed-39999") in open_flags(class_data)
    assert ("s01", "answers-of-seed-40000") in open_flags(class_data)


@pytest.mark.slow
def test_a_student_without_a_paper_is_excused_until_one_comes(class_data: ClassData) -> None:
    paper = class_data.folder / "submissions" / "s03.txt"
    written = paper.read_text()
    paper.unlink()
    assert grade_class(class_data).absent == ("s03",)
    rule(class_data, "s03", "no-paper", SEEN)
    marks = grade_class(class_data)
    assert (marks.absent, marks.rows[2].needs_teacher) == ((), False)
    for expected, override in (("absent", SEEN), ("answers-of-seed-", SEEN), ("2.1", RIGHT)):
        with pytest.raises(CorrigeError, match=r"settled this flag already; .* s03 no-paper --withdraw$"):
            rule(class_data, "s03", expected, override)
    paper.write_text(written)
    assert [flag for name, flag in open_flags(class_data) if name == "s03"] == ["u0-changed"]
    paper.unlink()
    rule(class_data, "s03", "no-paper", BACK)
    assert grade_class(class_data).absent == ("s03",)


def test_what_is_said_of_all_the_absent_leaves_who_was_settled_alone(class_data: ClassData) -> None:
    for name in ("s02", "s03"):
        (class_data.folder / "submissions" / f"{name}.txt").unlink()
    zero = Override(DecisionKind.POINTS, "0", "no word from them")
    rule(class_data, "s02", "no-paper", SEEN)
    assert grade_class(class_data).absent == ("s02", "s03")  # the answers of s02 stand in the paper of s01
    rule(class_data, "s01", "answers-of-seed-40000", SEEN)
    assert grade_class(class_data).absent == ("s03",)
    rule(class_data, "", "no-paper", zero)
    assert [row.value for row in grade_class(class_data).rows][1:] == [None, 0]
    with pytest.raises(CorrigeError, match="every flag no-paper of the class is settled already"):
        rule(class_data, "", "no-paper", zero)
    rule(class_data, "s02", "no-paper", zero)
    assert [row.value for row in grade_class(class_data).rows][1:] == [0, 0]
    rule(class_data, "", "no-paper", BACK)
    assert grade_class(class_data).absent == ("s02", "s03")


@pytest.mark.slow
def test_a_paper_set_aside_waits_no_more_and_can_be_taken_back(class_data: ClassData) -> None:
    def waiting() -> list[str]:
        papers = open_unassigned(load_submissions(class_data), active_class_decisions(class_data))
        return [version.submission.place.file for version in papers]

    trial = "submissions/trial.txt"
    assert waiting() == [trial]
    rule(class_data, "trial", "of-nobody", SEEN)
    assert (waiting(), grade_class(class_data).unassigned) == ([], ())
    (line,) = load_decisions(class_data).decisions
    assert (line.target.item, line.target.answer, line.reason) == ("of-nobody", trial, "talked to both")
    rule(class_data, "trial.txt", "of-nobody", BACK)
    assert waiting() == [trial]
    rule(class_data, "", "of-nobody", SEEN)
    submit(class_data, trial="student: zed\nu0: 10\n1a: 10 21\n")  # another content is another paper
    assert waiting() == [trial]
    (class_data.folder / trial).unlink()
    with pytest.raises(CorrigeError, match="every paper is assigned to a student"):
        rule(class_data, "trial", "of-nobody", SEEN)
