"""The plan of a room, made of the class: what needs exams, seeds and drawings is done before anything is served."""

import re
from collections.abc import Container, Iterable
from dataclasses import replace
from fractions import Fraction
from math import ceil

from answers.assets import shared_words
from answers.classroom.folder import ROSTER, ClassData
from answers.errors import CorrigeError, Problem
from answers.exam.exam import Exam
from answers.exam.subject import has_subject, subject_of
from answers.exam.words import Words, plain
from answers.messages import Message
from answers.people.names import unaccented
from answers.people.table import plain as plain_text
from answers.sheets.booklet import subject_html
from answers.sheets.view import is_plural, points_text, question_views
from answers.web.sitting.plan import Box, Plan, SittingQuestion, SittingStudent, reader, served_html

HEADERS = frozenset({"tiers temps", "temps supplementaire", "temps majore", "majoration", "extra time"})
YES = frozenset({"oui", "yes", "x", "o", "y", "vrai", "true", "tiers", "tiers temps"})
NO = frozenset({"", "non", "no", "n", "faux", "false", "0"})
THIRD = Fraction(1, 3)
_SHARE = re.compile(r"(\d{1,2}) ?/ ?([1-9]\d?)|(\d{1,3}) ?%")
_MINUTES = re.compile(r"(\d{1,3}) ?(?:min|mn|minutes?|')?")
MOST = 600


def extra_minutes(rows: Iterable[tuple[str, Iterable[tuple[str, str]]]], minutes: int, place: str) -> dict[str, int]:
    """Return the minutes that each student has beyond `minutes`, by the column of the list that says so.

    `rows` has the identifier of each student, and the other columns of the list by header. A cell says "oui" for a
    third more, "1/4", "25 %" or "20 min"; a cell that says anything else is a CorrigeError.
    """
    found, problems = {}, []
    for student, columns in rows:
        cell = next((text for header, text in columns if plain_text(header) in HEADERS), "")
        told = " ".join(re.sub(r"[_-]", " ", unaccented(cell.casefold())).split())
        share, number = _SHARE.fullmatch(told), _MINUTES.fullmatch(told)
        more = None
        if told in NO:
            more = 0
        elif told in YES:
            more = ceil(minutes * THIRD)
        elif share:
            part = Fraction(int(share[1]), int(share[2])) if share[1] else Fraction(int(share[3]), 100)
            more = ceil(minutes * part) if part <= 1 else None
        elif number and int(number[1]) <= MOST:
            more = int(number[1])
        if more is None:
            cause = Message("the extra time of {student} is {cell!r}", student=student, cell=cell[:40])
            problems.append(Problem(cause, place, "write oui, 1/3, 33 % or 20 min, or nothing"))
        else:
            found[student] = more
    if problems:
        raise CorrigeError(problems)
    return found


USUAL_MINUTES = 180
_BODY = re.compile(r"<body[^>]*>(.*)</body>", re.DOTALL)


def minutes_of(exam: Exam) -> int:
    """Return how long an exam lasts, by its subject."""
    return subject_of(exam).minutes if has_subject(exam) else USUAL_MINUTES


def made_plan(class_data: ClassData, minutes: int) -> Plan:
    """Return what is served to a class; CorrigeError if somebody has no seed, or an extra time is none."""
    without = [enrollment.student.id for enrollment in class_data.enrollments if enrollment.u0 is None]
    if without:
        cause = Message("no seed yet for {without}", without=", ".join(without[:5]))
        raise CorrigeError.one(cause, place=str(class_data.folder / ROSTER), remedy="run `corrige class seeds` first")
    exam, lang = class_data.exam, class_data.settings.lang
    own = _own_minutes(class_data, minutes)
    words = exam.words(lang)
    return Plan(
        exam.name,
        str(words.title),
        lang,
        minutes,
        served_subject(exam, lang),
        tuple(reader(part.id, part.kind) for part in exam.parts),
        tuple(
            SittingStudent(student.id, student.display_name, u0, own[student.id], asked_questions(exam, words, u0))
            for student, u0 in ((enrollment.student, enrollment.u0) for enrollment in class_data.enrollments)
            if u0 is not None
        ),
    )


