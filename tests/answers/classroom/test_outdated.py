from pathlib import Path

import pytest

from answers.classroom import pages as press
from answers.classroom.decisions import TOLD, Kind
from answers.classroom.folder import Cohort
from answers.classroom.marks import grade_class, write_marks
from answers.classroom.outdated import is_outdated
from answers.classroom.settle import Ruling, decisions_for, record
from answers.classroom.settle_flag import flag_decisions
from tests.answers.classroom.handing_in import tiny_class


@pytest.fixture
def cohort(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cohort:
    """s01 wrote another u0; sheets are drawn as text, which is quick."""
    monkeypatch.setattr(press, "render_pdf", lambda html, *, fillable, style: f"{fillable}{style}{html}".encode())
    made = tiny_class(tmp_path / "class")
    (made.folder / "submissions" / "s01.txt").write_text("u0: 5\n1a: 10 20\n2: 9\n")
    return made


def outdated(cohort: Cohort) -> bool:
    return is_outdated(cohort, grade_class(cohort))


def test_what_was_never_written_is_not_outdated(cohort: Cohort) -> None:
    assert not outdated(cohort)


def test_a_decision_outdates_the_marking_until_the_next(cohort: Cohort) -> None:
    write_marks(cohort, grade_class(cohort))
    assert not outdated(cohort)
    record(cohort, decisions_for(grade_class(cohort), "s01", "2", Ruling(Kind.POINTS, "1"), equal=False))
    assert outdated(cohort)
    write_marks(cohort, grade_class(cohort))
    assert not outdated(cohort)


def test_a_sheet_alone_may_be_outdated(cohort: Cohort) -> None:
    """Only the sheet shows whether the student is told why."""
    for value in ("", TOLD):
        ruling = Ruling(Kind.SEEN, value, "a slip")
        record(cohort, flag_decisions(grade_class(cohort), "s01", "u0-changed", ruling))
        if not value:
            write_marks(cohort, grade_class(cohort))
    assert outdated(cohort)
    write_marks(cohort, grade_class(cohort))
    assert not outdated(cohort)
    (cohort.folder / "feedback" / "s01.pdf").unlink()
    assert not outdated(cohort)
