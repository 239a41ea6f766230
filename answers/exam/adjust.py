"""Applying a teacher's settings (points, tolerances, all-or-nothing rules) to an exam.

Settings for unknown exams, questions, parts and known mistakes are a `CorrigeError`, all together.
"""

from dataclasses import replace

from answers.errors import CorrigeError, Problem, did_you_mean
from answers.exam.catalogue import exam_names, load_exam
from answers.exam.document import misprints
from answers.exam.exam import Exam
from answers.exam.question import Part
from answers.exam.settings import FILE_NAME, ExamSettings, Settings
from answers.messages import Message


def load_adjusted(name: str, settings: Settings) -> Exam:
    """Return the exam called `name`, with the teacher's settings for it."""
    known = exam_names(settings.places) if settings.exams else ()
    problems = [
        Problem(
            Message("there is no exam {name!r}", name=name),
            Message("{file_name}, exams.{name}", file_name=FILE_NAME, name=name),
            did_you_mean(name, known),
        )
        for name in settings.exams
        if name not in known
    ]
    if problems:
        raise CorrigeError(problems)
    exam = load_exam(name, settings.places)
    if name in settings.exams:
        exam = adjusted(exam, settings.exams[name])
    return replace(exam, marking_policy=replace(exam.marking_policy, follow_through=settings.follow_through))


def adjusted(exam: Exam, choices: ExamSettings) -> Exam:
    """Return `exam` with the teacher's settings. An entry for a part wins over that for its question.

    The points of a question are shared equally between its parts.
    """
    _check_names(exam, choices)
    sizes = {question.number: len(question.parts) for question in exam.questions}

    def revised(part: Part) -> Part:
        question = str(part.question)
        shared = choices.points[question] / sizes[part.question] if question in choices.points else part.points
        strict = part.all_or_nothing if choices.all_or_nothing is None else choices.all_or_nothing
        return replace(
            part,
            points=choices.points.get(part.id, shared),
            tolerance=choices.tolerance.get(part.id, choices.tolerance.get(question, part.tolerance)),
            all_or_nothing=strict if isinstance(strict, bool) else part.id in strict or question in strict,
        )

    printed = misprints(exam) if choices.as_printed else ()
    rules = replace(exam.marking_policy, mistakes=tuple(choices.mistakes.items()), misprints=printed)
    return replace(exam.revised(revised), marking_policy=rules)


def _check_names(exam: Exam, choices: ExamSettings) -> None:
    known = list(dict.fromkeys(name for part in exam.parts for name in (str(part.question), part.id)))
    strict = choices.all_or_nothing if isinstance(choices.all_or_nothing, tuple) else ()
    tables = {"points": choices.points, "tolerance": choices.tolerance, "all_or_nothing": strict}
    place = f"{FILE_NAME}, exams.{exam.name}"
    problems = [
        Problem(
            Message("{exam} has no question or part {name!r}", exam=exam.name, name=name),
            f"{place}.{table}",
            did_you_mean(name, known),
        )
        for table, names in tables.items()
        for name in names
        if name not in known
    ]
    problems += [
        Problem(
            Message("{name} has no known mistake {slug!r}", name=exam.name, slug=slug),
            Message("{place}.mistakes", place=place),
            did_you_mean(slug, exam.mistakes),
        )
        for slug in choices.mistakes
        if slug not in exam.mistakes
    ]
    if problems:
        raise CorrigeError(problems)
