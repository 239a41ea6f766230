"""Papers marked by others are marked as here, also where seeds of the atlas say how rare a value is."""

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from answers.atlas.look import atlas_seeds
from answers.classroom import feedback, folder, marks, versions
from answers.classroom.attribution import Attribution, Names
from answers.classroom.folder import Cohort, create_class, open_class
from answers.classroom.marks import grade_class, mark_many, write_marks
from answers.errors import CorrigeError, Problem
from answers.exam.identity import Student
from answers.exam.key import make_key
from answers.exam.key_cache import cached_key
from answers.exam.scenario import Scenario
from answers.executors.workers import HERE
from answers.exports.gradebook import marks_json
from answers.exports.tables import gradebook_csv
from answers.flags import STUDENT_CHANGED
from answers.grading.grade import Whose
from answers.grading.similarity import ClassKeys, class_keys
from answers.paper import Paper
from answers.sheets.sheet import Blank, Feedback, Sheet, sheet_pdf
from tests.answers.classroom.handing_in import contents, submit, tiny_class
from tests.answers.tiny import EXAMS, TINY, submission

ROSTER = b"student,name,first_name,u0\ns01,Aa,Bb,10\ns02,Cc,Dd,11\ns03,Ee,Ff,12\n"


@pytest.fixture
def cohort(tmp_path: Path) -> Cohort:
    return create_class(tmp_path / "class", "tiny", ROSTER, "en", (EXAMS,))


@pytest.fixture
def printed(drawn: list[str], monkeypatch: pytest.MonkeyPatch) -> list[tuple[Sheet, str, str]]:
    """What is printed, which is quick here, and what was given to print it."""
    found: list[tuple[Sheet, str, str]] = []

    def quick(sheet: Sheet, *, lang: str, secret: str) -> str:
        found.append((sheet, lang, secret))
        return f"{sheet.student.id} {sheet.paper and float(sheet.paper.score)}"

    monkeypatch.setattr(feedback, "sheet_html", quick)
    return found


def told(paper: Paper | None) -> tuple[str, str, int | None, float, tuple[str, ...]] | None:
    return paper and (
        str(paper.place), paper.student, paper.u0, float(paper.score), tuple(map(str, paper.flags))
    )  # fmt: skip


