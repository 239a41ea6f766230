"""What a sheet shows, in the order it shows it: plain frozen values that the templates only have to lay out."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from answers.display import one_line, points_text
from answers.exam import Exam, Part, Question
from answers.fields import field_name
from answers.key import Key
from answers.kinds.kind import Value
from answers.paper import Mark, Paper, PartMarks, Verdict

COLUMNS = 3
SHOWN_RAW = 60
SHOWN_EXACT = 48


@dataclass(frozen=True, slots=True)
class MarkView:
    """A mark in text: what was written, the verdict's slug, a note's slug or None, the points earned."""

    raw: str
    verdict: Verdict
    note: str | None
    score: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One item: its field and label, and what the face may add. `letter` is set on the first item of a part.

    `expected` is the answer as a teacher writes it, `exact` the whole fraction when `expected` does not show it.
    """

    field: str
    label: str
    letter: str
    expected: str = ""
    exact: str = ""
    evidence: Mapping[str, Any] | None = None
    mark: MarkView | None = None


@dataclass(frozen=True, slots=True)
class PartView:
    """A part: its items and its points, both as text."""

    id: str
    letter: str
    points: str
    score: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class QuestionView:
    """A question; `rows` are its items laid out in columns, `tolerance` is empty when the exact value is asked."""

    number: int
    prompt: str
    points: Fraction
    tolerance: str
    parts: tuple[PartView, ...]

    @property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """Up to three cells a row; a part starts a row, unless every part has a single item."""
        groups = [part.cells for part in self.parts]
        if all(len(cells) == 1 for cells in groups):
            groups = [tuple(cell for cells in groups for cell in cells)]
        return tuple(cells[i : i + COLUMNS] for cells in groups for i in range(0, len(cells), COLUMNS))


@dataclass(frozen=True, slots=True)
class OralView:
    """An oral question and its computed answers, each after its label; None stands for "none"."""

    prompt: str
    answers: tuple[tuple[str, str | None], ...]


def question_views(exam: Exam[Any], lang: str, key: Key | None, paper: Paper | None) -> tuple[QuestionView, ...]:
    """Return the questions of `exam`, with the answers of `key` and the marks of `paper` when they are given."""
    return tuple(_question_view(question, lang, key, paper) for question in exam.questions)


def oral_views(exam: Exam[Any], lang: str, key: Key) -> tuple[OralView, ...]:
    """Return the oral questions that `key` answers."""
    return tuple(
        OralView(oral.prompt[lang], tuple(zip(oral.labels, map(_oral_text, key.oral[oral.slug]), strict=True)))
        for oral in exam.oral
        if oral.slug in key.oral
    )


def _question_view(question: Question[Any], lang: str, key: Key | None, paper: Paper | None) -> QuestionView:
    tolerance = question.parts[0].tolerance.describe()
    return QuestionView(
        number=question.number,
        prompt=question.prompt[lang],
        points=sum((part.points for part in question.parts), Fraction(0)),
        tolerance="" if tolerance == "=" else _localised(tolerance, lang),
        parts=tuple(_part_view(part, lang, key, paper.parts.get(part.id) if paper else None) for part in question.parts),
    )


def _part_view(part: Part, lang: str, key: Key | None, marks: PartMarks | None) -> PartView:
    values = key.answers.get(part.id, ()) if key else ()
    evidence = key.evidence.get(part.id, ()) if key else ()
    cells = tuple(
        Cell(
            field=field_name(part.id, index + 1),
            label=label,
            letter=part.letter if index == 0 else "",
            expected=part.kind.format(values[index], lang) if index < len(values) else "",
            exact=_exact_text(values[index]) if index < len(values) else "",
            evidence=evidence[index] if index < len(evidence) else None,
            mark=_mark_view(marks.items[index], lang) if marks and index < len(marks.items) else None,
        )
        for index, label in enumerate(part.labels)
    )
    score = points_text(marks.score, lang) if marks else ""
    return PartView(part.id, part.letter, points_text(part.points, lang), score, cells)


def _mark_view(mark: Mark, lang: str) -> MarkView:
    return MarkView(one_line(mark.raw, SHOWN_RAW), mark.verdict, mark.note, points_text(mark.score, lang))


def _localised(text: str, lang: str) -> str:
    return text.replace(".", ",") if lang == "fr" else text


def _exact_text(value: Value) -> str:
    """A whole fraction, its middle digits left out when it is too long for a sheet; empty for other values."""
    if not isinstance(value, Fraction) or value.denominator == 1:
        return ""
    text = f"{value.numerator}/{value.denominator}"
    if len(text) <= SHOWN_EXACT:
        return text
    return f"{_short(value.numerator)}/{_short(value.denominator)}"


def _short(number: int) -> str:
    digits = str(number)
    return digits if len(digits) <= 14 else f"{digits[:6]}…{digits[-6:]} ({len(digits)})"


def _oral_text(value: Value | None) -> str | None:
    if value is None:
        return None
    return f"{value:.6g}" if isinstance(value, float) else str(value)
