"""Parse the answers of a student and mark them against a key; marking again gives the same marks."""

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
from answers.exam.key import Key, make_key, solve_context
from answers.exam.question import Part
from answers.flags import (
    ANOTHER_RIGHT_ANSWER,
    AS_PERCENTAGE,
    AS_PRINTED,
    BLANK_AS_ZERO,
    BLANK_NEEDED,
    DOT_AS_ABOUT,
    EXAM_FAILED,
    IMPRECISE,
    NEAR,
    ROUNDED,
    WRONG_THOUGH_CUT,
    Flag,
    Note,
)
from answers.grading.printed_labels import names_another_item, printed_labels, without_labels
from answers.grading.programs import mark_program, run_program
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Codes, Numbers
from answers.kinds.parsing import Blank, ParseResult, Unreadable, Value, Values
from answers.kinds.programs import Program
from answers.kinds.tolerance import EXACT, Tolerance
from answers.paper import Mark, PartMarks, Verdict
from answers.submissions.raw.submission import CUT

Written: TypeAlias = Mapping[str, tuple[str, ...]]
"""The texts that a student wrote, by part id ("1a"): one text per item, or a single text with all items."""
Item: TypeAlias = tuple[str, int]  # an item, one box of the sheet: its part id and its index in the part, from 0


@dataclass(frozen=True)
class Response:
    """A student's answer to one part: the texts as written, and the parse result of each item."""

    part: Part
    texts: tuple[str, ...]
    readings: tuple[ParseResult, ...]

    @cached_property
    def values(self) -> tuple[Value | None, ...]:
        """The value of each item; None for a blank or unreadable item."""
        return tuple(None if isinstance(reading, Blank | Unreadable) else reading for reading in self.readings)

    @cached_property
    def whole(self) -> Values:
        """The values of all items, 0 for a blank item that counts as zero; () if an item has no value."""
        pairs = zip(self.readings, self.values, strict=True)
        values = (ZERO if reading == BLANK_ZERO else value for reading, value in pairs)
        known = tuple(value for value in values if value is not None)
        return known if len(known) == len(self.values) else ()

    @cached_property
    def text(self) -> str:
        """All texts of the part, separated by semicolons."""
        return " ; ".join(self.texts)

    @cached_property
    def raw(self) -> tuple[str, ...]:
        """The text of each item; if one text has all items, this whole text for each item."""
        text = self.text if len(self.texts) == 1 else self.text.rstrip(" ;")
        return (text,) * len(self.readings) if self.is_list else self.texts

    @cached_property
    def is_list(self) -> bool:
        """Whether a single text, or the text of the first box, has all items."""
        pairs = self._pairs()
        return not pairs or any(not text.strip() and not isinstance(reading, Blank) for text, reading in pairs)

    @cached_property
    def apart(self) -> tuple[str, ...]:
        """The answer as one text for each item; an unreadable item of a single text gets the whole text."""
        pairs = self._pairs()
        if pairs and all(isinstance(reading, Blank) == (not text.strip(" –")) for text, reading in pairs):
            return self.texts
        texts = {Blank: "", Unreadable: self.text}
        return tuple(texts.get(type(reading), str(reading)) for reading in self.readings)

    def _pairs(self) -> list[tuple[str, ParseResult]]:
        """Return the text and the parse result of each item; empty unless there are as many texts as items."""
        has_text_per_item = len(self.texts) == len(self.readings)
        return list(zip(self.texts, self.readings, strict=True)) if has_text_per_item else []


Responses: TypeAlias = Mapping[str, Response]  # the responses of a student, by part id


def parse_response(part: Part, texts: tuple[str, ...]) -> Response:
    """Return the texts written for a part with their parse results; without any text, the response is blank."""
    texts = texts or ("",)
    parsed = texts
    if type(part.kind) is Numbers and not part.is_open:  # a text cut off by its box may have the value of its beginning
        parsed = tuple(beginning_of(text) or text for text in texts)
    return Response(part, texts, part.kind.read(parsed))


