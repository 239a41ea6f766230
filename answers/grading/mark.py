"""Answers, read once, and a key → marks: a pure function, so that marking again gives the same bytes.

Whatever door an answer came through, file, form or screen, it is texts by then. Here alone does a kind read them.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property, partial
from itertools import product
from math import ceil, floor, prod
from typing import TypeAlias
from unicodedata import normalize

from answers.exam.exam import Exam
from answers.exam.key import Key, solve_context
from answers.exam.question import Part, Question
from answers.flags import (
    ANOTHER_RIGHT_ANSWER,
    AS_PERCENTAGE,
    AS_PRINTED,
    BLANK_AS_ZERO,
    BLANK_NEEDED,
    IMPRECISE,
    NEAR,
    ROUNDED,
    Flag,
    Note,
)
from answers.grading.printed_labels import printed_labels, without_labels
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers
from answers.kinds.parsing import Blank, ParseResult, Unreadable, Value, Values
from answers.kinds.tolerance import EXACT, Tolerance
from answers.paper import Mark, PartMarks, Verdict

Written: TypeAlias = Mapping[str, tuple[str, ...]]
"""What a student wrote, by part id: one text a field, or a single text that holds all items."""
Item: TypeAlias = tuple[str, int]
"""A part id and the position of an item in it, from 0."""


@dataclass(frozen=True)
class Response:
    """The answer to a part: the texts as they were written, and for each item what its kind reads there."""

    part: Part
    texts: tuple[str, ...]
    readings: tuple[ParseResult, ...]

    @cached_property
    def values(self) -> tuple[Value | None, ...]:
        """The value of each item, None where nothing is written or it is not read."""
        return tuple(None if isinstance(reading, Blank | Unreadable) else reading for reading in self.readings)

    @cached_property
    def whole(self) -> Values:
        """The values if every item has one, a blank share of a mixed strategy that says 0 among them; else none."""
        values = (ZERO if one == BLANK_ZERO else value for one, value in zip(self.readings, self.values, strict=True))
        known = tuple(value for value in values if value is not None)
        return known if len(known) == len(self.values) else ()

    @cached_property
    def text(self) -> str:
        """All that was written."""
        return " ; ".join(self.texts)

    @cached_property
    def raw(self) -> tuple[str, ...]:
        """What was written for each item: all of it for each where one text, or the first, holds a list."""
        whole = self.text if len(self.texts) == 1 else self.text.rstrip(" ;")
        return (whole,) * len(self.readings) if self.is_list else self.texts

    @cached_property
    def is_list(self) -> bool:
        """Whether one text, or the first, holds all items."""
        return not self._pairs() or any(not text.strip() and not isinstance(one, Blank) for text, one in self._pairs())

    @cached_property
    def apart(self) -> tuple[str, ...]:
        """A text an item, any of which can be replaced: of a list the values, and all of it for what is not read."""
        if self._pairs() and all(isinstance(one, Blank) == (not text.strip(" –")) for text, one in self._pairs()):
            return self.texts
        texts = {Blank: "", Unreadable: self.text}
        return tuple(texts.get(type(reading), str(reading)) for reading in self.readings)

    def _pairs(self) -> list[tuple[str, ParseResult]]:
        """Each item with its own text, if there are as many texts as items."""
        is_one_each = len(self.texts) == len(self.readings)
        return list(zip(self.texts, self.readings, strict=True)) if is_one_each else []


Answers: TypeAlias = Mapping[str, Response]
"""The answers of a student to the parts of an exam, by part id."""


def parse_response(part: Part, texts: tuple[str, ...]) -> Response:
    """Return what was written for a part, as it is read; no text at all is a blank one."""
    return Response(part, texts or ("",), part.kind.read(texts or ("",)))


def parse_responses(
    exam: Exam, written: Written, part_ids: Iterable[str] | None = None, *, u0: int | None = None
) -> dict[str, Response]:
    """Return the answers to all parts of an exam, or to some, in the order given; a part without any text is blank.

    What is not read may have the label before it that the sheet of the seed `u0` prints there.
    """
    parts = exam.parts if part_ids is None else map(exam.part, part_ids)
    answers = {part.id: parse_response(part, written.get(part.id, ())) for part in parts}
    if u0 is None:
        return answers
    drawn = cache(partial(exam.drawn, u0))
    for part_id, answer in answers.items():
        if any(isinstance(reading, Unreadable) for reading in answer.readings):
            bare = without_labels(answer.texts, printed_labels(exam, answer.part, drawn()))
            if bare != answer.texts:
                answers[part_id] = replace(answer, readings=answer.part.kind.read(bare))
    return answers


def values_at(answers: Answers, items: Iterable[Item]) -> dict[Item, Value]:
    """Return those of some items that have a value, with it."""
    values = ((item, answers[item[0]].values[item[1]]) for item in items)
    return {item: value for item, value in values if value is not None}


ZERO = Fraction(0)
BLANK_ZERO = Blank(is_zero=True)
PERCENT = 100
DECIMALS = re.compile(r"(?<![\d.,])\d{1,12}[.,]\d{1,20}(?![\d.,])", re.ASCII)
FRACTIONS = re.compile(r"(?<![\d.,])(\d{1,99})(?: ?[/⁄∕÷] ?|\}\{)(\d{1,99})(?![\d.,])", re.ASCII)
"""With a bar, or as LaTeX writes them."""
DOUBLE = Fraction(1, 2**50)
"""Nearer than this, relatively, numbers are the same to a computer that prints 16 digits, or 17."""
TWICE = 2
"""An answer within twice the tolerance is told to be near."""
LEAST_UNITS = 2
"""A value of one unit of its last digit, 0.1 or 1, is hardly a rounded one."""
DIGITS = 10
"""A value of at least so many units of its last digit has two digits: a share that small is hardly there by chance."""
MAX_FILLINGS = 1000
"""How many answers that nobody wrote are tried, to find out whether blank items are all that is lacking."""
LARGE = 100
"""From here on the zeros at the end of an integer may be no digits."""


def mark_parts(exam: Exam, key: Key, answers: Answers, part_ids: Collection[str] | None = None) -> dict[str, PartMarks]:
    """Mark every answer to a part that `key` answers too, or those of `part_ids`, in the order of the exam.

    Unreadable items score nothing and are for the teacher.
    """
    marks = {}
    for question in exam.questions:
        for part in question.parts:
            is_wanted = part_ids is None or part.id in part_ids
            if not is_wanted or part.id not in answers or part.id not in key.answers:
                continue
            ask = question.accepts if part.is_open else None
            accepts = partial(ask, solve_context(exam, key, part), part) if ask else None
            remarks = partial(question.remarks, solve_context(exam, key, part), part) if question.remarks else None
            printed = {
                misprint.index: misprint.value
                for misprint in exam.marking_policy.misprints
                if (misprint.u0, misprint.part_id) == (key.u0, part.id) and not key.scenario.mistakes
            }
            marks[part.id] = mark_response(answers[part.id], key.answers[part.id], accepts, remarks, printed)
    return marks


def is_right(part: Part, expected: Value, value: Value) -> bool:
    """Say whether a value is the expected one of an item, to the tolerance of its part."""
    return part.kind.agrees(expected, value, part.tolerance)


def unmarked_parts(answers: Answers, reason: Flag) -> dict[str, PartMarks]:
    """Return what was written of each part, for the teacher, with the reason why it cannot be marked."""
    note, unmarked = Note(reason.slug, reason.detail), {}
    for part_id, answer in answers.items():
        items = (
            Mark(raw, Verdict.BLANK, None, ZERO)
            if isinstance(one, Blank)
            else Mark(raw, Verdict.UNREADABLE, note, ZERO)
            for raw, one in zip(answer.raw, answer.readings, strict=True)
        )
        unmarked[part_id] = PartMarks(tuple(items), answer.part.points)
    return unmarked


def still_waiting(exam: Exam, parts: Mapping[str, PartMarks], waiting: Mapping[str, Note]) -> dict[str, PartMarks]:
    """Return marks in which nothing counts that nobody has read yet, nor what is wrong only as long as it is not.

    `waiting` names items, "4b.1", and says why they wait. Where other answers may be right too, that is known once the
    whole part is read.
    """
    if not waiting:
        return dict(parts)

    def waits(part: Part, index: int, mark: Mark) -> Mark:
        items = (f"{part.id}.{at + 1}" for at in range(part.count))
        own = {item: waiting[item] for item in items if item in waiting}
        note = own.get(f"{part.id}.{index + 1}")
        if note is None and own and part.is_open and mark.verdict is Verdict.WRONG:
            note = next(iter(own.values()))
        return Mark(mark.raw, Verdict.UNREADABLE, note, ZERO) if note else mark

    return {part_id: marks.changed(partial(waits, exam.part(part_id))) for part_id, marks in parts.items()}


def incomplete_parts(exam: Exam, key: Key, answers: Answers, parts: Mapping[str, PartMarks]) -> dict[str, PartMarks]:
    """Return the parts that earn nothing for right items because other items are blank, with a note on these items.

    They are those of all or nothing in which every written item is the expected one, and those with other right answers
    in which the blank items can be filled in to one. All fillings are tried where they are at most `MAX_FILLINGS`,
    else the same value in every blank item; where there are more values than that, nothing is proved. No score changes.
    """
    found = {}
    for part_id, marks in parts.items():
        question, part = exam.question_and_part(part_id)
        verdicts = {item.verdict for item in marks.items}
        if Verdict.BLANK not in verdicts or not verdicts <= {Verdict.BLANK, Verdict.RIGHT, Verdict.WRONG}:
            continue
        if verdicts == {Verdict.BLANK, Verdict.RIGHT}:
            is_incomplete = part.all_or_nothing and marks.points > 0
        else:
            is_incomplete = Verdict.WRONG in verdicts and _can_be_filled(exam, question, key, answers[part_id], marks)
        if is_incomplete:
            noted = (Verdict.BLANK, Verdict.WRONG)
            found[part_id] = marks.changed(
                lambda _, item: replace(item, note=BLANK_NEEDED) if item.verdict in noted else item  # noqa: B023
            )
    return found


def _can_be_filled(exam: Exam, question: Question, key: Key, answer: Response, marks: PartMarks) -> bool:
    """Say whether values in the blank items would make an answer that the question accepts."""
    part = answer.part
    domains = [domain_of(part_at(part, index)) for index in range(part.count)]
    blank = [index for index, item in enumerate(marks.items) if item.verdict is Verdict.BLANK]
    choices = [_integers(domains[index]) for index in blank]
    if question.accepts is None or not part.is_open or not marks.points or not all(choices):
        return False
    if prod(map(len, choices)) <= MAX_FILLINGS:
        fillings: Iterable[tuple[int, ...]] = product(*choices)
    else:
        fillings = ((value,) * len(blank) for value in choices[0] if all(value in choice for choice in choices))
    accepts = partial(question.accepts, solve_context(exam, key, part), part)
    for filling in fillings:
        filled = dict(zip(blank, map(Fraction, filling), strict=True))
        values = tuple(filled.get(index, value) for index, value in enumerate(answer.values))
        try:
            if accepts(tuple(value for value in values if value is not None)):
                return True
        except Exception:  # noqa: BLE001 - the exam's own code, asked about values that nobody wrote
            return False
    return False


def _integers(domain: Domain | None) -> range:
    """The integers that an item can be; none where they are not limited, or more than `MAX_FILLINGS`."""
    if domain is None or not domain.integer or domain.low is None or domain.high is None:
        return range(0)
    values = range(ceil(domain.low), floor(domain.high) + 1)
    return values if len(values) <= MAX_FILLINGS else range(0)


def mark_response(
    answer: Response,
    expected: Values,
    accepts: Callable[[Values], bool] | None = None,
    remarks: Callable[[Values], Note | None] | None = None,
    printed: Mapping[int, Value] | None = None,
) -> PartMarks:
    """Mark the items of an answer.

    `accepts` is asked about values that are not the expected ones, when all items could be read; so is `remarks`,
    what there is to note of them, when they are not right all the same. `printed` are other values that count as right
    since a document printed them, by index.
    """
    part, full = answer.part, answer.part.points / answer.part.count
    marks = [
        _mark_item(answer, value, reading, raw, is_open=accepts is not None)
        for value, reading, raw in zip(expected, answer.readings, answer.raw, strict=True)
    ]
    if answer.whole and any(item.verdict is Verdict.WRONG for item in marks):
        if accepts is not None and accepts(answer.whole):
            marks = [Mark(item.raw, Verdict.RIGHT, ANOTHER_RIGHT_ANSWER, full) for item in marks]
        elif remarks is not None and (note := remarks(answer.whole)) is not None:
            marks = [replace(item, note=note) if item.verdict is Verdict.WRONG else item for item in marks]
    for index, (item, value, reading) in enumerate(zip(marks, answer.values, answer.readings, strict=True)):
        as_printed = (printed or {}).get(index)
        is_misprint = as_printed is not None and value is not None and is_right(part, as_printed, value)
        if is_misprint and item.verdict is Verdict.WRONG:
            marks[index] = Mark(item.raw, Verdict.RIGHT, AS_PRINTED, full)
        if reading == BLANK_ZERO:
            marks[index] = replace(marks[index], note=BLANK_AS_ZERO)
    if part.all_or_nothing and any(item.verdict is not Verdict.RIGHT for item in marks):
        marks = [replace(item, score=ZERO) for item in marks]
    return PartMarks(tuple(marks), part.points)


def _mark_item(answer: Response, expected: Value, reading: ParseResult, raw: str, *, is_open: bool) -> Mark:
    """Mark an item: of what is not read, without needless doubt.

    Of a list that is too short the first items that are right earn their share. What is wrong in every reading is
    wrong, unless other answers than the expected ones may be right too (`is_open`).
    """
    part, right = answer.part, Mark(raw, Verdict.RIGHT, None, answer.part.points / answer.part.count)
    if isinstance(reading, Blank) and not reading.is_zero:
        return Mark(raw, Verdict.BLANK, None, ZERO)
    if isinstance(reading, Unreadable):
        if reading.reason == "too-few-values":
            if any(is_right(part, expected, value) for value in reading.possible):
                return right
        elif not is_open and is_wrong_anyhow(part, expected, reading.possible):
            return Mark(raw, Verdict.WRONG, None, ZERO)
        return Mark(raw, Verdict.UNREADABLE, Note(reading.reason), ZERO)
    value = ZERO if isinstance(reading, Blank) else reading
    if is_right(part, expected, value):
        return right
    is_percentage = is_right_percentage(part, expected, value)
    verdict = Verdict.UNREADABLE if is_percentage else Verdict.WRONG
    return Mark(raw, verdict, AS_PERCENTAGE if is_percentage else _shortfall(part, expected, value, raw), ZERO)


def _shortfall(part: Part, expected: Value, got: Value, raw: str) -> Note | None:
    """What a wrong number lacks to be right, if that is little."""
    if is_rounded(part, expected, got, raw):
        return ROUNDED if part.tolerance == EXACT else IMPRECISE
    wider = Tolerance(TWICE * part.tolerance.absolute, TWICE * part.tolerance.relative)
    return NEAR if part.tolerance != EXACT and part.kind.agrees(expected, got, wider) else None


def is_rounded(part: Part, expected: Value, got: Value, raw: str = "") -> bool:
    """Say whether a wrong number is the expected one with fewer digits than asked: 0.5 where 0.528 is, to 0.01.

    The expected value is rounded, or cut, at the last digit written; the zeros at the end of a large number are taken
    for no digits, unless integers are asked. `raw` is what was written, for the zeros at the end of 0.5000.
    """
    domain = domain_of(part)
    if domain is None or domain.integer or isinstance(expected, tuple) or isinstance(got, tuple):
        return False
    true, written = Fraction(expected), Fraction(got)
    step = written_unit(written, raw)
    fractions = FRACTIONS.findall(normalize("NFKC", raw))  # a half that is written 1/2 is no rounded number
    if abs(written) in {Fraction(int(above), int(below)) for above, below in fractions if int(below)}:
        return False
    if abs(true - written) <= DOUBLE * abs(true):
        return True
    if not step or abs(written) < LEAST_UNITS * step:
        return False
    return _is_cut_or_rounded(true, written, step)


def _is_cut_or_rounded(true: Fraction, written: Fraction, step: Fraction) -> bool:
    is_cut = abs(written) <= abs(true) < abs(written) + step and true * written > 0
    return is_cut or abs(true - written) <= step / 2


def written_unit(value: Fraction, raw: str = "") -> Fraction:
    """Return one unit of the last digit of a value, as it stands in a text: 1/10000 for 0.6000, 0 for an exact 1/3.

    Without a text it is 1/100 for 0.36, 100 for 3500, 1 for 40.
    """
    below, digits, unit = value.denominator, 1, 1
    while 10**digits % below and digits < below.bit_length():
        digits += 1
    if below > 1:
        own = Fraction(1, 10**digits) if 10**digits % below == 0 else ZERO
    else:
        while abs(value.numerator) >= LARGE and value.numerator % (10 * unit) == 0:
            unit *= 10
        own = Fraction(unit)
    numerals = (text.replace(",", ".") for text in DECIMALS.findall(raw))
    decimals = (len(text.partition(".")[2]) for text in numerals if Fraction(text) == abs(value))
    return min([own, *(Fraction(1, 10**count) for count in decimals)])


def is_right_percentage(part: Part, expected: Value, got: Value) -> bool:
    """Say whether 52.8 was written where 0.528 is right: what is meant is for the teacher to say.

    Up to 1 it may also be the number itself: 0.929 is taken for 0.00929 only if these are its digits, two at least.
    """
    if isinstance(expected, tuple) or isinstance(got, tuple) or not may_be_percentage(part, got):
        return False
    written = Fraction(got)
    if not is_right(part, expected, written / PERCENT):
        return False
    step = written_unit(written)
    has_digits = 0 < DIGITS * step <= abs(written)
    return abs(written) > 1 or (has_digits and _is_cut_or_rounded(PERCENT * Fraction(expected), written, step))


def may_be_percentage(part: Part, got: Value) -> bool:
    """Say whether a number may be meant in hundredths, since no answer is larger than 1."""
    domain = domain_of(part)
    if domain is None or domain.integer or domain.high != 1 or isinstance(got, tuple):
        return False
    return -PERCENT <= got <= PERCENT


def is_wrong_anyhow(part: Part, expected: Value, possible: Values) -> bool:
    """Say whether an answer with several readings is wrong in each: neither right, nor right as a percentage."""
    return bool(possible) and not any(
        is_right(part, expected, value) or is_right_percentage(part, expected, value) for value in possible
    )


def part_at(part: Part, index: int) -> Part:
    """Return a part as one of its items is: with the values that it can have."""
    return replace(part, kind=part.kind.at(index)) if isinstance(part.kind, Numbers) else part


def domain_of(part: Part) -> Domain | None:
    """Return what values the items of a part can have, None if they are no numbers."""
    return part.kind.domain if isinstance(part.kind, Numbers) else None
