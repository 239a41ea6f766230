"""What a sheet shows, in the order it shows it: plain frozen values that the templates only have to lay out."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby, pairwise
from operator import attrgetter
from typing import TypeVar

from markupsafe import Markup

from answers.assets import shared_words
from answers.exam.exam import Exam
from answers.exam.identity import field_item, field_name
from answers.exam.key import Key
from answers.exam.question import Evidence, Params, Part, Question
from answers.exam.subject import how
from answers.exam.typesetting import NO_BREAK
from answers.exam.words import Text, Words, mistake_name, plain
from answers.flags import AS_ABOVE, MISTAKE, WAITS, Note
from answers.kinds.numbers.format import MINUS, format_decimal
from answers.kinds.parsing import Value
from answers.kinds.tolerance import EXACT, Tolerance
from answers.paper import Mark, Paper, PartMarks, Verdict
from answers.sheets.layout import DIGITS, FRACTION, NUMBER, Rows, Size, laid_out, size_of

T = TypeVar("T")
ASKED = "≃"
COMMA = Markup(", ")
SHORT_LABEL = 11
SHOWN_RAW = 30  # what a box of a marked sheet has room for
SHOWN_NOTE = 200
SHOWN_EXACT = 36
SEPARATED = re.compile(r"[\s;]")
DITTO = "″"
ELLIPSIS = "…"
READ_AHEAD = 8  # characters looked at for each one shown: enough for runs of spaces and controls
EXACT_DIGITS = 12  # more than points have, so that they are printed as they are


@dataclass(frozen=True, slots=True)
class MarkView:
    """A mark in text: what was written, the verdict, a note or None, the points earned, what verdict and note tell."""

    raw: str
    verdict: Verdict
    note: Note | None
    score: str
    text: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One item: its field and label, and what the face may add. `letter` is set on the first item of a part.

    `expected` is the answer as a teacher writes it, `exact` the whole fraction when `expected` does not show it; one
    that `is_count` is asked exactly, beside others with a tolerance. Evidence `is_of_part` that is not of one item.
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

    @property
    def place(self) -> tuple[str, int]:
        """Its part as people say it, "7 a", and its rank there from 1."""
        part_id, rank = field_item(self.field) or ("", 0)
        return re.sub(r"(?<=\d)(?=[a-z])", " ", part_id), rank

    @property
    def answer_label(self) -> Text:
        """The label before a printed answer."""
        return answer_label_of(self.label, self.expected)


@dataclass(frozen=True, slots=True)
class PartView:
    """A part: its items, its points, tolerance and what is `asked` of it, as text; `score` is empty when unmarked.

    `lost` says that right items earned nothing, since not all are right.
    """

    letter: str
    points: str
    tolerance: str
    asked: Text
    score: str
    cells: tuple[Cell, ...]
    lost: bool = False
    is_strict: bool = False
    """Whether its items earn together or not at all."""
    is_open: bool = False
    """Whether other answers than the one shown may be right: another optimal strategy, another winning move."""


@dataclass(frozen=True, slots=True)
class QuestionView:
    """A question and its parts.

    `note` is what the examiner's key says of it as a whole. Of a marked paper, `score` is what all parts earned, and
    `how` says to who went wrong how the answers are obtained.
    """

    number: int
    prompt: Text
    drawing: Markup | None
    note: Text | None
    points: Fraction
    parts: tuple[PartView, ...]
    definitions: tuple[str, ...]
    score: str = ""
    how: Text | None = None

    @property
    def asked(self) -> tuple[tuple[str, Text], ...]:
        """What is asked of the parts: letters and text, without letters when it is the same for all."""
        return self._by_letters(attrgetter("asked"))

    @property
    def tolerances(self) -> tuple[tuple[str, Text], ...]:
        """The tolerances of the parts, in the same way; empty where exact values are asked."""
        return self._by_letters(attrgetter("tolerance"))

    def _by_letters(self, told: Callable[[PartView], Text]) -> tuple[tuple[str, Text], ...]:
        texts = list(dict.fromkeys(map(told, self.parts)))
        if len(texts) == 1:
            return (("", texts[0]),)
        return tuple((", ".join(part.letter for part in self.parts if told(part) == text), text) for text in texts)

    @property
    def strict(self) -> tuple[str, ...]:
        """The letters of the parts that earn all or nothing."""
        return tuple(part.letter for part in self.parts if part.is_strict)

    @property
    def open(self) -> tuple[str, ...]:
        """The letters of the parts of which other answers than the one shown may be right."""
        return tuple(part.letter for part in self.parts if part.is_open)

    @property
    def is_wide(self) -> bool:
        """Whether a label is long."""
        return any(len(plain(cell.label)) > SHORT_LABEL for part in self.parts for cell in part.cells)

    @property
    def is_high(self) -> bool:
        """Whether it has boxes for fractions."""
        return any(part.cells[0].size is FRACTION for part in self.parts)

    @property
    def laid_out(self) -> Rows[Cell]:
        """Its cells in rows."""
        return laid_out([(part.cells[0].size, part.cells) for part in self.parts], lambda cell: plain(cell.label))


def question_views(
    exam: Exam, words: Words, drawn: Params, key: Key | None = None, paper: Paper | None = None
) -> tuple[QuestionView, ...]:
    """Return the questions of `exam` for one seed's parameters, with the answers of a key and the marks of a paper."""
    return tuple(question_view(exam, question, words, drawn, key, paper) for question in exam.questions)