def beginning_of(text: str) -> str:
    """Return the beginning of a text cut off by its box that has the value of the text, except for hidden digits.

    Empty for other texts. It is the visible part of a decimal with many digits, or a fraction before a sign such as ≈,
    if the visible decimals after this sign are those of the fraction.
    """
    visible = text.removesuffix(CUT)
    if visible == text or CUT in visible:
        return ""
    if (match := AFTER_FRACTION.search(visible)) is None:
        return visible if MANY_DECIMALS.search(visible) else ""
    above, below, sign, minus, decimal = match.groups()
    decimal = decimal.replace(",", ".")
    decimals = len(decimal.partition(".")[2])
    difference = abs(Fraction(int(above), int(below)) - Fraction(decimal)) if decimals and int(below) else ZERO
    is_same = difference < Fraction(1, 10**decimals)
    if sign in "·´":  # MuPDF prints ≈ so; in a product, the decimal is another number
        is_same = is_same and bool(difference) and decimals >= LEAST_DECIMALS
    is_negative = visible[: match.start()].rstrip().endswith(("-", "−"))
    if not int(below) or not is_same or (decimal and bool(minus) != is_negative):
        return ""
    return visible[: match.end(2)]


def parse_responses(
    exam: Exam, written: Written, part_ids: Iterable[str] | None = None, *, u0: int | None = None
) -> dict[str, Response]:
    """Return the parsed answers to all parts of an exam by part id, or to `part_ids` in their order.

    A part without a text is blank. With the seed `u0`, an unreadable text is parsed again without the labels that the
    sheet prints before the item, and programs are run.
    """
    parts = exam.parts if part_ids is None else map(exam.part, part_ids)
    answers = {part.id: parse_response(part, written.get(part.id, ())) for part in parts}
    if u0 is None:
        return answers
    drawn = cache(partial(exam.drawn, u0))
    for part_id, answer in answers.items():
        if isinstance(answer.part.kind, Program):
            if isinstance(source := answer.readings[0], str):
                (expected,) = make_key(exam, u0, parts=[part_id]).answers[part_id]
                answers[part_id] = replace(answer, readings=(run_program(answer.part.kind, source, expected),))
        elif (
            isinstance(answer.part.kind, Numbers)
            and answer.part.count > 1
            and SIGN.search(answer.text)
            and names_another_item(
                answer.texts,
                printed_labels(exam, answer.part, drawn()),
                sum(value is not None for value in answer.values),
            )
        ):
            unreadable = Unreadable(answer.text, "ambiguous")
            answers[part_id] = replace(answer, readings=(unreadable,) * answer.part.count)
        elif any(isinstance(reading, Unreadable) for reading in answer.readings):
            bare = without_labels(answer.texts, printed_labels(exam, answer.part, drawn()))
            if bare != answer.texts:
                answers[part_id] = replace(answer, readings=parse_response(answer.part, bare).readings)
    return answers


def values_at(responses: Responses, items: Iterable[Item]) -> dict[Item, Value]:
    """Return the values of `items` by item; items that are blank or unreadable are left out."""
    values = ((item, responses[item[0]].values[item[1]]) for item in items)
    return {item: value for item, value in values if value is not None}


