"""Strategies of Yahtzee: expected scores, single games, and decisions of the optimal and the report's strategies."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from answers.errors import CorrigeError
from answers.laboratory import counts
from answers.laboratory.result import SolverResult, Tabular, estimate, estimate_text, number
from answers.laboratory.user_input import decimals, integers, read_text
from answers.laboratory.yahtzee.game import (
    DICE_REMEDY,
    box_list,
    box_values,
    cached_optimum,
    check_games_cost,
    check_group_cost,
    check_tables_cost,
    check_win_cost,
)
from answers.messages import Message, joined
from solvers.monte_carlo import mean
from solvers.yahtzee.matches.game import record
from solvers.yahtzee.matches.matches import destinies
from solvers.yahtzee.matches.play import play
from solvers.yahtzee.matches.score_distribution import score_distribution
from solvers.yahtzee.rules.position import Position, options
from solvers.yahtzee.rules.rolls import Dice, kept_dice
from solvers.yahtzee.rules.rules import MEASURED, REPORT, YahtzeeRules
from solvers.yahtzee.strategies import expectations
from solvers.yahtzee.strategies.aims import aims_by_weight
from solvers.yahtzee.strategies.exact import exact_group
from solvers.yahtzee.strategies.human_reading import AS_MEASURED, AS_PRINTED
from solvers.yahtzee.strategies.optimal import best_fills, best_keeps
from solvers.yahtzee.strategies.perturbation import Perturbation, best_reroll
from solvers.yahtzee.strategies.strategies import strategy
from solvers.yahtzee.strategies.strategy import Automatic, Policy, YahtzeeStrategy
from solvers.yahtzee.strategies.toutes_les_esperances import toutes_les_esperances
from solvers.yahtzee.strategies.win_chance import sampled_chance, win_chances

GAMES = 100_000
READINGS = {"toutes_les_esperances": expectations.AS_PRINTED, "measured_esperances": expectations.AS_MEASURED}
AIM = ("box", "kept", "lacking", "poids1", "poids2", "sum", "product")
ReadingName = Literal["printed", "measured"]


def score(  # noqa: PLR0913 - the options of a command
    name: str,
    rules: YahtzeeRules,
    values: list[str],
    games: int | None,
    seed: int,
    say: Callable[[Message], None],
    *,
    weights: str | None,
    long: bool,
) -> SolverResult:
    """Return the expected score of a strategy: exact, or estimated from `games` sampled games.

    The strategy Perturbation has no exact score, since its decisions fit in no table: without `games`, `GAMES` games
    are sampled. `weights` is a text with the weights of Perturbation, `values` the texts of the option `--value`, to be
    shown. `say` is called with the reason if the table of optimal play cannot be saved. CorrigeError if this takes too
    long, unless `long`.
    """
    if (name.endswith("perturbation") or weights is not None) and games is None:
        games = GAMES
    check_tables_cost(rules, name, decisions=games is not None, long=long)
    check_games_cost(games or 0, (name,), long=long)
    document: dict[str, object] = {"strategy": name, "threshold": rules.threshold, "joker": rules.joker}
    if games is None:
        if name == "optimal":
            exact = cached_optimum(rules, say).expected_score
        else:
            player = strategy(name, rules)
            assert isinstance(player, Policy)  # of the strategies, only Perturbation decides without tables
            exact = score_distribution(player).mean
        document["expected_score"], text = number(exact), f"{exact:.6f}"
    else:
        sampled = mean(play([named_player(name, rules, weights)], [destinies(rules, games, seed)])[0])
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
        *(Message("points of box   {points}", points=value) for value in values),
        Message("expected score  {score}", score=text),
    ]
    return SolverResult(document, lines)


def game(name: str, rules: YahtzeeRules, destiny: str | None, seed: int, *, long: bool) -> SolverResult:
    """Return a single game of a strategy, turn by turn.

    The dice are those of `destiny`, a list with commas or the name of a file with one, or if that is None, those drawn
    from the seed. CorrigeError if the list is malformed, or if this takes too long, unless `long`.
    """
    if destiny is not None and not set(destiny) <= set("0123456789, ") and Path(destiny).is_file():
        destiny = ",".join(read_text(Path(destiny)).replace(",", " ").split())
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

    def digits(dice: tuple[int, ...]) -> str:
        return "".join(map(str, dice))

    lines: list[str] = []
    for turn in played.turns:
        throws = (
            Message("{dice}: keep {kept}", dice=digits(roll), kept=digits(kept) or Message("nothing"))
            for roll, kept in zip(turn.rolls, turn.keeps, strict=False)
        )
        lines.append(
            Message(
                "{throws} → {dice}: {box}, {points}",
                throws=joined(" → ", throws),
                dice=digits(turn.rolls[-1]),
                box=turn.box,
                points=counts.points(turn.points),
            )
        )
    lines += [
        Message("bonus    {bonus}", bonus=played.bonus),
        Message("score    {score}", score=played.score),
        Message("used     {used} numbers of the list of dice", used=played.used),
    ]
    return SolverResult(document, lines)


def group(boxes: str, rules: YahtzeeRules, *, long: bool) -> SolverResult:
    """Return the exact expected points in the open boxes of a list, by the report's strategy Toutes_les_esperances.

    `boxes` is a text such as "chance,fours". CorrigeError if this takes too long, unless `long`.
    """
    names = box_list(boxes)
    check_group_cost(rules, len(names), long=long)
    value = exact_group(rules, names)
    line = Message("expectation  {value}  ≈ {decimal:.6f}", value=value, decimal=float(value))
    return SolverResult({"open": names, "expectation": number(value)}, [line])


def aims(dice: str, rerolls: int, reading: ReadingName, *, bonus: bool) -> SolverResult:
    """Return the aims (boxes to reach) of the report's strategy Decision_Une in a hand, by decreasing weight.

    `dice` is a text such as "2,2,3,5,6", `rerolls` the number of rerolls left. `bonus` tells whether the bonus is
    considered to be in reach.
    """
    hand = integers(dice, "--dice", DICE_REMEDY)
    rules, choices = (REPORT, AS_PRINTED) if reading == "printed" else (MEASURED, AS_MEASURED)
    weighed = aims_by_weight(rules, hand, rerolls, replace(choices, combine="sum"), bonus=bonus)  # see section 3.3
    rows, document = list[tuple[str, ...]](), list[dict[str, object]]()
    for item in weighed:
        aim, points, safety = item.aim, item.points, item.safety
        row = (aim.box, " ".join(map(str, aim.kept)), *map(str, (aim.missing, points, safety, item.weight)))
        rows.append((*row, str(points * safety)))
        document.append({**dict(zip(AIM, rows[-1], strict=True)), "kept": aim.kept, "lacking": aim.missing})
    return SolverResult({"reading": reading, "aims": document}, [Tabular(AIM, rows, right=AIM[2:])])


SHOWN = 3
"""Number of further choices that are printed."""


def best(position: Position, dice: str, rolls: int, say: Callable[[Message], None]) -> SolverResult:
    """Return the dice that optimal play keeps, or the box that it fills if `rolls`, the rerolls left, is 0.

    The result also has the expected points until the end of the game, and the next best choices. `say` is called with
    the reason if the table of optimal play cannot be saved. CorrigeError if the hand is malformed.
    """
    hand = integers(dice, "--dice", DICE_REMEDY)
    earned, optimum = options(position, hand), cached_optimum(position.rules, say)
    if rolls == 0:
        fills = best_fills(optimum, position, hand)
        boxes = [{"box": box, "points": earned[box], "expectation": expectation} for box, expectation in fills]
        return _with_expectation(fills, boxes=boxes)
    keeps = best_keeps(optimum, position, hand, rolls)
    return _with_expectation(
        keeps, keeps=[{"keep": list(kept), "expectation": expectation} for kept, expectation in keeps]
    )


def win(  # noqa: PLR0913 - the options of a command
    position: Position, lead: int, hand: str | None, rolls: int, games: int | None, seed: int, *, long: bool
) -> SolverResult:
    """Return the best chance to end ahead of an opponent who has finished, with the best choice for `hand`, if given.

    `lead` is the number of points ahead of the opponent, negative if behind. With `games`, the result also has the
    share of this number of sampled games that the strategy wins. CorrigeError if this takes too long, unless `long`.
    """
    dice = None if hand is None else integers(hand, "--dice", DICE_REMEDY)
    if dice is not None:
        options(position, dice)
    needed = max(1 - lead, 0)
    check_win_cost(position, needed, long=long)
    chances = win_chances(position, needed)
    document: dict[str, object] = {"needed": needed, "chance": number(chances.chance)}
    lines: list[str] = [
        Message("to score     {points} or more", points=counts.points(needed)),
        Message("chance       {chance:.6f}", chance=chances.chance),
    ]
    if dice is not None:
        choices = chances.keeps(dice, rolls) if rolls else chances.fills(dice)
        chance = choices[0].chance
        worth = Message("these dice   {chance:.6f} (chance after the best choice)", chance=chance)
        field, chosen = _chosen(choices, worth)
        document |= {**field, "chance_with_dice": number(chance)}
        lines += chosen
    if games is not None:
        sampled = sampled_chance(chances, games, seed)
        document["sampled"] = {"games": games, "seed": seed, **estimate(sampled)}
        lines += [
            Message("played       {games} with seed {seed}", games=counts.games(games), seed=seed),
            Message("chance       {chance}", chance=estimate_text(sampled)),
        ]
    return SolverResult(document, lines)


def named_player(name: str, rules: YahtzeeRules, weights: str | None) -> YahtzeeStrategy:
    """Return the strategy called `name`.

    `weights` has the twelve weights of the strategy Perturbation as a text such as "0.5,0,-1,…"; None for its usual
    weights. CorrigeError if any other strategy has weights, or if the text is malformed.
    """
    player = strategy(name, rules)
    if weights is None:
        return player
    if not isinstance(player, Perturbation):
        raise CorrigeError.single(
            Message("the strategy {name} has no weights; only the strategy perturbation has", name=name),
            remedy="leave --weights out",
        )
    return player.reweighed(decimals(weights, "--weights", Message("write twelve numbers, for instance 0.5,0,-1,…")))


def reported(name: str, position: Position, dice: str, rolls: int, lead: int, weights: str | None) -> SolverResult:
    """Return the dice that a strategy of the report keeps, or the box that it fills if `rolls` is 0.

    The result also has the value that the strategy maximises, if there is one. `rolls` are the rerolls left. `lead`
    is the number of points ahead of the opponent, and `weights` a text with twelve weights; only Perturbation uses
    them.
    """
    hand, rules = integers(dice, "--dice", DICE_REMEDY), position.rules
    if name in READINGS:  # with the expectations of all choices (equation (9), section 4.7)
        expected = toutes_les_esperances(rules, READINGS[name])
        if rolls == 0:
            return _with_expectation(expected.fills(position.open, hand, joker=position.yahtzee))
        return _with_expectation(expected.keeps(position.open, hand, rolls, joker=position.yahtzee))
    player = named_player(name, rules, weights)
    if rolls == 0:
        chosen = Automatic(player).box(position, hand, lead)
        return SolverResult({"box": chosen}, [Message("box          {box}", box=chosen)])
    if not isinstance(player, Perturbation):
        kept = Automatic(player).keep(position, hand, rolls, lead)
        return SolverResult({"keep": list(kept)}, [Message("keep         {dice}", dice=_dice(kept))])
    value, equal = best_reroll(player, position, hand, rolls, lead)
    keeps = [list(kept) for kept in equal]
    lines = [
        Message("keep         {dice}", dice=_dice(equal[0])),
        Message("value        {value:.6f}", value=value),
    ]
    if keeps[1:]:
        lines.append(Message("also best    {keeps}", keeps=";  ".join(map(_dice, equal[1:]))))
    return SolverResult({"keep": keeps[0], "value": value, "keeps": [{"keep": kept} for kept in keeps]}, lines)


def codes(dice: str) -> SolverResult:
    """Return the report's table of the 32 codes of rerolls of a hand, with the dice that each keeps (section 4.3)."""
    hand = integers(dice, "--dice", DICE_REMEDY)
    kept = [kept_dice(REPORT, hand, code) for code in range(1 << REPORT.dice)]
    rows = [(str(code), f"{code:0{REPORT.dice}b}", _dice(dice_kept)) for code, dice_kept in enumerate(kept)]
    return SolverResult({"codes": kept}, [Tabular(("code", "binary", "kept"), rows, right=("code",))])


