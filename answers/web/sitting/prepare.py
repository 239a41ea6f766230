"""Build the plan of an exam session from a class; everything that needs the code of the exam is rendered here."""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil
from types import MappingProxyType

from answers.assets import shared_words
from answers.classroom.folder import ROSTER, ClassData, require_seeds
from answers.errors import CorrigeError, Problem
from answers.exam.exam import Exam
from answers.exam.words import Words, plain
from answers.messages import Message
from answers.people.names import unaccented
from answers.people.table import plain as plain_text
from answers.sheets.booklet import subject_html
from answers.sheets.issued import issue_of
from answers.sheets.subject import has_subject, subject_of
from answers.sheets.view import is_plural, points_text, question_views
from answers.web.common.guard import digest
from answers.web.sitting.plan import Plan, SittingBox, SittingQuestion, SittingStudent, reader, served_html

HEADERS = frozenset(
    (
        *("tiers temps", "1 3 temps", "temps supplementaire", "temps suppl", "temps additionnel", "temps majore"),
        *("majoration", "majoration de temps", "majoration temps", "extra time", "additional time"),
    )
)
SIMILAR = re.compile(r"\btemps\b|\bmajor(?:ation|ee?)\b|\bextra\b|additional time")
"""What headers of columns for extra time have in common, and perhaps some others."""
YES = frozenset({"oui", "yes", "x", "o", "y", "vrai", "true", "tiers", "tiers temps"})
NO = frozenset({"", "non", "no", "n", "faux", "false", "0"})
THIRD = Fraction(1, 3)
_SHARE = re.compile(r"(\d{1,2}) ?/ ?([1-9]\d?)|(\d{1,3}) ?%")
_MINUTES = re.compile(r"(\d{1,3}) ?(?:min|mn|minutes?|')?")
MOST = 600


def is_extra_time(header: str) -> bool:
    """Return whether a column of the class list is for extra time, from its header without a part in brackets."""
    return plain_text(re.sub(r"[(\[].*", "", header)) in HEADERS


def is_like_extra_time(header: str) -> bool:
    """Return whether a header resembles one for extra time, but is not accepted by `is_extra_time`."""
    return not is_extra_time(header) and SIMILAR.search(plain_text(header)) is not None


def extra_minutes(rows: Iterable[tuple[str, Iterable[tuple[str, str]]]], minutes: int, place: str) -> dict[str, int]:
    """Return the extra minutes of each student, from the columns of the class list for extra time.

    `rows` has the identifier of each student with pairs of header and text; `minutes` is the duration of the exam,
    `place` the name of the list for errors. A cell is "oui" for a third of the duration, or "1/4", "25 %" or "20 min";
    "", "non" and "0" give none. CorrigeError for any other text, or for different times of a student.
    """
    extra, problems = {}, []
    for student, columns in rows:
        cells = [text for header, text in columns if is_extra_time(header)]
        times = {_minutes(cell, minutes) for cell in cells} - {0}
        if None in times or len(times) > 1:
            cell = " + ".join(cell for cell in cells if cell.strip())
            cause = Message(
                "the extra time of {student} in the class list cannot be read: {cell!r}",
                student=student,
                cell=cell[:40],
            )
            problems.append(
                Problem(cause, place, "write oui, 1/3, 33 % or 20 min in this column, or leave the cell empty")
            )
        else:
            extra[student] = next((more for more in times if more), 0)
    if problems:
        raise CorrigeError(problems)
    return extra


def _minutes(cell: str, minutes: int) -> int | None:
    """Return the extra minutes written in a cell of the class list, None if the text cannot be read."""
    text = " ".join(re.sub(r"[_-]", " ", unaccented(cell.casefold())).split())
    share, number = _SHARE.fullmatch(text), _MINUTES.fullmatch(text)
    if text in NO:
        return 0
    if text in YES:
        return ceil(minutes * THIRD)
    if share:
        part = Fraction(int(share[1]), int(share[2])) if share[1] else Fraction(int(share[3]), 100)
        return ceil(minutes * part) if part <= 1 else None
    return int(number[1]) if number and int(number[1]) <= MOST else None


