from dataclasses import replace
from pathlib import Path

import pytest

from answers.classroom.changes import Change, changes
from answers.classroom.decisions import Kind, Ruling, Target, decided
from answers.classroom.decisions_file import record
from answers.classroom.folder import Cohort, oddities, open_class
from answers.classroom.marks import grade_class
from answers.errors import CorrigeError
from answers.exports.exports import EXPORTS
from answers.exports.gradebook import marks_document, marks_json
from answers.files import json_bytes
from answers.flags import NO_SEED
from tests.answers.classroom.handing_in import rule, submit, tiny_class


@pytest.fixture
def cohort(tmp_path: Path) -> Cohort:
    made = tiny_class(tmp_path / "class")
    submit(made, s01="1a: 10 20\n2: 2.7\n", s02="1a: 11 22\n2: 2.75\n")
    write(made)
    return made


def write(cohort: Cohort) -> None:
    for name, content in EXPORTS.items():
        (cohort.folder / name).write_bytes(content(grade_class(cohort)))


def chosen(cohort: Cohort, text: str) -> Cohort:
    with (cohort.folder / "corrige.toml").open("a") as stream:
        stream.write(text)
    return open_class(cohort.folder)


def now(cohort: Cohort) -> tuple[Change, ...]:
    return changes(cohort.folder, grade_class(cohort))


def folder_setting(cohort: Cohort) -> None:
    """Say where the exam is in the table of its settings, as the list of folders cannot stand beside it."""
    path = cohort.folder / "corrige.toml"
    lines = path.read_text().splitlines()
    listed = next(line for line in lines if line.startswith("exams = "))
    place = listed.split('"')[1]
    path.write_text("\n".join(line for line in lines if line != listed) + f'\n[exams.tiny]\nfolder = "{place}"\n')


def test_nothing_has_changed(cohort: Cohort) -> None:
    assert now(cohort) == ()


def test_whose_marks_a_tolerance_changes_and_why(cohort: Cohort) -> None:
    """2.7 is 0.2 from 10/4: out of ±0.1, within ±0.2."""
    folder_setting(cohort)
    after = chosen(cohort, '[exams.tiny.tolerance]\n"2" = { absolute = 0.2 }\n')
    assert now(after) == (Change("s01", 1.0, 4.0, ("2.1: wrong → right",)),)


def test_points_another_file_and_a_paper_that_comes_or_goes(cohort: Cohort) -> None:
    folder_setting(cohort)
    after = chosen(cohort, '[exams.tiny.points]\n"1a" = 0.5\n')
    submissions = cohort.folder / "submissions"
    (submissions / "s01.txt").unlink()
    (submissions / "s02.txt").rename(submissions / "dd cc.txt")
    (submissions / "s03.txt").write_text("1a: 12 0\n")
    assert now(after) == (
        Change("s02", 4.0, 3.5, ("another file: submissions/s02.txt → submissions/dd cc.txt", "1a: worth 1 → 0.5")),
        Change("s03", None, 0.25, ("has a paper now",)),
        Change("s01", 1.0, None, ("has no paper any more",)),
    )


def test_an_absence_that_counts_0_or_no_longer_does(cohort: Cohort) -> None:
    rule(cohort, "s03", "no-paper", Ruling(Kind.POINTS, "0"))
    assert now(cohort) == (Change("s03", None, 0.0, ("the absence counts 0",)),)
    write(cohort)
    assert now(cohort) == ()
    rule(cohort, "s03", "no-paper", Ruling(Kind.WITHDRAWN))
    assert now(cohort) == (Change("s03", 0.0, None, ("the absence no longer counts 0",)),)


def test_a_paper_that_could_not_be_marked_had_no_score(cohort: Cohort) -> None:
    row = grade_class(cohort).rows[0]
    assert row.paper
    unmarked = replace(row.paper, u0=None, flags=(NO_SEED,))
    (cohort.folder / "marks.json").write_bytes(json_bytes(marks_document("tiny", [unmarked])))
    change = now(cohort)[0]
    assert (change.student, change.before, change.after) == ("s01", None, 1)
    assert change.why == ("another u0: — → 10",)