def with_changes(plan: Plan, class_data: ClassData, typed: Container[str]) -> Plan:
    """Return the plan as the list now is: who is added, extra times, other seeds; nobody leaves it.

    Who is among `typed` keeps the sheet that they type in, and `listed` says what seed the list gives them.
    """
    known = {candidate.id: candidate for candidate in plan.candidates}
    enrollments = {enrollment.student.id: enrollment for enrollment in class_data.enrollments}
    own = _own_minutes(class_data, plan.minutes)
    anew = [
        enrollment
        for student, enrollment in enrollments.items()
        if student not in known or (enrollment.u0 != known[student].u0 and student not in typed)
    ]
    known |= {
        candidate.id: candidate
        for candidate in made_plan(replace(class_data, enrollments=tuple(anew)), plan.minutes).candidates
    }

    def changed(sitting_student: SittingStudent) -> SittingStudent:
        u0 = enrollments[sitting_student.id].u0 if sitting_student.id in enrollments else sitting_student.u0
        return replace(
            sitting_student,
            own=own.get(sitting_student.id, sitting_student.own),
            listed=None if u0 == sitting_student.u0 else u0,
        )

    return replace(plan, candidates=tuple(map(changed, known.values())))


def keeping(plan: Plan, before: Plan, typed: Container[str]) -> Plan:
    """Return a plan made anew, with the earlier sheets of those who have typed in them.

    They keep the data that they saw, whatever seed they now have and whatever the exam draws today. CorrigeError if the
    exam has other boxes today.
    """
    sheets = {candidate.id: candidate for candidate in before.candidates if candidate.id in typed}
    items = set(plan.items)
    torn = [
        sitting_student.id
        for sitting_student in sheets.values()
        if {box.item for asked in sitting_student.questions for box in asked.boxes} != items
    ]
    if torn:
        cause = Message(
            "the exam has other boxes today than the sheets on which students have typed: {names}",
            names=", ".join(torn[:5]) + (", …" if len(torn) > 5 else ""),
        )
        raise CorrigeError.one(cause, place=plan.exam, remedy="restore the exam, then begin again")

    def kept(sitting_student: SittingStudent) -> SittingStudent:
        sheet = sheets.get(sitting_student.id)
        return (
            sitting_student
            if sheet is None
            else replace(
                sheet, own=sitting_student.own, listed=None if sheet.u0 == sitting_student.u0 else sitting_student.u0
            )
        )

    return replace(plan, candidates=tuple(map(kept, plan.candidates)))


def _own_minutes(class_data: ClassData, minutes: int) -> dict[str, int]:
    rows = [(enrollment.student.id, enrollment.extra) for enrollment in class_data.enrollments]
    return extra_minutes(rows, minutes, str(class_data.folder / ROSTER))


def served_subject(exam: Exam, lang: str) -> str:
    """Return the subject as a part of a page, "" if there is none."""
    match = _BODY.search(subject_html(exam, lang=lang, on_screen=True)) if has_subject(exam) else None
    return served_html(match[1]) if match else ""


def asked_questions(exam: Exam, words: Words, u0: int) -> tuple[SittingQuestion, ...]:
    """Return the questions of the sheet of a seed, as a browser shows them."""
    lang, house = words.lang, shared_words(words.lang)
    asked = []
    for view in question_views(exam, words, exam.drawn(u0)):
        told = [f"{letters}{house['colon']} {plain(text)}" if letters else plain(text) for letters, text in view.asked]
        boxes = []
        for part in view.parts:
            place = f"{house['question']} {view.number}{f' {part.letter}' if part.letter else ''}"
            for rank, cell in enumerate(part.cells, 1):
                of_part = (
                    house["sitting"]["of_part"].replace("{rank}", str(rank)).replace("{count}", str(len(part.cells)))
                )
                spoken = f"{place}, {of_part}" if len(part.cells) > 1 else place
                item, letter = f"{view.number}{part.letter}.{rank}", part.letter if rank == 1 else ""
                boxes.append(Box(item, served_html(cell.label), spoken, letter))
        unit = house["points" if is_plural(view.points, lang) else "point"]
        definitions = f"{', '.join(view.definitions)}{' – ' if view.definitions else ''}"
        asked.append(
            SittingQuestion(
                view.number,
                served_html(view.prompt),
                served_html(view.drawing or ""),
                f"{points_text(Fraction(view.points), lang)} {unit}",
                f"{definitions}{(house['semicolon'] + ' ').join(told)}",
                tuple(boxes),
            )
        )
    return tuple(asked)