def test_rows_of_nobody_cost_no_key(cohort: Cohort, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[int] = set()
    monkeypatch.setattr(folder, "cached_key", lambda exam, world: asked.add(world.u0) or cached_key(exam, world))
    rows = "".join(f"x{u0},{u0},{u0} 0,,\n" for u0 in range(100, 140))
    (cohort.folder / "submissions" / "x.csv").write_text(f"student,u0,1a,1b,2\ns01,10,10 20,,\n{rows}")
    marks = grade_class(cohort)
    assert (len(marks.strays), [row.student.id for row in marks.rows if row.paper]) == (40, ["s01"])
    assert asked <= {10, 11, 12, TINY.model_seed}


def test_each_paper_goes_to_its_pupil_and_is_marked_with_the_seed_of_the_roster(cohort: Cohort) -> None:
    submit(
        cohort,
        a="student: s02\nu0: 11\n1a: 11 0\n",
        s01="1a: 10 20\n",
        b="student: Ff Ee\nu0: 10\n1a: 12 24\n",
        stray="student: nobody\nu0: 10\n1a: 10 20\n",
        unknown="1a: 1 2\n",
    )
    marks = grade_class(cohort)
    assert [(row.student.id, row.u0, told(row.paper)) for row in marks.rows] == [
        ("s01", 10, ("submissions/s01.txt", "s01", 10, 1.0, ())),
        ("s02", 11, ("submissions/a.txt", "s02", 11, 0.5, ())),
        ("s03", 12, ("submissions/b.txt", "s03", 12, 1.0, ("file-of-another",))),
    ]
    assert [told(paper) for paper in marks.strays] == [
        ("submissions/stray.txt", "nobody", None, 0.0, ("of-nobody",)),
        ("submissions/unknown.txt", "", None, 0.0, ("of-nobody",)),
    ]
    assert (marks.exam, marks.problems) == (cohort.exam, ())


def test_the_last_of_several_papers_by_date_stands_and_the_others_are_strays(cohort: Cohort) -> None:
    submit(cohort, m="student: s01\n1a: 10 20\n", a="student: s01\n1a: 10 0\n", z="student: s01\nu0: 3\n1a: 0 0\n")
    submit(cohort, e="student: s02\n1a: 11 22\n", d="student: s02\n1a: 0 0\n", nobody="u0: 10\n1a: 10 20\n")
    for hours, name in enumerate(("z", "a", "m", "d", "e", "nobody")):
        os.utime(cohort.folder / "submissions" / f"{name}.txt", (3600 * hours, 3600 * hours))
    marks = grade_class(cohort)
    assert [told(row.paper) for row in marks.rows] == [
        ("submissions/m.txt", "s01", 10, 1.0, ("several-papers",)),
        ("submissions/e.txt", "s02", 11, 1.0, ("several-papers",)),
        None,
    ]
    assert [str(paper.place) for paper in marks.strays] == [
        f"submissions/{name}.txt" for name in ("z", "a", "d", "nobody")
    ]
    assert marks.absent == ("s03",)


def test_what_is_no_file_is_not_read_but_named(cohort: Cohort, tmp_path: Path) -> None:
    folder = cohort.folder / "submissions"
    (folder / ".DS_Store").write_bytes(b"\0")
    (folder / "deep").mkdir()
    os.mkfifo(folder / "pipe")
    (tmp_path / "secret.txt").write_text("student: s02\n1a: 11 22\n")
    (folder / "s02.txt").symlink_to(tmp_path / "secret.txt")
    submit(cohort, s01="1a: 10 20\n")
    marks = grade_class(cohort)
    assert [str(paper.place) for paper in marks.papers] == ["submissions/s01.txt"]
    assert [(problem.place, problem.cause) for problem in marks.problems] == [
        ("submissions/.DS_Store", "is hidden, since its name begins with a point"),
        ("submissions/deep", "is a folder, whose content is not read"),
        ("submissions/pipe", "is not a file"),
        ("submissions/s02.txt", "is a link, which is not followed"),
    ]
    assert marks.needs_teacher


def test_a_paper_without_seal_never_displaces_one_with(cohort: Cohort) -> None:
    sealed = sheet_pdf(Blank(cohort.exam, 10, Student("s01", "Aa", "Bb")), secret=cohort.settings.secret)
    (cohort.folder / "submissions" / "a.pdf").write_bytes(sealed)
    submit(cohort, z="student: s01\nu0: 10\n1a: 10 20\n")
    marks = grade_class(cohort)
    assert str(marks.rows[0].paper and marks.rows[0].paper.place) == "submissions/a.pdf"
    assert "several-papers" in map(str, marks.rows[0].paper.flags if marks.rows[0].paper else ())
    assert [str(paper.place) for paper in marks.strays] == ["submissions/z.txt"]


def test_a_part_that_the_exam_does_not_have_is_a_problem_of_its_file(cohort: Cohort) -> None:
    submit(cohort, s01="1a: 10 20\n9z: 1\n")
    marks = grade_class(cohort)
    assert (marks.papers, ["9z" in problem.cause for problem in marks.problems]) == ((), [True])


def test_a_paper_keeps_what_is_remarkable_of_whose_it_is(cohort: Cohort, monkeypatch: pytest.MonkeyPatch) -> None:
    def changed(submission: object, names: Names, **_: bool) -> Attribution:
        return Attribution(names.ids["s03"], (STUDENT_CHANGED,))

    monkeypatch.setattr(versions, "attribute", changed)
    submit(cohort, s01="1a: 12 24\n")
    assert told(grade_class(cohort).rows[2].paper) == ("submissions/s01.txt", "s03", 12, 1.0, ("student-changed",))


def test_a_class_without_submissions_folder_is_told(cohort: Cohort) -> None:
    (cohort.folder / "submissions").rmdir()
    with pytest.raises(CorrigeError) as caught:
        grade_class(cohort)
    place = str(cohort.folder / "submissions")
    assert list(caught.value.problems) == [Problem("there is no such folder", place, "put the students' papers there")]


def test_marks_and_feedback_are_written(cohort: Cohort, printed: list[tuple[Sheet, str, str]]) -> None:
    submit(cohort, s01="1a: 10 20\n", s02="student: s02\nexam: nash\n1a: 11 22\n", stray="u0: 10\n1a: 10 20\n")
    marks = grade_class(cohort)
    row = marks.rows[0]
    assert row.paper is not None
    assert write_marks(cohort, marks) == tuple(
        cohort.folder / name for name in ("marks.json", "gradebook.csv", "feedback/s01.pdf")
    )
    sheet = Feedback(cohort.exam, cohort.key(Scenario(10)), row.paper, row.student)
    assert printed == [(sheet, "en", cohort.settings.secret)]
    assert (cohort.folder / "marks.json").read_bytes() == marks_json(marks)
    assert (cohort.folder / "gradebook.csv").read_bytes() == gradebook_csv(marks)
    assert (cohort.folder / "feedback" / "s01.pdf").read_bytes() == b"s01 1.0"


def test_an_unmarked_paper_does_not_keep_the_others_from_their_feedback(
    cohort: Cohort, printed: list[tuple[Sheet, str, str]]
) -> None:
    submit(cohort, s02="exam: nash\n1a: 11 22\n", s03="1a: 12 24\n")
    written = write_marks(cohort, grade_class(cohort))
    assert [path.name for path in written] == ["marks.json", "gradebook.csv", "s03.pdf"]


def test_what_was_given_back_before_is_set_aside_each_time(
    cohort: Cohort, printed: list[tuple[Sheet, str, str]]
) -> None:
    for answers in ("10 20", "10 0", "0 0"):
        submit(cohort, s01=f"1a: {answers}\n")
        write_marks(cohort, grade_class(cohort))
    aside = contents(cohort.folder / "set-aside")
    assert sorted(aside) == [
        f"{name}{end}" for name in ("feedback/s01.pdf", "gradebook.csv", "marks.json") for end in ("", ".1")
    ]
    assert [json.loads(aside[name])["papers"][0]["score"] for name in ("marks.json", "marks.json.1")] == [1.0, 0.5]
    assert (aside["feedback/s01.pdf"], aside["feedback/s01.pdf.1"]) == (b"s01 1.0", b"s01 0.5")
    given = {path.name for path in (cohort.folder / "feedback").iterdir()}
    assert given == {"index.json", "s01.pdf"}
    assert (cohort.folder / "feedback" / "s01.pdf").read_bytes() == b"s01 0.0"


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EDQUOT])
@pytest.mark.parametrize("writes", range(5))
def test_marks_made_again_on_a_full_disk_leave_the_former_ones_in_place(
    cohort: Cohort, printed: list[tuple[Sheet, str, str]], full_disk: Callable[..., None], writes: int, error: int
) -> None:
    """Two files of marks, two sheets, what they were made from; one that is set aside only moves."""
    submit(cohort, s01="1a: 10 20\n", s02="1a: 11 22\n")
    write_marks(cohort, grade_class(cohort))
    (cohort.folder / "feedback" / "s99.pdf").write_bytes(b"of s99")
    submit(cohort, s01="1a: 10 0\n", s02="1a: 0 22\n")
    former, new = contents(cohort.folder), grade_class(cohort)
    full_disk(writes, error)
    with pytest.raises(CorrigeError, match=r"no space left|quota"):
        write_marks(cohort, new)
    assert contents(cohort.folder) == former
    full_disk(5)
    write_marks(cohort, new)
    assert contents(cohort.folder)["feedback/s01.pdf"] == b"s01 0.5"


