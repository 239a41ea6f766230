import random
import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from answers.classroom import folder as module
from answers.classroom.folder import (
    Cohort,
    create_class,
    give_seeds,
    open_class,
    sittings,
    start_sitting,
    write_sheets,
    write_subject,
)
from answers.classroom.roster import Pupil
from answers.errors import CorrigeError, Problem
from answers.exam.catalogue import load_exam
from answers.exam.identity import Student
from answers.exam.world import World
from answers.sheets.sheet import Blank, Sheet
from tests.answers.tiny import EXAMS, TINY

ROSTER = b"student;u0;name\ns01;17;A\ns02;;B\n"
PUPILS = (Pupil(Student("s01", "A"), 17), Pupil(Student("s02", "B")))
SHEET_EXISTS = "the file exists and was left as it is"


@pytest.fixture
def cohort(tmp_path: Path) -> Cohort:
    return create_class(tmp_path / "class", "tiny", ROSTER, "en", (EXAMS,))


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Sheet, str, str]]:
    """What is printed, which is quick here, and what was given to print it."""
    found: list[tuple[Sheet, str, str]] = []

    def quick(sheet: Sheet, *, lang: str, secret: str) -> bytes:
        found.append((sheet, lang, secret))
        return f"{sheet} {lang}".encode()

    monkeypatch.setattr(module, "sheet_pdf", quick)
    return found


def problems(caught: pytest.ExceptionInfo[CorrigeError]) -> list[Problem]:
    return list(caught.value.problems)


def test_a_class_is_read_as_it_was_made(cohort: Cohort) -> None:
    assert (cohort.folder.name, cohort.pupils) == ("class", PUPILS)
    assert (cohort.exam, cohort.settings.exam, cohort.settings.lang) == (TINY, "tiny", "en")
    assert cohort.key(World(10)).answers["1a"] == (10, 20)
    assert open_class(cohort.folder) == cohort


def test_the_files_of_a_new_class(cohort: Cohort) -> None:
    folder = cohort.folder
    assert sorted(path.name for path in folder.iterdir()) == ["corrige.toml", "students.csv", "submissions"]
    assert (folder / "submissions").is_dir()
    assert (folder / "students.csv").read_bytes() == b"student,name,first_name,u0\ns01,A,,17\ns02,B,,\n"
    settings = (folder / "corrige.toml").read_text("utf-8")
    assert re.sub('"[0-9a-f]{32}"', "SECRET", settings) == (
        f'exam = "tiny"\nlang = "en"\nsecret = SECRET\nexams = ["{EXAMS / "tiny"}"]\n'
    )


def test_each_class_has_a_secret_of_its_own_and_only_an_exam_of_the_teachers_own_its_folder(tmp_path: Path) -> None:
    first, second = (create_class(tmp_path / name, "nash", b"student\ns01\n") for name in ("a", "b"))
    assert first.settings.secret != second.settings.secret
    assert (first.settings.lang, first.settings.exam_folders) == ("fr", ())


def test_a_class_remembers_a_composed_paper_and_the_exams_that_it_comes_from(tmp_path: Path) -> None:
    cohort = create_class(tmp_path / "class", "both", ROSTER, "en", (EXAMS,))
    own = [str(EXAMS / name) for name in ("both.toml", "tiny", "small")]
    assert tomllib.loads((cohort.folder / "corrige.toml").read_text("utf-8"))["exams"] == own
    assert open_class(cohort.folder).exam.home == load_exam("both", [EXAMS]).home


