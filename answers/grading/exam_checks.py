"""Checks that every exam must pass, run by `corrige check EXAM`."""

import csv
import json
import logging
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cache, partial
from importlib.resources.abc import Traversable
from itertools import product
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from answers.errors import CorrigeError, Problem, TimeLimitError, did_you_mean
from answers.exam.composed_exam import ComposedExam
from answers.exam.document import Document
from answers.exam.document import printed_figures as figures_of
from answers.exam.draw import Draw
from answers.exam.exam import Exam, Example, drawn_of
from answers.exam.inline_texts import declaration
from answers.exam.key import make_key, solve_context
from answers.exam.key_cache import cached_key
from answers.exam.key_json import key_from_json, key_to_json
from answers.exam.location import ExamLocation, fault
from answers.exam.question import Params, Question, place_of
from answers.exam.scenario import Scenario
from answers.exam.subject import Subject
from answers.exam.words import LANGUAGES, MissingWordsError, Words, missing_files, mistake_name, plain
from answers.files import json_bytes, make_folder, write_atomic
from answers.flags import MISTAKE, Place
from answers.grading.attack import PROBES, find_attack
from answers.grading.grade import grade
from answers.grading.mark import mark, mark_response, parse_response, parse_responses
from answers.grading.scenario_keys import ScenarioKeys
from answers.kinds.programs import Program
from answers.kinds.written import Written
from answers.messages import Message
from answers.paper import Mark, Paper, PartMarks, Verdict
from answers.sheets.booklet import definitions_named, solution_pdf, subject_pdf
from answers.sheets.sheet import BlankSheet, ExaminerKey, Feedback, Model, sheet_pdf
from answers.sheets.subject import WrongItems, has_subject, how, subject_of
from answers.submissions.raw.submission import Submission

DRAWN = tuple(range(1, 64006, 257))
"""Seeds that checks try: quick checks try all of them, checks of keys as many as `PATIENCE` allows."""
SEEDS = (1, 17, 64006)
"""The smallest and the largest seed of a student, and one between, for checks that compute several keys per seed."""
PATIENCE = 4.0
"""Seconds for computing keys of many seeds: enough for hundreds of keys of a quick exam, a few of a slow one."""
COLUMNS = ("part", "text", "verdicts", "share")  # columns that `answers.csv` must have; others are allowed
SLOW_FONTS = "HarfBuzz-Subset"
"""Part of a warning to ignore: without libharfbuzz-subset0, another library subsets fonts, only slower."""
LONGEST = 300  # largest number of characters of an explanation of how an answer is obtained
MOST_SENTENCES = 2
SENTENCE_END = re.compile(r"[.!?](?=\s|$)")
LEFTOVERS = re.compile(r"\{[{%#]|[}%#]\}|None|Undefined|Fraction\(|\[|\bnan\b|<built-in|0x[0-9a-f]{6}")
"""Pattern of texts that an explanation must not contain: pieces of a template, Python values, lists."""
ENGLISH_DECIMAL = re.compile(r"\d\.\d")


WRITE_FILE = "write the missing file, or the missing text in this file: see docs/exams.md"
HIDDEN = Message("this check was not run, since it needs an exam without the problems above")
"""The reason why a check was not run that finds only problems of earlier checks."""


class NotApplicableError(Exception):
    """A check does not apply to an exam, since the exam lacks what it checks; the argument says what is lacking."""


@dataclass(frozen=True, slots=True)
class Check:
    """A property that every exam must have; `find` yields the problems of an exam without this property."""

    name: str
    description: Message
    find: Callable[[Exam], Iterable[Problem]]

    def __reduce__(self) -> str:
        """Pickle the check as a variable of this module, which has the name of the function `find`."""
        return self.find.__name__

    def problems(self, exam: Exam) -> list[Problem]:
        """Return the problems of an exam, each once with the seeds that show it.

        NotApplicableError if the check does not apply to the exam; any other exception is one of the problems.
        """
        found: list[Problem] = []
        try:
            found.extend(self.find(exam))
        except NotApplicableError:
            raise
        except (Exception, TimeLimitError) as error:  # noqa: BLE001 - any exception of the exam is a problem of it
            found += problems_of(error, exam.location)
        problems: dict[tuple[str, str], Problem] = {}
        for problem in found:
            first = problems.setdefault(problem.identity, problem)
            problems[problem.identity] = replace(first, seeds=tuple(dict.fromkeys((*first.seeds, *problem.seeds))))
        return list(problems.values())


def problems_of(error: BaseException, location: ExamLocation) -> tuple[Problem, ...]:
    """Return the problems to report for an exception that the code or the texts of an exam have raised."""
    if isinstance(error, CorrigeError):
        seeds = fault(error, location).seeds
        return tuple(replace(problem, seeds=problem.seeds or seeds) for problem in error.problems)
    if isinstance(error, MissingWordsError):
        return (Problem(error.cause, error.place, "add the missing text to this file"),)
    return (fault(error, location),)


