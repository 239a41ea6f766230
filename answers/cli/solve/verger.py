"""corrige solve verger: the chance to win the orchard game."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from answers.cli.common import counts
from answers.cli.common.cost import Long, check_cost
from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output, Randomness
from answers.cli.common.output import working
from answers.cli.solve.common import Json, deliver_solution, estimate, number, refusing, told_estimate
from answers.errors import CorrigeError
from answers.messages import Message

if TYPE_CHECKING:
    from fractions import Fraction

    from solvers.verger.markov_chain import MarkovChain
    from solvers.verger.orchard import Die, Orchard

TREES, FRUITS, RAVENS = 4, 10, 9
MOST_TREES = 10_000
MOST_GAMES, MOST_THROWS, THROWS = 100_000_000, 100_000, 1000
QUICK_CELLS = 100_000
"""Positions times ravens up to which the fraction takes a fraction of a second, and is computed unasked."""
MOST_BITS = 14_000
"""Python prints no integer of more than 4300 digits."""
LARGEST = 10**9
MOVE_SECONDS, ENTRY_SECONDS, CELL_SECONDS = 2e-7, 1e-6, 8e-9
"""On a usual machine: of a fruit or a raven in a game that is played, of a state of the chain in a throw, and of a tree
in a position of a raven."""


class Filling(StrEnum):
    """How a basket is filled."""

    MAX = "max"
    MIN = "min"
    RANDOM = "random"
    RANDOM_FRUIT = "random-fruit"
    BEST = "best"


def verger(
    *,
    trees: Annotated[
        int | None,
        typer.Option("--trees", metavar="N", min=0, max=MOST_TREES, help=f"How many equal trees; by default {TREES}."),
    ] = None,
    fruits: Annotated[
        int | None, typer.Option("--fruits", metavar="N", min=0, help=f"Fruits on each; by default {FRUITS}.")
    ] = None,
    orchard: Annotated[
        str | None, typer.Option("--orchard", metavar="N,N,…", help="Fruits on each tree, when they are not equal.")
    ] = None,
    ravens: Annotated[int, typer.Option("--ravens", metavar="N", min=0, help="Ravens left.")] = RAVENS,
    strategy: Annotated[Filling, typer.Option("--strategy", help="How baskets are filled.")] = Filling.MAX,
    exact: Annotated[
        bool | None, typer.Option("--exact/--no-exact", help="The fraction too; by default when it is quick.")
    ] = None,
    die: Annotated[
        str, typer.Option("--die", metavar="T,B,R", help="Faces of each tree, of the basket, of the raven.")
    ] = "1,1,1",
    basket: Annotated[int, typer.Option("--basket", metavar="N", min=1, help="Fruits a basket takes.")] = 2,
    games: Annotated[
        int | None, typer.Option("--games", metavar="N", min=2, max=MOST_GAMES, help="Also play as many games.")
    ] = None,
    seed: Randomness = 17,
    long: Long = False,
    fair: Annotated[bool, typer.Option("--fair", help="Find the least ravens with a chance above one half.")] = False,
    chain: Annotated[bool, typer.Option("--chain", help="Show the Markov chain of a small orchard instead.")] = False,
    power: Annotated[
        int | None,
        typer.Option("--power", metavar="N", min=0, max=MOST_THROWS, help=f"With --chain: its power; else {THROWS}."),
    ] = None,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Find the chance to win the orchard game, and how many throws it takes (those that show an empty tree apart).

    --chain gives states, matrix (also as a line for a computer algebra system), a power and the limits; with
    -o FILE.svg its graph.
    """
    sizes, dice = _sizes(orchard, trees, fruits), refusing(_die, die, basket)
    if chain:
        made, after = refusing(_chain, sizes, ravens, strategy, dice), THROWS if power is None else power
        _check_power(len(made.states), after, long=long)
        _deliver_chain(made, after, as_json=as_json, output=output, force=force)
        return
    if power is not None:
        raise CorrigeError.one("--power is of the chain", remedy="add --chain")
    _check_games(sizes, ravens, games or 0, long=long)
    with working("computing the chance"):
        position, chance = refusing(_solve, sizes, ravens, strategy, exact, dice, long=long)
        found, lines = _found(position, strategy, chance, refusing(_throws, position, strategy, dice))
    if fair:
        found["fair_ravens"] = least = refusing(_fair, position, strategy, dice)
        lines.append(Message("fair         {ravens}", ravens=counts.ravens(least)))
    if games is not None:
        found["sampled"], told = refusing(_sampled, position, strategy, dice, (games, seed))
        lines += told
    deliver_solution(found, lines, as_json=as_json, output=output, force=force)


def _check_games(trees: tuple[int, ...], ravens: int, games: int, *, long: bool) -> None:
    seconds = MOVE_SECONDS * games * min(sum(trees) + ravens, LARGEST)
    what = Message("{games} of {moves} fruits and ravens", games=counts.games(games), moves=sum(trees) + ravens)
    check_cost(what, seconds, place="--games", remedy=Message("ask for fewer games"), long=long)