def test_another_answer(cohort: Cohort) -> None:
    (cohort.folder / "submissions" / "s01.txt").write_text("1a: 10 20\n2: 2.5\n")
    assert now(cohort) == (Change("s01", 1.0, 4.0, ("2.1: wrong → right, '2.7' → '2.5'",)),)


def test_of_many_items_their_number_is_told(cohort: Cohort, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("answers.classroom.changes.MOST_TOLD", 1)
    (cohort.folder / "submissions" / "s01.txt").write_text("1a: 11 21\n2: 2.5\n")
    assert now(cohort) == (Change("s01", 1.0, 3.0, ("3 items have other points",)),)


def test_truncated_marks_are_told_and_left(cohort: Cohort) -> None:
    path, marks = cohort.folder / "marks.json", grade_class(cohort)
    whole = path.read_bytes()
    for size in (0, 1, 50, 300):
        path.write_bytes(whole[:size])
        with pytest.raises(CorrigeError, match="is damaged, or contains no marks"):
            changes(cohort.folder, marks)
        assert len(path.read_bytes()) == size


def test_odd_settings_are_told(cohort: Cohort) -> None:
    assert list(oddities(cohort)) == []
    folder_setting(cohort)
    after = chosen(cohort, '[exams.tiny.points]\n"2" = 3.5\n[exams.tiny.tolerance]\n"1a" = { relative = 10 }\n')
    assert [problem.cause for problem in oddities(after)] == [
        "the points of tiny add up to 5.5, usually 5",
        "1a accepts any answer within 1000% of the right answer, and also 0",
    ]


@pytest.mark.slow
def test_the_verdicts_are_those_of_the_feedback(cohort: Cohort) -> None:
    """Each item of 1a is worth 0.5: one that earns a part of it is right in part, whatever the other one earns."""
    submit(cohort, s01="1a: 1O x\n2: 2.7\n")
    write(cohort)

    def after(item: str, kind: Kind, value: str = "") -> tuple[str, ...]:
        record(cohort, decided([Target("s01", item, "1O x")], Ruling(kind, value)))
        marks = grade_class(cohort)
        (change,) = changes(cohort.folder, marks)
        (cohort.folder / "marks.json").write_bytes(marks_json(marks))
        return change.why

    assert after("1a.1", Kind.POINTS, "0.25") == ("1a.1: unreadable → points granted (the teacher’s decision)",)
    assert after("1a.2", Kind.VALUE, "20") == ("1a.2: unreadable → right (the teacher’s decision)",)
    assert after("1a.2", Kind.WITHDRAWN)[0].startswith("1a.2: right → unreadable (")
    assert after("1a.1", Kind.WRONG) == ("1a.1: points granted → wrong (the teacher’s decision)",)
    assert after("1a.1", Kind.RIGHT) == ("1a.1: wrong → right (the teacher’s decision)",)


@pytest.mark.slow
def test_a_decision_is_named_and_points_are_no_right_answer(cohort: Cohort) -> None:
    def after(kind: Kind, value: str = "") -> list[tuple[str, ...]]:
        record(cohort, decided([Target("s02", "2.1", "2.75")], Ruling(kind, value)))
        return [one.why for one in now(cohort)]

    assert after(Kind.POINTS, "1,5") == [("2.1: right → points granted (the teacher’s decision)",)]
    write(cohort)
    assert after(Kind.POINTS, "3") == [("2: 1.5 → 3 (decided by the teacher)",)]
    assert after(Kind.WITHDRAWN) == [("2.1: points granted → right (the teacher's decision was undone)",)]


@pytest.mark.slow
def test_what_a_decision_about_a_part_leaves_as_it_was_is_not_listed(cohort: Cohort) -> None:
    submit(cohort, s01="1a: 10 21\n2: 2.7\n")
    write(cohort)
    both = [Target("s01", item, "10 21") for item in ("1a.1", "1a.2")]
    record(cohort, decided(both, Ruling(Kind.POINTS, "0.5")))
    (change,) = now(cohort)
    assert change.why == ("1a.2: wrong → points granted (the teacher’s decision)",)