class CheckResult(NamedTuple):
    """The result of one check; `untried` is the reason why the check was not run, "" if it was."""

    check: Check
    problems: tuple[Problem, ...]
    untried: str = ""


def run_checks(exam: Exam, checks: Iterable[Check] | None = None) -> Iterator[CheckResult]:
    """Run checks on an exam, by default all checks, and yield their results in order.

    A missing text breaks many checks, so a problem is reported only by the first check that finds it. A check that
    finds only problems already reported counts as not run. So does a check that does not apply to the exam.
    """
    reported: list[tuple[str, str]] = []
    for check in CHECKS if checks is None else checks:
        try:
            problems = check.problems(exam)
        except NotApplicableError as error:
            yield CheckResult(check, (), error.args[0])
            continue
        new = tuple(problem for problem in problems if not is_reported(problem, reported))
        reported += (problem.identity for problem in new)
        yield CheckResult(check, new, HIDDEN if problems and not new else "")


def is_reported(problem: Problem, reported: Iterable[tuple[str, str]]) -> bool:
    """Return whether a problem was reported before: `reported` has its cause, with its place or a place inside it."""
    cause, place = problem.identity
    return any(cause == known and known_place.startswith(place) for known, known_place in reported)


@partial(
    Check,
    "draws",
    Message("no two draws may use the same index of the sequence, and drawing again must give the same data"),
)
def _draws(exam: Exam) -> Iterator[Problem]:
    for u0 in DRAWN:
        drawn, draw = exam.drawn(u0), Draw(u0)
        again = exam.draw(draw)
        if draw.repeated:
            cause = Message(
                "two draws of the exam use the same terms u(n), so their data depend on each other; the indices n "
                "are {shared}",
                shared=", ".join(map(str, draw.repeated)),
            )
            yield Problem(cause, exam.name, "give each draw an index n that no other draw of the exam uses", (u0,))
            return
        if drawn != again:
            cause = Message("the exam draws other data when it draws a second time from the same seed u₀")
            remedy = Message(
                "draw all data of the exam with {source}, and use no other source of randomness",
                source="Draws" if exam.location.texts else "Draw",
            )
            yield Problem(cause, exam.place, remedy, (u0,))
            return


@partial(Check, "words", Message("every text must exist in both languages"))
def _texts(exam: Exam) -> Iterator[Problem]:
    names = {"title", "source", *(f"oral_{oral.slug}".replace("-", "_") for oral in exam.oral)}
    names |= set(map(mistake_name, exam.mistakes))
    for lang in LANGUAGES:
        try:
            words = exam.words(lang)
            lacking = names - words.names
        except MissingWordsError as error:
            yield Problem(error.cause, error.place, WRITE_FILE)
            continue
        yield from _lacking_files(exam, lang)
        yield from _lacking_texts(exam, words, lacking, "question")
        for part in exam.parts:
            question = exam.question_and_part(part.id)[0]
            try:
                words.labels(part, exam.drawn(exam.model_seed))
            except MissingWordsError as error:
                macro = f"labels_{question.name}"
                has_none = not words.has_text(question, "labels") and error.cause == _lacking(macro)
                remedy = (
                    _add(exam, macro, lang)
                    if has_none
                    else Message("write one label per line, one for each item of the question")
                )
                place = question.place if exam.location.texts else error.place
                yield Problem(error.cause, place, remedy)


def _lacking_files(exam: Exam, lang: str) -> Iterator[Problem]:
    """Yield a problem for each template file that the other language has and `lang` lacks."""
    for file in missing_files(exam.location, lang):
        yield Problem("there is no such file", file, WRITE_FILE)


def _lacking_texts(exam: Exam, words: Words, names: Iterable[str], *kinds: str) -> Iterator[Problem]:
    """Yield the names without a text, then the questions without a text of each kind, with the file to add it to."""
    for name in sorted({*names} - words.names):
        yield Problem(_lacking(name), words.file_of(name), _add(exam, name, words.lang))
    for kind in kinds:
        for question in exam.questions:
            if not words.has_text(question, kind):
                name = f"{kind}_{question.name}"
                place = question.place if exam.location.texts else words.place_of(question.number, name)
                yield Problem(_lacking(name), place, _add(exam, name, words.lang))


def _lacking(name: str) -> Message:
    return Message("the text {name} of the exam is missing", name=name)


def _add(exam: Exam, name: str, lang: str) -> Message:
    """Return the remedy for a missing text: the macro to add to a template, or the code of an exam in one file."""
    macro = f"{{% macro {name}() %}}…{{% endmacro %}}"
    return Message(
        "add the missing text, such as: {macro}", macro=declaration(name, lang) if exam.location.texts else macro
    )


@partial(Check, "prompts", Message("every question must have a text for every seed"))
def _prompts(exam: Exam) -> Iterator[Problem]:
    for u0 in DRAWN:
        drawn = exam.drawn(u0)
        for lang in LANGUAGES:
            words = exam.words(lang)
            rendered = {question.number: words.prompt(question, drawn) for question in exam.questions}
            for number in (number for number, text in rendered.items() if not text.strip()):
                cause = Message("the text of question {number} is empty for this seed", number=number)
                yield Problem(cause, words.place, "write the text of the question in this file", (u0,))


