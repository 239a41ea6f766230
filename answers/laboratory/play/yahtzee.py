"""Play Yahtzee in the terminal against a strategy, with advice on request."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from answers.laboratory import counts
from answers.laboratory.play.prompts import ask, ask_number, print_line, print_winner
from answers.laboratory.yahtzee.game import cached_optimum
from answers.messages import Message, joined
from solvers.yahtzee.matches.game import GamePlayer, Optimal, game
from solvers.yahtzee.matches.matches import destinies
from solvers.yahtzee.rules.position import Position, options
from solvers.yahtzee.rules.rolls import Dice
from solvers.yahtzee.rules.rules import YahtzeeRules
from solvers.yahtzee.strategies.optimal import best_fills, best_keeps
from solvers.yahtzee.strategies.strategies import strategy
from solvers.yahtzee.strategies.strategy import Automatic

ADVISED = 5
"""Number of choices that advice lists."""

Say = Callable[[Message], None]


def opponent(name: str, rules: YahtzeeRules, say: Say) -> GamePlayer:
    """Return a player by the strategy `name`; call `say` with the reason if the table of optimal play is not saved."""
    return Optimal(cached_optimum(rules, say)) if name == "optimal" else Automatic(strategy(name, rules))


@dataclass(frozen=True, slots=True)
class HumanPlayer:
    """The person at the terminal, asked for every decision; `print_line` tells if the table for advice is not saved."""

    print_line: Say

    def keep(self, position: Position, hand: Dice, rerolls: int, lead: int) -> Dice:
        """Ask the person for the dice of a hand to keep, with `rerolls` left, and return them; a `lead` is shown."""
        shown = f"  {_dice(hand)}"
        if lead:
            lag = Message("ahead by {points}" if lead > 0 else "behind by {points}", points=counts.points(abs(lead)))
            shown = joined("   ", (shown, lag))

        def read_kept(word: str) -> Dice | None:  # None if they are not part of the hand
            if word in ("all", "none"):
                return hand if word == "all" else ()
            marks = word.replace(",", "").replace(" ", "")
            if not (marks.isascii() and marks.isdecimal()):
                return None
            kept = tuple(sorted(map(int, marks)))
            return kept if all(kept.count(face) <= hand.count(face) for face in kept) else None

        def advise() -> None:
            for keep in best_keeps(cached_optimum(position.rules, self.print_line), position, hand, rerolls)[:ADVISED]:
                print_line(
                    "    {dice:<10} {expectation:8.3f} points expected from then on",
                    dice=_dice(keep.kept) or Message("none"),
                    expectation=keep.expectation,
                )

        left = Message("{count} reroll", plural="{count} rerolls", count=rerolls)
        expected = Message("the dice to keep, such as 225, or all, or none")
        question = Message("{shown}   ({left}) which dice to keep? ", shown=shown, left=left)
        return ask(question, read_kept, expected, {"advice": advise, "sheet": partial(_tell_sheet, position)})

    def box(self, position: Position, hand: Dice, lead: int) -> str:  # noqa: ARG002
        """Ask the person for the box to fill with a hand, and return its name; `lead` is not used."""
        earned = options(position, hand)
        print_line(f"  {_dice(hand)}")
        for number, (box, points) in enumerate(earned.items(), start=1):
            print_line(f"  {number:3}  {box:<16} {points:3}")

        def advise() -> None:
            for fill in best_fills(cached_optimum(position.rules, self.print_line), position, hand)[:ADVISED]:
                print_line(
                    "    {box:<16} {expectation:8.3f} points expected from then on",
                    box=fill.box,
                    expectation=fill.expectation,
                )

        question, sheet = Message("  which box? "), partial(_tell_sheet, position)
        return list(earned)[ask_number(question, len(earned), {"advice": advise, "sheet": sheet}) - 1]


def play_yahtzee(rules: YahtzeeRules, name: str, opponent: GamePlayer, seed: int, say: Say, *, second: bool) -> None:
    """Play Yahtzee against the strategy `name`, which throws first if `second`; StoppedError if the person leaves."""
    you = HumanPlayer(say)
    players, names = ((opponent, you), (name, Message("you"))) if second else ((you, opponent), (Message("you"), name))
    dice = [iter(destinies(rules, 1, seed, player)[0].tolist()) for player in (0, 1)]
    print_line(
        "Yahtzee against {name}: bonus of {bonus} points from {threshold} in the upper section",
        name=name,
        bonus=rules.bonus,
        threshold=rules.threshold,
    )
    print_line("  type the dice to keep, such as 225, or all or none; advice, sheet and q work at any time")
    scores: tuple[int, ...] = (0, 0)
    for played in game(Position.start(rules), players, dice):
        scores = played.scores
        print_line(
            "  {name}: {dice} in {box}, {points}, {score} in all",
            name=names[played.player],
            dice=_dice(played.turn.rolls[-1]),
            box=played.turn.box,
            points=counts.points(played.turn.points),
            score=scores[played.player],
        )
    print_winner(*(scores[::-1] if second else scores))


def _tell_sheet(position: Position) -> None:
    """Print the boxes that are still open, and how far the upper section is from its bonus."""
    print_line("    open boxes: {open}", open=", ".join(position.open))
    print_line(
        "    upper section of the score sheet: {upper} of the {threshold} points that earn the bonus",
        upper=position.upper,
        threshold=position.rules.threshold,
    )


def _dice(dice: Dice) -> str:
    return " ".join(map(str, dice))