ZERO = Fraction(0)
BLANK_ZERO = Blank(is_zero=True)
PERCENT = 100
THOUSAND = 1000
DECIMALS = re.compile(r"(?<![\d.,])\d{1,12}[.,]\d{1,20}(?![\d.,])", re.ASCII)
FRACTIONS = re.compile(r"(?<![\d.,])(\d{1,99})(?: ?[/⁄∕÷] ?|\}\{)(\d{1,99})(?![\d.,])", re.ASCII)
"""Pattern of fractions with a bar, or in LaTeX."""
MANY_DECIMALS = re.compile(r"[.,]\d{6,}\Z")
SIGN = re.compile("[=≈≃:→]")
"""A sign that may follow a label."""
AFTER_FRACTION = re.compile(r"(?<![\d.,])(\d{1,99}) ?/ ?(\d{1,99}) ?([≈≃=·´]) ?([-−]?)((?:\d+[.,]?\d*)?)\Z")
"""Patterns of the end of a text cut off by a box: a decimal with many digits, and a fraction before its decimal."""
ZEROS = re.compile(rf"[.,]\d*0{{12}}{CUT}\Z")
"""Pattern of the end of a text cut off after so many zeros that further digits would be an error of a computer."""
LEAST_DECIMALS = 3
"""Least number of decimals by which the approximation of a fraction is recognized after a sign that may be ≈."""
POWERS = range(-30, 31)  # exponents of the powers of ten that may follow a decimal beyond the edge of its box
DOUBLE = Fraction(1, 2**50)  # relative difference below which two numbers print the same 16 or 17 digits on a computer
TWICE = 2  # an answer within this many times the tolerance gets the note "near"
LEAST_UNITS = 2  # a value of fewer units of its last digit, such as 0.1 or 1, is not taken for a rounded value
DIGITS = 10
"""Least number of units of the last digit with which a value has two significant digits, so that it matches rarely."""
MAX_FILLINGS = 1000
"""Largest number of values that are tried for blank items, to find out whether only these items are missing."""
LARGE = 100  # from this value on, the zeros at the end of an integer may not be significant digits


def mark(
    exam: Exam, key: Key, responses: Responses, part_ids: Collection[str] | None = None, *, exam_may_fail: bool = True
) -> dict[str, PartMarks]:
    """Return the marks of responses against a key by part id, in the order of the exam.

    All parts are marked that have a response and an answer in the key, or only `part_ids`. Unreadable items score
    nothing and are left to the teacher. If `accepts` or `remarks` of a question raises an exception, the items that
    differ from the key get the note "exam-failed:". They are unreadable if `accepts` might have accepted them. With
    `exam_may_fail=False`, the exception is raised.
    """
    marks = {}
    for question in exam.questions:
        for part in question.parts:
            is_selected = part_ids is None or part.id in part_ids
            if not is_selected or part.id not in responses or part.id not in key.answers:
                continue
            predicate = question.accepts if part.is_open else None
            accepts = partial(predicate, solve_context(exam, key, part), part) if predicate else None
            remarks = partial(question.remarks, solve_context(exam, key, part), part) if question.remarks else None
            printed = {
                misprint.index: misprint.value
                for misprint in exam.marking_policy.misprints
                if (misprint.u0, misprint.part_id) == (key.u0, part.id) and not key.scenario.mistakes
            }
            answer, expected = responses[part.id], key.answers[part.id]
            try:
                marks[part.id] = mark_response(answer, expected, accepts, remarks, printed)
            except Exception as error:  # the code of the exam; a fault of ours is raised again below
                if not exam_may_fail:
                    raise
                note = Note(EXAM_FAILED, type(error).__name__)
                verdict = Verdict.WRONG if accepts is None else Verdict.UNREADABLE
                plain = mark_response(answer, expected, printed=printed)
                items = (
                    replace(item, verdict=verdict, note=note) if item.verdict is Verdict.WRONG else item
                    for item in plain.items
                )
                marks[part.id] = replace(plain, items=tuple(items))
    return marks


def is_right(part: Part, expected: Value, value: Value) -> bool:
    """Return whether `value` is the expected value of an item, within the tolerance of its part."""
    return part.kind.agrees(expected, value, part.tolerance)


def unmarked_parts(responses: Responses, reason: Flag) -> dict[str, PartMarks]:
    """Return marks of score 0 for a paper that cannot be marked, with the `reason` as note on items with a text."""
    note, unmarked = Note(reason.slug, reason.detail), {}
    for part_id, answer in responses.items():
        items = (
            Mark(raw, Verdict.BLANK, None, ZERO)
            if isinstance(reading, Blank)
            else Mark(raw, Verdict.UNREADABLE, note, ZERO)
            for raw, reading in zip(answer.raw, answer.readings, strict=True)
        )
        unmarked[part_id] = PartMarks(tuple(items), answer.part.points)
    return unmarked