@partial(Check, "model-key", Message("the key computed for the seed of the model must equal the stored key"))
def _model_key(exam: Exam) -> Iterator[Problem]:
    """Yield the differences between the stored key of the exam's model seed and the key computed now.

    The key of a composed paper must have the answers of the keys of its exams.
    """
    if isinstance(exam, ComposedExam):
        key = make_key(exam, exam.model_seed)
        for question in exam.questions:
            source = exam.source_of(question)
            original = source.question(question.name)
            source_key = make_key(source, exam.model_seed, parts=[part.id for part in original.parts])
            source_answers = [source_key.answers[part.id] for part in original.parts]
            if [key.answers[part.id] for part in question.parts] != source_answers:
                cause = Message(
                    "question {number} of the exam {exam} has other right answers on this composed paper than in that "
                    "exam",
                    number=original.number,
                    exam=source.name,
                )
                place = Message("{place}, question {number}", place=exam.name, number=question.number)
                yield Problem(cause, place, "tell the authors of corrige about this problem")
        return
    file = exam.location.stored_key(exam.model_seed)
    command = f"corrige check {exam.place} --accept"
    remedy = Message("check the key that corrige computes, then store it with the command {command}", command=command)
    if not file.is_file():
        if exam.location.texts:
            raise NotApplicableError(
                Message(
                    "an exam in one file has no stored key for the model seed: its examples state the right answers"
                )
            )
        yield Problem(
            "the exam has no stored key for the seed of its model, with which computed keys are compared",
            str(file),
            remedy,
        )
        return
    document = json.loads(file.read_bytes())
    try:
        expected = key_from_json(exam, {**document, "evidence": {}})
    except ValueError:
        yield Problem(
            "the stored key of the model has other drawn data than the exam now has for the same seed",
            str(file),
            remedy,
        )
        return
    computed = make_key(exam, exam.model_seed)
    for name in ("answers", "oral", "params"):
        if getattr(expected, name) != getattr(computed, name):
            cause = Message(
                "the values of {name} in the key that corrige computes differ from those of the stored key", name=name
            )
            yield Problem(cause, str(file), "find out whether the stored key or the computed key is right")


def accept_key(exam: Exam) -> list[tuple[str, str, str]]:
    """Compute the key of the exam's model seed, store it, and return how it differs from the key stored before.

    A difference is the id of a part or the name of a parameter, then the old and the new value as text. The old value
    is empty if no key was stored before. If the file cannot be written, as in an installed package, a CorrigeError is
    raised.
    """
    file = exam.location.stored_key(exam.model_seed)
    document = key_to_json(exam, make_key(exam, exam.model_seed), "fr")

    def texts(key: Mapping[str, Any]) -> dict[str, str]:
        answers = {part_id: " ; ".join(item["text"] for item in items) for part_id, items in key["answers"].items()}
        return {name: json.dumps(value, ensure_ascii=False) for name, value in key["params"].items()} | answers

    stored = texts(json.loads(file.read_bytes())) if file.is_file() else {}
    computed = texts(document)
    if not isinstance(file, Path):
        raise CorrigeError.single(
            "the stored key of the model seed is inside an installed package, which corrige does not change",
            place=str(file),
            remedy="copy the exam into a folder, and check it there with --exams",
        )
    write_atomic(make_folder(file.parent) / file.name, json_bytes(document), overwrite=True)
    names = dict.fromkeys((*stored, *computed))
    pairs = [(name, stored.get(name, ""), computed.get(name, "")) for name in names]
    return [(name, old, new) for name, old, new in pairs if old != new]


@partial(Check, "how", Message("the explanation of an answer must be short, and exist in both languages"))
def _how_lines(exam: Exam) -> Iterator[Problem]:
    """Yield the problems of the macros `how_…`, which explain on feedback how an answer is obtained.

    Each is tried for some seeds, with each item wrong alone and with all items wrong, in both languages.
    """
    explained = {
        lang: [question for question in exam.questions if exam.words(lang).has_text(question, "how")]
        for lang in LANGUAGES
    }
    for lang, other in zip(LANGUAGES, reversed(LANGUAGES), strict=True):
        for question in explained[other]:
            if question not in explained[lang]:
                name = f"how_{question.name}"
                missing_at, present_at = (exam.words(code).place_of(question.number, name) for code in (lang, other))
                yield Problem(
                    _lacking(name),
                    missing_at,
                    Message("write this text; it exists in the other language in {file}", file=present_at),
                )
    keys = [make_key(exam, u0) for u0 in SEEDS] if any(explained.values()) else ()
    for key, lang in product(keys, LANGUAGES):
        words = exam.words(lang)
        for question in explained[lang]:
            every: WrongItems = {part.letter: tuple(range(part.count)) for part in question.parts}
            alone: list[WrongItems] = [{part.letter: (item,)} for part in question.parts for item in range(part.count)]
            for wrong in (every, *alone):
                line = how(exam, question, words, key, wrong)
                place: str = f"{words.place}, how_{question.name}"
                if wrong != every:
                    place = Message("{place}, wrong answers: {wrong}", place=place, wrong=dict(wrong))
                faults = [*_line_faults(plain(line) if line else "", words.lang)]
                yield from (Problem(cause, place, remedy, (key.u0,)) for cause, remedy in faults)
                if faults and wrong == every:  # single items would show the same
                    break


