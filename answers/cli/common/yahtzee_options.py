"""What the commands that solve or play Yahtzee share: options, the rules they name, and the table kept on disk."""

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import typer

from answers.cli.common.output import say
from answers.errors import CorrigeError
from answers.messages import Message

if TYPE_CHECKING:
    from solvers.yahtzee.rules.rules import Rules
    from solvers.yahtzee.strategies.optimal import Optimum

JokerName: TypeAlias = Literal["forced", "free", "report", "none"]
PlayerName: TypeAlias = Literal[
    "optimal",
    "toutes_les_esperances",
    "decision_une",
    "perturbation",
    "measured_esperances",
    "measured_decision_une",
]

Threshold: TypeAlias = Annotated[
    int, typer.Option("--threshold", metavar="N", help="Points of the upper section that earn the bonus.")
]
JokerRule: TypeAlias = Annotated[
    JokerName, typer.Option("--joker", help="What another Yahtzee may fill; the official rule is forced.")
]
DiceCount: TypeAlias = Annotated[int, typer.Option("--dice-count", metavar="D", help="Number of dice.")]
FaceCount: TypeAlias = Annotated[int, typer.Option("--faces", metavar="F", help="Faces of a die.")]


def named_rules(threshold: int, joker: JokerName, dice: int = 5, faces: int = 6) -> "Rules":
    """Return the game of these dice with this threshold and this joker rule.

    Raises
    ------
    ValueError
        If the threshold is outside its range.
    """
    from solvers.yahtzee.rules.rules import Rules

    return Rules(dice=dice, faces=faces, threshold=threshold, joker=joker)


def kept_optimum(rules: "Rules") -> "Optimum":
    """Return the optimum, from the cache folder when it is there, solved and kept otherwise.

    A table that cannot be kept is solved each time, and the user is told why.
    """
    from answers.exam.store_folder import store_folder
    from solvers.yahtzee.strategies.optimal import optimal
    from solvers.yahtzee.strategies.optimum_file import optimum_file

    try:
        return optimum_file(rules, store_folder())
    except (OSError, ValueError) as error:
        say(Message("the table of the optimum cannot be kept: {error}", error=error))
        return optimal(rules)


def dice_list(text: str, option: str) -> tuple[int, ...]:
    """Read dice such as "2,2,3,5,6".

    Raises
    ------
    CorrigeError
        If `text` is not a list of numbers, with an example.
    """
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        raise CorrigeError.one(
            Message("{option} is {text!r}", option=option, text=text[:40]), remedy="write it like 2,2,3,5,6"
        )
    return tuple(map(int, parts))


def box_list(text: str) -> tuple[str, ...]:
    """Read boxes such as "chance,fours"."""
    return tuple(name.strip().lower() for name in text.split(",") if name.strip())
