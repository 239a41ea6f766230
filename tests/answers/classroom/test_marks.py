"""Test that workers mark papers as one process does, also if the seeds of the atlas show how rare a value is."""

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from answers.atlas.seed_summary import atlas_seeds
from answers.classroom import feedback, folder, marks
from answers.classroom.db import transaction
from answers.classroom.folder import ClassData, add_seeds, create_class, open_class, start_sitting
from answers.classroom.marks import grade_class, mark_many, write_marks
from answers.errors import CorrigeError
from answers.exam.key import make_key
from answers.exam.key_cache import cached_key
from answers.exam.scenario import Scenario
from answers.executors.workers import SERIAL
from answers.exports.gradebook import marks_json
from answers.exports.tables import gradebook_csv
from answers.grading.grade import Assignment
from answers.grading.similarity import ClassKeys, class_keys
from answers.sheets.shared_layout import Page
from answers.sheets.sheet import Feedback, Sheet
from tests.answers.classroom.handing_in import contents, submit, tiny_class
from tests.answers.tiny import EXAMS, TINY, submission


@pytest.fixture
def printed(drawn: list[str], monkeypatch: pytest.MonkeyPatch) -> list[tuple[Sheet, str, str]]:
    """Replace printing, and return the arguments of each page printed."""
    results: list[tuple[Sheet, str, str]] = []

    def quick(sheet: Sheet, *, lang: str, secret: str) -> Page:
        results.append((sheet, lang, secret))
        return Page(f"{sheet.student.id} {sheet.paper and float(sheet.paper.score)}")

    monkeypatch.setattr(feedback, "sheet_page", quick)
    return results


def test_rows_of_nobody_cost_no_key(class_data: ClassData, monkeypatch: pytest.MonkeyPatch) -> None:
    requests: set[int] = set()
    monkeypatch.setattr(folder, "cached_key", lambda exam, world: requests.add(world.u0) or cached_key(exam, world))
    rows = "".join(f"x{u0},{u0},{u0} 0,,\n" for u0 in range(100, 140))
    (class_data.folder / "submissions" / "x.csv").write_text(f"student,u0,1a,1b,2\ns01,10,10 20,,\n{rows}")
    marks = grade_class(class_data)
    assert (len(marks.unassigned), [row.student.id for row in marks.rows if row.paper]) == (40, ["s01"])
    assert requests <= {10, 11, 12, TINY.model_seed}


def _paper(u0: int) -> str:
    return f"1a: {u0} {2 * u0}\n1b: {u0 + 1} {2 * u0 + 1}\n2: {u0 / 4}\n"


def test_a_paper_of_another_sitting_is_asked_about(tmp_path: Path) -> None:
    rows = "".join(f"s0{at},A{at},B{at},{u0}\n" for at, u0 in enumerate((4001, 9013, 21007, 33500)))
    home = create_class(tmp_path / "class", "tiny", f"student,name,first_name,u0\n{rows}".encode(), "en", (EXAMS,))
    june = start_sitting(home.folder, "tiny", "june", exam_folders=(EXAMS,))
    seeds = {enrollment.student.id: u0 for enrollment, u0 in zip(home.enrollments, (51, 7003, 11, 45001), strict=True)}
    with transaction(june.folder) as connection:
        add_seeds(connection, seeds)
    june = open_class(june.folder)
    submit(june, s00=_paper(4001), s01=_paper(7003))
    shown = [[str(flag) for flag in row.open_flags] for row in grade_class(june).rows[:2]]
    assert ["answers-of-seed-4001" in shown[0], shown[1]] == [True, []]
    submit(home, s00=_paper(51))
    assert "answers-of-seed-51" in map(str, grade_class(home).rows[0].open_flags)


def test_papers_without_a_right_answer_may_be_of_another_exam(class_data: ClassData) -> None:
    submit(class_data, s01=_paper(500), s02=_paper(600))
    assert grade_class(class_data).problems == ()
    submit(class_data, s03=_paper(700))
    assert len(grade_class(class_data).problems) == 1
    submit(class_data, s03=_paper(700).replace("700 ", "12 "))
    assert grade_class(class_data).problems == ()


def test_what_is_no_file_is_not_read_but_named(class_data: ClassData, tmp_path: Path) -> None:
    folder = class_data.folder / "submissions"
    (folder / ".DS_Store").write_bytes(b"\0")
    (folder / "deep").mkdir()
    os.mkfifo(folder / "pipe")
    (tmp_path / "secret.txt").write_text("student: s02\n1a: 11 22\n")
    (folder / "s02.txt").symlink_to(tmp_path / "secret.txt")
    submit(class_data, s01="1a: 10 20\n")
    marks = grade_class(class_data)
    assert [str(paper.place) for paper in marks.papers] == ["submissions/s01.txt"]
    assert [(problem.place, problem.cause) for problem in marks.problems] == [
        ("submissions/.DS_Store", "the file is hidden, since its name begins with a point, and was not collected"),
        ("submissions/deep", "this is a folder, and its files are not read"),
        ("submissions/pipe", "this is not a file, and was not collected"),
        ("submissions/s02.txt", "this is a link, and the file to which it points is not read"),
    ]
    assert marks.needs_teacher


def test_a_part_that_the_exam_does_not_have_is_a_problem_of_its_file(class_data: ClassData) -> None:
    submit(class_data, s01="1a: 10 20\n9z: 1\n")
    marks = grade_class(class_data)
    assert (marks.papers, ["9z" in problem.cause for problem in marks.problems]) == ((), [True])