def _line_faults(line: str, lang: str) -> Iterator[tuple[str, str]]:
    """Yield the cause and the remedy of each fault in an explanation of how an answer is obtained."""
    if not line:
        yield (
            Message("the explanation of this question is an empty text for this seed"),
            Message("write in this template how the answer is obtained"),
        )
    if len(line) > LONGEST:
        yield (
            Message("the explanation has {count} characters, too many for the feedback", count=len(line)),
            Message("use at most {most} characters", most=LONGEST),
        )
    if (count := len(SENTENCE_END.findall(line))) > MOST_SENTENCES:
        yield (
            Message("the explanation has {count} sentences, too many for the feedback", count=count),
            Message("use at most {most} sentences", most=MOST_SENTENCES),
        )
    if match := LEFTOVERS.search(line):
        remedy = Message("pass only numbers and words from the exam's code to this template")
        yield Message("the explanation shows a piece of code: {text!r}", text=match[0]), remedy
    if lang == "fr" and (match := ENGLISH_DECIMAL.search(line)):
        remedy = Message('write decimals with the filter decimal("fr")')
        yield Message("the French explanation writes {text}, without a decimal comma", text=match[0]), remedy


@partial(
    Check,
    "evidence",
    Message("every evidence (details that a key prints beside an answer) must have a template that displays it"),
)
def _evidence_layout(exam: Exam) -> Iterator[Problem]:
    locations = dict.fromkeys(exam.source_of(question).location for question in exam.questions if question.evidence)
    for file in (location.templates.joinpath("evidence.html") for location in locations):
        if not file.is_file():
            yield Problem(
                "no template displays this evidence (the data that explain an answer of the key), so teachers and "
                "students would never see it",
                str(file),
                "write a template that displays the evidence of the answer: see docs/exams.md",
            )


@partial(
    Check,
    "keys",
    Message(
        "it must be possible to compute the key of many seeds, and each answer must have the form that "
        "its part asks for"
    ),
)
def _keys_of_many_seeds(exam: Exam) -> Iterator[Problem]:
    start = monotonic()
    for u0 in DRAWN:
        try:
            make_key(exam, u0)
        except (Exception, TimeLimitError) as error:  # noqa: BLE001 - other seeds may show other problems
            yield from problems_of(error, exam.location)
        if monotonic() - start > PATIENCE:
            break


def _part_place(exam: Exam, part_id: str) -> Message:
    """Return a part as a place; for an exam in one file, after the line of the solution."""
    part = Message("part {part_id}", part_id=part_id)
    question, _ = exam.question_and_part(part_id)
    return Message("{place}, {part}", place=question.place, part=part) if exam.location.texts else part


@partial(Check, "same-bytes", Message("the same seed must give the same key, byte for byte"))
def _same_bytes(exam: Exam) -> Iterator[Problem]:
    for u0 in SEEDS:
        first, second = (json.dumps(key_to_json(exam, make_key(exam, u0))) for _ in range(2))
        if first != second:
            cause = Message("computed twice for the same seed, the key has different answers")
            remedy = "let the answers depend on nothing but the drawn data of the seed: no other randomness, no clock"
            yield Problem(cause, exam.place, remedy, (u0,))


@partial(Check, "json", Message("a key must be the same after it was saved as JSON and loaded again"))
def _json_round_trip(exam: Exam) -> Iterator[Problem]:
    for u0 in SEEDS:
        key = make_key(exam, u0)
        if key_from_json(exam, json.loads(json.dumps(key_to_json(exam, key)))) != key:
            cause = "the key is different after it was saved as JSON and loaded again"
            remedy = "let parameters and evidence hold only numbers, texts, and tuples of them"
            yield Problem(cause, exam.place, remedy, (u0,))