def question_view(
    exam: Exam, question: Question, words: Words, drawn: Params, key: Key | None = None, paper: Paper | None = None
) -> QuestionView:
    """Return one question, as `question_views` does all."""
    marks = _marks_of(question, paper)
    return QuestionView(
        number=question.number,
        prompt=words.prompt(question, drawn),
        drawing=Markup(question.drawing(drawn)) if question.drawing else None,  # noqa: S704 (drawn by us, of numbers)
        note=words.note(question, drawn) if key else None,
        points=sum((part.points for part in question.parts), Fraction(0)),
        parts=tuple(_part_view(part, words, drawn, key, _notes_once(marks, part.id)) for part in question.parts),
        definitions=tuple(definition_names(question.definitions)),
        score=points_text(sum((mark.score for mark in marks.values()), Fraction(0)), words.lang) if paper else "",
        how=how(exam, question, words, key, dict(_wrong(question, marks))) if key else None,
    )


def _marks_of(question: Question, paper: Paper | None) -> dict[str, PartMarks]:
    found = paper.parts if paper else {}
    return {part.id: found[part.id] for part in question.parts if part.id in found}


def definition_names(numbers: Iterable[int]) -> Iterator[str]:
    """Yield definitions, whose numbers grow, by their names: "D1", "D2", or "D1–D3" for three or more in a row."""
    for _, run in groupby(enumerate(numbers), lambda one: one[1] - one[0]):
        names = [f"D{number}" for _, number in run]
        yield from names if len(names) < 3 else (f"{names[0]}–{names[-1]}",)


