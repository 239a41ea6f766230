"""Render booklets: the subject of an exam, the same for all students, and the worked solution for a student's seed.

Booklets are in "fr" or "en"; another language is a ValueError. An exam without a subject is a CorrigeError, and a text
that its templates lack is a MissingWordsError.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from answers.assets import shared_words
from answers.errors import Problem
from answers.exam.composed_exam import LostReferenceError
from answers.exam.environment import environment
from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.location import ExamLocation
from answers.exam.question import Question
from answers.exam.subject import Subject
from answers.exam.words import LANGUAGES, Text, Words
from answers.kinds.numbers.numbers import Numbers
from answers.kinds.tolerance import Tolerance
from answers.sheets.pdf import render_pdf
from answers.sheets.sheet import BlankSheet, oral_views, sheet_html
from answers.sheets.subject import has_subject, solved_question, subject_of
from answers.sheets.view import QuestionView, is_plural, points_text, question_view, question_views, tolerance_text
from answers.typesetting import typeset_page

if TYPE_CHECKING:
    from jinja2 import Environment

STYLE = "booklet.css"


@dataclass(frozen=True, slots=True)
class Figure:
    """An SVG drawing of a subject, which is made each time a template shows it, never earlier."""

    draw: Callable[[Words], str]
    words: Words

    def __html__(self) -> str:
        return self.draw(self.words)


def subject_pdf(exam: Exam, *, lang: str = "fr") -> bytes:
    """Return the subject of an exam as a PDF: rules, definitions, questions, and how to write answers."""
    return render_pdf(subject_html(exam, lang=lang), fillable=False, style=STYLE)


def subject_html(exam: Exam, *, lang: str = "fr", on_screen: bool = False) -> str:
    """Return the subject of an exam as an HTML document: rules, definitions, questions, and how to write answers.

    `on_screen` leaves out the duration and the instructions for printed sheets.
    """
    subject, words = subject_of(exam), exam.words(lang)
    texts = _shared_texts(exam, subject, lang)
    drawn = exam.drawn(exam.model_seed)
    views = {view.number: view for view in question_views(exam, words, drawn)}
    domains = [part.kind.domain for part in exam.parts if isinstance(part.kind, Numbers)]
    tolerances = [part.tolerance for part in exam.parts]
    definitions = ((number, *words.definition(number, **texts)) for number in subject.definitions)
    return _page(
        exam,
        "subject",
        lang,
        minutes=subject.minutes,
        on_screen=on_screen,
        handing={
            "fractions": not all(domain.integer for domain in domains),
            "probabilities": any((domain.low, domain.high, domain.integer) == (0, 1, False) for domain in domains),
            # the first such tolerance of the exam as printed, "± 0,05" or "± 2 %", or empty
            "absolute": next(
                filter(None, (tolerance_text(Tolerance(absolute=t.absolute), lang) for t in tolerances)), ""
            ),
            "relative": next(
                filter(None, (tolerance_text(Tolerance(relative=t.relative), lang) for t in tolerances)), ""
            ),
            # whether an all-or-nothing part has several items
            "together": any(part.all_or_nothing and part.count > 1 for part in exam.parts),
        },
        presentation=words.page("presentation", **texts),
        definitions=[{"number": f"D{number}", "title": title, "text": text} for number, title, text in definitions],
        questions=[
            {"view": views[question.number], "text": words.question_page(question, "statement", **texts)}
            for question in exam.questions
        ],
        checks=words.page("checks", **texts) if words.has("checks") else "",
        closing=words.page("closing", **texts) if words.has("closing") else "",
        oral=[words.oral(oral.slug) for oral in exam.oral],
    )


def definitions_named(exam: Exam, question: Question, lang: str) -> frozenset[int]:
    """Return the numbers of the definitions that the statement of a question mentions, as 2 for "D2"."""
    numbers: set[int] = set()

    def record(number: int) -> str:
        numbers.add(number)
        return ""

    texts = {**_shared_texts(exam, subject_of(exam), lang), "D": record}
    exam.words(lang).question_page(question, "statement", **texts)
    return frozenset(numbers)


def lost_references(exam: Exam) -> tuple[Problem, ...]:
    """Return a problem for each question or definition mentioned that a composed paper does not contain."""
    pages: list[Callable[[str], object]] = [lambda lang: sheet_html(BlankSheet(exam, exam.model_seed), lang=lang)]
    if has_subject(exam):
        pages.append(lambda lang: subject_html(exam, lang=lang))
    problems: list[Problem] = []
    for page, lang in product(pages, LANGUAGES):
        try:
            page(lang)
        except LostReferenceError as error:
            problems += error.problems
    return tuple(dict.fromkeys(problems))


def solution_pdf(exam: Exam, key: Key, *, lang: str = "fr") -> bytes:
    """Return the worked solution for the seed of `key` as a PDF: each question with derivation and right answers."""
    return render_pdf(solution_html(exam, key, lang=lang), fillable=False, style=STYLE)


def solution_html(exam: Exam, key: Key, *, lang: str = "fr") -> str:
    """Return the worked solution for the seed of `key` as an HTML document."""
    words, texts = exam.words(lang), _shared_texts(exam, subject_of(exam), lang)
    views = question_views(exam, words, key.params, key)
    return _page(
        exam,
        "solution",
        lang,
        u0=key.u0,
        questions=[
            {"view": view, "text": _solved(exam, question, view, key, words, texts)}
            for question, view in zip(exam.questions, views, strict=True)
        ],
        oral=oral_views(exam, words, key),
    )


def worked_solution(exam: Exam, key: Key, question: Question, lang: str) -> Text:
    """Return the worked solution of one question for the seed of `key`, as text with markup."""
    words = exam.words(lang)
    view = question_view(exam, question, words, key.params, key)
    return _solved(exam, question, view, key, words, _shared_texts(exam, subject_of(exam), lang))


def _solved(
    exam: Exam, question: Question, view: QuestionView, key: Key, words: Words, texts: Mapping[str, object]
) -> Text:
    """Return the worked solution of a question; `texts` are the variables of `_shared_texts`."""
    solved = solved_question(exam, question, key)
    return words.question_page(
        question,
        "solution",
        **texts,
        drawn=key.params,
        answers={part.letter: tuple(cell.expected for cell in part.cells) for part in view.parts},
        values=solved.answers,
        evidence=solved.evidence,
        solution_data=question.solution_data(solved),
    )


def _shared_texts(exam: Exam, subject: Subject, lang: str) -> dict[str, object]:
    """Return the variables for all templates of a booklet: the subject's drawings and examples, the exam's points."""
    words = exam.words(lang)
    return {
        "figures": {name: Figure(draw, words) for name, draw in subject.figures.items()},
        "examples": subject.examples(),
        "exam_points": exam.points,
    }


def _page(exam: Exam, kind: str, lang: str, **variables: object) -> str:
    """Return the HTML of a booklet of this kind, "subject" or "solution"."""
    words = exam.words(lang)
    return (
        _environment(exam.location)
        .get_template(f"faces/{kind}.html")
        .render(
            exam=exam.name,
            kind=kind,
            lang=lang,
            words=shared_words(lang),
            title=words.title,
            source=words.source,
            points=exam.points,
            **variables,
        )
    )


@cache
def _environment(location: ExamLocation) -> "Environment":
    """Return the template environment of an exam, with the filters and tests of booklets."""
    pages = environment(location).overlay()
    pages.tests = {**pages.tests, "plural": is_plural}
    pages.filters = {**pages.filters, "points": points_text, "duration": duration, "typeset": typeset_page}
    return pages


def duration(minutes: int) -> str:
    """Return a number of minutes as text, alike in French and English: "3 h", "1 h 30", "45 min"."""
    hours, rest = divmod(minutes, 60)
    if not hours:
        return f"{rest} min"
    return f"{hours} h {rest:02}" if rest else f"{hours} h"
