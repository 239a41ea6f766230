"""The law of the house, which every exam keeps, wherever it lives: `corrige check EXAM`."""

import json
import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from answers.errors import CorrigeError, Problem
from answers.exam.composed_exam import ComposedExam
from answers.exam.document import Document, printed_figures
from answers.exam.draw import Draw
from answers.exam.exam import Exam
from answers.exam.home import fault
from answers.exam.key import make_key
from answers.exam.key_json import key_from_json, key_to_json
from answers.exam.subject import Subject, has_subject, subject_of
from answers.exam.words import LANGUAGES, MissingWordsError, Words, missing_files, mistake_name
from answers.flags import Place
from answers.grading.key_law import (
    DRAWN,
    SEEDS,
    how_lines,
    keys_of_many_seeds,
    known_mistakes_answer,
    lost_drawings,
)
from answers.grading.mark import mark_answer, mark_parts, read_answer, read_answers
from answers.grading.tables import answer_table, paper_table
from answers.messages import Message
from answers.paper import Mark, Paper, Verdict
from answers.sheets.booklet import definitions_named, solution_pdf, subject_pdf
from answers.sheets.sheet import Blank, ExaminerKey, Feedback, Model, sheet_pdf

SLOW_FONTS = "HarfBuzz-Subset"
"""Without libharfbuzz-subset0, fonts are cut by another library: slower, and no fault of a sheet."""


@dataclass(frozen=True, slots=True)
class Law:
    """One thing that holds of every exam: its name, what it says, and the problems of an exam that breaks it."""

    name: str
    says: str
    problems: Callable[[Exam], Iterable[Problem]]


class Outcome(NamedTuple):
    """The problems of an exam with a law, none when it is kept; `untried` says why it could not be tried, if so."""

    law: Law
    problems: tuple[Problem, ...]
    untried: str = ""


