"""A class given back: its marks for people and for the school's platform, its feedback, its questions."""

import csv
import io
from dataclasses import dataclass, replace
from pathlib import Path

from answers.classroom.feedback import FEEDBACK
from answers.classroom.folder import Cohort
from answers.classroom.marks import grade_class
from answers.errors import CorrigeError
from answers.exam.words import plain
from answers.exam.world import World
from answers.exports.exports import FORMS
from answers.exports.gradebook import Gradebook, Row, anonymous
from answers.exports.listed import read_list
from answers.exports.request import NO_DECISIONS, Exported, Request
from answers.exports.spreadsheet import DIALECTS
from answers.exports.tables import Table
from answers.files import read_limited

DECISIONS = "decisions.csv"
GIVEN_BACK = "exports"


@dataclass(frozen=True, slots=True)
class Choices:
    """What a teacher chooses: the dialect of numbers, the platform's list, the exam's name there, names or none."""

    dialect: str = ""
    listed: Path | None = None
    column: str = ""
    anonymous: bool = False


def give_back(cohort: Cohort, form: str, choices: Choices = Choices()) -> Exported:
    """Return one export of a class, with whom and what a person must look at first.

    Raises
    ------
    CorrigeError
        If the form is unknown, needs a list that is missing or wrong, or names are its purpose and it is to be
        anonymous.
    """
    made = FORMS[form]
    if choices.anonymous and made.has_names:
        remedy = "leave out --anonymous, or give back csv, xlsx or json"
        raise CorrigeError.one(f"{form} finds students by their names, or has them in it", remedy=remedy)
    listed = read_list(read_limited(choices.listed), str(choices.listed)) if choices.listed else None
    gradebook = _with_extra(cohort, grade_class(cohort)) if made.has_marks else _unmarked(cohort)
    lang = cohort.settings.lang
    return made.write(
        Request(
            anonymous(gradebook) if choices.anonymous else gradebook,
            lambda u0: cohort.key(World(u0)),
            lang,
            DIALECTS[choices.dialect or lang],
            listed,
            choices.column or plain(cohort.exam.words(lang).title),
            _feedback(cohort),
            decisions_table(cohort.folder),
        )
    )


def decisions_table(folder: Path) -> Table:
    """Return what the teacher decided, as `decisions.csv` has it; no row when there is no such file.

    Raises
    ------
    CorrigeError
        If it cannot be read.
    """
    path = folder / DECISIONS
    if not path.exists():
        return NO_DECISIONS
    rows = [tuple(row) for row in csv.reader(io.StringIO(read_limited(path).decode("utf-8-sig", "replace"))) if row]
    if not rows:
        return NO_DECISIONS
    columns, *body = rows
    return replace(
        NO_DECISIONS, columns=columns, rows=tuple((*row, *[""] * len(columns))[: len(columns)] for row in body)
    )


def _with_extra(cohort: Cohort, gradebook: Gradebook) -> Gradebook:
    """The gradebook with the teacher's other columns."""
    extra = {pupil.student.id: dict(pupil.extra) for pupil in cohort.pupils}
    return replace(gradebook, rows=tuple(replace(row, extra=extra[row.student.id]) for row in gradebook.rows))


def _unmarked(cohort: Cohort) -> Gradebook:
    return Gradebook(cohort.exam, tuple(Row(pupil.student, pupil.u0, None) for pupil in cohort.pupils), (), ())


def _feedback(cohort: Cohort) -> dict[str, Path]:
    """The feedback sheets that there are."""
    paths = {pupil.student.id: cohort.folder / FEEDBACK / f"{pupil.student.stem}.pdf" for pupil in cohort.pupils}
    return {student: path for student, path in paths.items() if path.is_file()}
