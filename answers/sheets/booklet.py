"""Booklets: the subject that an exam is sat from, the same for everybody, and the worked solution of one seed.

A booklet is in "fr" or "en", any other language is a ValueError; an exam without a subject is a CorrigeError, and a
text that its templates lack a MissingWordsError that names it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from markupsafe import Markup

from answers.assets import shared_words
from answers.errors import Problem
from answers.exam.composed_exam import LostReferenceError
from answers.exam.environment import environment
from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.location import ExamLocation
from answers.exam.question import Question
from answers.exam.subject import Subject, has_subject, solved_question, subject_of
from answers.exam.typesetting import typeset_page
from answers.exam.words import LANGUAGES, Text, Words
from answers.kinds.numbers.numbers import Numbers
from answers.kinds.tolerance import Tolerance
from answers.sheets.pdf import render_pdf
from answers.sheets.sheet import Blank, oral_views, sheet_html
from answers.sheets.view import QuestionView, is_plural, points_text, question_view, question_views, tolerance_text

if TYPE_CHECKING:
    from jinja2 import Environment

STYLE = "booklet.css"


@dataclass(frozen=True, slots=True)
class Definition:
    """A numbered definition of a subject: its title and its text."""

    number: str
    title: Text
    text: Text


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a booklet, as it stands on the sheet, and its full statement or its worked solution."""

    view: QuestionView
    text: Text


class Figures(Mapping[str, Markup]):
    """The drawings of a subject by name, drawn when a template shows them."""

    def __init__(self, drawings: Mapping[str, Callable[[Words], str]], words: Words) -> None:
        self._drawings, self._words = drawings, words

    def __getitem__(self, name: str) -> Markup:
        return Markup(self._drawings[name](self._words))  # noqa: S704 (drawn by us)

    def __iter__(self) -> Iterator[str]:
        return iter(self._drawings)

    def __len__(self) -> int:
        return len(self._drawings)


def subject_pdf(exam: Exam, *, lang: str = "fr") -> bytes:
    """Return the subject of `exam` as a PDF: rules, definitions, questions, and what is to be handed in."""
    return render_pdf(subject_html(exam, lang=lang), fillable=False, style=STYLE)


def subject_html(exam: Exam, *, lang: str = "fr", on_screen: bool = False) -> str:
    """Return the subject as an HTML document; `on_screen` nothing is printed, and a clock says how long it lasts."""
    subject, words = subject_of(exam), exam.words(lang)
    told = _told(exam, subject, lang)
    drawn = exam.drawn(exam.model_seed)
    views = {view.number: view for view in question_views(exam, words, drawn)}
    return _page(
        exam,
        "subject",
        lang,
        minutes=subject.minutes,
        on_screen=on_screen,
        handing=_handing(exam, lang),
        presentation=words.page("presentation", **told),
        definitions=[Definition(f"D{number}", *words.definition(number, **told)) for number in subject.definitions],
        questions=[
            Asked(views[question.number], words.question_page(question, "statement", **told))
            for question in exam.questions
        ],
        checks=words.page("checks", **told) if words.has("checks") else "",
        closing=words.page("closing", **told) if words.has("closing") else "",
        oral=[words.oral(oral.slug) for oral in exam.oral],
    )


@dataclass(frozen=True, slots=True)
class Handing:
    """What an exam has to say of how answers are written: only of what it asks for, tolerances by the first of a kind.

    A tolerance is as questions print it, "± 0,05"; empty where no part has one.
    """

    fractions: bool
    probabilities: bool
    absolute: str
    relative: str
    together: bool


def _handing(exam: Exam, lang: str) -> Handing:
    domains = [part.kind.domain for part in exam.parts if isinstance(part.kind, Numbers)]
    return Handing(
        fractions=len(domains) < len(exam.parts) or not all(domain.integer for domain in domains),
        probabilities=any((domain.low, domain.high, domain.integer) == (0, 1, False) for domain in domains),
        absolute=_first(exam, lang, lambda tolerance: Tolerance(absolute=tolerance.absolute)),
        relative=_first(exam, lang, lambda tolerance: Tolerance(relative=tolerance.relative)),
        together=any(part.all_or_nothing and part.count > 1 for part in exam.parts),
    )


