"""corrige play verger: the orchard game, you fill the baskets."""

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from answers.cli.common import counts
from answers.cli.play.asking import ask_number, replayable, tell
from answers.cli.solve.common import refusing
from answers.messages import Message

if TYPE_CHECKING:
    from numpy.random import Generator

    from solvers.verger.orchard import Die

MOST_TREES, MOST_FRUITS, MOST_RAVENS = 12, 30, 100
TIE = 1e-12


def verger(
    *,
    trees: Annotated[int, typer.Option("--trees", metavar="N", min=1, max=MOST_TREES, help="How many trees.")] = 4,
    fruits: Annotated[int, typer.Option("--fruits", metavar="N", min=1, max=MOST_FRUITS, help="Fruits on each.")] = 10,
    ravens: Annotated[int, typer.Option("--ravens", metavar="N", min=1, max=MOST_RAVENS, help="Ravens left.")] = 9,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", min=0, help="Of the dice; a new one by default.")
    ] = None,
) -> None:
    """Play the orchard game: you choose the fruits of each basket, odds for the odds, q to stop."""
    from solvers.verger.orchard import DEFAULT_DIE

    with replayable(seed) as seed:
        refusing(_play, [fruits] * trees, ravens, DEFAULT_DIE, seed)


def _play(trees: list[int], ravens: int, die: "Die", seed: int) -> None:
    import numpy as np

    rng = np.random.default_rng(seed)
    tell(
        Message(
            "{trees} of {fruits}, {ravens}; a basket takes {taken}",
            trees=counts.trees(len(trees)),
            fruits=counts.fruits(trees[0]),
            ravens=counts.ravens(ravens),
            taken=counts.fruits(die.basket_size),
        )
    )
    while any(trees) and ravens:
        face = _throw(trees, die, rng)
        if face == "raven":
            ravens -= 1
            tell(Message("  the raven: {ravens} left", ravens=ravens))
        elif face == "basket":
            for left in range(min(die.basket_size, sum(trees)), 0, -1):
                trees[_ask(trees, ravens, left)] -= 1
        else:
            trees[int(face)] -= 1
            tell(_left(int(face), trees[int(face)]))
    tell(
        "you win: no fruit is left"
        if not any(trees)
        else Message(
            "you lose: the raven comes, {count} fruit is left",
            plural="you lose: the raven comes, {count} fruits are left",
            count=sum(trees),
        )
    )


def _left(tree: int, fruits: int) -> Message:
    return Message(
        "  tree {tree}: {count} fruit left",
        plural="  tree {tree}: {count} fruits left",
        tree=tree + 1,
        count=fruits,
    )


def _throw(trees: list[int], die: "Die", rng: "Generator") -> str:
    """A face that counts: "raven", "basket" or the number of a tree that bears fruit."""
    bearing = [str(i) for i, fruits in enumerate(trees) if fruits]
    faces = [*bearing * die.tree_faces, *["basket"] * die.basket_faces, *["raven"] * die.raven_faces]
    return faces[int(rng.integers(len(faces)))]


def _ask(trees: list[int], ravens: int, left: int) -> int:
    told = "  ".join(f"{i}: {fruits}" for i, fruits in enumerate(trees, 1))
    question = Message(
        "  the basket, {left} to take; trees {told}; {ravens}; which tree? ",
        left=left,
        told=told,
        ravens=counts.ravens(ravens),
    )
    while True:
        chosen = ask_number(question, len(trees), {"odds": partial(_tell_odds, trees, ravens, left)}) - 1
        if trees[chosen]:
            return chosen
        tell(Message("  tree {chosen} is empty", chosen=chosen + 1))


def _tell_odds(trees: list[int], ravens: int, left: int) -> None:
    chances = {i: _chance(_without(trees, i), ravens, left - 1) for i, fruits in enumerate(trees) if fruits}
    tell("  the chance to win with the best baskets from here on:")
    for i, chance in chances.items():
        tell(
            Message(
                "  tree {i:2}  {chance:.4f}{best}",
                i=i + 1,
                chance=chance,
                best=Message("  best") if chance > max(chances.values()) - TIE else "",
            )
        )


def _chance(trees: list[int], ravens: int, left: int) -> float:
    """The chance to win with the best play, so many fruits of a basket still to take."""
    from solvers.verger.orchard import Orchard
    from solvers.verger.win_chance import win_chance

    if left == 0 or not any(trees):
        return win_chance(Orchard(tuple(trees), ravens), "best")
    return max(_chance(_without(trees, i), ravens, left - 1) for i, fruits in enumerate(trees) if fruits)


def _without(trees: list[int], taken: int) -> list[int]:
    return [fruits - (i == taken) for i, fruits in enumerate(trees)]