def with_waiting_items(exam: Exam, parts: Mapping[str, PartMarks], waiting: Mapping[str, Note]) -> dict[str, PartMarks]:
    """Return the marks with the verdict "unreadable" for the items in `waiting`, with their reasons.

    In an open part with such an item, wrong items wait too: they may be right once the part is transcribed.
    """
    if not waiting:
        return dict(parts)

    def waits(part: Part, index: int, mark: Mark) -> Mark:
        items = part.item_names
        note = waiting.get(items[index])
        if note is None and part.is_open and mark.verdict is Verdict.WRONG:
            note = next((waiting[item] for item in items if item in waiting), None)
        return Mark(mark.raw, Verdict.UNREADABLE, note, ZERO) if note else mark

    return {part_id: marks.changed(partial(waits, exam.part(part_id))) for part_id, marks in parts.items()}


def wrong_items(parts: Mapping[str, PartMarks]) -> tuple[Item, ...]:
    """Return the items with the verdict "wrong", in the order of the sheet."""
    return tuple(
        (part_id, index)
        for part_id, part in parts.items()
        for index, item in enumerate(part.items)
        if item.verdict is Verdict.WRONG
    )


def incomplete_parts(
    exam: Exam, key: Key, responses: Responses, parts: Mapping[str, PartMarks]
) -> dict[str, PartMarks]:
    """Return, with notes, the parts with right items that earn nothing only because other items are blank.

    They are all-or-nothing parts in which all written items are right, and open parts that some values in place of the
    blanks would make right.
    """
    noted, incomplete = (Verdict.BLANK, Verdict.WRONG), {}
    for part_id, marks in parts.items():
        question, part = exam.question_and_part(part_id)
        verdicts = {item.verdict for item in marks.items}
        if Verdict.BLANK not in verdicts or not verdicts <= {*noted, Verdict.RIGHT} or not marks.points:
            continue
        if verdicts == {Verdict.BLANK, Verdict.RIGHT}:
            is_incomplete = part.all_or_nothing
        elif Verdict.WRONG in verdicts and question.accepts is not None and part.is_open:
            accepts = partial(question.accepts, solve_context(exam, key, part), part)
            is_incomplete = can_be_filled(accepts, responses[part_id])
        else:
            is_incomplete = False
        if is_incomplete:
            incomplete[part_id] = marks.changed(
                lambda _, item: replace(item, note=BLANK_NEEDED) if item.verdict in noted else item
            )
    return incomplete


def can_be_filled(accepts: Callable[[Values], bool], answer: Response) -> bool:
    """Return whether `accepts` returns True for an answer with some integers in place of its blank items.

    All combinations of integers are tried if there are at most `MAX_FILLINGS`; otherwise the same integer in every
    blank item. The result is False if an item may have more integers than `MAX_FILLINGS`, or other numbers.
    """
    blank = [index for index, reading in enumerate(answer.readings) if reading == Blank()]
    choices = []
    for index in blank:
        domain = domain_of(part_at(answer.part, index))
        if domain is None or not domain.integer or domain.low is None or domain.high is None:
            return False
        choices.append(range(ceil(domain.low), floor(domain.high) + 1))
    if not all(0 < len(choice) <= MAX_FILLINGS for choice in choices):
        return False
    if prod(map(len, choices)) <= MAX_FILLINGS:
        fillings: Iterable[tuple[int, ...]] = product(*choices)
    else:
        fillings = ((value,) * len(blank) for value in choices[0] if all(value in choice for choice in choices))
    for filling in fillings:
        filled = dict(zip(blank, map(Fraction, filling), strict=True))
        values = tuple(filled.get(index, value) for index, value in enumerate(answer.values))
        try:
            if accepts(tuple(value for value in values if value is not None)):
                return True
        except Exception:  # noqa: BLE001 - code of the exam, called with values that no student wrote
            return False
    return False


