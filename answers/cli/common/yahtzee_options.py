"""What the commands that solve or play Yahtzee share: options, the rules they name, and the table kept on disk."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, TypedDict, cast

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
BoxValues: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--value",
        metavar="NAME=POINTS",
        help="What full-house, small-straight, large-straight, yahtzee, the bonus or an extra Yahtzee is worth; "
        "may be repeated.",
    ),
]


class Values(TypedDict, total=False):
    """Fields of `Rules` that --value names."""

    full_house: int
    small_straight: int
    large_straight: int
    yahtzee: int
    bonus: int
    extra: int


def named_rules(
    threshold: int, joker: JokerName, dice: int = 5, faces: int = 6, values: list[str] | None = None
) -> "Rules":
    """Return the game of these dice with this threshold, this joker rule and these values of boxes.

    Raises
    ------
    CorrigeError
        If a value cannot be read, is of no box that has one, or is given twice.
    ValueError
        If a number is outside its range.
    """
    from solvers.yahtzee.rules.rules import Rules

    return replace(Rules(dice=dice, faces=faces, threshold=threshold, joker=joker), **box_values(values or ()))


def box_values(values: Iterable[str]) -> Values:
    """Read values of boxes such as "small-straight=15".

    Raises
    ------
    CorrigeError
        If one cannot be read, is of no box that has one, or is given twice.
    """
    found = dict[str, int]()
    for text in values:
        name, _, points = (part.strip() for part in text.lower().replace("-", "_").partition("="))
        if name not in Values.__annotations__:
            named = ", ".join(Values.__annotations__).replace("_", "-")
            raise CorrigeError.one(
                Message("--value is {text!r}", text=text[:40]),
                remedy=Message("write it like small-straight=30, of {named}", named=named),
            )
        if not (points.isascii() and points.isdigit() and len(points) < 6):
            raise CorrigeError.one(
                Message("--value is {text!r}", text=text[:40]), remedy="write points after =, such as 30"
            )
        if name in found:
            raise CorrigeError.one(Message("{text!r} gives a second value", text=text[:40]), remedy="give one")
        found[name] = int(points)
    return cast(Values, found)


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