@partial(Check, "worlds", Message("every known mistake must give an answer to all parts, and a wrong answer to some"))
def _known_mistakes(exam: Exam) -> Iterator[Problem]:
    """Yield a problem for each known mistake that gives the right answers for every seed tried.

    An exception in the code of a mistake is passed on.
    """

    def differs(u0: int, slug: str, parts: tuple[str, ...] | None) -> bool:
        """Return whether a known mistake gives other answers than the right ones for a seed."""
        mistaken, right = (make_key(exam, Scenario(u0, mistakes), parts=parts).answers for mistakes in ((slug,), ()))
        return dict(mistaken) != dict(right)

    place = exam.place
    # whole keys are slow: few seeds
    tried: list[tuple[str, tuple[str, ...] | None, Sequence[int], Sequence[int], str]] = [
        (misconception.slug, None, (exam.model_seed,), SEEDS, place) for misconception in exam.misconceptions
    ]
    for question in exam.questions:
        ids = tuple(part.id for part in question.parts)
        here = Message("{place}, question {number}", place=place, number=question.number)
        for mistake in question.mistakes:
            line = place_of(mistake.solve) if exam.location.texts else ""
            tried.append((mistake.slug, ids, SEEDS, DRAWN, line or here))
    for slug, parts, first, more, where in tried:
        few = [differs(u0, slug, parts) for u0 in first]  # no short circuit: each may raise
        if isinstance(exam, ComposedExam) and parts is None:
            continue  # the changed questions may be absent; only check that no key fails
        if not any(few) and not any(differs(u0, slug, parts) for u0 in more):
            cause = Message(
                "the known mistake {slug} gives the right answers for every seed tried, so it could never be "
                "recognised",
                slug=slug,
            )
            yield Problem(cause, where, "write, for this mistake, the answers of a student who makes it")


@partial(
    Check, "printed-is-read", Message("every value that a key prints must be marked right when a student writes it")
)
def _printed_is_read(exam: Exam) -> Iterator[Problem]:
    for key in (make_key(exam, u0) for u0 in SEEDS):
        for part in (part for part in exam.parts if not isinstance(part.kind, Program | Written)):
            for lang in LANGUAGES:
                printed = tuple(part.kind.format(value, lang) for value in key.answers[part.id])
                marks = mark_response(parse_response(part, printed), key.answers[part.id])
                if any(item.verdict is not Verdict.RIGHT for item in marks.items):
                    cause = Message(
                        "the right answer, written as the key prints it, {texts}, would not be marked right",
                        texts=printed,
                    )
                    remedy = Message("give the part a kind that parses what it prints, or a tolerance")
                    yield Problem(cause, _part_place(exam, part.id), remedy, (key.u0,))


@partial(Check, "perfect-paper", Message("a perfect paper must earn all points"))
def _perfect_paper(exam: Exam) -> Iterator[Problem]:
    for key in (make_key(exam, u0) for u0 in SEEDS):
        written = {
            part.id: (" ; ".join(part.kind.format(value, "fr") for value in key.answers[part.id]),)
            for part in exam.parts
            if not isinstance(part.kind, Program | Written)
        }
        for part_id, marks in mark(exam, key, parse_responses(exam, written, written), exam_may_fail=False).items():
            if marks.score != marks.points:
                earned, whole = float(marks.score), float(marks.points)
                cause = Message(
                    "with all right answers in one text, this part earns only {earned:g} of {points:g} points",
                    earned=earned,
                    points=whole,
                )
                remedy = Message("let the kind of the part parse all items from one text, separated by semicolons")
                yield Problem(cause, _part_place(exam, part_id), remedy, (key.u0,))


@partial(Check, "blank-paper", Message("a blank paper must earn no points"))
def _blank_paper(exam: Exam) -> Iterator[Problem]:
    parts = mark(exam, make_key(exam, exam.model_seed), parse_responses(exam, {}))
    for part_id, marks in parts.items():
        if marks.score or any(item.verdict is not Verdict.BLANK for item in marks.items):
            place = Message("part {part_id}", part_id=part_id)
            yield Problem(
                "a part for which a student writes nothing does not get the verdict blank",
                place,
                "let the kind of this part read an empty text as a blank answer",
            )


@partial(Check, "answer-table", Message("each example of an answer must get the expected verdict"))
def _answer_table(exam: Exam) -> Iterator[Problem]:
    """Yield a problem for each example of an answer that is not marked as it says, and for parts without examples.

    The examples of an exam in a folder are the rows of `answers.csv`: part, text, verdicts of the items, share of the
    points.
    """
    if isinstance(exam, ComposedExam):
        return
    examples, place = exam.examples, exam.location.place
    if not exam.location.texts:
        file = exam.location.fixtures.joinpath("answers.csv")
        examples, place = _table_rows(file), str(file)
    known = {part.id: part for part in exam.parts if not part.written}
    if without := [part_id for part_id in known if part_id not in {example.part_id for example in examples}]:
        cause = Message(
            "the examples by which the marking of this exam is checked have no answer to the parts {parts}",
            parts=", ".join(without),
        )
        yield Problem(cause, place, "add at least one example of an answer to each of these parts")
    key = make_key(exam, exam.model_seed)
    for example in examples:
        part = known.get(example.part_id)
        if part is None:
            cause = Message(
                "the exam {name} has no part {part_id!r}, for which an example of an answer is given",
                name=exam.name,
                part_id=example.part_id,
            )
            yield Problem(cause, example.place, did_you_mean(example.part_id, known))
            continue
        responses = parse_responses(exam, {part.id: (example.text,)}, [part.id], u0=key.u0)
        marks = mark(exam, key, responses, exam_may_fail=False)[part.id]
        verdicts = tuple(str(item.verdict) for item in marks.items)
        if verdicts != example.verdicts:
            notes = ", ".join(dict.fromkeys(str(item.note) for item in marks.items if item.note))
            verdicts_and_notes = " ".join(verdicts) + (f" ({notes})" if notes else "")
            cause = Message(
                "in an example of the exam, the items of the answer {text!r} get other verdicts than expected: "
                "{verdicts}",
                text=example.text,
                verdicts=verdicts_and_notes,
            )
            expected = " ".join(example.verdicts)
            remedy = Message("the example expects {verdicts}: correct the example or the solution", verdicts=expected)
            yield Problem(cause, example.place, remedy)
        elif marks.score != example.share * part.points:
            cause = Message(
                "the answer {text!r} of an example earns the share {share} of the points of its part",
                text=example.text,
                share=marks.score / part.points,
            )
            remedy = Message("the example expects the share {share}: correct the example", share=example.share)
            yield Problem(cause, example.place, remedy)


