"""What a hand is worth at best and the codes of the rerolls that reach it: the answers of questions 7, 10, 12 to 14."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import wraps
from typing import NamedTuple, TypeAlias

from answers.exam.question import Accepts, Part, QuestionBuilder, Solution, SolveContext, question
from answers.exams.yahtzee.draws import GAME, Hand, Parameters
from answers.exams.yahtzee.evidence import OtherCodes
from answers.exams.yahtzee.hands import TWO_DECIMALS
from answers.exams.yahtzee.late import playing
from answers.exams.yahtzee.misconceptions import as_in_the_key
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Codes, Numbers, codes
from answers.kinds.parsing import Value
from answers.kinds.tolerance import EXACT
from solvers.yahtzee.rules.rolls import reroll_codes


@dataclass(frozen=True, slots=True)
class Points(Numbers):
    """Numbers whose decimals are as many as the precision asked, however large they are."""

    def format(self, value: Value, lang: str) -> str:
        """Write a number: exactly when that is short enough, otherwise with two decimals."""
        if not isinstance(value, float):
            return Numbers.format(self, value, lang)
        text = f"≈ {value:.2f}"
        return text.replace(".", ",") if lang == "fr" else text


POINTS = Points(1, Domain(low=0, high=500))
"""One expectation."""
CODE = codes(1, GAME.dice)
HANDS = {"a": 0, "b": 0, "c": 1, "d": 1}
"""Questions 7 and 10 have two hands: of each, one part asks what it is worth, the next for a code."""
CODES_LESS = {"a": Fraction(3, 4), "b": Fraction(1, 4)}
"""Points of a value and of a code, which may be right by luck."""
DECIMALS = 12
MOST = 4
"""How many candidates a worked solution shows, the best ones first."""


class RerollChoice(NamedTuple):
    """What a hand is worth at best, all the dice to keep that make it so, and how far behind the next ones are.

    The margin is None where the comparison is exact.
    """

    hand: Hand
    worth: Value
    keeps: tuple[Hand, ...]
    margin: float | None = None

    @property
    def codes(self) -> tuple[int, ...]:
        """Every code that keeps one of them, those of the first ones first."""
        codes = (code for keep in self.keeps for code in reroll_codes(GAME, self.hand, keep))
        return tuple(dict.fromkeys(codes))


Chosen: TypeAlias = Callable[[SolveContext[Parameters], Part], RerollChoice]


def answer_of(choice: RerollChoice, part: Part) -> Solution:
    """Return the worth, or where a code is asked for the first one that is right, with the others as evidence."""
    if not isinstance(part.kind, Codes):
        return Solution((choice.worth,))
    first, *others = choice.codes
    return Solution((first,), (OtherCodes(tuple(others)),) if others else (), choice.margin)


def any_of(chosen: Chosen) -> Accepts[Parameters]:
    """Accept any code of what is chosen: equal dice may change places, and other dice may be worth as much."""
    return lambda context, part, values: as_in_the_key(context, part, values)[0] in chosen(context, part).codes


def rerolled(
    number: int,
    *,
    parts: str = "ab",
    points: Fraction | int | Mapping[str, Fraction | int],
    definitions: tuple[int, ...],
) -> Callable[[Chosen], QuestionBuilder[Parameters]]:
    """Make a question of a choice: its parts ask in turn for the worth of a hand and for any code of a best reroll."""
    codes = parts[1::2]

    def declared(chosen: Chosen) -> QuestionBuilder[Parameters]:
        @wraps(chosen)
        def solve(context: SolveContext[Parameters], part: Part) -> Solution:
            return answer_of(chosen(context, part), part)

        question_builder = question(
            number,
            parts=parts,
            kind={letter: CODE if letter in codes else POINTS for letter in parts},
            points=points,
            tolerance={letter: EXACT if letter in codes else TWO_DECIMALS for letter in parts},
            evidence=OtherCodes,
            definitions=definitions,
        )(solve)
        question_builder.accepts(codes)(any_of(chosen))
        return question_builder

    return declared


def rounded(value: float) -> float:
    """Return a value to 12 decimals: processors that round products otherwise give the same key."""
    return round(value, DECIMALS)


def best_of(hand: Hand, keeps: Sequence[tuple[Hand, float]]) -> RerollChoice:
    """Return the choice of the keeps whose worth is within 1e-9 of the greatest."""
    highest = max(worth for _, worth in keeps)
    behind = [highest - worth for _, worth in keeps if worth < highest - playing.TIE]
    right = tuple(kept for kept, worth in keeps if worth >= highest - playing.TIE)
    return RerollChoice(hand, rounded(highest), right, min(behind, default=None))


@dataclass(frozen=True, slots=True)
class Candidate:
    """Dice that might be kept: their code, and what they are worth."""

    kept: Hand
    code: int
    worth: float
    correction: int = 0


def candidates(hand: Hand, keeps: Iterable[tuple[Hand, float]]) -> tuple[Candidate, ...]:
    """Return the first of the keeps of a hand, for a worked solution."""
    lowest = playing.lowest_codes(hand)
    return tuple([Candidate(kept, lowest[kept], worth) for kept, worth in keeps][:MOST])
