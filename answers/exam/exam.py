"""What an exam is: numbered questions, each with its parts, its points and the function that answers it.

An exam file declares a frozen `Exam`, read from top to bottom like the exam itself. `P` is the exam's own frozen
type of personal parameters, drawn once from u₀.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from string import ascii_lowercase
from typing import Any, Generic, TypeVar

from answers.errors import CorrigeError, did_you_mean
from answers.kinds.kind import Kind, Value
from answers.kinds.tolerance import EXACT, Tolerance
from solvers.sequence import lcg

P = TypeVar("P")
LANGUAGES = ("fr", "en")


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence in the languages of the sheets."""

    fr: str
    en: str

    def __getitem__(self, lang: str) -> str:
        return {"fr": self.fr, "en": self.en}[lang]


@dataclass(frozen=True, slots=True)
class Part:
    """One lettered part of a question, with all that marking needs to know of it.

    `labels` name the items on the sheet; each item earns `points / len(labels)`, unless `all_or_nothing`.
    """

    question: int
    letter: str
    labels: tuple[str, ...]
    kind: Kind
    points: Fraction
    tolerance: Tolerance
    all_or_nothing: bool = False

    @property
    def id(self) -> str:
        """Question number and letter: "1a", or "12" for a question without parts."""
        return f"{self.question}{self.letter}"


@dataclass(frozen=True, slots=True)
class Solution:
    """The exact answer to a part, and the evidence that the examiner's key shows beside it (JSON values only)."""

    values: tuple[Value, ...]
    evidence: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Question(Generic[P]):
    """A numbered question: what is asked, and the function from parameters to the answer of each part.

    `prompt` is a text, or a function of the parameters when it names them. `drawing` gives the SVG that the sheet shows
    below the prompt, made of numbers and letters of ours only. `accepts` says whether other values than the expected
    ones are right too, all together: another optimal strategy, another winning move.
    """

    number: int
    prompt: Text | Callable[[P], Text]
    parts: tuple[Part, ...]
    solve: Callable[[P, Part], Solution]
    drawing: Callable[[P], str] | None = None
    accepts: Callable[[P, Part, tuple[Value, ...]], bool] | None = None

    def asked(self, params: P) -> Text:
        """Return the prompt for one student's parameters."""
        return self.prompt if isinstance(self.prompt, Text) else self.prompt(params)


@dataclass(frozen=True, slots=True)
class Oral(Generic[P]):
    """An oral question that has a computed answer, from the parameters and the written answers by part id.

    None stands for "none".
    """

    slug: str
    prompt: Text
    labels: tuple[str, ...]
    solve: Callable[[P, Mapping[str, tuple[Value, ...]]], tuple[Value | None, ...]]


@dataclass(frozen=True, slots=True)
class Exam(Generic[P]):
    """A whole exam. Its numbering is checked when it is made.

    Raises
    ------
    ValueError
        If questions are not numbered 1, 2, 3, …, parts are not lettered a, b, c, …, or an answer kind does not
        have as many items as its part has labels.
    """

    name: str
    title: Text
    source: Text
    model_seed: int
    draw: Callable[[int], P]
    questions: tuple[Question[P], ...]
    oral: tuple[Oral[P], ...] = field(default=())

    def __post_init__(self) -> None:
        numbers = [question.number for question in self.questions]
        if numbers != list(range(1, len(numbers) + 1)):
            raise ValueError(f"{self.name}: questions must be numbered 1, 2, 3, …, got {numbers}")
        for question in self.questions:
            _check_parts(self.name, question)

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts, in the order of the sheet."""
        return tuple(part for question in self.questions for part in question.parts)

    @property
    def points(self) -> Fraction:
        """Points of a perfect paper."""
        return sum((part.points for part in self.parts), Fraction(0))

    def pairs(self) -> Iterator[tuple[Question[P], Part]]:
        """Iterate over all parts, each with its question."""
        for question in self.questions:
            for part in question.parts:
                yield question, part

    def part(self, part_id: str) -> Part:
        """Return the part `part_id`.

        Raises
        ------
        CorrigeError
            If there is none, with the nearest ids.
        """
        for part in self.parts:
            if part.id == part_id:
                return part
        known = [part.id for part in self.parts]
        raise CorrigeError.one(f"{self.name} has no part {part_id!r}", remedy=did_you_mean(part_id, known))

    def revised(self, revise: Callable[[Part], Part]) -> "Exam[P]":
        """Return the same exam with every part passed through `revise` (a teacher's points and tolerances)."""
        questions = tuple(replace(q, parts=tuple(map(revise, q.parts))) for q in self.questions)
        return replace(self, questions=questions)


def question(
    number: int,
    *,
    prompt: Text | Callable[[P], Text],
    kind: Kind,
    points: Fraction | int,
    items: Mapping[str, tuple[str, ...]],
    tolerance: Tolerance = EXACT,
    drawing: Callable[[P], str] | None = None,
    accepts: Callable[[P, Part, tuple[Value, ...]], bool] | None = None,
    all_or_nothing: bool = False,
) -> Callable[[Callable[[P, Part], Solution]], Question[P]]:
    """Turn a function from parameters to answers into a `Question`; `items` gives the labels of each part.

    The points are shared equally between the parts; a question without parts has one whose letter is empty.
    """
    share = Fraction(points) / len(items)
    parts = tuple(
        Part(number, letter, labels, kind, share, tolerance, all_or_nothing) for letter, labels in items.items()
    )
    return lambda solve: Question(number, prompt, parts, solve, drawing, accepts)


def checked_seed(u0: int) -> int:
    """Return `u0` if it is a seed.

    Raises
    ------
    CorrigeError
        If it is outside 0 … 64006, with that range.
    """
    if not 0 <= u0 < lcg.MODULUS:
        raise CorrigeError.one(f"u₀ = {u0} is out of range", remedy=f"give a number from 0 to {lcg.MODULUS - 1}")
    return u0


def _check_parts(exam: str, question: Question[P]) -> None:
    letters = "".join(part.letter for part in question.parts)
    if letters and letters != ascii_lowercase[: len(question.parts)]:
        raise ValueError(f"{exam}: parts of question {question.number} must be a, b, c, …, got {letters!r}")
    if not letters and len(question.parts) != 1:
        raise ValueError(f"{exam}: question {question.number} needs one part without a letter, or lettered ones")
    for part in question.parts:
        if part.question != question.number or part.kind.count != len(part.labels):
            raise ValueError(f"{exam}: part {part.id} needs {part.kind.count} labels, has {len(part.labels)}")
