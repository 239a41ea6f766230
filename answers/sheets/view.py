"""Prepare the questions, answers and marks of a sheet as frozen values for the templates."""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import TypeVar

from markupsafe import Markup

from answers.assets import shared_words
from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.question import Evidence, Params, Part, Question
from answers.exam.words import Text, Words, mistake_name, plain
from answers.flags import (
    AS_ABOVE,
    AS_IN_QUESTION,
    CRITERIA,
    IMPRECISE,
    MISTAKE,
    ROUNDED,
    TO_BE_MARKED,
    WAITS,
    Note,
    applying_criteria,
)
from answers.kinds.choices import OneOf
from answers.kinds.numbers.format import MINUS, format_decimal
from answers.kinds.one_box import OneBox
from answers.kinds.tolerance import EXACT, Tolerance
from answers.kinds.written import HANDWRITTEN
from answers.paper import Mark, Paper, PartMarks, Verdict
from answers.sheets.identity import field_item, field_name
from answers.sheets.layout import DIGITS, FRACTION, NUMBER, WRITTEN, Rows, Size, arrange, pitch, size_of
from answers.sheets.subject import how
from answers.typesetting import NO_BREAK

T = TypeVar("T")
ASKED = "≃"
COMMA = Markup(", ")
SHOWN_RAW = 30  # characters of answers on a line of a marked sheet
SHOWN_EXPECTED = 40
SIGNS = f" =:{ASKED}\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
SHOWN_NOTE = 200
SHOWN_EXACT = 36
SEPARATED = re.compile(r"[\s;]")
DITTO = "″"
ELLIPSIS = "…"
READ_AHEAD = 8  # characters read for each one shown: enough for runs of spaces and control characters
EXACT_DIGITS = 12  # more digits than points have, so that they are printed exactly


@dataclass(frozen=True, slots=True)
class MarkView:
    """The mark of an item as text.

    `text` is the text of the verdict and `remark` the text of the note.
    """

    raw: str
    verdict: Verdict
    note: Note | None
    score: str
    text: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class CriterionView:
    """A criterion of a written answer as text, with its points "+1" or "−0,5".

    `applies` is None without the mark of a person.
    """

    points: str
    text: str
    applies: bool | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """An item: its field and label, and the answer, evidence and mark that a sheet may show.

    `letter` is set on the first item of a part. `expected` is the expected answer as a teacher writes it, and `exact`
    the exact fraction if `expected` is rounded. An item that `is_count` is an integer, asked exactly. `is_of_part` says
    that the evidence belongs to the whole part. The box of a written answer has so many `lines`.
    A sheet prints a box for each of the `options` of a choice, `option_pitch` mm from one to the next. A key or a
    marked paper shows the `criteria` of a written answer, and the `note` for examiners or the comment of the marker.
    """

    field: str
    label: Text
    letter: str
    expected: str = ""
    exact: str = ""
    evidence: Evidence | None = None
    mark: MarkView | None = None
    is_count: bool = False
    is_of_part: bool = False
    size: Size = NUMBER
    lines: int = 0
    options: tuple[str, ...] = ()
    option_pitch: float = 0
    criteria: tuple[CriterionView, ...] = ()
    note: str = ""

    @property
    def place(self) -> tuple[str, int]:
        """The name of its part, such as "7 a", and its number in the part, from 1."""
        part_id, rank = field_item(self.field) or ("", 0)
        return re.sub(r"(?<=\d)(?=[a-z])", " ", part_id), rank

    @property
    def answer_label(self) -> Text:
        """The label before the printed answer."""
        return answer_label_of(self.label, self.expected)

    @property
    def needs_review(self) -> bool:
        """Whether the item of a marked paper is not right, or has a remark."""
        if self.mark is None:
            return False
        return (
            self.mark.verdict is not Verdict.RIGHT or bool(self.mark.remark) or (bool(self.lines) and self.note != "")
        )

    @property
    def name(self) -> Text:
        """The label without the sign before the answer."""
        return self.label.rstrip(SIGNS)