@pytest.mark.parametrize("exists", [True, False])
def test_an_exam_is_found_where_the_settings_say(exists: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the folder when it is there already, else those of the current folder."""
    known, unknown = tmp_path / "known", tmp_path / "unknown"
    for folder, exams in ((known, EXAMS), (unknown, tmp_path / "absent")):
        folder.mkdir()
        (folder / "corrige.toml").write_text(f'exams = ["{exams}"]\n')
    place = (known if exists else unknown) / "class"
    if exists:
        place.mkdir()
    monkeypatch.chdir(unknown if exists else known)
    assert create_class(place, "tiny", ROSTER).exam.name == "tiny"


@pytest.mark.parametrize(
    ("exam", "roster", "problem"),
    [
        ("tyni", ROSTER, Problem("there is no exam 'tyni'", "", "did you mean tiny?")),
        ("tiny", b"", Problem("the class list is empty", "students.csv", "start with: student,name,first_name,u0")),
    ],
)
def test_a_class_that_cannot_be_made_leaves_nothing(exam: str, roster: bytes, problem: Problem, tmp_path: Path) -> None:
    with pytest.raises(CorrigeError) as caught:
        create_class(tmp_path / "class", exam, roster, exam_folders=(EXAMS,))
    assert problems(caught) == [problem]
    assert list(tmp_path.iterdir()) == []


def test_a_class_is_never_made_over_another(cohort: Cohort) -> None:
    before = {path: path.read_bytes() for path in cohort.folder.iterdir() if path.is_file()}
    with pytest.raises(CorrigeError) as caught:
        create_class(cohort.folder, "tiny", b"student\nother\n", exam_folders=(EXAMS,))
    assert problems(caught) == [Problem("there is a class already", str(cohort.folder), "choose another folder")]
    assert {path: path.read_bytes() for path in before} == before


def test_a_folder_that_is_no_class_is_told(tmp_path: Path) -> None:
    with pytest.raises(CorrigeError) as caught:
        open_class(tmp_path)
    remedy = "start one with `corrige class init`"
    assert problems(caught) == [Problem("there is no class here", str(tmp_path), remedy)]
    (tmp_path / "corrige.toml").write_text('lang = "fr"\n')
    with pytest.raises(CorrigeError) as caught:
        open_class(tmp_path)
    place = str(tmp_path / "corrige.toml")
    assert problems(caught) == [Problem("the exam is not named", place, 'add: exam = "nash"')]
    (tmp_path / "corrige.toml").write_text('exam = "nash"\n')
    (tmp_path / "students.csv").write_text("name\nA\n")
    with pytest.raises(CorrigeError) as caught:
        open_class(tmp_path)
    place = f"{tmp_path / 'students.csv'}, line 1"
    assert problems(caught) == [
        Problem(
            "column 'student' is missing",
            place,
            "add an identifier, a number, a login, an e-mail address, or both names",
        )
    ]


def test_a_class_is_opened_with_the_teachers_points(cohort: Cohort) -> None:
    with (cohort.folder / "corrige.toml").open("a") as stream:
        stream.write(f'[exams.tiny]\nfolder = "{EXAMS / "tiny"}"\npoints = {{ 2 = 7 }}\n')
    text = (cohort.folder / "corrige.toml").read_text().replace(f'exams = ["{EXAMS / "tiny"}"]\n', "")
    (cohort.folder / "corrige.toml").write_text(text)
    assert open_class(cohort.folder).exam.part("2").points == 7


def test_seeds_are_drawn_once_and_kept(cohort: Cohort) -> None:
    drawn = give_seeds(cohort, random.Random(1))
    first, second = drawn.pupils
    assert first == PUPILS[0]
    assert second.u0 not in (None, 0, 17)
    assert open_class(cohort.folder) == drawn
    assert give_seeds(drawn, random.Random(2)) == drawn


def test_the_model_seed_is_nobodys(cohort: Cohort) -> None:
    class Last(random.Random):
        def sample(self, population: range, k: int, *, counts: object = None) -> list[int]:
            assert 17 not in population
            return list(population)[:k]

    alone = replace(cohort, pupils=(Pupil(Student("s01")),))
    assert [pupil.u0 for pupil in give_seeds(alone, Last()).pupils] == [1]


def test_a_sheet_is_printed_for_each_pupil(cohort: Cohort, printed: list[tuple[Sheet, str, str]]) -> None:
    drawn = give_seeds(cohort, random.Random(1))
    paths = write_sheets(drawn)
    assert paths == tuple(cohort.folder / "sheets" / f"{name}.pdf" for name in ("s01", "s02"))
    secret = cohort.settings.secret
    assert printed == [(Blank(TINY, pupil.u0 or 0, pupil.student), "en", secret) for pupil in drawn.pupils]
    assert [path.read_bytes() for path in paths] == [f"{sheet} en".encode() for sheet, *_ in printed]
    assert write_sheets(drawn) == paths


def test_a_sheet_with_other_content_is_replaced_only_when_asked(
    cohort: Cohort, printed: list[tuple[Sheet, str, str]]
) -> None:
    drawn = give_seeds(cohort, random.Random(1))
    path, _ = write_sheets(drawn)
    path.write_bytes(b"mine")
    with pytest.raises(CorrigeError, match=SHEET_EXISTS):
        write_sheets(drawn)
    assert path.read_bytes() == b"mine"
    write_sheets(drawn, overwrite=True)
    assert path.read_bytes() != b"mine"


@pytest.mark.parametrize(
    ("count", "cause"),
    [
        (1, "no seed yet for s0"),
        (5, "no seed yet for s0, s1, s2, s3, s4"),
        (6, "no seed yet for s0, s1, s2, s3, s4 and others"),
    ],
)
def test_pupils_without_a_seed_are_named(count: int, cause: str, cohort: Cohort) -> None:
    pupils = (Pupil(Student("seeded"), 5), *(Pupil(Student(f"s{i}")) for i in range(count)))
    with pytest.raises(CorrigeError) as caught:
        write_sheets(replace(cohort, pupils=pupils))
    place = str(cohort.folder / "students.csv")
    assert problems(caught) == [Problem(cause, place, "run `corrige class seeds` first")]
    assert not (cohort.folder / "sheets").exists()


def test_the_subject_is_printed_in_the_language_of_the_class(cohort: Cohort, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "subject_pdf", lambda exam, *, lang: f"{exam.name} {lang}".encode())
    assert write_subject(cohort) == cohort.folder / "subject.pdf"
    assert (cohort.folder / "subject.pdf").read_bytes() == b"tiny en"
    assert write_subject(cohort).is_file()  # the same again is no change
    (cohort.folder / "subject.pdf").write_bytes(b"of the teacher")
    with pytest.raises(CorrigeError) as caught:
        write_subject(cohort)
    assert [problem.cause for problem in problems(caught)] == [SHEET_EXISTS]
    write_subject(cohort, overwrite=True)
    assert (cohort.folder / "subject.pdf").read_bytes() == b"tiny en"


def test_another_exam_of_the_class_goes_by_its_list(cohort: Cohort) -> None:
    """One list at the root; seeds of its own."""
    second = start_sitting(cohort.folder, "small", lang="en", exam_folders=(EXAMS,))
    assert second.folder == cohort.folder / "small"
    assert [(pupil.student, pupil.u0) for pupil in second.pupils] == [(pupil.student, None) for pupil in PUPILS]
    drawn = give_seeds(second, random.Random(3))
    assert None not in {pupil.u0 for pupil in drawn.pupils}
    assert open_class(second.folder).pupils == drawn.pupils
    assert open_class(cohort.folder).pupils == PUPILS
    assert sorted(path.name for path in second.folder.iterdir()) == ["corrige.toml", "seeds.csv", "submissions"]
    assert sittings(cohort.folder) == (cohort.folder, second.folder)
    (cohort.folder / "students.csv").write_bytes(ROSTER + b"s03;;C\n")
    assert [pupil.u0 is None for pupil in open_class(second.folder).pupils] == [False, False, True]


def test_the_same_exam_is_sat_again_under_a_name(cohort: Cohort) -> None:
    for name, told in (("", "its exam"), ("feedback", "cannot be called"), ("../x", "cannot be called")):
        with pytest.raises(CorrigeError, match=told):
            start_sitting(cohort.folder, "tiny", name, exam_folders=(EXAMS,))
    again = start_sitting(cohort.folder, "tiny", "june", exam_folders=(EXAMS,))
    assert again.folder == cohort.folder / "june"
    assert again.settings.secret != cohort.settings.secret
    with pytest.raises(CorrigeError, match="there already"):
        start_sitting(cohort.folder, "tiny", "june", exam_folders=(EXAMS,))