def _with_expectation(choices: Sequence[tuple[Dice | str, float]], **more: object) -> SolverResult:
    """Return the first of some choices, the best, with its expectation, and `more` fields of the document."""
    expectation = choices[0][1]
    field, lines = _chosen(choices, Message("expectation  {expectation:.6f}", expectation=expectation))
    return SolverResult({**field, "expectation": number(expectation), **more}, lines)


def _chosen(choices: Sequence[tuple[Dice | str, float]], worth: Message) -> tuple[dict[str, object], list[str]]:
    """Return the field of a document that has the first of some choices, the best, and the lines to print.

    A choice is dice to keep or a box to fill, with what it is worth. `worth` is the line on the worth of the best.
    """

    def name(choice: Dice | str) -> str:
        return choice if isinstance(choice, str) else _dice(choice)

    best, rest = choices[0][0], ";  ".join(f"{name(choice)}: {value:.4f}" for choice, value in choices[1 : SHOWN + 1])
    label = Message("box          ") if isinstance(best, str) else Message("keep         ")
    lines: list[str] = [joined("", (label, name(best))), worth]
    lines += [Message("next best    {rest}", rest=rest)] if rest else []
    return {"box": best} if isinstance(best, str) else {"keep": list(best)}, lines


def _dice(dice: Dice) -> str:
    return " ".join(map(str, dice)) or Message("nothing")