@dataclass(frozen=True, slots=True)
class Row:
    """Neighbouring items of a marked part with the same verdict and explanation, to be printed on one line."""

    cells: tuple[Cell, ...]

    @property
    def mark(self) -> MarkView:
        """The mark of the first item, whose explanation is that of all."""
        assert self.cells[0].mark
        return self.cells[0].mark

    @property
    def label(self) -> Text:
        """The names of the items; of three or more the first and the last."""
        names = [cell.name for cell in self.cells]
        return COMMA.join(names) if len(names) < 3 else Markup(" … ").join((names[0], names[-1]))

    @property
    def raw(self) -> str:
        """The texts as written."""
        return " ; ".join(cell.mark.raw for cell in self.cells if cell.mark).strip(" ;")

    @property
    def expected(self) -> str:
        """The expected answers."""
        return " ; ".join(cell.expected for cell in self.cells)

    @property
    def is_count(self) -> bool:
        """Whether all its items are integers, asked exactly."""
        return all(cell.is_count for cell in self.cells)

    def takes(self, cell: Cell) -> bool:
        """Say whether another item belongs on the line: it has the same verdict and explanation, and fits."""
        first, mark = self.mark, cell.mark
        if mark is None or mark.verdict is not first.verdict or mark.verdict is Verdict.UNREADABLE or cell.lines:
            return False
        longer = Row((*self.cells, cell))
        is_explained_alike = mark.note == (None if first.note is None else AS_ABOVE)
        return is_explained_alike and len(longer.raw) <= SHOWN_RAW and len(longer.expected) <= SHOWN_EXPECTED


@dataclass(frozen=True, slots=True)
class PartView:
    """A part as text: points, tolerance, precision asked, score (empty if unmarked), and its items.

    `lost` says that right items earn nothing because another item is not right.
    """

    letter: str
    points: str
    tolerance: str
    asked: Text
    score: str
    cells: tuple[Cell, ...]
    lost: bool = False
    is_strict: bool = False
    """Whether its items earn points together or not at all."""
    is_open: bool = False
    """Whether other answers may be right, such as another optimal strategy or winning move."""

    @property
    def is_written(self) -> bool:
        """Whether a person marks it."""
        return self.cells[0].size is WRITTEN

    @property
    def rows(self) -> tuple[Row, ...]:
        """Its items that are not right or have a remark, in rows."""
        rows: list[Row] = []
        before: Cell | None = None
        for cell in self.cells:
            if cell.needs_review:
                if rows and rows[-1].cells[-1] is before and rows[-1].takes(cell):
                    rows[-1] = Row((*rows[-1].cells, cell))
                else:
                    rows.append(Row((cell,)))
            before = cell
        return tuple(rows)


@dataclass(frozen=True, slots=True)
class QuestionView:
    """A question and its parts.

    `note` is a remark on the question for examiners. On a marked paper, `earned` is the score of all parts, and `how`
    explains how wrong answers are obtained.
    """

    number: int
    prompt: Text
    drawing: Markup | None
    note: Text | None
    points: Fraction
    parts: tuple[PartView, ...]
    definitions: tuple[str, ...]
    earned: Fraction = Fraction(0)
    how: Text | None = None

    @property
    def lost(self) -> Fraction:
        """The points that a marked paper did not earn."""
        return self.points - self.earned

    @property
    def needs_review(self) -> bool:
        """Whether a marked paper lost points, or has an answer with a remark."""
        return self.lost > 0 or any(cell.needs_review for part in self.parts for cell in part.cells)

    @property
    def is_unread(self) -> bool:
        """Whether an answer waits for the teacher."""
        marks = [cell.mark for part in self.parts for cell in part.cells]
        return any(mark is not None and mark.verdict is Verdict.UNREADABLE for mark in marks)

    @property
    def is_imprecise(self) -> bool:
        """Whether an answer is the right value with too few digits."""
        marks = [cell.mark for part in self.parts for cell in part.cells]
        return any(mark is not None and mark.note in (IMPRECISE, ROUNDED) for mark in marks)

    @property
    def asked(self) -> tuple[tuple[str, Text], ...]:
        """The precision asked of the parts: letters and text, without letters if it is the same for all parts."""
        return _by_letters(self.parts, attrgetter("asked"))

    @property
    def tolerances(self) -> tuple[tuple[str, Text], ...]:
        """The tolerances of the parts: letters and text; the text is empty where exact values are asked."""
        parts = [part for part in self.parts if not part.is_written]
        return _by_letters(parts, attrgetter("tolerance")) if parts else ()

    @property
    def tolerances_to_review(self) -> tuple[tuple[str, Text], ...]:
        """The tolerances of the parts with an answer to look at again, unless integers are asked exactly."""
        parts = [part for part in self.parts if part.tolerance and not all(row.is_count for row in part.rows)]
        return _by_letters(parts, attrgetter("tolerance"))

    @property
    def strict(self) -> tuple[str, ...]:
        """The letters of the all-or-nothing parts."""
        return tuple(part.letter for part in self.parts if part.is_strict)

    @property
    def open(self) -> tuple[str, ...]:
        """The letters of the parts with other right answers than the one shown."""
        return tuple(part.letter for part in self.parts if part.is_open)

    @property
    def is_high(self) -> bool:
        """Whether it has high boxes, for fractions on two lines."""
        return any(part.cells[0].size is FRACTION for part in self.parts)

    @property
    def arrangements(self) -> tuple[Rows[Cell], ...]:
        """Its items in rows; runs of parts with written answers are apart, since their boxes are ruled."""
        runs = groupby(self.parts, attrgetter("is_written"))
        return tuple(
            arrange([(part.cells[0].size, part.cells) for part in run], lambda cell: plain(cell.label))
            for _, run in runs
        )

    @property
    def has_options(self) -> bool:
        """Whether it has boxes to tick."""
        return any(cell.options for part in self.parts for cell in part.cells)

    @property
    def is_written(self) -> bool:
        """Whether it has a written answer."""
        return any(part.is_written for part in self.parts)