def test_the_feedback_of_somebody_who_left_is_set_aside(cohort: Cohort, printed: list[tuple[Sheet, str, str]]) -> None:
    folder = cohort.folder / "feedback"
    folder.mkdir()
    (folder / "s99.pdf").write_bytes(b"of s99")
    (folder / "notes.txt").write_bytes(b"of the teacher")
    submit(cohort, s01="1a: 10 20\n")
    write_marks(cohort, grade_class(cohort))
    assert sorted(path.name for path in folder.iterdir()) == ["index.json", "notes.txt", "s01.pdf"]
    assert (cohort.folder / "set-aside" / "feedback" / "s99.pdf").read_bytes() == b"of s99"


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
    [((_, paper),)] = mark_many(lambda: TINY, [(submission(COPIED, u0="10"), Whose())], others, HERE)
    assert [str(flag) for flag in paper.flags if flag.slug.startswith("answers-of-seed")] == flags


@pytest.mark.parametrize(("chosen", "count"), [("", 0), ("[marking]\natlas = 70\n", 70)])
def test_a_class_asks_as_many_seeds_as_its_settings_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chosen: str, count: int
) -> None:
    made: list[ClassKeys] = []

    def seen(*given: object) -> ClassKeys:
        made.append(class_keys(*given))  # type: ignore[arg-type]
        return made[-1]

    monkeypatch.setattr(marks, "classmates", seen)
    cohort = tiny_class(tmp_path / "class")
    submit(cohort, s01="1a: 10 20\n")
    with (cohort.folder / "corrige.toml").open("a") as stream:
        stream.write(chosen)
    grade_class(open_class(cohort.folder))
    asked = {u0 for u0 in atlas_seeds(70)[:count] if u0 not in (10, 11, 12)}
    assert sorted(made[0].known.get(("1a", 0), ())) == sorted(map(float, asked))