def _table_rows(file: Traversable) -> tuple[Example, ...]:
    """Return the rows of a table of answers; a CorrigeError if there is no such file, or a column is missing."""
    header = ",".join(COLUMNS)
    if not file.is_file():
        remedy = Message("create this file, with the first line {columns}", columns=header)
        raise CorrigeError.single(
            "the exam has no table of examples of answers, from which its marking is checked",
            place=str(file),
            remedy=remedy,
        )
    with file.open(encoding="utf-8") as stream:
        table = csv.DictReader(stream)
        names, rows = table.fieldnames, list(table)
    if missing := [name for name in COLUMNS if name not in (names or ())]:
        raise CorrigeError.single(
            Message("the first line of this table of examples lacks the columns {missing}", missing=", ".join(missing)),
            place=Message("{path}, line {number}", path=file, number=1),
            remedy=Message("begin the first line of the file with: {columns}", columns=header),
        )
    places = [Message("{path}, line {number}", path=file, number=number) for number in range(2, len(rows) + 2)]
    return tuple(
        Example(row["part"], row["text"], tuple(row["verdicts"].split()), Fraction(row["share"]), place)
        for row, place in zip(rows, places, strict=True)
    )


@partial(Check, "papers", Message("each example of a whole paper must get the expected points, verdicts and flags"))
def _paper_table(exam: Exam) -> Iterator[Problem]:
    folder = exam.location.fixtures.joinpath("papers")
    if not folder.is_dir():
        return
    key_of, scenario_key = cache(partial(cached_key, exam)), ScenarioKeys(exam)
    marked = partial(grade, exam, key_of=key_of, scenario_key=scenario_key)
    for file in sorted(folder.iterdir(), key=lambda traversable: traversable.name):
        if file.name.endswith(".toml"):
            yield from _paper_problems(exam, file, marked)