def _by_letters(parts: Sequence[PartView], text_of: Callable[[PartView], Text]) -> tuple[tuple[str, Text], ...]:
    """Return each text of parts with their letters, without letters if all have the same."""
    texts = list(dict.fromkeys(map(text_of, parts)))
    if len(texts) == 1:
        return (("", texts[0]),)
    return tuple((", ".join(part.letter for part in parts if text_of(part) == text), text) for text in texts)


def question_views(
    exam: Exam, words: Words, drawn: Params, key: Key | None = None, paper: Paper | None = None
) -> tuple[QuestionView, ...]:
    """Return the questions of `exam` for the parameters of a seed, with the answers of a key and marks of a paper.

    An explanation that a paper has several times is printed once, in the question with the most points lost.
    """
    if paper is not None:
        paper = _explained_once(exam, paper)
    return tuple(question_view(exam, question, words, drawn, key, paper) for question in exam.questions)


def question_view(
    exam: Exam, question: Question, words: Words, drawn: Params, key: Key | None = None, paper: Paper | None = None
) -> QuestionView:
    """Return one question, without changing the explanations of `paper`."""
    marks = {part.id: paper.parts[part.id] for part in question.parts if paper and part.id in paper.parts}
    points = (marks[part.id].points if part.id in marks else part.points for part in question.parts)
    wrong = {  # the items that are not right, of each part that lost points
        part.letter: places
        for part in question.parts
        if part.id in marks and marks[part.id].score < marks[part.id].points
        if (places := tuple(at for at, item in enumerate(marks[part.id].items) if item.verdict is not Verdict.RIGHT))
    }
    return QuestionView(
        number=question.number,
        prompt=words.prompt(question, drawn),
        drawing=Markup(question.drawing(drawn)) if question.drawing else None,  # noqa: S704 (drawn by us, from numbers)
        note=words.note(question, drawn) if key else None,
        points=sum(points, Fraction(0)),
        parts=tuple(_part_view(part, words, drawn, key, marks.get(part.id)) for part in question.parts),
        definitions=tuple(definition_names(question.definitions)),
        earned=sum((mark.score for mark in marks.values()), Fraction(0)),
        how=how(exam, question, words, key, wrong) if key else None,
    )


def _explained_once(exam: Exam, paper: Paper) -> Paper:
    """Return a paper with each note once in a run of equal ones, and each known mistake once on the whole paper.

    The questions are taken in the order of the feedback: most points lost first.
    """

    def lost(question: Question) -> Fraction:
        marks = [paper.parts[part.id] for part in question.parts if part.id in paper.parts]
        return sum((part.points - part.score for part in marks), Fraction(0))

    parts = dict(paper.parts)
    explained: dict[Note, int] = {}  # the question with the explanation of each known mistake
    for question in sorted(exam.questions, key=lost, reverse=True):
        before: Note | None = None
        for part in question.parts:
            items = []
            for item in parts[part.id].items if part.id in parts else ():
                shown = note = item.note
                if note is not None and note != WAITS:
                    if note == before:
                        shown = AS_ABOVE
                    elif note.slug == MISTAKE and explained.setdefault(note, question.number) != question.number:
                        shown = Note(AS_IN_QUESTION, str(explained[note]))
                    before = note
                items.append(replace(item, note=shown))
            if part.id in parts:
                parts[part.id] = replace(parts[part.id], items=tuple(items))
    return replace(paper, parts=parts)


