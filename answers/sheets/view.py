"""Turn the questions, answers and marks of a sheet into frozen values that the templates print."""

import re
import unicodedata
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import Self

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
from answers.kinds.numbers.numbers import Numbers
from answers.kinds.one_box import OneBox
from answers.kinds.tolerance import EXACT, Tolerance
from answers.kinds.written import HANDWRITTEN
from answers.paper import Mark, Paper, PartMarks, Verdict
from answers.sheets.identity import TOKEN_VERSION, field_name
from answers.sheets.layout import DIGITS, FRACTION, NUMBER, WRITTEN, Rows, Size, arrange, pitch, size_of, strip_points
from answers.sheets.subject import how
from answers.typesetting import NO_BREAK

ASKED = "≃"
COMMA = Markup(", ")
SHOWN_RAW = 30  # characters of answers on a line of a marked sheet
SHOWN_EXPECTED = 40
SIGNS = f" =:{ASKED}\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
SHOWN_NOTE = 200
SHOWN_EXACT = 36
SEPARATED = re.compile(r"[\s;]")
SEPARATORS = re.compile(r"[][()\s;]+")
BRACKETS = "[]() "
DITTO = "″"
ELLIPSIS = "…"
READ_AHEAD = 8  # characters read for each one shown: enough for runs of spaces and control characters
EXACT_DIGITS = 12  # more digits than points have, so that they are printed exactly


