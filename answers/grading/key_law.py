"""The law of keys: for many seeds each answer is one that its question can have, and no known mistake is the truth."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from fractions import Fraction
from itertools import chain
from time import monotonic

from answers.errors import Problem
from answers.exam.composed_exam import ComposedExam, drawn_of
from answers.exam.exam import Exam
from answers.exam.key import Key, given, make_key
from answers.exam.question import Params, Part, Question
from answers.exam.subject import WrongItems, how
from answers.exam.words import LANGUAGES, MissingWordsError, plain
from answers.exam.world import World
from answers.grading.mark import domain_of
from answers.kinds.reading import Value
from answers.messages import Message

DRAWN = tuple(range(1, 64006, 257))
"""Seeds that are looked at: all of them for what is quick, keys as long as there is time."""
SEEDS = (1, 17, 64006)
"""The ends of what a student may be given, and one between: for laws that make a key several times."""
PATIENCE = 4.0
"""Seconds for keys of many seeds: hundreds for a quick exam, some for a slow one."""


def keys_of_many_seeds(exam: Exam) -> Iterator[Problem]:
    """Yield the first answer of each part that its kind cannot have; a solution of the wrong shape is raised."""
    start = monotonic()
    told: set[str] = set()
    for u0 in DRAWN:
        yield from _misfits(exam, make_key(exam, u0), told)
        if monotonic() - start > PATIENCE:
            return


def known_mistakes_answer(exam: Exam) -> Iterator[Problem]:
    """Yield the known mistakes that answer as one should, for all seeds tried; one that cannot answer is raised."""
    place = exam.home.place or exam.name
    for misreading in exam.misreadings:
        if not _changes_the_key(exam, misreading.slug):
            yield _is_no_mistake(misreading.slug, place)
    for question in exam.questions:
        ids = tuple(part.id for part in question.parts)
        for one in question.mistakes:
            few = [_differs(exam, u0, one.slug, ids) for u0 in SEEDS]  # all of them: each may raise
            if not any(chain(few, (_differs(exam, u0, one.slug, ids) for u0 in DRAWN))):
                where = Message("{place}, question {number}", place=place, number=question.number)
                yield _is_no_mistake(one.slug, where)


def _changes_the_key(exam: Exam, misreading: str) -> bool:
    """Whether a mistake in what is drawn for the whole exam tells: it takes a whole key, so few seeds are tried.

    A composed paper need not have the questions that it changes: it is enough that none fails.
    """
    if isinstance(exam, ComposedExam):
        _differs(exam, exam.model_seed, misreading, None)
        return True
    return any(_differs(exam, u0, misreading, None) for u0 in (exam.model_seed, *SEEDS))


def _misfits(exam: Exam, key: Key, told: set[str]) -> Iterator[Problem]:
    for part in exam.parts:
        wrong = [value for value in key.answers[part.id] if not _is_possible(part, value)]
        if wrong and part.id not in told:
            told.add(part.id)
            cause = Message("its solution has the value {value}, which its kind cannot have", value=str(wrong[0]))
            place = Message("part {part_id}, u0 = {u0}", part_id=part.id, u0=key.u0)
            yield Problem(cause, place, "mend the solution, or the limits of its kind")


def _is_possible(part: Part, value: Value) -> bool:
    domain = domain_of(part)
    values = value if isinstance(value, tuple) else (value,)
    return domain is None or all(isinstance(one, tuple) or domain.fits(Fraction(one)) for one in values)


def _differs(exam: Exam, u0: int, slug: str, parts: tuple[str, ...] | None) -> bool:
    made, right = (make_key(exam, World(u0, mistakes), parts=parts).answers for mistakes in ((slug,), ()))
    return dict(made) != dict(right)


def _is_no_mistake(slug: str, place: str) -> Problem:
    cause = Message("the known mistake {slug} answers as one should, for every seed that was tried", slug=slug)
    return Problem(cause, place, "let it answer as somebody does who makes it")


LONGEST = 300
"""Characters of a line, whatever is wrong."""
MOST_SENTENCES = 2
SENTENCE_END = re.compile(r"[.!?](?=\s|$)")
LEFTOVERS = re.compile(r"\{[{%#]|[}%#]\}|None|Undefined|Fraction\(|\[|\bnan\b|<built-in|0x[0-9a-f]{6}")
"""What a line must not show: pieces of a template, names of Python, lists."""
ENGLISH_DECIMAL = re.compile(r"\d\.\d")


def lost_drawings(exam: Exam) -> Iterator[Problem]:
    """Yield the questions of a composed paper with data that only a drawing which is not on the paper shows.

    It is data that a solution looks at, that neither the text, the labels nor the drawing of its question does, and
    that the drawing of another question of the same exam does.
    """
    if not isinstance(exam, ComposedExam):
        return
    drawn = exam.drawn(exam.model_seed)
    for question in exam.questions:
        source = exam.source(question)
        own = source.question(question.name)
        here = {one.name for one in exam.questions if exam.source(one) is source}
        others = [one for one in source.questions if one.drawing is not None and one.name != own.name]
        if all(one.name in here for one in others):
            continue
        params = drawn_of(drawn, source)
        lacking = _solved_from(source, own, params) - _shown_by(source, own, params)
        shown = [(one.name in here, one.number, lacking & _read_by_drawing(one, params)) for one in others]
        found_here = set[str]().union(*(names for is_here, _, names in shown if is_here))
        for is_here, number, names in shown:
            if not is_here and names - found_here:
                cause = Message(
                    "question {number} of {exam} is answered from what the drawing of its question {other} shows, which"
                    " the paper does not have",
                    number=own.number,
                    exam=source.name,
                    other=number,
                )
                remedy = Message(
                    "put question {other} before it, or declare in the exam that they share the drawing"
                    " (shares_drawing)",
                    other=number,
                )
                yield Problem(cause, exam.composition.places[question.number - 1], remedy)


def _solved_from(exam: Exam, question: Question, params: Params) -> set[str]:
    """The names of the parameters that the solution of a question looks at."""
    key, seen = make_key(exam, params.u0), set[str]()
    for part in question.parts:
        question.solve(replace(given(exam, key, part), params=_watched(params, seen)), part)
    return seen


def _shown_by(exam: Exam, question: Question, params: Params) -> set[str]:
    """The names of the parameters that the text, the labels or a drawing of a question looks at."""
    seen = _read_by_drawing(question, params)
    words, watched = exam.words(LANGUAGES[0]), _watched(params, seen)
    words.prompt(question, watched)
    for part in question.parts:
        words.labels(part, watched)
    return seen


def _read_by_drawing(question: Question, params: Params) -> set[str]:
    seen: set[str] = set()
    for drawing in filter(None, (question.drawing, question.shared_drawing)):
        drawing(_watched(params, seen))
    return seen


def _watched(params: Params, seen: set[str]) -> Params:
    """Return a copy of parameters that notes the names of those that are looked at.

    It equals nothing but itself, so that no answer which was remembered for the same parameters hides a look.
    """
    kind = type(params)
    names = {field.name for field in fields(kind)}

    def look(watched: Params, name: str) -> object:
        if name in names:
            seen.add(name)
        return object.__getattribute__(watched, name)

    own = {"__getattribute__": look, "__hash__": object.__hash__, "__eq__": object.__eq__, "__slots__": ()}
    watched: Params = object.__new__(type(kind.__name__, (kind,), own))
    for name in names:
        object.__setattr__(watched, name, getattr(params, name))
    return watched


def how_lines(exam: Exam) -> Iterator[Problem]:
    """Yield what is wrong with the macros `how_…` of an exam, for some seeds and each item alone, and all.

    An exam may have none; a question that has one in a language has it in the other.
    """
    try:
        told = {lang: [one for one in exam.questions if exam.words(lang).tells(one, "how")] for lang in LANGUAGES}
    except MissingWordsError as error:  # told by another law
        yield Problem(error.cause, error.place, "add it there")
        return
    yield from _untranslated(exam, told)
    keys = [make_key(exam, u0) for u0 in SEEDS] if any(told.values()) else []
    yield from chain.from_iterable(_wrong_lines(exam, key, lang, told[lang]) for key in keys for lang in LANGUAGES)


def _untranslated(exam: Exam, told: Mapping[str, list[Question]]) -> Iterator[Problem]:
    for lang, other in zip(LANGUAGES, reversed(LANGUAGES), strict=True):
        for question in told[other]:
            if question not in told[lang]:
                here, there = (exam.words(one).place_of(question.number, _name(question)) for one in (lang, other))
                cause = Message("there is no {name}", name=_name(question))
                yield Problem(cause, here, Message("write it: {file} has it", file=there))


def _wrong_lines(exam: Exam, key: Key, lang: str, questions: list[Question]) -> Iterator[Problem]:
    words = exam.words(lang)
    for question in questions:
        for wrong in _cases(question):
            line = how(exam, question, words, key, wrong)
            for cause, remedy in _faults(plain(line) if line else "", lang):
                place = f"{words.place}, {_name(question)}, u0 = {key.u0}"
                yield Problem(cause, Message("{place}, wrong {wrong}", place=place, wrong=dict(wrong)), remedy)


def _cases(question: Question) -> Iterator[WrongItems]:
    """All items wrong, then each alone."""
    yield {part.letter: tuple(range(part.count)) for part in question.parts}
    for part in question.parts:
        yield from ({part.letter: (item,)} for item in range(part.count))


def _faults(line: str, lang: str) -> Iterator[tuple[str, str]]:
    if not line:
        yield Message("it says nothing"), Message("say how the answer is obtained")
    if len(line) > LONGEST:
        yield Message("it has {count} characters", count=len(line)), Message("say it in {most}", most=LONGEST)
    sentences = len(SENTENCE_END.findall(line))
    if sentences > MOST_SENTENCES:
        yield Message("it has {count} sentences", count=sentences), Message("say it in {most}", most=MOST_SENTENCES)
    if found := LEFTOVERS.search(line):
        yield Message("it shows {text!r}", text=found[0]), Message("show numbers and words only")
    if lang == "fr" and (found := ENGLISH_DECIMAL.search(line)):
        yield Message("it writes {text}", text=found[0]), Message('write decimals with the filter decimal("fr")')


def _name(question: Question) -> str:
    return f"how_{question.name}"