def mark_response(
    answer: Response,
    expected: Values,
    accepts: Callable[[Values], bool] | None = None,
    remarks: Callable[[Values], Note | None] | None = None,
    printed: Mapping[int, Value] | None = None,
) -> PartMarks:
    """Return the marks of the items of a response against the expected values.

    If every item was parsed and some items differ from the expected values, `accepts` and `remarks` are called with all
    values. `accepts` decides whether the answer is right nevertheless; `remarks` returns a note for wrong items.
    `printed` has wrong values that the exam's document prints, by the index of the item; they count as right too.
    """
    part, full = answer.part, answer.part.points / answer.part.count
    marks = [
        mark_program(part, value, reading, raw)
        if isinstance(part.kind, Program) and isinstance(reading, str | tuple)
        else mark_item(part, value, reading, raw, is_open=accepts is not None)
        for value, reading, raw in zip(expected, answer.readings, answer.raw, strict=True)
    ]
    if answer.whole and any(item.verdict is Verdict.WRONG for item in marks):
        if accepts is not None and accepts(answer.whole):
            marks = [Mark(item.raw, Verdict.RIGHT, ANOTHER_RIGHT_ANSWER, full) for item in marks]
        elif remarks is not None and (note := remarks(answer.whole)) is not None:
            marks = [replace(item, note=note) if item.verdict is Verdict.WRONG else item for item in marks]
    marks = [
        mark_cut_item(answer, index, expected[index]) if item.raw.endswith(CUT) else item
        for index, item in enumerate(marks)
    ]
    for index, (item, value, reading) in enumerate(zip(marks, answer.values, answer.readings, strict=True)):
        as_printed = (printed or {}).get(index)
        is_misprint = as_printed is not None and value is not None and is_right(part, as_printed, value)
        if is_misprint and item.verdict is Verdict.WRONG:
            marks[index] = Mark(item.raw, Verdict.RIGHT, AS_PRINTED, full)
        if reading == BLANK_ZERO:
            marks[index] = replace(marks[index], note=BLANK_AS_ZERO)
        if value is not None and item.note is None and item.raw.lstrip().startswith(("· ", "´ ")):
            marks[index] = replace(marks[index], note=DOT_AS_ABOUT)
    if part.all_or_nothing and any(item.verdict is not Verdict.RIGHT for item in marks):
        marks = [replace(item, score=ZERO) for item in marks]
    return PartMarks(tuple(marks), part.points)


def mark_cut_item(answer: Response, index: int, expected: Value) -> Mark:
    """Return the mark of item `index` of an answer with hidden last digits: unreadable if these may decide.

    The item is right if its visible beginning is right both alone and followed by nines, or ends in many zeros. It is
    wrong if it is wrong whichever digits or power of ten follow; never in a part with exact values, since the digits
    may make it the exact number that follows from an earlier answer of the student. If a whole fraction precedes the
    digits, as in 3/8 ≈ 0,375, the fraction decides.
    """
    part, raw, beginning = answer.part, answer.raw[index], beginning_of(answer.raw[index])
    unreadable = Mark(raw, Verdict.UNREADABLE, Note("not-a-number"), ZERO)
    is_fraction, ends = beginning != raw.removesuffix(CUT), []  # the least and greatest size of the number
    for digits in ("",) if is_fraction else ("", "9" * 9):
        texts = [*answer.raw]
        texts[index] = beginning + digits
        reading = part.kind.read(tuple(texts))[index]
        if not beginning or not isinstance(reading, Fraction):
            return unreadable
        ends.append(reading)
    has_zeros = not is_fraction and ZEROS.search(raw) is not None  # other digits would be noise
    if all(is_right(part, expected, value) for value in ends[: 1 if has_zeros else None]):
        return Mark(raw, Verdict.RIGHT, None, part.points / part.count)
    if answer.values[index] is None or isinstance(expected, tuple | str):
        return unreadable
    if is_fraction:
        is_wrong = not is_right(part, expected, ends[0]) and not is_right_percentage(part, expected, ends[0])
    else:
        low, high = min(ends), max(ends)
        is_wrong = part.tolerance != EXACT and not any(
            low * Fraction(10) ** power <= expected <= high * Fraction(10) ** power
            or is_right(part, expected, low * Fraction(10) ** power)
            or is_right(part, expected, high * Fraction(10) ** power)
            for power in POWERS
        )
    return Mark(raw, Verdict.WRONG, WRONG_THOUGH_CUT, ZERO) if is_wrong else unreadable