@dataclass(frozen=True, slots=True)
class MarkView:
    """The mark of one item as texts to print.

    `raw` is the answer as written, cut to fit; `text` is the verdict in words, and `remark` the note in words, "" if
    there is none.
    """

    raw: str
    verdict: Verdict
    note: Note | None
    score: str
    text: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class CriterionView:
    """A criterion of a written answer as texts; `applies` is None if no person has marked the answer."""

    points: str
    text: str
    applies: bool | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """One item of a question, a box to fill in, with all that a sheet may print about it.

    Attributes
    ----------
    letter
        Letter of the part, on the first item of a part; else empty.
    expected
        The expected answer as a teacher writes it; empty on a blank sheet.
    exact
        The exact fraction, if `expected` is rounded; else empty.
    mark
        Mark of the student's answer; None except on a marked paper.
    is_count
        True if the answer is an integer that must be exact.
    is_of_part
        True if the evidence belongs to the whole part.
    lines
        Number of lines of the box of a written answer; 0 for other answers.
    option_pitch
        Distance in mm from one box of `options` to the next.
    note
        Note for examiners, or the comment of the marker.
    place
        Part of the item as text, such as "7 a", and number of the item in the part, from 1.
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
    strip: tuple[str, ...] = ()
    criteria: tuple[CriterionView, ...] = ()
    note: str = ""
    place: tuple[str, int] = ("", 0)

    @property
    def answer_label(self) -> Text:
        """The label before the printed answer."""
        return answer_label_of(self.label, self.expected)

    @property
    def needs_review(self) -> bool:
        """Whether feedback lists the item for the student to look at again: it is not right, or has a remark."""
        if self.mark is None:
            return False
        return (
            self.mark.verdict is not Verdict.RIGHT or bool(self.mark.remark) or (bool(self.lines) and self.note != "")
        )

    @property
    def name(self) -> Text:
        """The label without the sign, such as "=", before the answer."""
        return self.label.rstrip(SIGNS)


@dataclass(frozen=True, slots=True)
class Row:
    """Neighbouring items of a marked part with one verdict and one explanation, to be printed on one line."""

    cells: tuple[Cell, ...]
    mark: MarkView
    """The mark of the first item, with the explanation of all items of the row."""
    label: Text
    """The names of the items; from three items on, only the first and the last name."""
    raw: str
    """The texts that the student wrote, separated by semicolons."""
    expected: str
    """The expected answers, separated by semicolons."""

    @classmethod
    def of(cls, cells: tuple[Cell, ...], mark: MarkView) -> Self:
        """Return the row of some items; `mark` is that of the first one."""
        names = [cell.name for cell in cells]
        return cls(
            cells,
            mark,
            label=COMMA.join(names) if len(names) < 3 else Markup(" … ").join((names[0], names[-1])),
            raw=" ; ".join(cell.mark.raw for cell in cells if cell.mark).strip(" ;"),
            expected=" ; ".join(cell.expected for cell in cells),
        )


@dataclass(frozen=True, slots=True)
class PartView:
    """One part of a question, with all that a sheet may print about it, as texts.

    `asked` is the required precision; `score` is empty on a sheet without marks. `lost` is True if right items earn
    nothing because another item is not right.
    """

    letter: str
    points: str
    tolerance: str
    asked: Text
    score: str
    cells: tuple[Cell, ...]
    lost: bool = False
    is_strict: bool = False
    """Whether the items of the part earn points together or not at all."""
    is_open: bool = False
    """Whether other answers may be right, such as another optimal strategy or winning move."""
    columns: int = 0
    """Number of columns of a matrix, 0 for other answers."""

    @property
    def is_written(self) -> bool:
        """Whether the answer is a written answer, which a person marks."""
        return self.cells[0].size is WRITTEN

    @property
    def rows(self) -> tuple[Row, ...]:
        """The items of a marked part that are not right or have a remark, in rows."""
        rows: list[Row] = []
        for before, cell in zip((None, *self.cells), self.cells, strict=False):
            mark = cell.mark
            if mark is None or not cell.needs_review:
                continue
            above = rows[-1] if rows and rows[-1].cells[-1] is before and not cell.lines else None
            if above and mark.verdict is above.mark.verdict is not Verdict.UNREADABLE:
                longer = Row.of((*above.cells, cell), above.mark)
                is_explained_alike = mark.note == (None if above.mark.note is None else AS_ABOVE)
                if is_explained_alike and len(longer.raw) <= SHOWN_RAW and len(longer.expected) <= SHOWN_EXPECTED:
                    rows[-1] = longer
                    continue
            rows.append(Row.of((cell,), mark))
        return tuple(rows)


@dataclass(frozen=True, slots=True)
class QuestionView:
    """One question and its parts, with all that a sheet may print about them.

    `drawing` is an SVG, None if there is none. `note` is a remark on the question for examiners, None except in a key.
    On a marked paper, `earned` is the score of all parts, and `how` explains how the right answers are obtained, None
    if there is nothing to explain.
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
        """The points of the question that a marked paper did not earn; all points on a sheet without marks."""
        return self.points - self.earned

    @property
    def needs_review(self) -> bool:
        """Whether a marked paper lost points in the question, or has an answer with a remark."""
        return self.lost > 0 or any(cell.needs_review for part in self.parts for cell in part.cells)

    @property
    def is_unread(self) -> bool:
        """Whether an answer to the question is unreadable and waits for the teacher to read it."""
        marks = [cell.mark for part in self.parts for cell in part.cells]
        return any(mark is not None and mark.verdict is Verdict.UNREADABLE for mark in marks)

    @property
    def is_blank(self) -> bool:
        """Whether no answer to the question was given."""
        return {cell.mark.verdict for part in self.parts for cell in part.cells if cell.mark} == {Verdict.BLANK}

    @property
    def is_imprecise(self) -> bool:
        """Whether an answer is the right value with too few digits."""
        marks = [cell.mark for part in self.parts for cell in part.cells]
        return any(mark is not None and mark.note in (IMPRECISE, ROUNDED) for mark in marks)

    @property
    def asked(self) -> tuple[tuple[str, Text], ...]:
        """The required precision as pairs of letters of parts, "" for all parts, and a text."""
        return _by_letters(self.parts, attrgetter("asked"))

    @property
    def tolerances(self) -> tuple[tuple[str, Text], ...]:
        """The tolerances as pairs of the letters of parts and a text, "" if exact values are required."""
        parts = [part for part in self.parts if not part.is_written]
        return _by_letters(parts, attrgetter("tolerance")) if parts else ()

    @property
    def tolerances_to_review(self) -> tuple[tuple[str, Text], ...]:
        """The `tolerances` of the parts with an answer to look at again that needs a tolerance."""
        parts = [
            part
            for part in self.parts
            if part.tolerance and not all(cell.is_count for row in part.rows for cell in row.cells)
        ]
        return _by_letters(parts, attrgetter("tolerance"))

    @property
    def strict(self) -> tuple[str, ...]:
        """The letters of the parts whose items earn points only together."""
        return tuple(part.letter for part in self.parts if part.is_strict)

    @property
    def open(self) -> tuple[str, ...]:
        """The letters of the parts that also have right answers other than the one shown."""
        return tuple(part.letter for part in self.parts if part.is_open)

    @property
    def is_high(self) -> bool:
        """Whether the question has high boxes, for fractions on two lines."""
        return any(part.cells[0].size is FRACTION for part in self.parts)

    @property
    def arrangements(self) -> tuple[Rows[Cell], ...]:
        """The items of the question in rows; ruled boxes and matrices are apart from other parts."""
        runs = groupby(self.parts, attrgetter("is_written", "columns"))
        return tuple(
            arrange([(part.cells[0].size, part.cells) for part in run], lambda cell: plain(cell.label), columns)
            for (_, columns), run in runs
        )

    @property
    def has_options(self) -> bool:
        """Whether the question has boxes to tick."""
        return any(cell.options for part in self.parts for cell in part.cells)

    @property
    def is_written(self) -> bool:
        """Whether a part of the question is a written answer."""
        return any(part.is_written for part in self.parts)


