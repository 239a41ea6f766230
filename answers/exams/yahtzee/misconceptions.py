"""Misconceptions of the exam `yahtzee`: other rules and codes, rerolls, totals and lists, in all questions."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import floor
from typing import Any, Final

from answers.exam.question import Misconception, Part, SolveContext, misconception_from_params
from answers.exams.yahtzee.draws import GAME, Parameters
from answers.kinds.numbers.numbers import Codes, Numbers
from answers.kinds.parsing import Values
from solvers.sequence import lcg
from solvers.yahtzee.rules.rules import YahtzeeRules

NO_FRESH_LIST: Final = "no-fresh-list"
WEIGHTS_EXCHANGED: Final = "rerolls-exchanged-in-weights"
ROUNDING: Final = Fraction(1, 10**9)
"""More than the rounding error of an expectation."""
FACES_OF_THE_EXAMPLE: Final = "faces-of-the-example"
CODE_CONVENTIONS: Final[Mapping[str, Callable[[int], int]]] = {
    # the digits reversed, as for a hand in increasing order
    "codes-from-the-lowest-die": lambda code: int(f"{code:0{GAME.dice}b}"[::-1], 2),
    # 1 for a die that is thrown again
    "codes-of-dice-thrown": lambda code: (1 << GAME.dice) - 1 - code,
}
"""Functions between the convention of the key for codes and another convention; each is its own inverse."""


RULES: Final[Mapping[str, YahtzeeRules]] = {
    "five-is-full": replace(GAME, five_is_full=True),
    "large-is-no-small": replace(GAME, large_is_small=False),
    "equal-dice-alone": replace(GAME, kinds_count_all=False),
    "joker-forgotten": replace(GAME, joker="none"),
    "hundred-forgotten": replace(GAME, extra=0),
    # where a hand with its rerolls left is asked for, these rerolls are taken
    "one-reroll": replace(GAME, rerolls=1),
}
"""Misread rules by the slug of their misconception."""
CHANGES: Final[Mapping[str, Callable[[Parameters], Parameters]]] = {
    "correction-forgotten": lambda params: replace(params, alpha=0.0),  # Perturbation plays as Toutes_les_esperances
    "lists-from-u1": lambda params: replace(params, u0=lcg.term(params.u0, 1)),
}
"""Changes of the parameters in all questions, by the slug of the misconception."""


def rules_in(context: SolveContext[Any]) -> YahtzeeRules:
    """Return the rules of the game in the scenario of a solution: misread rules if such a misconception is active."""
    return next((RULES[slug] for slug in context.scenario.mistakes if slug in RULES), GAME)


def has_fresh_lists(context: SolveContext[Parameters]) -> bool:
    """Return whether each turn takes its dice from fifteen new numbers, in the scenario of a solution."""
    return NO_FRESH_LIST not in context.scenario.mistakes


def exchanges_weights(context: SolveContext[Parameters]) -> bool:
    """Return whether Decision_Une takes the rerolls made for the rerolls left, in the scenario of a solution."""
    return WEIGHTS_EXCHANGED in context.scenario.mistakes


def has_faces_of_the_example(context: SolveContext[Parameters]) -> bool:
    """Return whether lists of dice use the formula of the subject's example, in the scenario of a solution."""
    return FACES_OF_THE_EXAMPLE in context.scenario.mistakes


def as_in_the_key(context: SolveContext[Parameters], part: Part, values: Values) -> Values:
    """Convert codes of dice, among the values of a part, from the convention of the scenario to that of the key."""
    for slug in context.scenario.mistakes:
        if slug in CODE_CONVENTIONS:
            values = _convert_codes(CODE_CONVENTIONS[slug], context, part, values)
    return values


def _convert_codes(convention: Callable[[int], int], _: SolveContext[Parameters], part: Part, values: Values) -> Values:
    """Convert the codes among the values of a part to another convention."""
    if not isinstance(part.kind, Codes):
        return values
    codes = range(1 << GAME.dice)
    return tuple(convention(value) if isinstance(value, int) and value in codes else value for value in values)


@misconception_from_params("rerolls-exchanged")
def rerolls_exchanged(params: Parameters) -> Parameters:
    """Misconception: take the number R of rerolls left in the questions for the number of rerolls already made."""
    first, second = params.one_box
    first_human, second_human = params.human
    return replace(
        params,
        one_box=(replace(first, rerolls=3 - first.rerolls), replace(second, rerolls=3 - second.rerolls)),
        human=(
            replace(first_human, rerolls=3 - first_human.rerolls),
            replace(second_human, rerolls=3 - second_human.rerolls),
        ),
        aiming=replace(params.aiming, rerolls=3 - params.aiming.rerolls),
        corrected=replace(params.corrected, rerolls=3 - params.corrected.rerolls),
    )


@misconception_from_params(WEIGHTS_EXCHANGED)
def weights_exchanged(params: Parameters) -> Parameters:
    """Misconception: take rerolls left for rerolls made, but only in the weights with which Decision_Une chooses."""
    first, second = params.human
    return replace(
        params, human=(replace(first, rerolls=3 - first.rerolls), replace(second, rerolls=3 - second.rerolls))
    )


@misconception_from_params("upper-total-forgotten")
def upper_total_forgotten(params: Parameters) -> Parameters:
    """Misconception: the strategy Decision_Une decides as if the filled upper boxes had 0 points."""
    first_human, second_human = params.human
    return replace(
        params,
        human=(replace(first_human, upper=0), replace(second_human, upper=0)),
        filling={part: replace(filling, upper=0) for part, filling in params.filling.items()},
    )


def _integer_parts(_: SolveContext[Parameters], part: Part, right: Values) -> Values:
    """Return the values of a part with their decimals cut off, as the division // of a program does."""
    if not isinstance(part.kind, Numbers) or part.kind.domain.integer:
        return right
    return tuple(floor(value + ROUNDING) if isinstance(value, Fraction | float) else value for value in right)


MISCONCEPTIONS: Final[tuple[Misconception, ...]] = (
    rerolls_exchanged,
    weights_exchanged,
    upper_total_forgotten,
    *(misconception_from_params(slug)(change) for slug, change in CHANGES.items()),
    *(Misconception(slug) for slug in (*RULES, NO_FRESH_LIST, FACES_OF_THE_EXAMPLE)),
    Misconception("integer-division", answers=_integer_parts),
    *(
        Misconception(slug, answers=partial(_convert_codes, convention))
        for slug, convention in CODE_CONVENTIONS.items()
    ),
)
