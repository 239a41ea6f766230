"""corrige solve yahtzee-keep: the best dice to keep, or box to fill, in any position."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output
from answers.cli.common.output import working
from answers.cli.common.yahtzee_options import (
    BoxValues,
    JokerRule,
    Threshold,
    box_list,
    dice_list,
    kept_optimum,
    named_rules,
)
from answers.cli.solve.common import Json, deliver_solution, number, refusing
from answers.messages import Message, joined

if TYPE_CHECKING:
    from solvers.yahtzee.rules.position import Position

SHOWN = 3
Adviser = Literal["optimal", "perturbation"]


def yahtzee_keep(
    *,
    dice: Annotated[str, typer.Option("--dice", metavar="D,D,…", help="The dice on the table.")],
    rolls: Annotated[int, typer.Option("--rolls", metavar="N", min=0, max=2, help="Rerolls left; 0: fill a box.")] = 2,
    open_boxes: Annotated[
        str | None, typer.Option("--open", metavar="BOX,BOX,…", help="Boxes still to fill; by default all.")
    ] = None,
    upper: Annotated[int, typer.Option("--upper", metavar="N", min=0, help="Points in the upper section.")] = 0,
    scored: Annotated[bool, typer.Option("--yahtzee-scored", help="The Yahtzee box holds 50.")] = False,
    strategy: Annotated[Adviser, typer.Option("--strategy", help="Whose choice.")] = "optimal",
    lead: Annotated[
        int, typer.Option("--lead", metavar="N", help="Points ahead of the other player, for perturbation.")
    ] = 0,
    threshold: Threshold = 63,
    joker: JokerRule = "forced",
    value: BoxValues = None,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Find the dice to keep under the optimum, and the points then to be expected until the end of the game.

    Perturbation's value is what it maximises: equation (10) of the report, with its corrections.
    """
    from solvers.yahtzee.rules.position import Position

    hand = dice_list(dice, "--dice")
    rules = refusing(named_rules, threshold, joker, values=value)
    names = rules.boxes if open_boxes is None else box_list(open_boxes)
    position = refusing(Position, rules, names, upper, scored)
    with working("computing the choice"):
        if strategy == "perturbation":
            found, lines = refusing(_perturbed, position, hand, rolls, lead)
        else:
            found, lines = refusing(_solve, position, hand, rolls)
    deliver_solution(found, lines, as_json=as_json, output=output, force=force)


def _solve(position: "Position", hand: tuple[int, ...], rolls: int) -> tuple[Json, list[str]]:
    from solvers.yahtzee.rules.position import options
    from solvers.yahtzee.strategies.advice import best_fills, best_keeps

    options(position, hand)
    optimum = kept_optimum(position.rules)
    if rolls == 0:
        fills = best_fills(optimum, position, hand)
        boxes = [{"box": fill.box, "points": fill.points, "expectation": fill.expectation} for fill in fills]
        found: Json = {"box": fills[0].box, "expectation": number(fills[0].expectation), "boxes": boxes}
        return found, _lines(Message("box          "), [(fill.box, fill.expectation) for fill in fills])
    keeps = best_keeps(optimum, position, hand, rolls)
    told = [{"keep": list(keep.dice), "expectation": keep.expectation} for keep in keeps]
    found = {"keep": list(keeps[0].dice), "expectation": number(keeps[0].expectation), "keeps": told}
    return found, _lines(Message("keep         "), [(_dice(keep.dice), keep.expectation) for keep in keeps])


def _perturbed(position: "Position", hand: tuple[int, ...], rolls: int, lead: int) -> tuple[Json, list[str]]:
    from solvers.yahtzee.strategies.best_reroll import best_reroll
    from solvers.yahtzee.strategies.perturbation import perturbation
    from solvers.yahtzee.strategies.strategy import box

    player = perturbation(position.rules)
    if rolls == 0:
        filled = box(player, position, hand, lead)
        return {"box": filled}, [Message("box          {box}", box=filled)]
    best = best_reroll(player, position, hand, rolls, lead)
    keeps = [list(kept) for kept in best.keeps]
    found: Json = {"keep": keeps[0], "value": best.value, "keeps": [{"keep": kept} for kept in keeps]}
    others = (
        [Message("next         as good: {keeps}", keeps=";  ".join(map(_dice, best.keeps[1:])))] if keeps[1:] else []
    )
    return found, [
        Message("keep         {dice}", dice=_dice(best.keeps[0])),
        Message("value        {value:.6f}", value=best.value),
        *others,
    ]


def _lines(what: str, choices: list[tuple[str, float]]) -> list[str]:
    (best, expectation), *others = choices
    lines: list[str] = [joined("", (what, best)), Message("expectation  {expectation:.6f}", expectation=expectation)]
    rest = ";  ".join(f"{name}: {value:.4f}" for name, value in others[:SHOWN])
    return [*lines, Message("next         {rest}", rest=rest)] if rest else lines


def _dice(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice)) or "nothing"
