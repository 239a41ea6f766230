"""The worth of a hand and the codes of the best rerolls: answers of questions 7, 10 and 12 to 14 of `yahtzee`.

A code is the number, from 0 to 31, by which the report names a choice of dice to keep (its section 4.3). The worth of a
choice is the number by which a strategy compares it: an expectation of points, or a weight.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import wraps
from typing import NamedTuple, TypeAlias

from answers.exam.question import Accepts, Part, QuestionBuilder, Solution, SolveContext, question, rounded
from answers.exams.yahtzee.draws import GAME, Hand, Parameters
from answers.exams.yahtzee.evidence import OtherCodes
from answers.exams.yahtzee.hands import TWO_DECIMALS
from answers.exams.yahtzee.lazy import playing
from answers.exams.yahtzee.misconceptions import as_in_the_key
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Codes, Numbers, codes
from answers.kinds.parsing import Value
from answers.kinds.tolerance import EXACT
from solvers.yahtzee.rules.rolls import reroll_codes


@dataclass(frozen=True, slots=True)
class Points(Numbers):
    """Numbers written with two decimals, the precision asked for, however large they are."""

    def format(self, value: Value, lang: str) -> str:
        """Return a number as text: an integer or a fraction in full, a float with "≈" and two decimals."""
        if not isinstance(value, float):
            return Numbers.format(self, value, lang)
        text = f"≈ {value:.2f}"
        return text.replace(".", ",") if lang == "fr" else text


POINTS = Points(1, Domain(low=0, high=500))
"""Answer type of an expectation."""
CODE = codes(1, GAME.dice)
HANDS = {"a": 0, "b": 0, "c": 1, "d": 1}
"""Index of the hand of each part of questions 7 and 10. One part asks for its worth, the next for a code."""
CODES_LESS = {"a": Fraction(3, 4), "b": Fraction(1, 4)}
"""Points of a value (a) and of a code (b); a code is worth less, as it may be right by luck."""
MOST = 4
"""Number of candidates that a worked solution shows, the best first."""


class RerollChoice(NamedTuple):
    """The best choice of dice to keep of a hand.

    `worth` is the greatest worth, and `keeps` all sets of dice to keep that have this worth. `margin` is the distance
    to the next best worth; None if the worths are exact numbers.
    """

    hand: Hand
    worth: Value
    keeps: tuple[Hand, ...]
    margin: float | None = None

    @property
    def codes(self) -> tuple[int, ...]:
        """Codes of the best dice to keep: all codes that keep one of the sets of `keeps`, in their order."""
        codes = (code for keep in self.keeps for code in reroll_codes(GAME, self.hand, keep))
        return tuple(dict.fromkeys(codes))


Chosen: TypeAlias = Callable[[SolveContext[Parameters], Part], RerollChoice]


def answer_of(choice: RerollChoice, part: Part) -> Solution:
    """Return the worth of a choice, or its first code with the others as evidence, as the part asks."""
    if not isinstance(part.kind, Codes):
        return Solution((choice.worth,))
    first, *further = choice.codes
    return Solution((first,), (OtherCodes(tuple(further)),) if further else (), choice.margin)


def any_of(chosen: Chosen) -> Accepts[Parameters]:
    """Return a function that accepts every code of a choice: of equal dice, and of sets of the same worth."""
    return lambda context, part, values: as_in_the_key(context, part, values)[0] in chosen(context, part).codes


def rerolled(
    number: int,
    *,
    parts: str = "ab",
    points: Fraction | int | Mapping[str, Fraction | int],
    definitions: tuple[int, ...],
) -> Callable[[Chosen], QuestionBuilder[Parameters]]:
    """Decorate a function that returns a `RerollChoice`, to make of it the question of the given number.

    `definitions` are the numbers of the definitions that the question needs. The parts of the question ask in turn for
    the worth of the hand, and for a code of the dice to keep. Every code of the choice is right.
    """
    codes = parts[1::2]

    def make_question(chosen: Chosen) -> QuestionBuilder[Parameters]:
        @wraps(chosen)
        def solve(context: SolveContext[Parameters], part: Part) -> Solution:
            return answer_of(chosen(context, part), part)

        builder = question(
            number,
            parts=parts,
            kind={letter: CODE if letter in codes else POINTS for letter in parts},
            points=points,
            tolerance={letter: EXACT if letter in codes else TWO_DECIMALS for letter in parts},
            evidence=OtherCodes,
            definitions=definitions,
        )(solve)
        builder.accepts(codes)(any_of(chosen))
        return builder

    return make_question


def best_of(hand: Hand, keeps: Sequence[tuple[Hand, float]]) -> RerollChoice:
    """Return the choice of all sets of dice of `keeps`, pairs of dice and worth, within 1e-9 of the greatest worth."""
    highest = max(worth for _, worth in keeps)
    behind = [highest - worth for _, worth in keeps if worth < highest - playing.TIE]
    right = tuple(kept for kept, worth in keeps if worth >= highest - playing.TIE)
    return RerollChoice(hand, rounded(highest), right, min(behind, default=None))


@dataclass(frozen=True, slots=True)
class Candidate:
    """Dice that may be kept, with their code and their worth."""

    kept: Hand
    code: int
    worth: float
    correction: int = 0


def candidates(hand: Hand, keeps: Iterable[tuple[Hand, float]]) -> tuple[Candidate, ...]:
    """Return the first `MOST` of the `keeps`, pairs of dice to keep and their worth, for a worked solution."""
    lowest = playing.lowest_codes(hand)
    return tuple([Candidate(kept, lowest[kept], worth) for kept, worth in keeps][:MOST])