class NotTriedError(Exception):
    """The exam has nothing that a law could be tried on."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def check(exam: Exam, laws: Iterable[Law] | None = None) -> tuple[Outcome, ...]:
    """Hold `exam` to laws, by default every one, and return the outcome of each.

    An exception in the exam's own code is a problem like another, told with the line that raised it. What one law says
    of a place, no later one says again: a text that is not there breaks many. A law with such problems alone is not
    tried, and so is one for which the exam has nothing.
    """
    told: set[tuple[str, str]] = set()
    found = []
    for law in LAWS if laws is None else laws:
        try:
            every = list(held(law, exam))
        except NotTriedError as error:
            found.append(Outcome(law, (), error.why))
            continue
        problems = [problem for problem in every if (problem.cause, problem.place) not in told]
        told |= {(problem.cause, problem.place) for problem in problems}
        is_hindered = bool(every) and not problems
        found.append(Outcome(law, tuple(problems), Message("what is wrong above hinders it") if is_hindered else ""))
    return tuple(found)


def held(law: Law, exam: Exam) -> Iterator[Problem]:
    """Yield the problems of an exam that breaks a law; an exception in its own code is one of them."""
    told: set[Problem] = set()
    for problem in _with_exceptions(law, exam):
        if problem not in told:
            yield problem
        told.add(problem)


def _with_exceptions(law: Law, exam: Exam) -> Iterator[Problem]:
    try:
        yield from law.problems(exam)
    except CorrigeError as error:
        yield from error.problems
    except MissingWordsError as error:
        yield Problem(error.cause, error.place, "add it there")
    except NotTriedError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever an exam raises is its own problem
        yield fault(error, exam.home)


def _draws(exam: Exam) -> Iterator[Problem]:
    for u0 in DRAWN:
        draw = Draw(u0)
        drawn = exam.draw(draw)
        if draw.repeated:
            shared = ", ".join(map(str, draw.repeated))
            cause = Message("two draws use the same terms of the sequence: {shared}", shared=shared)
            yield Problem(cause, f"{exam.name}, u0 = {u0}", "give each draw an index of its own")
            return
        if drawn != exam.drawn(u0):
            yield Problem("two draws of the same seed differ", f"{exam.name}, u0 = {u0}", "draw from Draw only")
            return


def _words(exam: Exam) -> Iterator[Problem]:
    for lang in LANGUAGES:
        yield from _words_in(exam, lang)


def _words_in(exam: Exam, lang: str) -> Iterator[Problem]:
    wanted = {"title", "source", *(f"oral_{oral.slug}".replace("-", "_") for oral in exam.oral)}
    wanted |= set(map(mistake_name, exam.mistakes))
    try:
        words = exam.words(lang)
        lacking = wanted - words.names
    except MissingWordsError as error:
        yield Problem(error.cause, error.place, "write it: see docs/exams.md")
        return
    for file in missing_files(exam.home, lang):
        yield Problem(Message("there is no such file"), file, "write it: see docs/exams.md")
    yield from _without(words, lacking)
    yield from _untold(exam, words, "question")
    for part in exam.parts:
        question = exam.asked(part.id)[0]
        try:
            words.labels(part, exam.drawn(exam.model_seed))
        except MissingWordsError as error:
            lacks_all = not words.tells(question, "labels") and error.cause == _lacking(f"labels_{question.name}")
            remedy = _written(f"labels_{question.name}") if lacks_all else "one label a line"
            yield Problem(error.cause, error.place, remedy)


def _without(words: Words, wanted: set[str]) -> Iterator[Problem]:
    for name in sorted(wanted - words.names):
        yield Problem(_lacking(name), words.file_of(name), _written(name))


def _untold(exam: Exam, words: Words, what: str) -> Iterator[Problem]:
    """Questions that lack one of their texts, each with the file to write it in."""
    for question in exam.questions:
        if not words.tells(question, what):
            name = f"{what}_{question.name}"
            yield Problem(_lacking(name), words.place_of(question.number, name), _written(name))


def _written(name: str) -> Message:
    return Message("add {macro}", macro=f"{{% macro {name}() %}}…{{% endmacro %}}")


def _rendered_words(exam: Exam) -> Iterator[Problem]:
    for u0 in DRAWN:
        drawn = exam.drawn(u0)
        for lang in LANGUAGES:
            words = exam.words(lang)
            texts = {question.number: words.prompt(question, drawn) for question in exam.questions}
            for number, text in texts.items():
                if not text.strip():
                    cause = Message("question {number} asks nothing", number=number)
                    yield Problem(cause, f"{words.place}, u0 = {u0}", "write its prompt")


def _model_key(exam: Exam) -> Iterator[Problem]:
    if isinstance(exam, ComposedExam):
        yield from _keys_of_sources(exam)
        return
    file = exam.home.fixtures.joinpath(f"u0-{exam.model_seed}.json")
    where = f" --exams {exam.home.place}" if exam.home.is_outside else ""
    command = f"corrige key {exam.name}{where} --u0 {exam.model_seed} --json -o {file}"
    if not file.is_file():
        remedy = Message("after a look at it: {command}", command=command)
        yield Problem("the model key is not kept", str(file), remedy)
        return
    document = json.loads(file.read_bytes())
    try:
        expected = key_from_json(exam, {**document, "evidence": {}})
    except ValueError:
        remedy = Message("after a look at it: {command}", command=f"{command} --force")
        yield Problem("the key that was kept is of other parameters", str(file), remedy)
        return
    found = make_key(exam, exam.model_seed)
    for name in ("answers", "oral", "params"):
        if getattr(expected, name) != getattr(found, name):
            cause = Message("the {name} are no longer those kept", name=name)
            yield Problem(cause, str(file), "find out which of the two is right")


def _keys_of_sources(paper: ComposedExam) -> Iterator[Problem]:
    """A composed paper keeps no key: it has the answers of its exams."""
    key = make_key(paper, paper.model_seed)
    for question in paper.questions:
        exam = paper.source(question)
        own = exam.question(question.name)
        source = make_key(exam, paper.model_seed, parts=[part.id for part in own.parts])
        if [key.answers[part.id] for part in question.parts] != [source.answers[part.id] for part in own.parts]:
            cause = Message("it has not the answers of question {number} of {exam}", number=own.number, exam=exam.name)
            place = Message("{place}, question {number}", place=paper.name, number=question.number)
            yield Problem(cause, place, "tell the authors of corrige")


def _evidence_layout(exam: Exam) -> Iterator[Problem]:
    homes = dict.fromkeys(exam.source(question).home for question in exam.questions if question.evidence)
    for file in (home.templates.joinpath("evidence.html") for home in homes):
        if not file.is_file():
            yield Problem("evidence is given that no page shows", str(file), "lay it out there: see docs/exams.md")


def _same_bytes(exam: Exam) -> Iterator[Problem]:
    for u0 in SEEDS:
        first, second = (json.dumps(key_to_json(exam, make_key(exam, u0))) for _ in range(2))
        if first != second:
            yield Problem("two keys of the same seed differ", f"{exam.name}, u0 = {u0}", "take nothing from chance")


def _json(exam: Exam) -> Iterator[Problem]:
    for u0 in SEEDS:
        key = make_key(exam, u0)
        if key_from_json(exam, json.loads(json.dumps(key_to_json(exam, key)))) != key:
            yield Problem(
                "a key that comes back from JSON is another one",
                f"{exam.name}, u0 = {u0}",
                "parameters and evidence hold numbers, texts, and tuples of them",
            )


def _printed_is_read(exam: Exam) -> Iterator[Problem]:
    for key in (make_key(exam, u0) for u0 in SEEDS):
        for part in exam.parts:
            for lang in LANGUAGES:
                texts = tuple(part.kind.format(value, lang) for value in key.answers[part.id])
                marks = mark_answer(read_answer(part, texts), key.answers[part.id])
                if any(item.verdict is not Verdict.RIGHT for item in marks.items):
                    cause, place = Message("{texts} is not read as it is printed", texts=texts), _part(part.id, key.u0)
                    yield Problem(cause, place, "give the part a kind that reads it back, or a tolerance")


def _perfect(exam: Exam) -> Iterator[Problem]:
    for key in (make_key(exam, u0) for u0 in SEEDS):
        written = {
            part.id: (" ; ".join(part.kind.format(value, "fr") for value in key.answers[part.id]),)
            for part in exam.parts
        }
        for part_id, marks in mark_parts(exam, key, read_answers(exam, written)).items():
            if marks.score != marks.points:
                earned, whole = float(marks.score), float(marks.points)
                cause = Message("the right answer earns {earned:g} of {whole:g}", earned=earned, whole=whole)
                place = _part(part_id, key.u0)
                yield Problem(cause, place, "let its kind read all items from one text, with semicolons between them")


def _blank(exam: Exam) -> Iterator[Problem]:
    parts = mark_parts(exam, make_key(exam, exam.model_seed), read_answers(exam, {}))
    for part_id, marks in parts.items():
        if marks.score or any(item.verdict is not Verdict.BLANK for item in marks.items):
            place = Message("part {part_id}", part_id=part_id)
            yield Problem("a blank answer is not blank", place, "let its kind read an empty text as blank")


def _printed_figures(exam: Exam) -> Iterator[Problem]:
    # It raises what is wrong with `printed.json`; figures that differ are told by `corrige verify`.
    printed_figures(exam, exam.beside("document", Document))
    yield from ()


def _faces(exam: Exam) -> Iterator[Problem]:
    key = make_key(exam, exam.model_seed)
    note = Mark("<b>?</b>", Verdict.UNREADABLE, None, Fraction(0))
    parts = mark_parts(exam, key, read_answers(exam, {}))
    first = exam.parts[0]
    parts[first.id] = type(parts[first.id])((note,) * first.count, first.points)
    paper = Paper(Place("paper"), "", exam.name, key.u0, (), parts)
    sheets = (Blank(exam, key.u0), Model(exam, key), ExaminerKey(exam, key), Feedback(exam, key, paper))
    for sheet in sheets:
        for lang in LANGUAGES:
            place = Message("face {face}, {lang}", face=sheet.face, lang=lang)
            yield from (
                Problem(Message.of(warning), place, "mend the template")
                for warning in _warnings(partial(sheet_pdf, sheet, lang=lang))
            )


def _booklet_words(exam: Exam) -> Iterator[Problem]:
    """A subject has all its texts, and the definitions that its questions name; so has a worked solution."""
    _require_subject(exam)
    subject = subject_of(exam)
    for question in exam.questions:
        for number in sorted(set(question.definitions) - set(subject.definitions)):
            place = Message("{place}, question {number}", place=exam.home.place or exam.name, number=question.number)
            yield Problem(Message("there is no definition {number}", number=number), place, "name those of its subject")
    wanted = {"presentation"}
    if not isinstance(exam, ComposedExam):
        wanted = wanted.union(*({f"definition_{k}", f"definition_{k}_title"} for k in subject.definitions))
    for lang in LANGUAGES:
        missing = missing_files(exam.home, lang)
        yield from (Problem(Message("there is no such file"), file, "write it: see docs/exams.md") for file in missing)
        words = None if missing else exam.words(lang)
        if words is not None:
            yield from _without(words, wanted)
            yield from _untold(exam, words, "statement")
            yield from _untold(exam, words, "solution")


def _named_definitions(exam: Exam) -> Iterator[Problem]:
    """For composed papers to have what its statements speak of; theirs are those of their exams."""
    if isinstance(exam, ComposedExam):
        return
    _require_subject(exam)
    subject = subject_of(exam)
    for lang in LANGUAGES:
        missing = missing_files(exam.home, lang)
        yield from (Problem(Message("there is no such file"), file, "write it: see docs/exams.md") for file in missing)
        try:
            yield from () if missing else _undeclared(exam, subject, lang)
        except MissingWordsError as error:  # told by another law
            yield Problem(error.cause, error.place, "add it there")


def _undeclared(exam: Exam, subject: Subject, lang: str) -> Iterator[Problem]:
    words = exam.words(lang)
    for question in exam.questions:
        known = subject.needed(set(question.definitions) & set(subject.definitions))
        for number in sorted(definitions_named(exam, question, lang) - set(known)):
            name = f"statement_{question.name}"
            cause = Message("{name} names definition {number}", name=name, number=number)
            place = words.place_of(question.number, name)
            yield Problem(cause, place, Message("add {number} to the definitions of the question", number=number))


def _require_subject(exam: Exam) -> None:
    if not has_subject(exam):
        raise NotTriedError(Message("the exam has no subject"))


def _booklets(exam: Exam) -> Iterator[Problem]:
    _require_subject(exam)
    key = make_key(exam, exam.model_seed)
    for lang in LANGUAGES:
        for face, printed in (
            ("subject", partial(subject_pdf, exam, lang=lang)),
            ("solution", partial(solution_pdf, exam, key, lang=lang)),
        ):
            place = Message("face {face}, {lang}", face=face, lang=lang)
            yield from (Problem(Message.of(warning), place, "mend the template") for warning in _warnings(printed))


def _warnings(printed: Callable[[], bytes]) -> list[str]:
    """What the press says while it prints."""
    heard: list[str] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            heard.append(record.getMessage())

    press, listener = logging.getLogger("weasyprint"), Listener(logging.WARNING)
    press.addHandler(listener)
    try:
        printed()
    finally:
        press.removeHandler(listener)
    return [message for message in heard if SLOW_FONTS not in message]


LAWS = (
    Law("draws", "each index of the sequence serves one draw, and draws are the same each time", _draws),
    Law("words", "both languages have a text for everything", _words),
    Law("prompts", "every question asks something, for every seed", _rendered_words),
    Law("model-key", "the model key is the one that was kept", _model_key),
    Law("how", "what is told of how an answer is obtained is short, and told in both languages", how_lines),
    Law("evidence", "evidence has a template that lays it out", _evidence_layout),
    Law("keys", "many seeds have a key, each answer of the shape asked", keys_of_many_seeds),
    Law("same-bytes", "the same seed gives the same key, to the byte", _same_bytes),
    Law("json", "a key survives JSON", _json),
    Law("worlds", "every known mistake answers all parts, and some otherwise", known_mistakes_answer),
    Law("printed-is-read", "what a key prints is read back and right", _printed_is_read),
    Law("perfect-paper", "the perfect paper earns all points", _perfect),
    Law("blank-paper", "the blank paper earns none", _blank),
    Law("answer-table", "each row of answers.csv gets its verdict", answer_table),
    Law("papers", "each paper of the table gets its marks, verdicts and flags", paper_table),
    Law("printed-figures", "each figure of printed.json is computed", _printed_figures),
    Law("booklet-words", "subject and worked solution have a text for everything", _booklet_words),
    Law("definitions", "a statement names no definition but those that its question needs", _named_definitions),
    Law("drawings", "no question is answered from a drawing that is not on its paper", lost_drawings),
    Law("booklets", "subject and worked solution are printed in both languages without a warning", _booklets),
    Law("faces", "every face is printed in both languages without a warning", _faces),
)


def _lacking(name: str) -> Message:
    return Message("there is no {name}", name=name)


def _part(part_id: str, u0: int) -> Message:
    return Message("part {part_id}, u0 = {u0}", part_id=part_id, u0=u0)