USUAL_MINUTES = 180
_BODY = re.compile(r"<body[^>]*>(.*)</body>", re.DOTALL)


def minutes_of(exam: Exam) -> int:
    """Return the duration of an exam in minutes, from its subject; 180 if the exam has no subject."""
    return subject_of(exam).minutes if has_subject(exam) else USUAL_MINUTES


def build_plan(
    class_data: ClassData, minutes: int, seeds: Mapping[str, int] = MappingProxyType({}), before: Plan | None = None
) -> Plan:
    """Return the plan of an exam session of `minutes`, with the rendered sheet of each student.

    `seeds` has the seed of each student who has begun to type and keeps the sheet. Students and equal sheets of the
    plan `before` stay. CorrigeError if a student has no seed, or if an extra time cannot be read.
    """
    exam, lang, place = class_data.exam, class_data.settings.lang, str(class_data.folder / ROSTER)
    sheets = {
        enrollment.student: seeds.get(enrollment.student.id, enrollment.u0) for enrollment in class_data.enrollments
    }
    require_seeds(class_data, seeds)
    rows = [(enrollment.student.id, enrollment.extra) for enrollment in class_data.enrollments]
    own = extra_minutes(rows, minutes, place)
    earlier = {candidate.id: candidate for candidate in before.candidates} if before else {}
    words = exam.words(lang)
    candidates = dict(earlier)
    for enrollment in class_data.enrollments:
        student, listed, u0 = enrollment.student, enrollment.u0, sheets[enrollment.student]
        assert u0 is not None
        last = earlier.get(student.id)
        if last and last.u0 == u0:
            questions, data = last.questions, last.data
        else:
            questions = sheet_questions(exam, words, u0)
            data = digest(repr((issue_of(exam, u0, lang), [box.item for asked in questions for box in asked.boxes])))
        candidates[student.id] = SittingStudent(
            student.id, student.display_name, u0, own[student.id], questions, None if listed == u0 else listed, data
        )
    return Plan(
        exam.name,
        str(words.title),
        lang,
        minutes,
        before.subject if before else subject_part(exam, lang),
        tuple(reader(part.id, part.kind) for part in exam.parts),
        tuple(candidates.values()),
    )


def subject_part(exam: Exam, lang: str) -> str:
    """Return the body of an exam's subject as HTML to include in a page, "" if the exam has no subject."""
    match = _BODY.search(subject_html(exam, lang=lang, on_screen=True)) if has_subject(exam) else None
    return served_html(match[1]) if match else ""


def sheet_questions(exam: Exam, words: Words, u0: int) -> tuple[SittingQuestion, ...]:
    """Return the questions of the sheet of the seed `u0`, rendered as HTML for a browser."""
    lang, shared = words.lang, shared_words(words.lang)
    questions = []
    for view in question_views(exam, words, exam.drawn(u0)):
        parts = [
            f"{letters}{shared['colon']} {plain(text)}" if letters else plain(text) for letters, text in view.asked
        ]
        boxes = []
        for part in view.parts:
            place = f"{shared['question']} {view.number}{f' {part.letter}' if part.letter else ''}"
            for rank, cell in enumerate(part.cells, 1):
                of_part = (
                    shared["sitting"]["of_part"].replace("{rank}", str(rank)).replace("{count}", str(len(part.cells)))
                )
                spoken = f"{place}, {of_part}" if len(part.cells) > 1 else place
                item, letter = f"{view.number}{part.letter}.{rank}", part.letter if rank == 1 else ""
                boxes.append(SittingBox(item, served_html(cell.label), spoken, letter, cell.lines))
        unit = shared["points" if is_plural(view.points, lang) else "point"]
        definitions = f"{', '.join(view.definitions)}{' – ' if view.definitions else ''}"
        questions.append(
            SittingQuestion(
                view.number,
                served_html(view.prompt),
                served_html(view.drawing or ""),
                f"{points_text(Fraction(view.points), lang)} {unit}",
                f"{definitions}{(shared['semicolon'] + ' ').join(parts)}",
                tuple(boxes),
                max((part.columns for part in view.parts if len(view.parts) == 1), default=0),
            )
        )
    return tuple(questions)