def _wrong(question: Question, marks: Mapping[str, PartMarks]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The letters of the parts that lost points, each with the places of its items that are not right."""
    for part in question.parts:
        one = marks.get(part.id)
        items = one.items if one and one.score < one.points else ()
        places = tuple(place for place, item in enumerate(items) if item.verdict is not Verdict.RIGHT)
        if places:
            yield part.letter, places


def _notes_once(marks: Mapping[str, PartMarks], part_id: str) -> PartMarks | None:
    """The marks of a part, where a sentence is not told again of the next answer of its question that it is about."""
    if part_id not in marks:
        return None
    noted = [(other, index, item.note) for other, one in marks.items() for index, item in enumerate(one.items)]
    told = [one for one in noted if one[2] and one[2] != WAITS]
    again = {(other, index) for before, (other, index, note) in pairwise(told) if before[2] == note}

    def shown(index: int, item: Mark) -> Mark:
        return replace(item, note=AS_ABOVE) if (part_id, index) in again else item

    return marks[part_id].changed(shown)


def _part_view(part: Part, words: Words, drawn: Params, key: Key | None, marks: PartMarks | None) -> PartView:
    labels = words.labels(part, drawn)
    lang = words.lang
    marks = _told_once(marks) if marks else None
    cells = tuple(_cell(part, index, label, words, key, marks) for index, label in enumerate(labels))
    score = points_text(marks.score, lang) if marks else ""
    tolerance = tolerance_text(part.tolerance, lang)
    lost = part.all_or_nothing and any(
        mark.verdict is Verdict.RIGHT and not mark.score for mark in (marks.items if marks else ())
    )
    return PartView(
        part.letter,
        points_text(part.points, lang),
        tolerance,
        asked_text(part, labels, lang),
        score,
        cells,
        lost,
        part.all_or_nothing and part.count > 1,
        part.is_open,
    )


def _told_once(marks: PartMarks) -> PartMarks:
    """A list that was written in one box is shown value by value, beside the first item alone where it is not read."""
    first, *others = marks.items
    if not others or any(mark.raw != first.raw for mark in others) or not SEPARATED.search(first.raw.strip()):
        return marks
    values = [text.strip(" ,") for text in first.raw.split(";" if ";" in first.raw else None)]
    if len(values) != len(marks.items) or any(mark.verdict is Verdict.UNREADABLE for mark in marks.items):
        values = [first.raw, *[DITTO] * len(others)]
    return replace(marks, items=tuple(map(lambda mark, value: replace(mark, raw=value), marks.items, values)))


def asked_text(part: Part, labels: Sequence[Text], lang: str) -> Markup:
    """Return the precision asked of a part, and whether its boxes earn together: "± 0,05, tout ou rien".

    Of integers beside it, whose labels end in "=" and not in "≃", it says so: "d* exactement, U ± 0,05".
    """
    words, precision = shared_words(lang), Markup.escape(precision_text(part, lang))
    names = [label.rstrip("=≃ " + NO_BREAK) for label in labels]
    counts = [name for name, label in zip(names, labels, strict=True) if label.endswith("=")]
    if part.tolerance != EXACT and 0 < len(counts) < len(names):
        others = COMMA.join(name for name in names if name not in counts)
        precision = Markup(words["exactly_one"]).format(COMMA.join(counts)) + COMMA + others + NO_BREAK + precision  # noqa: S704 (words of the house)
    whole = part.all_or_nothing and part.count > 1
    return precision + COMMA + words["all_or_nothing"] if whole else precision


def _cell(part: Part, index: int, label: Text, words: Words, key: Key | None, marks: PartMarks | None) -> Cell:
    value = _item(key.answers.get(part.id), index) if key else None
    expected = "" if value is None else part.kind.format(value, words.lang)
    exact = _exact_text(value)
    mark = _item(marks.items, index) if marks else None
    evidences = key.evidence.get(part.id, ()) if key else ()
    is_of_part = len(evidences) == 1 < part.count
    return Cell(
        field=field_name(part.id, index + 1),
        label=label,
        letter=part.letter if index == 0 else "",
        expected=expected,
        exact="" if exact in expected else exact,
        evidence=_item(evidences, index),
        is_of_part=is_of_part,
        mark=_mark_view(mark, words) if mark else None,
        is_count=isinstance(value, int),
        size=_size(part, has_own_evidence=bool(evidences) and not is_of_part),
    )


def _size(part: Part, *, has_own_evidence: bool) -> Size:
    """The size of an item's box; evidence beside it wants more than a few digits do."""
    size = size_of(part)
    return NUMBER if size is DIGITS and has_own_evidence else size


def _item(items: Sequence[T] | None, index: int) -> T | None:
    return items[index] if items and index < len(items) else None


def _mark_view(mark: Mark, words: Words) -> MarkView:
    told, score = verdict_text(mark, words.lang), points_text(mark.score, words.lang)
    remark = noted(mark.note, words) if mark.note and mark.note != WAITS else ""
    return MarkView(one_line(mark.raw, SHOWN_RAW), mark.verdict, mark.note, score, told, remark)


def verdict_text(mark: Mark, lang: str) -> str:
    """Return the word of a verdict; what nobody has read yet is not said to be unreadable."""
    words = shared_words(lang)
    told: str = words["waits"] if mark.note == WAITS else words["verdicts"][mark.verdict]
    return told


def noted(note: Note, words: Words) -> str:
    """Return what a note tells a student: of a known mistake the exam's own sentence, else the house's, on one line."""
    if note.slug == MISTAKE and words.has(mistake_name(note.detail)):
        return words.mistake(note.detail)
    return one_line(note.render(words.lang), SHOWN_NOTE)


def noted_plainly(note: Note, words: Words) -> str:
    """Return what a note tells, as a terminal shows it."""
    told = noted(note, words)
    return plain(told) if isinstance(told, Markup) else told


def verdict_plainly(mark: Mark, words: Words) -> str:
    """Return a verdict and what its note tells, as a terminal shows them."""
    told = verdict_text(mark, words.lang)
    if mark.note is None or mark.note == WAITS:
        return told
    return f"{told}{shared_words(words.lang)['colon']} {noted_plainly(mark.note, words)}"


def precision_text(part: Part, lang: str) -> str:
    """Return the precision asked of a part: "± 0,05"."""
    return tolerance_text(part.tolerance, lang) or str(shared_words(lang)["exact"])


def tolerance_text(tolerance: Tolerance, lang: str) -> str:
    """Return a tolerance as a page shows it, on one line: "± 0,05"; empty for none."""
    if tolerance == EXACT:
        return ""
    text = tolerance.describe(lang)
    return (text if lang == "fr" else text.replace(" %", "%")).replace(" ", NO_BREAK)


def _exact_text(value: Value | None) -> str:
    """A fraction, where it is short enough for a line of its cell and a reader; empty for other values."""
    if not isinstance(value, Fraction) or value.denominator == 1:
        return ""
    text = str(value).replace("-", MINUS)
    return text if len(text) <= SHOWN_EXACT else ""


def answer_label_of(label: Text, answer: str) -> Text:
    """Return a label before its answer: the "≃" asked becomes "=", or gives way to the answer's own sign."""
    if not label.endswith(ASKED):
        return label
    name = label.removesuffix(ASKED)
    return name.rstrip() if answer.startswith("≈") else name + "="


def one_line(text: str, limit: int = 60) -> str:
    """Return `text` on one line of at most `limit` characters, cut with an ellipsis.

    Control, direction-changing, unassigned and lone surrogate characters are dropped, all white space becomes single
    spaces, and accents are composed. The result is for reading: it is neither escaped nor faithful.
    """
    ahead = text[: limit * READ_AHEAD]
    kept = "".join(
        " " if char.isspace() else char for char in ahead if char.isspace() or unicodedata.category(char)[0] != "C"
    )
    line = unicodedata.normalize("NFC", " ".join(kept.split()))
    if len(line) <= limit and len(text) <= limit * READ_AHEAD:
        return line
    return line[: limit - 1].rstrip() + ELLIPSIS


def points_text(points: Fraction, lang: str) -> str:
    """Return points to a hundredth with the decimal sign of `lang`: "0,33"."""
    return format_decimal(round(points, 2), lang, digits=EXACT_DIGITS)


def is_plural(number: Fraction, lang: str) -> bool:
    """Say whether a thing counted by `number` is in the plural: from 2 in French, for all but 1 in English."""
    return number >= 2 if lang == "fr" else number != 1