def _by_letters(parts: Sequence[PartView], text_of: Callable[[PartView], Text]) -> tuple[tuple[str, Text], ...]:
    """Return each different text of parts with the letters of these parts; "" for the letters if all have one text."""
    texts = list(dict.fromkeys(map(text_of, parts)))
    if len(texts) == 1:
        return (("", texts[0]),)
    return tuple((", ".join(part.letter for part in parts if text_of(part) == text), text) for text in texts)


def question_views(
    exam: Exam,
    words: Words,
    drawn: Params,
    key: Key | None = None,
    paper: Paper | None = None,
    version: int = TOKEN_VERSION,
) -> tuple[QuestionView, ...]:
    """Return the views of all questions of an exam.

    `drawn` are the parameters of a seed. With a `key`, the answers are included, and with a `paper` its marks. An
    explanation that a paper would have several times is printed once, in the question in which most points are lost.
    The questions have the words of sheets with tokens of `version`.
    """
    if paper is not None:
        paper = _explained_once(exam, paper)
    views = tuple(question_view(exam, question, words, drawn, key, paper) for question in exam.questions)
    if version == TOKEN_VERSION:
        return views
    prompts = (words.prompt(question, drawn, version) for question in exam.questions)
    return tuple(replace(view, prompt=prompt) for view, prompt in zip(views, prompts, strict=True))


def question_view(
    exam: Exam, question: Question, words: Words, drawn: Params, key: Key | None = None, paper: Paper | None = None
) -> QuestionView:
    """Return the view of one question, with answers of a `key` and marks of a `paper`, explained in full."""
    marks = {part.id: paper.parts[part.id] for part in question.parts if paper and part.id in paper.parts}
    points = (marks[part.id].points if part.id in marks else part.points for part in question.parts)
    wrong = {  # the items that are not right, of each part that lost points
        part.letter: places
        for part in question.parts
        if part.id in marks and marks[part.id].score < marks[part.id].points
        if (places := tuple(at for at, item in enumerate(marks[part.id].items) if item.verdict is not Verdict.RIGHT))
    }
    definitions: list[str] = []  # the names "D1" and "D2", or "D1–D3" for three or more in a row
    for _, run in groupby(enumerate(question.definitions), lambda pair: pair[1] - pair[0]):
        names = [f"D{number}" for _, number in run]
        definitions += names if len(names) < 3 else [f"{names[0]}–{names[-1]}"]
    return QuestionView(
        number=question.number,
        prompt=words.prompt(question, drawn),
        drawing=Markup(question.drawing(drawn)) if question.drawing else None,  # noqa: S704 (drawn by us, from numbers)
        note=words.note(question, drawn) if key else None,
        points=sum(points, Fraction(0)),
        parts=tuple(_part_view(part, words, drawn, key, marks.get(part.id)) for part in question.parts),
        definitions=tuple(definitions),
        earned=sum((mark.score for mark in marks.values()), Fraction(0)),
        how=how(exam, question, words, key, wrong) if key else None,
    )


def _explained_once(exam: Exam, paper: Paper) -> Paper:
    """Return a paper with each note once in a run of equal notes, and each known mistake once on the whole paper."""
    # The questions are taken in the order of the feedback: most points lost first.

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


def _part_view(part: Part, words: Words, drawn: Params, key: Key | None, marks: PartMarks | None) -> PartView:
    """Return the view of one part; `marks` are the marks of a paper, None if there is none."""
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
        part.kind.columns if isinstance(part.kind, Numbers) else 0,
    )


def _split_list(marks: PartMarks) -> PartMarks:
    """Return marks in which each item has its own value of a list or a matrix that the student wrote as one text."""
    # A text that has not one value for each item is at the first item that a marked paper shows, whose line then has
    # something to compare with the expected value.
    first, *others = marks.items
    if not others or any(mark.raw != first.raw for mark in others) or not SEPARATED.search(first.raw.strip()):
        return marks
    by_semicolons = [text.strip(" ,") for text in first.raw.split(";")]
    by_spaces = [text.strip(",") for text in SEPARATORS.split(first.raw.strip(BRACKETS)) if text.strip(",")]
    values = next((texts for texts in (by_semicolons, by_spaces) if len(texts) == len(marks.items)), [])
    if not values or any(mark.verdict is Verdict.UNREADABLE for mark in marks.items):
        shown = next((at for at, mark in enumerate(marks.items) if mark.verdict is not Verdict.RIGHT or mark.note), 0)
        values = [first.raw if at == shown else DITTO for at in range(len(marks.items))]
    return replace(marks, items=tuple(map(lambda mark, value: replace(mark, raw=value), marks.items, values)))


