"""corrige solve yahtzee: the exact expected score of a strategy."""

from typing import Annotated, Literal

import typer

from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output
from answers.cli.common.output import working
from answers.cli.common.yahtzee_options import JokerName, JokerRule, Threshold, kept_optimum, named_rules
from answers.cli.solve.common import deliver_solution, number, refusing

Scored = Literal["optimal", "toutes_les_esperances", "decision_une", "measured_esperances", "measured_decision_une"]


def yahtzee(
    *,
    strategy: Annotated[Scored, typer.Option("--strategy", help="Whose score.")] = "optimal",
    threshold: Threshold = 63,
    joker: JokerRule = "forced",
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Find the expected score of a strategy in the solitaire game, without sampling."""
    with working("computing the expected score"):
        score = refusing(_solve, strategy, threshold, joker)
    found = {"strategy": strategy, "threshold": threshold, "joker": joker, "expected_score": number(score)}
    lines = [f"game            threshold {threshold}, joker {joker}", f"expected score  {score:.6f}"]
    deliver_solution(found, lines, as_json=as_json, output=output, force=force)


def _solve(name: Scored, threshold: int, joker: JokerName) -> float:
    rules = named_rules(threshold, joker)
    if name == "optimal":
        return kept_optimum(rules).expected_score
    from solvers.yahtzee.matches.score_law import score_law
    from solvers.yahtzee.strategies.policy import Policy
    from solvers.yahtzee.strategies.strategies import strategy

    player = strategy(name, rules)
    if not isinstance(player, Policy):
        raise TypeError(f"{name} does not decide by tables")
    return score_law(player).mean
