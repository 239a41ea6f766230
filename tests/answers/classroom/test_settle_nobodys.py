from pathlib import Path

import pytest

from answers.classroom.decisions import TOLD, Kind, decisions_in_force, read_decisions
from answers.classroom.folder import Cohort
from answers.classroom.marks import grade_class
from answers.classroom.nobodys import nobodys_name, open_nobodys
from answers.classroom.settle import Ruling, record
from answers.classroom.settle_nobodys import nobodys_decisions
from answers.classroom.versions import HandedIn, handed_in
from answers.errors import CorrigeError
from tests.answers.classroom.handing_in import tiny_class

ASIDE = Ruling(Kind.SEEN, "", "a trial of mine", "t", "now")
TWO = "student,u0,1a,1b,2\nzed,10,10 20,,\nzoe,11,11 22,,\n"


@pytest.fixture
def cohort(tmp_path: Path) -> Cohort:
    """Nobody of the class wrote the trial, nor any of the two papers of a table."""
    made = tiny_class(tmp_path / "class")
    (made.folder / "submissions" / "trial.txt").write_text("student: zed\nu0: 10\n1a: 10 20\n")
    (made.folder / "submissions" / "two.csv").write_text(TWO)
    return made


def waiting(cohort: Cohort, received: HandedIn) -> list[str]:
    decided = decisions_in_force(read_decisions(cohort.folder, cohort.exam))
    return [one.submission.place.file for one in open_nobodys(received, decided)]


def test_nobody_is_told_of_a_paper_of_nobody(cohort: Cohort) -> None:
    with pytest.raises(CorrigeError, match=r"trial\.txt: there is no feedback sheet"):
        nobodys_decisions(handed_in(cohort), "trial", Ruling(Kind.SEEN, TOLD))


def test_a_paper_set_aside_waits_no_more_and_can_be_taken_back(cohort: Cohort) -> None:
    received = handed_in(cohort)
    every = ["submissions/trial.txt", "submissions/two.csv", "submissions/two.csv"]
    assert sorted(waiting(cohort, received)) == every
    record(cohort, nobodys_decisions(received, "trial", ASIDE))
    assert waiting(cohort, received) == every[1:]
    assert [str(paper.place.file) for paper in grade_class(cohort).strays] == every[1:]
    (line,) = read_decisions(cohort.folder, cohort.exam)
    assert (line.item, line.reason, line.answer) == ("of-nobody", "a trial of mine", "submissions/trial.txt")
    record(cohort, nobodys_decisions(received, "trial.txt", Ruling(Kind.WITHDRAWN)))
    assert sorted(waiting(cohort, received)) == every


def test_a_file_that_holds_several_is_set_aside_whole_and_all_at_once(cohort: Cohort) -> None:
    received = handed_in(cohort)
    assert len(nobodys_decisions(received, "two.csv", ASIDE)) == 2
    record(cohort, nobodys_decisions(received, "", ASIDE))
    assert waiting(cohort, received) == []


def test_another_content_under_the_same_name_is_another_paper(cohort: Cohort) -> None:
    record(cohort, nobodys_decisions(handed_in(cohort), "trial", ASIDE))
    (cohort.folder / "submissions" / "trial.txt").write_text("student: zed\nu0: 10\n1a: 10 21\n")
    assert "submissions/trial.txt" in waiting(cohort, handed_in(cohort))


def test_where_every_paper_is_somebodys_it_is_said_where_they_are(tmp_path: Path) -> None:
    with pytest.raises(CorrigeError) as caught:
        nobodys_decisions(handed_in(tiny_class(tmp_path / "class")), "trial", ASIDE)
    assert str(caught.value) == "every paper is somebody's\n    → see `corrige class collect DIR`"


def test_by_its_digest(cohort: Cohort) -> None:
    received = handed_in(cohort)
    name = next(nobodys_name(one) for one in received.unknown if "trial" in one.submission.place.file)
    assert [one.student for one in nobodys_decisions(received, name.removeprefix("file:")[:8], ASIDE)] == [name]
    assert [one.student for one in nobodys_decisions(received, name, ASIDE)] == [name]


@pytest.mark.parametrize("text", ["nothing", "t", "submissions"])
def test_none_or_several_are_meant(cohort: Cohort, text: str) -> None:
    with pytest.raises(CorrigeError, match="papers of nobody in the class are meant by"):
        nobodys_decisions(handed_in(cohort), text, ASIDE)
