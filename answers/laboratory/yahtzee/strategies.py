"""The strategies of Yahtzee: what they score, a game of one, what the report's see in a hand or expect of boxes."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from answers.laboratory import counts
from answers.laboratory.asked import integers
from answers.laboratory.solution import Solution, Tabular, estimate, estimate_text, number
from answers.laboratory.yahtzee.game import (
    DICE_REMEDY,
    box_list,
    box_values,
    check_games_cost,
    check_group_cost,
    check_tables_cost,
    kept_optimum,
)
from answers.messages import Message, joined
from solvers.monte_carlo import mean
from solvers.yahtzee.matches.game import Record, record
from solvers.yahtzee.matches.matches import destinies
from solvers.yahtzee.matches.play import play
from solvers.yahtzee.matches.score_law import score_law
from solvers.yahtzee.rules.position import Position, options
from solvers.yahtzee.rules.rules import MEASURED, REPORT, Rules
from solvers.yahtzee.strategies.advice import best_fills, best_keeps
from solvers.yahtzee.strategies.aims import WeighedAim, aims_by_weight
from solvers.yahtzee.strategies.exact import exact_group
from solvers.yahtzee.strategies.human_reading import AS_MEASURED, AS_PRINTED
from solvers.yahtzee.strategies.perturbation import best_reroll, perturbation
from solvers.yahtzee.strategies.strategies import strategy
from solvers.yahtzee.strategies.strategy import Policy, box

GAMES = 100_000
AIM = ("box", "kept", "lacking", "poids1", "poids2", "sum", "product")
ReadingName = Literal["printed", "measured"]


def score(
    name: str,
    rules: Rules,
    values: list[str],
    games: int | None,
    seed: int,
    say: Callable[[Message], None],
    *,
    long: bool,
) -> Solution:
    """Return the expected score of a strategy: exactly, or by games; perturbation, which has no table, is played."""
    if name == "perturbation" and games is None:
        games = GAMES
    check_tables_cost(rules, name, decisions=games is not None, long=long)
    check_games_cost(games or 0, (name,), long=long)
    document: dict[str, object] = {"strategy": name, "threshold": rules.threshold, "joker": rules.joker}
    if games is None:
        exact = kept_optimum(rules, say).expected_score if name == "optimal" else _expected(name, rules)
        document["expected_score"], text = number(exact), f"{exact:.6f}"
    else:
        sampled = mean(play([strategy(name, rules)], [destinies(rules, games, seed)])[0])
        document["expected_score"], text = estimate(sampled), estimate_text(sampled)
    if values:
        document["values"] = box_values(values)
    if games is not None:
        document |= {"games": games, "seed": seed}
    lines = [
        Message(
            "game            {dice} of {faces} faces, threshold {threshold}, joker {joker}",
            dice=counts.dice(rules.dice),
            faces=rules.faces,
            threshold=rules.threshold,
            joker=rules.joker,
        ),
        *(Message("value           {one}", one=one) for one in values),
        Message("expected score  {told}", told=text),
    ]
    return Solution(document, lines)


def _expected(name: str, rules: Rules) -> float:
    player = strategy(name, rules)
    if not isinstance(player, Policy):
        raise TypeError(Message("{name} does not decide by tables", name=name))
    return score_law(player).mean


def game(name: str, rules: Rules, destiny: str | None, seed: int, *, long: bool) -> Solution:
    """Return one game on a list of dice, or on that of a seed."""
    dice = None if destiny is None else integers(destiny, "--list", DICE_REMEDY)
    check_tables_cost(rules, name, long=long)
    player = strategy(name, rules)
    played = record(player, destinies(rules, 1, seed)[0].tolist() if dice is None else dice)
    document = {
        "strategy": name,
        "turns": [
            {"rolls": turn.rolls, "keeps": turn.keeps, "box": turn.box, "points": turn.points} for turn in played.turns
        ],
        "bonus": played.bonus,
        "score": played.score,
        "used": played.used,
    }
    return Solution(document, _game_lines(played))


def _game_lines(played: Record) -> list[str]:
    lines: list[str] = []
    for turn in played.turns:
        throws = (
            Message("{dice} keeps {kept}", dice=_digits(roll), kept=_digits(kept) or Message("nothing"))
            for roll, kept in zip(turn.rolls, turn.keeps, strict=False)
        )
        lines.append(
            Message(
                "{throws} → {dice}: {box}, {points}",
                throws=joined(" → ", throws),
                dice=_digits(turn.rolls[-1]),
                box=turn.box,
                points=counts.points(turn.points),
            )
        )
    return [
        *lines,
        Message("bonus    {bonus}", bonus=played.bonus),
        Message("score    {score}", score=played.score),
        Message("used     {used} numbers of the list", used=played.used),
    ]


def _digits(dice: tuple[int, ...]) -> str:
    return "".join(map(str, dice))


def group(boxes: str, rules: Rules, *, long: bool) -> Solution:
    """Return what a few boxes are worth as Toutes_les_esperances counts them, exactly."""
    names = box_list(boxes)
    check_group_cost(rules, len(names), long=long)
    value = exact_group(rules, names)
    line = Message("expectation  {value}  ≈ {decimal:.6f}", value=value, decimal=float(value))
    return Solution({"open": names, "expectation": number(value)}, [line])


def aims(dice: str, rerolls: int, reading: ReadingName, *, bonus: bool) -> Solution:
    """Return what the report's first strategy sees in a hand, the heaviest aim first."""
    hand = integers(dice, "--dice", DICE_REMEDY)
    rules, choices = (REPORT, AS_PRINTED) if reading == "printed" else (MEASURED, AS_MEASURED)
    weighed = aims_by_weight(rules, hand, rerolls, replace(choices, combine="sum"), bonus=bonus)  # as section 3.3
    rows = [_row(one) for one in weighed]
    document = [
        {**dict(zip(AIM, row, strict=True)), "kept": one.aim.kept, "lacking": one.aim.missing}
        for one, row in zip(weighed, rows, strict=True)
    ]
    return Solution({"reading": reading, "aims": document}, [Tabular(AIM, rows, right=AIM[2:])])


def _row(one: WeighedAim) -> tuple[str, ...]:
    """An aim as text, in the order of the columns."""
    aim, points, safety = one.aim, one.points, one.safety
    numbers: tuple[int | Fraction, ...] = (aim.missing, points, safety, points + safety, points * safety)
    return aim.box, " ".join(map(str, aim.kept)), *map(str, numbers)


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
