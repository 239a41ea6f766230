"""Marks for Moodle: a file for « Grades › Import › CSV », made from the list that Moodle itself exported."""

from answers.assets import house_words
from answers.exports.listed import ROLES, Listed, plain
from answers.exports.matching import match
from answers.exports.question_marks import marks_told
from answers.exports.request import Exported, Request
from answers.exports.spreadsheet import texts_csv
from answers.paper import rounded

PEOPLE = frozenset().union(*(ROLES[role] for role in ("id", "email", "first_name", "name", "full_name")))


def moodle_marks(request: Request) -> Exported:
    """Return who each student is, word for word as Moodle has it, the mark and what each question earned.

    Moodle refuses a whole file for one student that it does not know: only those found in its list are in it, and the
    others are told. A student without a marked paper has no row. Numbers have a point, cells are separated by commas.

    Raises
    ------
    CorrigeError
        If there is no list.

    Source: grade/import/csv of Moodle (its reader of grades, and its tests).
    """
    listed = request.list_of("moodle")
    matched = match(request.gradebook.rows, listed)
    kept = _people(listed)
    rows = [[*(listed.columns[at] for at in kept), request.column, _feedback(request)]]
    for one in matched.found:
        paper = one.row.paper
        if paper is not None and paper.u0 is not None:
            told = marks_told(request.gradebook.exam, paper, request.lang)
            rows.append([*(one.listed[at] for at in kept), f"{rounded(paper.score):g}", told])
    return Exported(texts_csv(rows), matched.problems)


def _feedback(request: Request) -> str:
    """The header of what each question earned."""
    words = house_words(request.lang)
    return f"{words['tables']['feedback']}{words['colon']} {request.column}"


def _people(listed: Listed) -> list[int]:
    """The columns that say who somebody is."""
    return [at for at, column in enumerate(listed.columns) if plain(column) in PEOPLE]
