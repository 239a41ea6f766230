"""corrige solve yahtzee-group: what a few boxes of Yahtzee are worth by the report's expectations, exactly."""

from typing import Annotated

import typer

from answers.cli.common.cost import Long
from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output
from answers.cli.common.output import working
from answers.cli.common.yahtzee_cost import check_group_cost
from answers.cli.common.yahtzee_options import DiceCount, FaceCount, box_list, named_rules
from answers.cli.solve.common import deliver_solution, number, refusing
from answers.messages import Message


def yahtzee_group(
    *,
    boxes: Annotated[
        str, typer.Option("--open", metavar="BOX,BOX,…", help="The boxes still to fill: at most 4, or yahtzee alone.")
    ],
    long: Long = False,
    faces: FaceCount = 6,
    dice: DiceCount = 5,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Find the points to expect when these boxes are left, as Toutes_les_esperances counts them (equation 9).

    The answer is a fraction, without bonus or joker. Each turn aims at one box; some seconds for four boxes.
    """
    from solvers.yahtzee.strategies.exact_group import exact_group

    names = box_list(boxes)
    rules = refusing(named_rules, 63, "none", dice, faces)
    check_group_cost(rules, len(names), long=long)
    with working("computing the expectation"):
        value = refusing(exact_group, rules, names)
    found = {"open": names, "expectation": number(value)}
    deliver_solution(
        found,
        [Message("expectation  {value}  ≈ {decimal:.6f}", value=value, decimal=float(value))],
        as_json=as_json,
        output=output,
        force=force,
    )
