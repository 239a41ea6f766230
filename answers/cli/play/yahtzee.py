"""corrige play yahtzee: a game of Yahtzee against a strategy, with advice on request."""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from answers.cli.common import counts
from answers.cli.common.yahtzee_options import JokerName, JokerRule, Threshold, kept_optimum, named_rules
from answers.cli.play.asking import ask, ask_number, replayable, tell
from answers.cli.solve.common import refusing
from answers.messages import Message, joined

if TYPE_CHECKING:
    from solvers.yahtzee.matches.record import Turn
    from solvers.yahtzee.matches.table import Player
    from solvers.yahtzee.rules.position import Position
    from solvers.yahtzee.rules.rolls import Dice
    from solvers.yahtzee.rules.rules import Rules

Opponent = Literal[
    "optimal",
    "decision_une",
    "toutes_les_esperances",
    "perturbation",
    "measured_decision_une",
    "measured_esperances",
]
ADVICE = "advice"
TOLD = 5


def yahtzee(
    *,
    against: Annotated[Opponent, typer.Option("--against", help="Who plays against you.")] = "toutes_les_esperances",
    second: Annotated[bool, typer.Option("--second", help="Let the strategy throw first.")] = False,
    threshold: Threshold = 63,
    joker: JokerRule = "forced",
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", min=0, help="Of the dice; new by default.")] = None,
) -> None:
    """Play Yahtzee against a strategy: the dice to keep, the box to fill, advice for the optimum's, q to stop."""
    rules, opponent = refusing(_prepare, against, threshold, joker)
    with replayable(seed) as seed:
        _play(rules, against, opponent, seed, second=second)


def _prepare(name: Opponent, threshold: int, joker: JokerName) -> "tuple[Rules, Player]":
    from solvers.yahtzee.matches.table import Automatic, Optimal
    from solvers.yahtzee.strategies.strategies import strategy

    rules = named_rules(threshold, joker)
    return rules, Optimal(kept_optimum(rules)) if name == "optimal" else Automatic(strategy(name, rules))


@dataclass(frozen=True, slots=True)
class Human:
    """You: asked for every decision."""

    def keep(self, position: "Position", hand: "Dice", rerolls: int, lead: int) -> "Dice":
        """Ask which dice stay."""
        shown = f"  {_dice(hand)}"
        if lead:
            lag = Message("ahead by {points}" if lead > 0 else "behind by {points}", points=counts.points(abs(lead)))
            shown = joined("   ", (shown, lag))
        left = Message("{count} reroll", plural="{count} rerolls", count=rerolls)
        wanted = Message("some of your dice such as 225, all, none")
        others = {ADVICE: partial(_advise_keep, position, hand, rerolls), "sheet": partial(_tell_sheet, position)}
        return ask(Message("{shown}   ({left}) keep? ", shown=shown, left=left), partial(_kept, hand), wanted, others)

    def box(self, position: "Position", hand: "Dice", lead: int) -> str:  # noqa: ARG002
        """Ask which box is filled."""
        from solvers.yahtzee.rules.position import options

        earned = options(position, hand)
        tell(f"  {_dice(hand)}")
        for number, (box, points) in enumerate(earned.items(), start=1):
            tell(f"  {number:3}  {box:<16} {points:3}")
        others = {ADVICE: partial(_advise_box, position, hand)}
        return list(earned)[ask_number(Message("  which box? "), len(earned), others) - 1]


def _play(rules: "Rules", name: str, opponent: "Player", seed: int, *, second: bool) -> None:
    from solvers.yahtzee.matches.matches import destinies
    from solvers.yahtzee.matches.table import game
    from solvers.yahtzee.rules.position import Position

    players, names = (
        ((opponent, Human()), (name, Message("you"))) if second else ((Human(), opponent), (Message("you"), name))
    )
    dice = [iter(destinies(rules, 1, seed, player)[0].tolist()) for player in (0, 1)]
    tell(
        Message(
            "Yahtzee against {name}: {bonus} points from {threshold} in the upper section",
            name=name,
            bonus=rules.bonus,
            threshold=rules.threshold,
        )
    )
    tell("  keep dice as 225, all or none; advice, sheet and q at any time")
    scores = (0, 0)
    for played in game(Position.start(rules), players, dice):
        scores = played.scores
        tell(_told(names[played.player], played.turn, scores[played.player]))
    yours, theirs = scores[::-1] if second else scores
    outcome = Message("you win" if yours > theirs else "you lose" if yours < theirs else "a draw")
    tell(Message("{outcome}: {yours} to {theirs}", outcome=outcome, yours=yours, theirs=theirs))


def _kept(hand: "Dice", word: str) -> "Dice | None":
    """Read the dice to keep; None for what is no part of the hand."""
    if word in ("all", "none"):
        return hand if word == "all" else ()
    marks = word.replace(",", "").replace(" ", "")
    if not (marks.isascii() and marks.isdecimal()):
        return None
    kept = tuple(sorted(map(int, marks)))
    return kept if all(kept.count(face) <= hand.count(face) for face in kept) else None


def _advise_keep(position: "Position", hand: "Dice", rerolls: int) -> None:
    from solvers.yahtzee.strategies.advice import best_keeps

    for keep in best_keeps(kept_optimum(position.rules), position, hand, rerolls)[:TOLD]:
        tell(
            Message(
                "    {dice:<10} {expectation:8.3f} points to come",
                dice=_dice(keep.dice) or Message("none"),
                expectation=keep.expectation,
            )
        )


def _advise_box(position: "Position", hand: "Dice") -> None:
    from solvers.yahtzee.strategies.advice import best_fills

    for fill in best_fills(kept_optimum(position.rules), position, hand)[:TOLD]:
        tell(Message("    {box:<16} {expectation:8.3f} points to come", box=fill.box, expectation=fill.expectation))


def _tell_sheet(position: "Position") -> None:
    tell(Message("    open: {open}", open=", ".join(position.open)))
    tell(Message("    upper section: {upper} of {threshold}", upper=position.upper, threshold=position.rules.threshold))


def _told(name: str, turn: "Turn", score: int) -> str:
    return Message(
        "  {name}: {dice} in {box}, {points}, {score} in all",
        name=name,
        dice=_dice(turn.rolls[-1]),
        box=turn.box,
        points=counts.points(turn.points),
        score=score,
    )


def _dice(dice: "Dice") -> str:
    return " ".join(map(str, dice))