def definition_names(numbers: Iterable[int]) -> Iterator[str]:
    """Yield the names of definitions in increasing order: "D1", "D2", or "D1–D3" for three or more in a row."""
    for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        names = [f"D{number}" for _, number in run]
        yield from names if len(names) < 3 else (f"{names[0]}–{names[-1]}",)


def _part_view(part: Part, words: Words, drawn: Params, key: Key | None, marks: PartMarks | None) -> PartView:
    labels = words.labels(part, drawn)
    lang = words.lang
    marks = _split_list(marks) if marks else None
    cells = tuple(_cell(part, index, label, words, key, marks) for index, label in enumerate(labels))
    score = points_text(marks.score, lang) if marks else ""
    tolerance = tolerance_text(part.tolerance, lang)
    lost = part.all_or_nothing and any(
        mark.verdict is Verdict.RIGHT and not mark.score and marks.share(index)
        for marks in ([marks] if marks else [])
        for index, mark in enumerate(marks.items)
    )
    return PartView(
        part.letter,
        points_text(marks.points if marks else part.points, lang),
        tolerance,
        asked_text(part, labels, lang),
        score,
        cells,
        lost,
        part.all_or_nothing and part.count > 1,
        part.is_open,
    )


def _split_list(marks: PartMarks) -> PartMarks:
    """Return marks with each value of a list beside its item; an unreadable list is beside the first item only."""
    first, *others = marks.items
    if not others or any(mark.raw != first.raw for mark in others) or not SEPARATED.search(first.raw.strip()):
        return marks
    values = [text.strip(" ,") for text in first.raw.split(";" if ";" in first.raw else None)]
    if len(values) != len(marks.items) or any(mark.verdict is Verdict.UNREADABLE for mark in marks.items):
        values = [first.raw, *[DITTO] * len(others)]
    return replace(marks, items=tuple(map(lambda mark, value: replace(mark, raw=value), marks.items, values)))


def asked_text(part: Part, labels: Sequence[Text], lang: str) -> Markup:
    """Return the precision asked of a part, with a note if its items earn together: "± 0,05, tout ou rien".

    Integers among its items, whose labels end in "=" instead of "≃", are named: "d* exactement, U ± 0,05".
    """
    words, precision = shared_words(lang), Markup.escape(precision_text(part, lang))
    names = [label.rstrip("=≃ " + NO_BREAK) for label in labels]
    counts = [name for name, label in zip(names, labels, strict=True) if label.endswith("=")]
    if part.tolerance != EXACT and 0 < len(counts) < len(names):
        others = COMMA.join(name for name in names if name not in counts)
        precision = Markup(words["exactly_one"]).format(COMMA.join(counts)) + COMMA + others + NO_BREAK + precision  # noqa: S704 (our own words)
    whole = part.all_or_nothing and part.count > 1
    return precision + COMMA + words["all_or_nothing"] if whole else precision


def _cell(part: Part, index: int, label: Text, words: Words, key: Key | None, marks: PartMarks | None) -> Cell:
    value = _item(key.answers.get(part.id), index) if key else None
    expected = "" if value is None else part.kind.format(value, words.lang)
    exact = str(value).replace("-", MINUS) if isinstance(value, Fraction) and value.denominator > 1 else ""
    evidences = key.evidence.get(part.id, ()) if key else ()
    is_of_part = len(evidences) == 1 < part.count
    mark = _item(marks.items, index) if marks else None
    size, note = size_of(part), ""
    criteria: tuple[CriterionView, ...] = ()
    if part.written and key:
        applying, note = applying_criteria(mark.note if mark else None) or (None, "" if mark else part.written.note)
        criteria = criterion_views(part, words.lang, applying)
    if size is DIGITS and evidences and not is_of_part:  # evidence needs more room beside the box
        size = NUMBER
    mark_view = None
    if mark is not None:
        is_shown_apart = mark.note in (WAITS, TO_BE_MARKED) or (mark.note and mark.note.slug == CRITERIA)
        remark = note_text(mark.note, words) if mark.note and not is_shown_apart else ""
        text, score = verdict_text(mark, words.lang), points_text(mark.score, words.lang)
        raw = HANDWRITTEN if part.lines and mark.raw.startswith(HANDWRITTEN) else mark.raw
        mark_view = MarkView(one_line(raw, SHOWN_RAW), mark.verdict, mark.note, score, text, remark)
    return Cell(
        field=field_name(part.id, index + 1),
        label=label,
        letter=part.letter if index == 0 else "",
        expected=expected,
        exact="" if exact in expected or len(exact) > SHOWN_EXACT else exact,
        evidence=_item(evidences, index),
        is_of_part=is_of_part,
        mark=mark_view,
        is_count=isinstance(value, int),
        size=size,
        lines=part.lines,
        options=part.kind.labels(words.lang) if isinstance(part.kind, OneOf) and part.kind.boxes else (),
        option_pitch=pitch(part.option_labels) if part.option_labels else 0,
        criteria=criteria,
        note=one_line(note, SHOWN_NOTE),
    )


