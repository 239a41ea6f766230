"""corrige solve yahtzee-keep: the best dice to keep, or box to fill, in any position."""

from typing import TYPE_CHECKING, Annotated

import typer

from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output
from answers.cli.common.output import working
from answers.cli.common.yahtzee_options import JokerRule, Threshold, dice_list, kept_optimum, named_rules
from answers.cli.solve.common import Json, deliver_solution, number, refusing

if TYPE_CHECKING:
    from solvers.yahtzee.rules.rules import Rules

SHOWN = 3


def yahtzee_keep(
    *,
    dice: Annotated[str, typer.Option("--dice", metavar="D,D,…", help="The dice on the table.")],
    rolls: Annotated[int, typer.Option("--rolls", min=0, max=2, help="Rerolls left; 0: which box to fill.")] = 2,
    open_boxes: Annotated[
        str | None, typer.Option("--open", metavar="BOX,BOX,…", help="Boxes still to fill; by default all.")
    ] = None,
    upper: Annotated[int, typer.Option("--upper", min=0, help="Points in the upper section, without bonus.")] = 0,
    scored: Annotated[bool, typer.Option("--yahtzee-scored", help="The Yahtzee box holds 50.")] = False,
    threshold: Threshold = 63,
    joker: JokerRule = "forced",
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Find the dice to keep under the optimum, and the points then to be expected until the end of the game."""
    hand = dice_list(dice, "--dice")
    names = None if open_boxes is None else tuple(name.strip().lower() for name in open_boxes.split(","))
    rules = refusing(named_rules, threshold, joker)
    with working("computing the optimum"):
        found, lines = refusing(_solve, rules, hand, rolls, names, upper, scored)
    deliver_solution(found, lines, as_json=as_json, output=output, force=force)


def _solve(
    rules: "Rules",
    hand: tuple[int, ...],
    rolls: int,
    names: tuple[str, ...] | None,
    upper: int,
    scored: bool,
) -> tuple[Json, list[str]]:
    from solvers.yahtzee.rules.position import Position, options
    from solvers.yahtzee.strategies.advice import best_fills, best_keeps

    position = Position(rules, rules.boxes if names is None else names, upper, scored)
    options(position, hand)
    optimum = kept_optimum(rules)
    if rolls == 0:
        fills = best_fills(optimum, position, hand)
        boxes = [{"box": fill.box, "points": fill.points, "expectation": fill.expectation} for fill in fills]
        found: Json = {"box": fills[0].box, "expectation": number(fills[0].expectation), "boxes": boxes}
        return found, _lines("box", [(fill.box, fill.expectation) for fill in fills])
    keeps = best_keeps(optimum, position, hand, rolls)
    told = [{"keep": list(keep.dice), "expectation": keep.expectation} for keep in keeps]
    found = {"keep": list(keeps[0].dice), "expectation": number(keeps[0].expectation), "keeps": told}
    return found, _lines("keep", [(_dice(keep.dice), keep.expectation) for keep in keeps])


def _lines(what: str, choices: list[tuple[str, float]]) -> list[str]:
    (best, expectation), *others = choices
    lines = [f"{what:<13}{best}", f"expectation  {expectation:.6f}"]
    rest = ";  ".join(f"{name}: {value:.4f}" for name, value in others[:SHOWN])
    return [*lines, f"next         {rest}"] if rest else lines


def _dice(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice)) or "nothing"