def _paper_problems(exam: Exam, file: Traversable, marked: Callable[[Submission], Paper]) -> Iterator[Problem]:
    """Yield a problem for each difference between a paper of the fixtures marked now and its stored result."""
    place = str(file)
    try:
        document = tomllib.loads(file.read_text("utf-8"))
        totals, u0 = document["expected"], int(document["u0"])
        answers = {str(part_id): str(text) for part_id, text in document["answers"].items()}
        score, flags = Fraction(str(totals["score"])), totals.get("flags")
        verdicts = {str(name): str(verdict) for name, verdict in totals.get("items", {}).items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        cause = Message("this example of a whole paper cannot be read: {error}", error=error)
        yield Problem(cause, place, "write the file as docs/exams.md shows, under “Whole papers”")
        return
    parts = [part.id for part in exam.parts]
    items = sorted(item for part in exam.parts for item in part.item_names)
    for name, known in {**dict.fromkeys(answers, parts), **dict.fromkeys(verdicts, items)}.items():
        if name not in known:
            cause = Message(
                "the exam {exam} has no part or item {name!r}, which this example of a paper names",
                exam=exam.name,
                name=name,
            )
            yield Problem(cause, place, did_you_mean(name, known))
            return
    written = {part_id: (text,) for part_id, text in answers.items()}
    paper = marked(Submission(Place(file.name), file.name, str(u0), exam.name, written))
    for part_id, part in paper.parts.items():
        usual = "right" if answers.get(part_id, "").strip() else "blank"
        for index, item in enumerate(part.items, 1):
            expected = verdicts.get(f"{part_id}.{index}", usual)  # such as "unreadable: too-few-values", "wrong: SLUG"
            verdict, _, note = expected.partition(": ")
            mistake = item.note.detail if item.note and item.note.slug == MISTAKE else None
            has_note = note in (str(item.note), mistake) if note else verdict != Verdict.WRONG or mistake is None
            if item.verdict != verdict or not has_note:
                outcome = f"{item.verdict}: {item.note}" if item.note else item.verdict
                cause = Message(
                    "item {part_id}.{index}, answered {raw!r}, is marked {verdict}",
                    part_id=part_id,
                    index=index,
                    raw=item.raw,
                    verdict=outcome,
                )
                remedy = Message("this file expects {expected}: correct the file or the solution", expected=expected)
                yield Problem(cause, place, remedy)
    if paper.score != score:
        cause = Message("this example of a whole paper earns {score} points", score=paper.score)
        if without := ", ".join(part_id for part_id in paper.parts if part_id not in answers):  # perhaps the cause
            cause = Message(
                "this example of a whole paper, which has no answer to {parts}, earns {score} points",
                score=paper.score,
                parts=without,
            )
        remedy = Message("this file expects {score} points: correct the file or the solution", score=score)
        yield Problem(cause, place, remedy)
    paper_flags = list(map(str, paper.flags))
    if flags is not None and paper_flags != flags:
        cause = Message("this example of a whole paper gets the flags: {flags}", flags=", ".join(paper_flags) or "none")
        remedy = Message("this file expects the flags {flags}: correct the file or the solution", flags=flags)
        yield Problem(cause, place, remedy)


@partial(Check, "printed-figures", Message("each number that printed.json lists must have a function that computes it"))
def _printed_figures(exam: Exam) -> Iterator[Problem]:
    """Raise a CorrigeError if the file `printed.json` is invalid; `corrige verify` reports numbers that differ."""
    figures_of(exam, exam.beside("document", Document))
    yield from ()


@partial(Check, "booklet-words", Message("no text of the subject or of the worked solution may be missing"))
def _booklet_texts(exam: Exam) -> Iterator[Problem]:
    subject = _subject(exam)
    for question in exam.questions:
        for number in sorted(set(question.definitions) - set(subject.definitions)):
            place = Message("{place}, question {number}", place=exam.place, number=question.number)
            yield Problem(
                Message(
                    "the question lists the definition {number}, which the subject of the exam does not have",
                    number=number,
                ),
                place,
                "in the question, name only definitions that the text of the subject has",
            )
    names = {"presentation"}
    if not isinstance(exam, ComposedExam):
        names = names.union(*({f"definition_{k}", f"definition_{k}_title"} for k in subject.definitions))
    for lang in LANGUAGES:
        yield from _lacking_files(exam, lang)
        if not missing_files(exam.location, lang):
            yield from _lacking_texts(exam, exam.words(lang), names, "statement", "solution")


def _subject(exam: Exam) -> Subject:
    """Return the subject of an exam; NotApplicableError if it has none, CorrigeError if it has a duration alone."""
    if not has_subject(exam):
        raise NotApplicableError(Message("the exam has no subject, that is no printed statements of its questions"))
    if exam.location.texts and not any(exam.words("fr").has_text(question, "statement") for question in exam.questions):
        cause = Message("the exam has a duration, and thus a subject, but no question has a statement")
        remedy = Message(
            "leave out the setting {minutes}, or write a statement and a solution for each question: only an exam "
            "with a subject has a duration",
            minutes="minutes=",
        )
        raise CorrigeError.single(cause, place=exam.location.place, remedy=remedy)
    return subject_of(exam)


@partial(Check, "definitions", Message("a statement may name only the definitions that its question depends on"))
def _definitions(exam: Exam) -> Iterator[Problem]:
    if isinstance(exam, ComposedExam):  # its statements are those of its exams
        return
    subject = _subject(exam)
    for lang in LANGUAGES:
        yield from _lacking_files(exam, lang)
    whole = [lang for lang in LANGUAGES if not missing_files(exam.location, lang)]
    for lang, question in product(whole, exam.questions):
        known = subject.needed(set(question.definitions) & set(subject.definitions))
        for number in sorted(definitions_named(exam, question, lang) - set(known)):
            name = f"statement_{question.name}"
            cause = Message(
                "the text {name} mentions definition {number}, which its question does not list",
                name=name,
                number=number,
            )
            remedy = Message(
                "add {number} to `definitions`, the numbers of the definitions of the subject that the question uses",
                number=number,
            )
            yield Problem(cause, exam.words(lang).place_of(question.number, name), remedy)


@partial(
    Check, "drawings", Message("no question of a composed paper may need a drawing that the paper does not contain")
)
def _lost_drawings(exam: Exam) -> Iterator[Problem]:
    """Yield a problem for each question of a composed paper that needs a drawing which the paper does not contain.

    Its solution then reads a parameter that only the drawing of another question of the same exam shows.
    """
    if not isinstance(exam, ComposedExam):
        return
    drawn = exam.drawn(exam.model_seed)
    for question in exam.questions:
        source = exam.source_of(question)
        original = source.question(question.name)
        on_paper = {drawer.name for drawer in exam.questions if exam.source_of(drawer) is source}
        others = [drawer for drawer in source.questions if drawer.drawing is not None and drawer.name != original.name]
        if all(drawer.name in on_paper for drawer in others):
            continue
        params = drawn_of(drawn, source)
        key, solved = make_key(source, params.u0), set[str]()
        for part in original.parts:
            original.solve(replace(solve_context(source, key, part), params=_watched(params, solved)), part)
        shown = _read_by_drawing(original, params)
        words, watched = source.words(LANGUAGES[0]), _watched(params, shown)
        words.prompt(original, watched)
        for part in original.parts:
            words.labels(part, watched)
        drawn_by = [(other, (solved - shown) & _read_by_drawing(other, params)) for other in others]
        drawn_on_paper = set[str]().union(*(names for other, names in drawn_by if other.name in on_paper))
        for other, names in drawn_by:
            if other.name not in on_paper and names - drawn_on_paper:
                cause = Message(
                    "question {number} of {exam} needs the drawing of its question {other}, which the paper "
                    "does not contain",
                    number=original.number,
                    exam=source.name,
                    other=other.number,
                )
                remedy = Message(
                    "place question {other} before question {number}, or declare in the exam that they share the "
                    "drawing (shares_drawing)",
                    other=other.number,
                    number=original.number,
                )
                yield Problem(cause, exam.plan.questions[question.number - 1].place, remedy)


def _read_by_drawing(question: Question, params: Params) -> set[str]:
    read: set[str] = set()
    for drawing in filter(None, (question.drawing, question.shared_drawing)):
        drawing(_watched(params, read))
    return read


def _watched(params: Params, read: set[str]) -> Params:
    """Return parameters that add the name of each parameter read to `read`, and are equal to no others, for caches."""
    kind = type(params)
    names = {field.name for field in fields(kind)}

    def get(watched: Params, name: str) -> object:
        if name in names:
            read.add(name)
        return object.__getattribute__(watched, name)

    methods = {"__getattribute__": get, "__hash__": object.__hash__, "__eq__": object.__eq__, "__slots__": ()}
    watched: Params = object.__new__(type(kind.__name__, (kind,), methods))
    for name in names:
        object.__setattr__(watched, name, getattr(params, name))
    return watched


@partial(
    Check,
    "booklets",
    Message("the subject and the worked solution must be printed in both languages without a warning"),
)
def _booklets(exam: Exam) -> Iterator[Problem]:
    _subject(exam)
    key = make_key(exam, exam.model_seed)
    for lang in LANGUAGES:
        yield from _warnings("subject", lang, partial(subject_pdf, exam, lang=lang))
        yield from _warnings("solution", lang, partial(solution_pdf, exam, key, lang=lang))


@partial(Check, "attack", Message("a paper on which nothing is solved must earn nothing by follow-through"))
def _follow_through_without_work(exam: Exam) -> Iterator[Problem]:
    """Yield a problem if a paper without a student's own work earns points by follow-through.

    The search for such a paper is brief. `corrige atlas --attack` searches longer.
    """
    if not any(part.depends_on for part in exam.parts):
        return
    attack = find_attack(exam, DRAWN[1 : 1 + PROBES], PATIENCE)
    if not attack.is_met:
        paper = ", ".join(f"{part_id}: {' ; '.join(texts)}" for part_id, texts in attack.written.items())
        cause = Message(
            "without solving anything, a paper with only the answers {paper} earns {points} of 20 points by "
            "follow-through, for u0 = {u0}",
            paper=paper,
            points=f"{float(attack.most):g}",
            u0=DRAWN[1],
        )
        yield Problem(
            cause, exam.name, "let the later part depend on the data of the seed too, not only on earlier answers"
        )


@partial(Check, "faces", Message("every document must be printed in both languages without a warning"))
def _documents(exam: Exam) -> Iterator[Problem]:
    key = make_key(exam, exam.model_seed)
    parts = mark(exam, key, parse_responses(exam, {}))
    first, tag = exam.parts[0], Mark("<b>?</b>", Verdict.UNREADABLE, None, Fraction(0))
    parts[first.id] = PartMarks((tag,) * first.count, parts[first.id].points)
    paper = Paper(Place("paper"), "", exam.name, key.u0, (), parts)
    for sheet in (BlankSheet(exam, key.u0), Model(exam, key), ExaminerKey(exam, key), Feedback(exam, key, paper)):
        for lang in LANGUAGES:
            yield from _warnings(sheet.kind, lang, partial(sheet_pdf, sheet, lang=lang))


def _warnings(kind: str, lang: str, render: Callable[[], bytes]) -> Iterator[Problem]:
    warnings: list[str] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            warnings.append(record.getMessage())

    renderer, listener = logging.getLogger("weasyprint"), Listener(logging.WARNING)
    renderer.addHandler(listener)
    try:
        render()
    finally:
        renderer.removeHandler(listener)
    for warning in warnings:
        if SLOW_FONTS not in warning:
            place = Message("document {face}, language {lang}", face=kind, lang=lang)
            yield Problem(Message.of(warning), place, "correct the template of this document")


CHECKS = (
    _draws, _texts, _prompts, _model_key, _keys_of_many_seeds, _how_lines, _evidence_layout, _same_bytes,
    _json_round_trip, _known_mistakes, _printed_is_read, _perfect_paper, _blank_paper, _answer_table, _paper_table,
    _follow_through_without_work, _printed_figures, _booklet_texts, _definitions, _lost_drawings, _booklets, _documents,
)  # fmt: skip
