"""corrige solve yahtzee: the exact expected score of a strategy."""

from typing import TYPE_CHECKING, Annotated

import typer

from answers.cli.common import counts
from answers.cli.common.cost import Long
from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output, Randomness
from answers.cli.common.output import working
from answers.cli.common.yahtzee_cost import check_games_cost, check_tables_cost
from answers.cli.common.yahtzee_options import (
    BoxValues,
    DiceCount,
    FaceCount,
    JokerRule,
    PlayerName,
    Threshold,
    box_values,
    kept_optimum,
    named_rules,
)
from answers.cli.solve.common import Json, deliver_solution, estimate, number, refusing, told_estimate
from answers.messages import Message

if TYPE_CHECKING:
    from solvers.monte_carlo import Estimate
    from solvers.yahtzee.rules.rules import Rules

GAMES, MOST_GAMES = 100_000, 10_000_000


def yahtzee(
    *,
    strategy: Annotated[PlayerName, typer.Option("--strategy", help="Whose score.")] = "optimal",
    dice: DiceCount = 5,
    faces: FaceCount = 6,
    value: BoxValues = None,
    threshold: Threshold = 63,
    joker: JokerRule = "forced",
    long: Long = False,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", metavar="N", min=2, max=MOST_GAMES, help=f"Play as many instead; perturbation always: {GAMES}."
        ),
    ] = None,
    seed: Randomness = 2022,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Find the expected score of a strategy in the solitaire game, exactly, or with --games by playing.

    Perturbation, whose decisions fit no table, is played; nobody is then ahead of it or behind.
    """
    rules = refusing(named_rules, threshold, joker, dice, faces, value)
    if strategy == "perturbation" and games is None:
        games = GAMES
    check_tables_cost(rules, strategy, decisions=games is not None, long=long)
    check_games_cost(games or 0, (strategy,), long=long)
    with working("computing the expected score"):
        score = (
            refusing(_exactly, strategy, rules) if games is None else refusing(_played, strategy, rules, games, seed)
        )
    found, told = _shown(score)
    document = {"strategy": strategy, "threshold": threshold, "joker": joker, "expected_score": found}
    if value:
        document["values"] = box_values(value)
    if games is not None:
        document |= {"games": games, "seed": seed}
    lines: list[str] = [
        Message(
            "game            {dice} of {faces} faces, threshold {threshold}, joker {joker}",
            dice=counts.dice(dice),
            faces=faces,
            threshold=threshold,
            joker=joker,
        )
    ]
    lines += [Message("value           {one}", one=one) for one in value or ()]
    lines.append(Message("expected score  {told}", told=told))
    deliver_solution(document, lines, as_json=as_json, output=output, force=force)


def _exactly(name: PlayerName, rules: "Rules") -> float:
    if name == "optimal":
        return kept_optimum(rules).expected_score
    from solvers.yahtzee.matches.score_law import score_law
    from solvers.yahtzee.strategies.policy import Policy
    from solvers.yahtzee.strategies.strategies import strategy

    player = strategy(name, rules)
    if not isinstance(player, Policy):
        raise TypeError(Message("{name} does not decide by tables", name=name))
    return score_law(player).mean


def _played(name: PlayerName, rules: "Rules", games: int, seed: int) -> "Estimate":
    from solvers.monte_carlo import mean
    from solvers.yahtzee.matches.matches import destinies
    from solvers.yahtzee.matches.play import play
    from solvers.yahtzee.strategies.strategies import strategy

    return mean(play([strategy(name, rules)], [destinies(rules, games, seed)])[0])


def _shown(score: "float | Estimate") -> tuple[Json, str]:
    if isinstance(score, float):
        return {**number(score)}, f"{score:.6f}"
    return estimate(score), told_estimate(score)