def criterion_views(part: Part, lang: str, applying: Collection[str] | None = None) -> tuple[CriterionView, ...]:
    """Return the criteria of a written answer in a language, with those that apply marked if they are known."""
    if not part.written:
        return ()
    return tuple(
        CriterionView(
            ("+" if criterion.amount > 0 else "") + points_text(criterion.amount, lang),
            criterion.text(lang),
            None if applying is None else criterion.slug in applying,
        )
        for criterion in part.written.criteria_for(part.points)
    )


def _item(items: Sequence[T] | None, index: int) -> T | None:
    return items[index] if items and index < len(items) else None


def verdict_text(mark: Mark, lang: str) -> str:
    """Return the text of a verdict; an item that waits for transcription is not called unreadable."""
    words = shared_words(lang)
    waits = {WAITS: words["waits"], TO_BE_MARKED: words["to_be_marked"]}
    text: str = (waits.get(mark.note) if mark.note else None) or words["verdicts"][mark.verdict]
    return text


def note_text(note: Note, words: Words) -> str:
    """Return the text of a note for a student, on one line; for a known mistake, the sentence of the exam if any."""
    if note.slug == MISTAKE and words.has(mistake_name(note.detail)):
        return words.mistake(note.detail)
    return one_line(note.render(words.lang), SHOWN_NOTE)


def plain_note_text(note: Note, words: Words) -> str:
    """Return the text of a note without markup."""
    text = note_text(note, words)
    return plain(text) if isinstance(text, Markup) else text


def plain_verdict_text(mark: Mark, words: Words) -> str:
    """Return the texts of a verdict and its note without markup."""
    text = verdict_text(mark, words.lang)
    if mark.note is None or mark.note == WAITS:
        return text
    return f"{text}{shared_words(words.lang)['colon']} {plain_note_text(mark.note, words)}"


def precision_text(part: Part, lang: str) -> str:
    """Return the precision asked of a part, "± 0,05"; the form of an answer that is not numbers: "liste"."""
    if isinstance(part.kind, OneBox):
        return part.kind.form(lang)
    return tolerance_text(part.tolerance, lang) or str(shared_words(lang)["exact"])


def tolerance_text(tolerance: Tolerance, lang: str) -> str:
    """Return a tolerance as on a page, without line breaks: "± 0,05"; empty for exact values."""
    if tolerance == EXACT:
        return ""
    text = tolerance.describe(lang)
    return (text if lang == "fr" else text.replace(" %", "%")).replace(" ", NO_BREAK)


def answer_label_of(label: Text, answer: str) -> Text:
    """Return a label before its answer; its "≃" becomes "=", or is dropped if the answer begins with "≈"."""
    if not label.endswith(ASKED):
        return label
    name = label.removesuffix(ASKED)
    return name.rstrip() if answer.startswith("≈") else name + "="


def one_line(text: str, limit: int = 60) -> str:
    """Return `text` on one line of at most `limit` characters, cut with an ellipsis.

    Control, direction-changing, unassigned and lone surrogate characters are dropped, all white space becomes single
    spaces, and accents are composed. The result is not escaped.
    """
    ahead = text[: limit * READ_AHEAD]
    printable = "".join(
        " " if char.isspace() else char for char in ahead if char.isspace() or unicodedata.category(char)[0] != "C"
    )
    line = unicodedata.normalize("NFC", " ".join(printable.split()))
    if len(line) <= limit and len(text) <= limit * READ_AHEAD:
        return line
    return line[: limit - 1].rstrip() + ELLIPSIS


def points_text(points: Fraction, lang: str) -> str:
    """Return points rounded to a hundredth with the decimal mark of `lang`: "0,33"."""
    return format_decimal(round(points, 2), lang, digits=EXACT_DIGITS)


def is_plural(number: Fraction, lang: str) -> bool:
    """Say whether a noun after `number` is in the plural: from 2 in French, for all but 1 in English."""
    return number >= 2 if lang == "fr" else number != 1
