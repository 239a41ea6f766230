"""A class in a folder: who sits the exam, with which seeds, and their blank sheets.

`corrige.toml` holds the exam, the language and the secret that seals the sheets; `students.csv` the identifiers, names
and seeds; `subject.pdf` the subject; `sheets/` one blank sheet a student; `submissions/` what students hand in, in any
format. Marking adds `marks.json`, `gradebook.csv` and `feedback/`.
"""

import json
import random
import secrets
from dataclasses import dataclass, replace
from pathlib import Path

from answers.classroom.roster import Pupil, draw_seeds, parse_roster, roster_csv
from answers.errors import CorrigeError
from answers.exam.adjust import load_adjusted
from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.load_settings import load_settings
from answers.exam.settings import FILE_NAME, Settings
from answers.exam.store import kept_key
from answers.exam.world import World
from answers.files import make_folder, read_limited, write_atomic
from answers.sheets.booklet import subject_pdf
from answers.sheets.sheet import Blank, sheet_pdf

ROSTER = "students.csv"
SHEETS, SUBMISSIONS, SUBJECT = "sheets", "submissions", "subject.pdf"


@dataclass(frozen=True, slots=True)
class Cohort:
    """A class that was read from its folder: the exam as the teacher adjusted it, the settings and the pupils."""

    folder: Path
    exam: Exam
    settings: Settings
    pupils: tuple[Pupil, ...]

    def key(self, world: World) -> Key:
        """Return the key of a world."""
        return kept_key(self.exam, world)


def create_class(
    folder: Path, exam_name: str, roster: bytes, lang: str = "fr", exam_folders: tuple[Path, ...] = ()
) -> Cohort:
    """Start a class: write `corrige.toml` with a fresh secret, and `students.csv`.

    An exam of the teacher's own, found in `exam_folders` or where the settings say, is remembered with its folder.

    Raises
    ------
    CorrigeError
        If the exam is unknown, the roster is wrong, or the folder already holds a class.
    """
    places = (*load_settings(folder if folder.is_dir() else Path.cwd()).places, *exam_folders)
    exam = load_exam(exam_name, places)
    pupils = parse_roster(roster, ROSTER)
    make_folder(folder)
    if (folder / FILE_NAME).exists():
        raise CorrigeError.one("there is a class already", place=str(folder), remedy="choose another folder")
    write_atomic(folder / ROSTER, roster_csv(pupils))
    settings = f'exam = "{exam.name}"\nlang = "{lang}"\nsecret = "{secrets.token_hex(16)}"\n'
    own = [str(home.code) for home in exam.home.outside if isinstance(home.code, Path)]
    if own:
        settings += f"exams = {json.dumps(own)}\n"
    write_atomic(folder / FILE_NAME, settings.encode())
    make_folder(folder / SUBMISSIONS)
    return open_class(folder)


def open_class(folder: Path) -> Cohort:
    """Read a class from its folder.

    Raises
    ------
    CorrigeError
        If a file is missing or wrong, with what to mend.
    """
    if not (folder / FILE_NAME).is_file():
        raise CorrigeError.one(
            "there is no class here", place=str(folder), remedy="start one with `corrige class init`"
        )
    settings = load_settings(folder)
    if settings.exam is None:
        raise CorrigeError.one("the exam is not named", place=str(folder / FILE_NAME), remedy='add: exam = "nash"')
    exam = load_adjusted(settings.exam, settings)
    roster = folder / ROSTER
    return Cohort(folder, exam, settings, parse_roster(read_limited(roster), str(roster)))


def give_seeds(cohort: Cohort, source: random.Random) -> Cohort:
    """Draw a seed for each pupil who has none, and write `students.csv` again.

    Raises
    ------
    CorrigeError
        If the file cannot be written.
    """
    pupils = draw_seeds(cohort.pupils, cohort.exam.model_seed, source)
    write_atomic(cohort.folder / ROSTER, roster_csv(pupils), overwrite=True)
    return replace(cohort, pupils=pupils)


def write_sheets(cohort: Cohort, *, overwrite: bool = False) -> tuple[Path, ...]:
    """Write the blank sheet of every pupil to `sheets/`, and return the files; running again changes nothing.

    Raises
    ------
    CorrigeError
        If a pupil has no seed yet, or a sheet exists with other content and `overwrite` is false.
    """
    without = [pupil.student.id for pupil in cohort.pupils if pupil.u0 is None]
    if without:
        cause = f"no seed yet for {', '.join(without[:5])}{' and others' if len(without) > 5 else ''}"
        raise CorrigeError.one(cause, place=str(cohort.folder / ROSTER), remedy="run `corrige class seeds` first")
    folder = make_folder(cohort.folder / SHEETS)
    return tuple(_write_sheet(cohort, pupil, folder, overwrite) for pupil in cohort.pupils)


def write_subject(cohort: Cohort, *, overwrite: bool = False) -> Path:
    """Write the subject of the exam, the same for every pupil, to `subject.pdf`, and return the file.

    Raises
    ------
    CorrigeError
        If the exam has no subject, or the file exists with other content and `overwrite` is false.
    """
    path = cohort.folder / SUBJECT
    write_atomic(path, subject_pdf(cohort.exam, lang=cohort.settings.lang), overwrite=overwrite)
    return path


def _write_sheet(cohort: Cohort, pupil: Pupil, folder: Path, overwrite: bool) -> Path:  # noqa: FBT001
    assert pupil.u0 is not None
    settings = cohort.settings
    path = folder / f"{pupil.student.id}.pdf"
    sheet = Blank(cohort.exam, pupil.u0, pupil.student)
    write_atomic(path, sheet_pdf(sheet, lang=settings.lang, secret=settings.secret), overwrite=overwrite)
    return path