def mark_item(part: Part, expected: Value, reading: ParseResult, raw: str, *, is_open: bool) -> Mark:
    """Return the mark of one item; a wrong number that is nearly right gets a note.

    An item whose text can be read in several ways, or in none, is unreadable, with three exceptions: a right item of a
    list with too few values; a number such as 1.234 that is right if it has three decimals; and an item that is wrong
    in each way of reading it, unless `is_open` says that other answers may be right. A number that would be right as a
    percentage, or as a binary code, is unreadable.
    """
    right = Mark(raw, Verdict.RIGHT, None, part.points / part.count)
    if isinstance(reading, Blank) and not reading.is_zero:
        return Mark(raw, Verdict.BLANK, None, ZERO)
    if isinstance(reading, Unreadable):
        is_short, possible = reading.reason == "too-few-values", reading.possible
        is_right_of_list = is_short and any(is_right(part, expected, value) for value in possible)
        if is_right_of_list or is_right_as_decimal(part, expected, possible):
            return right
        may_be_right = (
            is_right(part, expected, value) or is_right_percentage(part, expected, value) for value in possible
        )
        if not is_short and not is_open and possible and not any(may_be_right):
            verdict, reason = Verdict.WRONG, None
        else:
            slug, colon, detail = reading.reason.partition(":")  # of a program, with the reason in words
            verdict, reason = Verdict.UNREADABLE, Note(slug + colon, detail)
        return Mark(raw, verdict, reason, ZERO)
    value = ZERO if isinstance(reading, Blank) else reading
    if is_right(part, expected, value):
        return right
    binary = part.kind.binary(value) if isinstance(part.kind, Codes) else ()
    is_right_binary = any(is_right(part, expected, code) for code in binary)  # 10 may be ten or two
    if is_right_binary or is_right_percentage(part, expected, value):
        return Mark(raw, Verdict.UNREADABLE, Note("ambiguous") if is_right_binary else AS_PERCENTAGE, ZERO)
    tolerance, note = part.tolerance, None
    if has_too_few_digits(part, expected, value, raw):
        note = ROUNDED if tolerance == EXACT else IMPRECISE
    elif tolerance != EXACT:
        wider = Tolerance(TWICE * tolerance.absolute, TWICE * tolerance.relative)
        note = NEAR if part.kind.agrees(expected, value, wider) else None
    return Mark(raw, Verdict.WRONG, note, ZERO)


def has_too_few_digits(part: Part, expected: Value, answer: Value, raw: str = "") -> bool:
    """Return whether a wrong number is the expected number with too few digits, such as 0.5 for 0.528 to within 0.01.

    The expected value is rounded or truncated at the last digit written. `raw` has the zeros at the end of 0.5000.
    False for domains of integers.
    """
    domain = domain_of(part)
    if domain is None or domain.integer or isinstance(expected, tuple | str) or isinstance(answer, tuple | str):
        return False
    true, written = Fraction(expected), Fraction(answer)
    step = written_unit(written, raw)
    has_digits = step > 0 and abs(written) >= LEAST_UNITS * step
    is_near = has_digits and _is_cut_or_rounded(true, written, step)
    if not is_near and abs(true - written) > DOUBLE * abs(true):
        return False
    fractions = FRACTIONS.findall(normalize("NFKC", raw))  # an exact fraction such as 1/2 is not rounded
    return abs(written) not in {Fraction(int(above), int(below)) for above, below in fractions if int(below)}


