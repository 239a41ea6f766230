"""corrige solve yahtzee-aims: what the report's first strategy sees in a hand, and the weights of each aim."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output
from answers.cli.common.output import table
from answers.cli.common.yahtzee_options import dice_list
from answers.cli.solve.common import deliver_solution, refusing

if TYPE_CHECKING:
    from solvers.yahtzee.strategies.measured_aims import WeighedAim

COLUMNS = ("box", "kept", "lacking", "poids1", "poids2", "sum", "product")
ReadingName = Literal["printed", "measured"]


def yahtzee_aims(
    *,
    dice: Annotated[str, typer.Option("--dice", metavar="D,D,…", help="The five dice on the table.")],
    rolls: Annotated[int, typer.Option("--rolls", metavar="N", min=1, max=2, help="Rerolls left.")] = 2,
    reading: Annotated[
        ReadingName, typer.Option("--reading", help="The report as printed, or as its figures were measured.")
    ] = "printed",
    bonus: Annotated[bool, typer.Option("--bonus/--no-bonus", help="Whether the bonus still seems in reach.")] = True,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """List the boxes that a hand attains, or may attain, with Poids1 and Poids2 of Decision_Une (section 3 of yahtzee).

    The dice of the heaviest aim are kept; `lacking` is how many dice the combination still lacks.
    """
    find = _printed if reading == "printed" else _measured
    found = refusing(find, dice_list(dice, "--dice"), rolls, bonus=bonus)
    rows = [_row(one) for one in found]
    aims = [{**dict(zip(COLUMNS, row, strict=True)), "kept": one.aim.kept, "lacking": one.aim.missing}
            for one, row in zip(found, rows, strict=True)]  # fmt: skip
    lines = table(COLUMNS, rows, right=COLUMNS[2:])
    deliver_solution({"reading": reading, "aims": aims}, lines, as_json=as_json, output=output, force=force)


def _row(one: "WeighedAim") -> tuple[str, ...]:
    """An aim as text, in the order of the columns."""
    aim, points, safety = one.aim, one.points, one.safety
    kept = " ".join(map(str, aim.kept))
    return aim.box, kept, str(aim.missing), str(points), str(safety), str(points + safety), str(points * safety)


def _printed(hand: tuple[int, ...], rerolls: int, *, bonus: bool) -> "list[WeighedAim]":
    from solvers.yahtzee.rules.rules import REPORT
    from solvers.yahtzee.strategies.measured_aims import WeighedAim
    from solvers.yahtzee.strategies.poids import poids1, poids2
    from solvers.yahtzee.strategies.possib import possib

    found = (
        WeighedAim(aim, poids1(REPORT, aim, bonus=bonus), poids2(REPORT, aim, rerolls)) for aim in possib(REPORT, hand)
    )
    return sorted(found, key=lambda one: -one.weight)


def _measured(hand: tuple[int, ...], rerolls: int, *, bonus: bool) -> "list[WeighedAim]":
    from solvers.yahtzee.rules.rules import MEASURED
    from solvers.yahtzee.strategies.measured_aims import CLOSE, aims_by_weight

    return aims_by_weight(MEASURED, hand, rerolls, lead=0 if bonus else CLOSE)