def _check_power(states: int, throws: int, *, long: bool) -> None:
    what = Message(
        "a chain of {states} after {count} throw",
        plural="a chain of {states} after {count} throws",
        states=counts.states(states),
        count=throws,
    )
    remedy = Message("ask for a lower power")
    check_cost(what, ENTRY_SECONDS * states * throws, place="--power", remedy=remedy, long=long)


def _found(
    position: "Orchard", strategy: Filling, chance: "Fraction | float", throws: float | None
) -> tuple[dict[str, object], list[str]]:
    probability = number(chance)
    found: dict[str, object] = {
        "trees": position.trees,
        "ravens": position.ravens,
        "strategy": strategy.value,
        "probability": probability,
        "throws": None if throws is None else number(throws),
    }
    lines: list[str] = [
        Message("orchard      {position}, {value}", position=position, value=strategy.value),
        Message("probability  {probability:.6g}", probability=probability["value"]),
    ]
    if probability["exact"]:
        lines.append(Message("exact        {probability}", probability=probability["exact"]))
    if throws is not None:
        lines.append(Message("throws       {throws:.6g}", throws=throws))
    return found, lines


def _throws(position: "Orchard", strategy: Filling, die: "Die") -> float | None:
    """Return the expected throws; None for `best`, whose equally good baskets may make games of different lengths."""
    from solvers.verger.expected_length import expected_length

    return expected_length(position, strategy.value, die) if strategy.value != "best" else None


def _sizes(orchard: str | None, trees: int | None, fruits: int | None) -> tuple[int, ...]:
    """The fruits on each tree, listed or all alike."""
    if orchard is None:
        return (FRUITS if fruits is None else fruits,) * (TREES if trees is None else trees)
    if trees is not None or fruits is not None:
        raise CorrigeError.one("--orchard excludes --trees and --fruits", remedy="give one or the other")
    parts = [part.strip() for part in orchard.split(",")]
    if not all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts):
        raise CorrigeError.one(Message("--orchard is {orchard!r}", orchard=orchard), remedy="write it like 3,2,1")
    return tuple(map(int, parts))


def _solve(
    trees: tuple[int, ...], ravens: int, strategy: Filling, exact: bool | None, die: "Die", *, long: bool
) -> "tuple[Orchard, Fraction | float]":
    from solvers.verger.exact_chance import exact_chance
    from solvers.verger.orchard import Orchard
    from solvers.verger.positions import positions
    from solvers.verger.win_chance import win_chance

    position = Orchard(trees, ravens)
    count = len(positions(position.trees).after)
    what = Message("{positions} positions with {ravens}", positions=count, ravens=counts.ravens(ravens))
    seconds = CELL_SECONDS * count * len(position.trees) * ravens
    check_cost(what, seconds, place="--trees", remedy=Message("take fewer trees, fruits or ravens"), long=long)
    quick = exact is None and count * ravens <= QUICK_CELLS
    if not (exact or quick):
        return position, win_chance(position, strategy.value, die)
    chance = exact_chance(position, strategy.value, die)
    if chance.denominator.bit_length() <= MOST_BITS:
        return position, chance
    if exact:
        bits = chance.denominator.bit_length()
        raise CorrigeError.one(
            Message("the fraction has {bits} bits, at most {most_bits} are printed", bits=bits, most_bits=MOST_BITS),
            remedy="drop --exact",
        )
    return position, float(chance)


def _die(text: str, basket: int) -> "Die":
    from solvers.verger.orchard import Die

    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() and len(part) < 6 for part in parts):
        raise CorrigeError.one(
            Message("--die is {text!r}", text=text[:40]), remedy="write it like 1,1,1: a tree, the basket, the raven"
        )
    return Die(int(parts[0]), int(parts[1]), int(parts[2]), basket)


def _fair(position: "Orchard", strategy: Filling, die: "Die") -> int:
    from solvers.verger.heat_maps import fair_ravens

    return fair_ravens(position.trees, strategy.value, die)


def _sampled(position: "Orchard", strategy: Filling, die: "Die", games: tuple[int, int]) -> tuple[Json, list[str]]:
    from solvers.verger.sampling import sample

    played = sample(position, strategy.value, *games, die)
    chance, length = played.chance, played.length
    lines: list[str] = [Message("played       {games} with seed {seed}", games=counts.games(games[0]), seed=games[1])]
    lines += [
        Message("probability  {told_estimate}", told_estimate=told_estimate(chance)),
        Message("throws       {told_estimate}", told_estimate=told_estimate(length)),
    ]
    found = {"games": games[0], "seed": games[1], "probability": estimate(chance), "throws": estimate(length)}
    return found, lines


def _chain(trees: tuple[int, ...], ravens: int, strategy: Filling, die: "Die") -> "MarkovChain":
    from solvers.verger.markov_chain import markov_chain
    from solvers.verger.orchard import Orchard

    return markov_chain(Orchard(trees, ravens), strategy.value, die)


def _deliver_chain(chain: "MarkovChain", throws: int, *, as_json: bool, output: Path, force: bool) -> None:
    from answers.cli.solve.verger_chain import chain_json, chain_lines
    from solvers.verger.chain_svg import chain_svg

    deliver_solution(
        chain_json(chain, throws),
        chain_lines(chain, throws),
        as_json=as_json,
        output=output,
        force=force,
        svg=lambda: refusing(chain_svg, chain, "loss", "win"),
    )
