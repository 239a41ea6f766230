"""How an exam declares a question: what it asks for, and the function that answers it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeAlias, TypeVar

from answers.exam.part import Part
from answers.exam.world import World
from answers.flags import Note
from answers.kinds.kind import Kind
from answers.kinds.reading import Value, Values
from answers.kinds.tolerance import EXACT, Tolerance
from answers.messages import Message

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Params:
    """What u₀ draws; an exam derives its own frozen type, one named field a thing drawn."""

    u0: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the examiner's key shows beside an answer; an exam derives its own frozen types.

    Fields are numbers, texts, and tuples, named tuples or mappings of them: what JSON can hold and give back.
    """


P = TypeVar("P", bound=Params)
T = TypeVar("T")
ByLetter: TypeAlias = T | Mapping[str, T]
"""One thing for all parts of a question, or one for each letter."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer to a part, one value an item, and the evidence for it: one an item, or none.

    `margin` is the least gap between the chosen candidate and the next one that would change the answer, in the unit of
    what is compared: with a gap of 10⁻¹² another order of summation may choose the other. None where nothing is chosen.
    """

    values: Values
    evidence: tuple[Evidence, ...] = ()
    margin: float | None = None


@dataclass(frozen=True, slots=True)
class Given(Generic[P]):
    """What a solution may look at: the parameters drawn, the world, and the answers to the parts that it uses."""

    params: P
    world: World
    answers: Callable[[str], Values]
    """Answers to an earlier part in this world, by its id; only parts named in `uses` may be asked for."""


Solve: TypeAlias = Callable[[Given[P], Part], Solution]
Accepts: TypeAlias = Callable[[Given[P], Part, Values], bool]
Remarks: TypeAlias = Callable[[Given[P], Part, Values], Note | None]


@dataclass(frozen=True, slots=True)
class Mistake:
    """A known mistake in one question: a variant of its solution, under a stable slug."""

    slug: str
    solve: Callable[[Given[Any], Part], Solution]  # of the exam's own parameters, which the exam checks by running

    def __post_init__(self) -> None:
        _check_slug(self.slug)


@dataclass(frozen=True, slots=True)
class Misreading:
    """A known mistake that changes the whole exam: what is given to every solution is changed first."""

    slug: str
    change: Callable[[Given[Any]], Given[Any]]

    def __post_init__(self) -> None:
        _check_slug(self.slug)


@dataclass(frozen=True, slots=True)
class Question:
    """A numbered question; its words stand in the exam's templates under its number.

    `accepts` says whether other values than the expected ones are right too, all together: another optimal strategy,
    another winning move. It is asked about the parts of `accepts_in` alone, their letters; None for all parts.
    `drawing` gives the SVG that the sheet shows below the prompt, made of numbers and letters of ours only.
    `evidence` is the type of the evidence that its solution gives, None when it gives none. `definitions`
    are the numbers of those of the subject that it uses. `remarks` says what is remarkable of an answer that is not
    right, all of which could be read: a move that the rules do not allow.
    """

    number: int
    parts: tuple[Part, ...]
    solve: Callable[[Given[Any], Part], Solution]
    evidence: type[Evidence] | None = None
    accepts: Callable[[Given[Any], Part, Values], bool] | None = None
    drawing: Callable[[Any], str] | None = None
    mistakes: tuple[Mistake, ...] = ()
    definitions: tuple[int, ...] = ()
    remarks: Callable[[Given[Any], Part, Values], Note | None] | None = None
    accepts_in: str | None = None

    def is_open(self, part: Part) -> bool:
        """Whether other answers to a part than the expected ones may be right."""
        return self.accepts is not None and (self.accepts_in is None or part.letter in tuple(self.accepts_in))


@dataclass(frozen=True, slots=True)
class Oral:
    """An oral question with computed answers, one a label in the templates; None stands for "none"."""

    slug: str
    solve: Callable[[Any, Mapping[str, Values]], tuple[Value | None, ...]]


def question(
    number: int,
    *,
    kind: ByLetter[Kind],
    points: Fraction | int | Mapping[str, Fraction | int],
    parts: str = "",
    tolerance: ByLetter[Tolerance] = EXACT,
    uses: ByLetter[tuple[str, ...]] = (),
    all_or_nothing: ByLetter[bool] = False,
    evidence: type[Evidence] | None = None,
    accepts: Accepts[P] | None = None,
    accepts_in: str | None = None,
    drawing: Callable[[P], str] | None = None,
    mistakes: tuple[Mistake, ...] = (),
    definitions: tuple[int, ...] = (),
    remarks: Remarks[P] | None = None,
) -> Callable[[Solve[P]], Question]:
    """Turn a function from what is given to an answer into a `Question`.

    Parameters
    ----------
    parts
        Letters of the parts, "abc"; empty for a question without parts, which has one part without a letter.
    kind, tolerance, uses, all_or_nothing
        The same for all parts, or a mapping with an entry for each letter.
    points
        Shared equally between the parts, or a mapping with an entry for each letter.
    accepts_in
        Letters of the parts that `accepts` is asked about, "bd"; all of them by default.

    Raises
    ------
    ValueError
        If a mapping has not just the letters of the parts, or `accepts_in` others.
    TypeError
        If a tolerance is a number.
    """
    letters = tuple(parts) or ("",)
    by_letter = {"kind": kind, "points": points, "tolerance": tolerance, "uses": uses, "all_or_nothing": all_or_nothing}
    _check_letters(number, letters, by_letter, accepts_in or "")
    for given in tolerance.values() if isinstance(tolerance, Mapping) else (tolerance,):
        _check_tolerance(number, given)

    def made(letter: str) -> Part:
        share = points[letter] if isinstance(points, Mapping) else Fraction(points) / len(letters)
        return Part(
            number,
            letter,
            _of(kind, letter),
            Fraction(share),
            _of(tolerance, letter),
            _of(all_or_nothing, letter),
            _of(uses, letter),
        )

    all_parts = tuple(map(made, letters))
    return lambda solve: Question(
        number, all_parts, solve, evidence, accepts, drawing, mistakes, definitions, remarks, accepts_in
    )


def _check_letters(number: int, letters: tuple[str, ...], by_letter: Mapping[str, object], accepts_in: str) -> None:
    for name, given in by_letter.items():
        if isinstance(given, Mapping) and set(given) != set(letters):
            raise ValueError(f"question {number}: {name} needs an entry for each of {letters}, has {tuple(given)}")
    if not set(accepts_in) <= set(letters):
        raise ValueError(f"question {number}: accepts_in names {accepts_in!r}, the parts are {letters}")


def mistake(slug: str) -> Callable[[Solve[P]], Mistake]:
    """Turn a variant of a question's solution into the `Mistake` called `slug`."""
    return lambda solve: Mistake(slug, solve)


def _check_slug(slug: str) -> None:
    if not _SLUG.fullmatch(slug):
        raise ValueError(Message("{slug!r} is no slug: small letters, digits and hyphens, as in half-turn", slug=slug))


def _check_tolerance(number: int, given: object) -> None:
    if not isinstance(given, Tolerance):
        raise TypeError(
            Message(
                "question {number}: the tolerance is {given}, where Tolerance(absolute=Fraction(1, 100)) is wanted",
                number=number,
                given=repr(given),
            )
        )


def _of(one: ByLetter[T], letter: str) -> T:
    return one[letter] if isinstance(one, Mapping) else one