def _is_cut_or_rounded(true: Fraction, written: Fraction, step: Fraction) -> bool:
    """Return whether `written` is `true` truncated or rounded to a multiple of `step`."""
    is_cut = abs(written) <= abs(true) < abs(written) + step and true * written > 0
    return is_cut or abs(true - written) <= step / 2


def written_unit(value: Fraction, raw: str = "") -> Fraction:
    """Return one unit of the last digit of a value as written: 1/100 for 0.36, 0 for the exact fraction 1/3.

    Zeros at the end of an integer from 100 on do not count: the unit is 100 for 3500 and 1 for 40. Zeros at the end of
    a decimal count if `raw`, the text of the answer, has them: 1/10000 for 0.6000.
    """
    below, digits, unit = value.denominator, 1, 1
    while 10**digits % below and digits < below.bit_length():
        digits += 1
    if below > 1:
        smallest = Fraction(1, 10**digits) if 10**digits % below == 0 else ZERO
    else:
        while abs(value.numerator) >= LARGE and value.numerator % (10 * unit) == 0:
            unit *= 10
        smallest = Fraction(unit)
    numerals = (text.replace(",", ".") for text in DECIMALS.findall(raw))
    decimals = (len(text.partition(".")[2]) for text in numerals if Fraction(text) == abs(value))
    return min([smallest, *(Fraction(1, 10**count) for count in decimals)])


def is_right_percentage(part: Part, expected: Value, answer: Value) -> bool:
    """Return whether a number may be the expected value written as a percentage, such as 52.8 for 0.528.

    A number of at most 1 may also be meant as it is written: 0.929 stands for 0.929 % only if at least two digits agree
    with the expected 0.00929.
    """
    if isinstance(expected, tuple | str) or isinstance(answer, tuple | str) or not may_be_percentage(part, answer):
        return False
    written = Fraction(answer)
    if not is_right(part, expected, written / PERCENT):
        return False
    step = written_unit(written)
    has_digits = 0 < DIGITS * step <= abs(written)
    return abs(written) > 1 or (has_digits and _is_cut_or_rounded(PERCENT * Fraction(expected), written, step))


def may_be_percentage(part: Part, answer: Value) -> bool:
    """Return whether a number may be a percentage: the domain of its part ends at 1 and has not only integers."""
    domain = domain_of(part)
    if domain is None or domain.integer or domain.high != 1 or isinstance(answer, tuple | str):
        return False
    return -PERCENT <= answer <= PERCENT


def is_right_as_decimal(part: Part, expected: Value, possible: Values) -> bool:
    """Return whether a text such as "225.341", which may also mean 225341, is right as a number with three decimals.

    An expected integer decides nothing: 2.075 may be 2075. Nor does a text that ends in 0: 2,500 is a usual way to
    write 2500.
    """
    if isinstance(expected, tuple | str) or Fraction(expected).denominator == 1:
        return False
    match sorted((Fraction(value) for value in possible if not isinstance(value, tuple | str)), key=abs):
        case [decimal, whole] if whole == THOUSAND * decimal and whole % 10:
            is_cut = _is_cut_or_rounded(Fraction(expected), decimal, Fraction(1, THOUSAND))
            return is_cut and is_right(part, expected, decimal)
    return False


def part_at(part: Part, index: int) -> Part:
    """Return a copy of the part with the kind of its item at `index`, which has the domain of this item."""
    kind = part.kind.at(index) if isinstance(part.kind, Numbers) else part.kind
    return part if kind is part.kind else replace(part, kind=kind)


def domain_of(part: Part) -> Domain | None:
    """Return the domain of the items of a part, or None if the items are not numbers."""
    return part.kind.domain if isinstance(part.kind, Numbers) else None