def _first(exam: Exam, lang: str, kind: Callable[[Tolerance], Tolerance]) -> str:
    return next(filter(None, (tolerance_text(kind(part.tolerance), lang) for part in exam.parts)), "")


def definitions_named(exam: Exam, question: Question, lang: str) -> frozenset[int]:
    """Return the definitions that the statement of a question names, by their numbers."""
    named: set[int] = set()

    def noted(number: int) -> str:
        named.add(number)
        return ""

    exam.words(lang).question_page(question, "statement", **{**_told(exam, subject_of(exam), lang), "D": noted})
    return frozenset(named)


def lost_references(exam: Exam) -> tuple[Problem, ...]:
    """Return where the sheet or the subject of a composed paper speaks of what the paper lacks, each place once."""
    pages: list[Callable[[str], object]] = [lambda lang: sheet_html(Blank(exam, exam.model_seed), lang=lang)]
    if has_subject(exam):
        pages.append(lambda lang: subject_html(exam, lang=lang))
    return tuple(dict.fromkeys(problem for page in pages for lang in LANGUAGES for problem in _lost(page, lang)))


def _lost(page: Callable[[str], object], lang: str) -> tuple[Problem, ...]:
    try:
        page(lang)
    except LostReferenceError as error:
        return error.problems
    return ()


def solution_pdf(exam: Exam, key: Key, *, lang: str = "fr") -> bytes:
    """Return the worked solution of a key's seed as a PDF: each question with its answers and how they are found."""
    return render_pdf(solution_html(exam, key, lang=lang), fillable=False, style=STYLE)


def solution_html(exam: Exam, key: Key, *, lang: str = "fr") -> str:
    """Return the worked solution as an HTML document."""
    words, told = exam.words(lang), _told(exam, subject_of(exam), lang)
    views = question_views(exam, words, key.params, key)
    return _page(
        exam,
        "solution",
        lang,
        u0=key.u0,
        questions=[
            Asked(view, _solved(exam, question, view, key, words, told))
            for question, view in zip(exam.questions, views, strict=True)
        ],
        oral=oral_views(exam, words, key),
    )


def worked_solution(exam: Exam, key: Key, question: Question, lang: str) -> Text:
    """Return how one question is solved, with a key's own numbers."""
    words = exam.words(lang)
    view = question_view(exam, question, words, key.params, key)
    return _solved(exam, question, view, key, words, _told(exam, subject_of(exam), lang))


def _solved(
    exam: Exam, question: Question, view: QuestionView, key: Key, words: Words, texts: Mapping[str, object]
) -> Text:
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


def _told(exam: Exam, subject: Subject, lang: str) -> dict[str, object]:
    """What every text of a booklet may name."""
    return {
        "figures": Figures(subject.figures, exam.words(lang)),
        "examples": subject.examples(),
        "exam_points": exam.points,
    }


def _page(exam: Exam, face: str, lang: str, **shown: object) -> str:
    words = exam.words(lang)
    return (
        _environment(exam.location)
        .get_template(f"faces/{face}.html")
        .render(
            exam=exam.name,
            face=face,
            lang=lang,
            words=shared_words(lang),
            title=words.title,
            source=words.source,
            points=exam.points,
            **shown,
        )
    )


@cache
def _environment(location: ExamLocation) -> "Environment":
    made = environment(location).overlay()
    made.tests = {**made.tests, "plural": is_plural}
    made.filters = {**made.filters, "points": points_text, "duration": duration, "typeset": typeset_page}
    return made


def duration(minutes: int) -> str:
    """Return a duration as both languages write it: "3 h", "1 h 30", "45 min"."""
    hours, rest = divmod(minutes, 60)
    if not hours:
        return f"{rest} min"
    return f"{hours} h {rest:02}" if rest else f"{hours} h"
