"""Marks for Moodle: a file for « Grades › Import › CSV », made from the list that Moodle itself exported."""

from fractions import Fraction

from answers.assets import house_words
from answers.exam.exam import Exam
from answers.exports.listed import ROLES, Listed, match, plain
from answers.exports.request import Exported, Request
from answers.exports.spreadsheet import texts_csv
from answers.kinds.numbers.format import format_decimal
from answers.paper import Paper, rounded
from answers.sheets.mark_steps import mark_steps

PEOPLE = frozenset().union(*(ROLES[role] for role in ("id", "email", "first_name", "name", "full_name")))


def moodle_marks(request: Request) -> Exported:
    """Return those who are in Moodle's own list and have a mark, the mark, and what each question earned.

    Moodle refuses a whole file for one student that it does not know: the others are told. Numbers have a point, cells
    are separated by commas.

    Source: grade/import/csv of Moodle (its reader of grades, and its tests).
    """
    listed = request.list_of("moodle")
    matched = match(request.gradebook.rows, listed, request.moodle_folders)
    kept = _people(listed)
    rows = [[*(listed.columns[at] for at in kept), request.column, _feedback(request)]]
    for one in matched.found:
        paper, value, absence = one.row.marked, one.row.value, one.row.absence
        if value is not None:
            told = marks_told(request.gradebook.exam, paper, request.lang) if paper else ""
            told = absence.told(request.lang) if absence else told
            rows.append([*(one.listed[at] for at in kept), f"{rounded(value):g}", told])
    return Exported(texts_csv(rows), matched.problems)


def _feedback(request: Request) -> str:
    """The header of what each question earned."""
    words = house_words(request.lang)
    return f"{words['tables']['feedback']}{words['colon']} {request.column}"


def _people(listed: Listed) -> list[int]:
    """The columns that say who somebody is."""
    return [at for at, column in enumerate(listed.columns) if plain(column) in PEOPLE]


def marks_told(exam: Exam, paper: Paper, lang: str) -> str:
    """Return "Question 1 : 1,5 / 2 ; Question 2 : 0 / 1" or its like in English, then how a mark came about."""
    words = house_words(lang)
    one = "{question} {number}{colon} {score} / {points}"
    texts = []
    for question in exam.questions:
        marks = [paper.parts[part.id] for part in question.parts]
        score, points = (sum(some, Fraction(0)) for some in zip(*((m.score, m.points) for m in marks), strict=True))
        texts.append(
            one.format(
                question=words["question"],
                number=question.number,
                colon=words["colon"],
                score=format_decimal(score, lang, 3),
                points=format_decimal(points, lang, 3),
            )
        )
    steps = [mark_steps(paper.mark, lang)] if paper.mark else []
    return f"{words['semicolon']} ".join((*texts, *steps))