def asked_text(part: Part, labels: Sequence[Text], lang: str) -> Markup:
    """Return the required precision of a part as text: "± 0,05, tout ou rien".

    The words "tout ou rien" mean that its items earn points only together. Items that are integers, whose labels end in
    "=" and not in "≃", are named: "d* exactement, U ± 0,05".
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
    """Return the view of the item at position `index` of a part, from 0."""
    value = key.answers[part.id][index] if key and part.id in key.answers else None
    expected = "" if value is None else part.kind.format(value, words.lang)
    exact = str(value).replace("-", MINUS) if isinstance(value, Fraction) and value.denominator > 1 else ""
    evidences = key.evidence.get(part.id, ()) if key else ()
    is_of_part = len(evidences) == 1 < part.count
    mark = marks.items[index] if marks and index < len(marks.items) else None
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
        evidence=evidences[index] if index < len(evidences) else None,
        is_of_part=is_of_part,
        mark=mark_view,
        is_count=isinstance(value, int),
        size=size,
        lines=part.lines,
        options=part.kind.labels(words.lang) if isinstance(part.kind, OneOf) and part.kind.boxes else (),
        option_pitch=pitch(part.option_labels) if part.option_labels else 0,
        strip=tuple(points_text(points, words.lang) for points in strip_points(part.points)) if part.written else (),
        criteria=criteria,
        note=one_line(note, SHOWN_NOTE),
        place=(f"{part.question} {part.letter}".rstrip(), index + 1),
    )


def criterion_views(part: Part, lang: str, applying: Collection[str] | None = None) -> tuple[CriterionView, ...]:
    """Return the criteria of a part as texts, () without any; `applying` is None if no person has marked it."""
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


def verdict_text(mark: Mark, lang: str) -> str:
    """Return the verdict of an item in words; one that waits for a transcription or a marker has its own."""
    words = shared_words(lang)
    waits = {WAITS: words["waits"], TO_BE_MARKED: words["to_be_marked"]}
    text: str = (waits.get(mark.note) if mark.note else None) or words["verdicts"][mark.verdict]
    return text


def note_text(note: Note, words: Words) -> str:
    """Return a note for a student on one line; a known mistake has the sentence of the exam, if there is one."""
    if note.slug == MISTAKE and words.has(mistake_name(note.detail)):
        return words.mistake(note.detail)
    return one_line(note.render(words.lang), SHOWN_NOTE)


def plain_note_text(note: Note, words: Words) -> str:
    """Return a note in words, without markup."""
    text = note_text(note, words)
    return plain(text) if isinstance(text, Markup) else text


def plain_verdict_text(mark: Mark, words: Words) -> str:
    """Return the verdict of an item and its note, if any, in words without markup."""
    text = verdict_text(mark, words.lang)
    if mark.note is None or mark.note == WAITS:
        return text
    return f"{text}{shared_words(words.lang)['colon']} {plain_note_text(mark.note, words)}"


def precision_text(part: Part, lang: str) -> str:
    """Return the required precision of a part, such as "± 0,05", or the form of its answers, such as "liste"."""
    if isinstance(part.kind, OneBox):
        return part.kind.form(lang)
    return tolerance_text(part.tolerance, lang) or str(shared_words(lang)["exact"])


def tolerance_text(tolerance: Tolerance, lang: str) -> str:
    """Return a tolerance as printed on a page, with no-break spaces: "± 0,05"; "" if exact values are required."""
    if tolerance == EXACT:
        return ""
    text = tolerance.describe(lang)
    return (text if lang == "fr" else text.replace(" %", "%")).replace(" ", NO_BREAK)


def answer_label_of(label: Text, answer: str) -> Text:
    """Return the label of an item before its answer: its final "≃" is "=", or nothing if the answer has "≈"."""
    if not label.endswith(ASKED):
        return label
    name = label.removesuffix(ASKED)
    return name.rstrip() if answer.startswith("≈") else name + "="


def one_line(text: str, limit: int = 60) -> str:
    """Return `text` on one line of at most `limit` characters, not escaped; an ellipsis replaces the rest.

    Control, direction-changing, unassigned and lone surrogate characters are removed. White space becomes single
    spaces, and accents are composed.
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
    """Return whether a noun after `number` is in the plural: from 2 on in French, and for all but 1 in English."""
    return number >= 2 if lang == "fr" else number != 1