def test_a_class_without_submissions_folder_is_told(class_data: ClassData) -> None:
    (class_data.folder / "submissions").rmdir()
    with pytest.raises(CorrigeError) as caught:
        grade_class(class_data)
    place = str(class_data.folder / "submissions")
    assert [problem.place for problem in caught.value.problems] == [place]


def test_marks_and_feedback_are_written(class_data: ClassData, printed: list[tuple[Sheet, str, str]]) -> None:
    submit(class_data, s01="1a: 10 20\n", s02="student: s02\nexam: nash\n1a: 11 22\n", stray="u0: 10\n1a: 10 20\n")
    marks = grade_class(class_data)
    row = marks.rows[0]
    assert row.paper is not None
    assert write_marks(class_data, marks) == tuple(
        class_data.folder / name for name in ("marks.json", "gradebook.csv", "feedback/s01.pdf")
    )
    sheet = Feedback(class_data.exam, class_data.key(Scenario(10)), row.paper, row.student)
    assert printed == [(sheet, "en", class_data.settings.secret)]
    assert (class_data.folder / "marks.json").read_bytes() == marks_json(marks)
    assert (class_data.folder / "gradebook.csv").read_bytes() == gradebook_csv(marks)
    assert (class_data.folder / "feedback" / "s01.pdf").read_bytes() == b"s01 1.0"


def test_what_was_given_back_before_is_set_aside_each_time(
    class_data: ClassData, printed: list[tuple[Sheet, str, str]]
) -> None:
    for answers in ("10 20", "10 0", "0 0"):
        submit(class_data, s01=f"1a: {answers}\n")
        write_marks(class_data, grade_class(class_data))
    aside = contents(class_data.folder / "set-aside")
    assert sorted(aside) == [
        f"{name}{end}" for name in ("feedback/s01.pdf", "gradebook.csv", "marks.json") for end in ("", ".1")
    ]
    assert [json.loads(aside[name])["papers"][0]["score"] for name in ("marks.json", "marks.json.1")] == [1.0, 0.5]
    assert (aside["feedback/s01.pdf"], aside["feedback/s01.pdf.1"]) == (b"s01 1.0", b"s01 0.5")
    assert [path.name for path in (class_data.folder / "feedback").iterdir()] == ["s01.pdf"]
    assert (class_data.folder / "feedback" / "s01.pdf").read_bytes() == b"s01 0.0"


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EDQUOT])
@pytest.mark.parametrize("writes", range(4))
def test_marks_made_again_on_a_full_disk_leave_the_former_ones_in_place(
    class_data: ClassData,
    printed: list[tuple[Sheet, str, str]],
    full_disk: Callable[..., None],
    writes: int,
    error: int,
) -> None:
    """Two files of marks and two sheets are written; a file that is set aside is only moved."""
    submit(class_data, s01="1a: 10 20\n", s02="1a: 11 22\n")
    write_marks(class_data, grade_class(class_data))
    (class_data.folder / "feedback" / "s99.pdf").write_bytes(b"of s99")
    submit(class_data, s01="1a: 10 0\n", s02="1a: 0 22\n")
    former, new = contents(class_data.folder), grade_class(class_data)
    full_disk(writes, error)
    with pytest.raises(CorrigeError, match=r"no space left|quota"):
        write_marks(class_data, new)
    assert contents(class_data.folder) == former
    full_disk(4)
    write_marks(class_data, new)
    assert contents(class_data.folder)["feedback/s01.pdf"] == b"s01 0.5"


COPIED: dict[str, tuple[str, ...]] = {"1a": ("7001 14002",), "1b": ("7002 21",), "2": ("1750.25",)}
"""Of seed 7001 what is wrong for seed 10: three items of the first question, one of the second."""


@pytest.mark.parametrize(
    ("known", "flags"),
    [
        ([], ["answers-of-seed-7001"]),
        ([7001] * 25 + [20] * 75, []),  # one seed in four has these values
    ],
)
def test_seeds_that_are_known_go_along(known: list[int], flags: list[str]) -> None:
    answers = [make_key(TINY, u0).answers for u0 in known]
    others = class_keys(TINY, (10, 300, 7001), lambda scenario: make_key(TINY, scenario), answers)
    [((_, paper),)] = mark_many(lambda: TINY, [(submission(COPIED, u0="10"), Assignment())], others, SERIAL)
    assert [str(flag) for flag in paper.flags if flag.slug.startswith("answers-of-seed")] == flags


@pytest.mark.parametrize(("chosen", "count"), [("", 0), ("[marking]\natlas = 70\n", 70)])
def test_a_class_asks_as_many_seeds_as_its_settings_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chosen: str, count: int
) -> None:
    class_keyses: list[ClassKeys] = []

    def counted(*argument: object) -> ClassKeys:
        class_keyses.append(class_keys(*argument))  # type: ignore[arg-type]
        return class_keyses[-1]

    monkeypatch.setattr(marks, "class_keys", counted)
    class_data = tiny_class(tmp_path / "class")
    submit(class_data, s01="1a: 10 20\n")
    with (class_data.folder / "corrige.toml").open("a") as stream:
        stream.write(chosen)
    grade_class(open_class(class_data.folder))
    requests = {u0 for u0 in atlas_seeds(70)[:count] if u0 not in (10, 11, 12)}
    assert sorted(class_keyses[0].known.get(("1a", 0), ())) == sorted(map(float, requests))
