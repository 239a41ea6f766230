"""Play the orchard game in the terminal; the player chooses the fruits of each basket."""

from functools import partial

import numpy as np

from answers.laboratory import counts
from answers.laboratory.play.prompts import ask_number, print_line
from answers.messages import Message
from solvers.verger.orchard import DEFAULT_DIE as DIE
from solvers.verger.orchard import Orchard
from solvers.verger.win_chance import win_chance

TIE = 1e-12


def play_verger(trees: list[int], ravens: int, seed: int) -> None:
    """Play the orchard game, changing the fruits in `trees`; StoppedError if the player leaves the game."""
    rng = np.random.default_rng(seed)
    print_line(
        "{trees} of {fruits}, {ravens}; a basket takes {taken}",
        trees=counts.trees(len(trees)),
        fruits=counts.fruits(trees[0]),
        ravens=counts.ravens(ravens),
        taken=counts.fruits(DIE.basket_size),
    )
    while any(trees) and ravens:
        bearing = [str(i) for i, fruits in enumerate(trees) if fruits]
        faces = [*bearing * DIE.tree_faces, *["basket"] * DIE.basket_faces, *["raven"] * DIE.raven_faces]
        face = faces[int(rng.integers(len(faces)))]
        if face == "raven":
            ravens -= 1
            print_line("  raven cards left: {ravens}", ravens=ravens)
        elif face == "basket":
            for left in range(min(DIE.basket_size, sum(trees)), 0, -1):
                question = Message(
                    "  basket: {left} fruits left to take; trees {trees}; {ravens}; which tree? ",
                    left=left,
                    trees="  ".join(f"{i}: {count}" for i, count in enumerate(trees, 1)),
                    ravens=counts.ravens(ravens),
                )
                odds = {"odds": partial(_tell_odds, trees, ravens, left)}
                while not trees[(chosen := ask_number(question, len(trees), odds)) - 1]:
                    print_line("  tree {chosen} is empty", chosen=chosen)
                trees[chosen - 1] -= 1
        else:
            trees[int(face)] -= 1
            print_line(
                "  tree {tree}: {count} fruit left",
                plural="  tree {tree}: {count} fruits left",
                tree=int(face) + 1,
                count=trees[int(face)],
            )
    print_line(
        "you win: no fruit is left"
        if not any(trees)
        else Message(
            "you lose: the raven comes, {count} fruit is left",
            plural="you lose: the raven comes, {count} fruits are left",
            count=sum(trees),
        )
    )


def _tell_odds(trees: list[int], ravens: int, left: int) -> None:
    """Print the probability of winning after each choice of a tree."""
    chances = {i: _chance(_without(trees, i), ravens, left - 1) for i, fruits in enumerate(trees) if fruits}
    print_line("  probability of winning, with optimal baskets from now on:")
    for i, chance in chances.items():
        print_line(
            "  tree {i:2}  {chance:.4f}{best}",
            i=i + 1,
            chance=chance,
            best=Message("  best") if chance > max(chances.values()) - TIE else "",
        )


def _chance(trees: list[int], ravens: int, left: int) -> float:
    """Return the probability of winning with optimal play, when `left` fruits of a basket are still to be taken."""
    if left == 0 or not any(trees):
        return win_chance(Orchard(tuple(trees), ravens), "best")
    return max(_chance(_without(trees, i), ravens, left - 1) for i, fruits in enumerate(trees) if fruits)


def _without(trees: list[int], taken: int) -> list[int]:
    return [fruits - (i == taken) for i, fruits in enumerate(trees)]
