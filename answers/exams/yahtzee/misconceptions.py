"""Known mistakes that go through the whole exam `yahtzee`: rules and codes read otherwise, rerolls, totals, lists."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from answers.exam.question import Misconception, Part, SolveContext, misconception_from_params
from answers.exams.yahtzee.draws import GAME, Parameters
from answers.kinds.numbers.numbers import Codes
from answers.kinds.parsing import Value, Values
from solvers.sequence import lcg
from solvers.yahtzee.rules.rules import YahtzeeRules


def _of_increasing_dice(code: int) -> int:
    """The digits of a code from the other end: the hand is in increasing order."""
    return int(f"{code:0{GAME.dice}b}"[::-1], 2)


def _of_dice_thrown(code: int) -> int:
    """The other digits: 1 for a die that is thrown again."""
    return (1 << GAME.dice) - 1 - code


NO_FRESH_LIST: Final = "no-fresh-list"
CODE_CONVENTIONS: Final[Mapping[str, Callable[[int], int]]] = {
    "codes-from-the-lowest-die": _of_increasing_dice,
    "codes-of-dice-thrown": _of_dice_thrown,
}
"""Other conventions for codes; each is its own inverse."""


RULES: Final[Mapping[str, YahtzeeRules]] = {
    "five-is-full": replace(GAME, five_is_full=True),
    "large-is-no-small": replace(GAME, large_is_small=False),
    "equal-dice-alone": replace(GAME, kinds_count_all=False),
    "joker-forgotten": replace(GAME, joker="none"),
    "hundred-forgotten": replace(GAME, extra=0),
}
"""Games that other readings of the rules make."""


def rules_in(context: SolveContext[Parameters]) -> YahtzeeRules:
    """Return the rules of the game, as they are read in the scenario."""
    return next((RULES[slug] for slug in context.scenario.mistakes if slug in RULES), GAME)


def has_fresh_lists(context: SolveContext[Parameters]) -> bool:
    """Return whether each turn has fifteen numbers of its own in the scenario.

    Or goes on where the one before ended.
    """
    return NO_FRESH_LIST not in context.scenario.mistakes


def as_in_the_key(context: SolveContext[Parameters], part: Part, values: Values) -> Values:
    """Return values of a part, its codes by the convention of the key.

    From those by the conventions of the scenario.
    """
    for slug in context.scenario.mistakes:
        values = _read(CODE_CONVENTIONS[slug], part, values) if slug in CODE_CONVENTIONS else values
    return values


def _read(convention: Callable[[int], int], part: Part, values: Values) -> Values:
    """The values of a part, its codes by another convention."""
    return tuple(_recoded(convention, value) for value in values) if isinstance(part.kind, Codes) else values


def _recoded(convention: Callable[[int], int], value: Value) -> Value:
    return convention(value) if isinstance(value, int) and value in range(1 << GAME.dice) else value


@misconception_from_params("rerolls-exchanged")
def rerolls_exchanged(params: Parameters) -> Parameters:
    """R is the number of rerolls made."""
    first, second = params.one_box
    human, two = params.human
    return replace(
        params,
        one_box=(replace(first, rerolls=3 - first.rerolls), replace(second, rerolls=3 - second.rerolls)),
        human=(replace(human, rerolls=3 - human.rerolls), replace(two, rerolls=3 - two.rerolls)),
        aiming=replace(params.aiming, rerolls=3 - params.aiming.rerolls),
        corrected=replace(params.corrected, rerolls=3 - params.corrected.rerolls),
    )


@misconception_from_params("upper-total-forgotten")
def upper_total_forgotten(params: Parameters) -> Parameters:
    """Decision_Une takes the filled upper boxes for empty."""
    human, two = params.human
    return replace(
        params,
        human=(replace(human, upper=0), replace(two, upper=0)),
        filling={part: replace(filling, upper=0) for part, filling in params.filling.items()},
    )


@misconception_from_params("correction-forgotten")
def correction_forgotten(params: Parameters) -> Parameters:
    """α is 0: Perturbation plays as Toutes_les_esperances."""
    return replace(params, alpha=0.0)


@misconception_from_params("lists-from-u1")
def lists_from_u1(params: Parameters) -> Parameters:
    """The lists of dice start at u(1)."""
    return replace(params, u0=lcg.term(params.u0, 1))


def _answers(convention: Callable[[int], int]) -> Callable[[SolveContext[Parameters], Part, Values], Values]:
    return lambda _, part, right: _read(convention, part, right)


MISCONCEPTIONS: Final[tuple[Misconception, ...]] = (
    rerolls_exchanged,
    upper_total_forgotten,
    correction_forgotten,
    lists_from_u1,
    *(Misconception(slug) for slug in (*RULES, NO_FRESH_LIST)),
    *(Misconception(slug, answers=_answers(convention)) for slug, convention in CODE_CONVENTIONS.items()),
)
