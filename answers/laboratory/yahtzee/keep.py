"""The best dice to keep, or box to fill, in any position of Yahtzee."""

from collections.abc import Callable, Sequence

from answers.laboratory.asked import integers
from answers.laboratory.solution import Solution, number
from answers.laboratory.yahtzee.game import DICE_REMEDY, kept_optimum
from answers.messages import Message, joined
from solvers.yahtzee.rules.position import Position, options
from solvers.yahtzee.strategies.advice import best_fills, best_keeps
from solvers.yahtzee.strategies.perturbation import best_reroll, perturbation
from solvers.yahtzee.strategies.strategy import box

SHOWN = 3


def best(position: Position, dice: str, rolls: int, say: Callable[[Message], None]) -> Solution:
    """Return what the optimum keeps or fills, and the points then to be expected until the end of the game."""
    hand = integers(dice, "--dice", DICE_REMEDY)
    options(position, hand)
    optimum = kept_optimum(position.rules, say)
    if rolls == 0:
        fills = best_fills(optimum, position, hand)
        boxes = [{"box": fill.box, "points": fill.points, "expectation": fill.expectation} for fill in fills]
        filled = {"box": fills[0].box, "expectation": number(fills[0].expectation), "boxes": boxes}
        return Solution(filled, _lines(Message("box          "), [(fill.box, fill.expectation) for fill in fills]))
    keeps = best_keeps(optimum, position, hand, rolls)
    choices = [{"keep": list(keep.dice), "expectation": keep.expectation} for keep in keeps]
    document = {"keep": list(keeps[0].dice), "expectation": number(keeps[0].expectation), "keeps": choices}
    return Solution(
        document, _lines(Message("keep         "), [(_dice(keep.dice), keep.expectation) for keep in keeps])
    )


def perturbed(position: Position, dice: str, rolls: int, lead: int) -> Solution:
    """Return what Perturbation keeps or fills, so many points ahead, and the value that it maximises."""
    hand = integers(dice, "--dice", DICE_REMEDY)
    player = perturbation(position.rules)
    if rolls == 0:
        filled = box(player, position, hand, lead)
        return Solution({"box": filled}, [Message("box          {box}", box=filled)])
    choice = best_reroll(player, position, hand, rolls, lead)
    keeps = [list(kept) for kept in choice.keeps]
    lines = [
        Message("keep         {dice}", dice=_dice(choice.keeps[0])),
        Message("value        {value:.6f}", value=choice.value),
    ]
    if keeps[1:]:
        lines.append(Message("next         as good: {keeps}", keeps=";  ".join(map(_dice, choice.keeps[1:]))))
    return Solution({"keep": keeps[0], "value": choice.value, "keeps": [{"keep": kept} for kept in keeps]}, lines)


def _lines(what: str, choices: Sequence[tuple[str, float]]) -> list[str]:
    (first, expectation), *others = choices
    lines: list[str] = [joined("", (what, first)), Message("expectation  {expectation:.6f}", expectation=expectation)]
    rest = ";  ".join(f"{name}: {value:.4f}" for name, value in others[:SHOWN])
    return [*lines, Message("next         {rest}", rest=rest)] if rest else lines


def _dice(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice)) or "nothing"
