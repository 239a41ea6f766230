"""What was read and marked once is not again, unless something that it depends on is another."""

from collections.abc import Callable
from pathlib import Path

import pytest

from answers.classroom import kept, marks
from answers.classroom.folder import Cohort, open_class
from answers.classroom.marks import grade_class, marked_class
from answers.classroom.review import review
from answers.executors.workers import HERE
from answers.files import store_folder
from answers.grading import grade as grading
from tests.answers.classroom.handing_in import submit, tiny_class


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is read and marked from now on, in order."""
    done: list[str] = []

    def telling(what: str, function: Callable[..., object]) -> Callable[..., object]:
        return lambda *given, **named: (done.append(what), function(*given, **named))[1]

    monkeypatch.setattr(grading, "read_submissions", telling("read", grading.read_submissions))
    monkeypatch.setattr(marks, "grade", telling("marked", marks.grade))
    return done


@pytest.fixture
def cohort(tmp_path: Path) -> Cohort:
    made = tiny_class(tmp_path / "class")
    submit(made, s01="1a: 10 20\n", s02="1a: 11 22\n")
    return made


def again(cohort: Cohort) -> list[tuple[str, float]]:
    rows = grade_class(open_class(cohort.folder)).rows
    return [(row.student.id, float(row.paper.score)) for row in rows if row.paper]


def test_what_has_not_changed_is_neither_read_nor_marked_again(cohort: Cohort, work: list[str]) -> None:
    first = grade_class(cohort)
    assert work == ["read", "read", "marked", "marked"]
    assert grade_class(open_class(cohort.folder)) == first
    assert len(work) == 4


def test_what_an_unread_answer_may_have_meant_is_marked_with_its_paper(
    cohort: Cohort, work: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    submit(cohort, s01="1a: 10 20\n2: 2,500\n")
    monkeypatch.setattr(marks, "FEW", 1)
    grade_class(cohort, lambda work, items, chunk=1: HERE(work, items, chunk))
    assert work.count("marked") > 2
    work.clear()
    marked = marked_class(cohort.folder)
    (case,) = review(marked.marking, marked.gradebook, {}).cases
    assert (case.item, [float(*choice.gains) for choice in case.choices], work) == ("2.1", [0, 3, 3, 0], [])


def _replace(name: str, old: str, new: str) -> Callable[[Path], object]:
    def change(folder: Path) -> None:
        (folder / name).write_text((folder / name).read_text().replace(old, new))

    return change


@pytest.mark.parametrize(
    ("change", "done", "scores"),
    [
        (_replace("submissions/s02.txt", "22", "0"), ["read", "marked"], [1, 0.5]),
        (_replace("students.csv", ",11", ",13"), ["read", "read", "marked", "marked"], [1, 0]),
        (
            _replace("corrige.toml", 'lang = "en"', 'lang = "fr"'),
            ["read", "read", "marked", "marked"],
            [1, 1],
        ),
        (
            lambda folder: ((folder / "sheets").mkdir(), (folder / "sheets" / "s01.pdf").write_bytes(b"")),
            ["read", "read", "marked", "marked"],  # a class with sheets: papers without a seal are flagged
            [1, 1],
        ),
        (lambda folder: (folder / "submissions" / "s02.txt").rename(folder / "s02.txt"), [], [1]),
    ],
    ids=["answers", "seed", "settings", "sheets", "one less"],
)
def test_what_depends_on_a_change_is_made_again(
    cohort: Cohort, work: list[str], change: Callable[[Path], object], done: list[str], scores: list[float]
) -> None:
    grade_class(cohort)
    work.clear()
    change(cohort.folder)
    assert [score for _, score in again(cohort)] == scores
    assert sorted(work) == sorted(done)


def test_another_version_of_the_code_takes_away_what_the_former_one_made(
    cohort: Cohort, work: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CORRIGE_CACHE", str(tmp_path / "store"))
    grade_class(cohort)
    folders = set((store_folder() / kept.FOLDER).glob("*/*"))
    work.clear()
    monkeypatch.setattr(kept, "_code", lambda _: "another")
    again(cohort)
    assert len(work) == 4
    there = set((store_folder() / kept.FOLDER).glob("*/*"))
    assert (len(folders - there), len(there - folders)) == (1, 1)


def test_a_store_that_cannot_be_written_is_only_slower(
    cohort: Cohort, work: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CORRIGE_CACHE", "/dev/null/store")
    first = grade_class(cohort)
    assert grade_class(open_class(cohort.folder)) == first
    assert len(work) == 8
