"""The orchard game: the chance to win, throws, fair ravens, sampled games, and the Markov chain of a small orchard."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from answers.errors import CorrigeError
from answers.laboratory import counts
from answers.laboratory.solution import SolverResult, Tabular, estimate, estimate_text, number, svg
from answers.laboratory.user_input import check_cost, integers
from answers.messages import Message, decimal, joined
from solvers.verger.chain_svg import chain_svg
from solvers.verger.exact_chance import exact_chance
from solvers.verger.heat_maps import fair_ravens
from solvers.verger.markov_chain import MarkovChain, absorbing_chances, absorbing_times, after_throws, markov_chain
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, Strategy
from solvers.verger.positions import positions
from solvers.verger.sampling import sample
from solvers.verger.win_chance import expected_length, win_chance

TREES, FRUITS = 4, 10
QUICK_CELLS = 100_000
"""Positions times ravens up to which the fraction takes a fraction of a second, and is computed unasked."""
MOST_BITS = 14_000
"""Python prints no integer of more than 4300 digits."""
LARGEST = 10**9
MOVE_SECONDS, ENTRY_SECONDS, CELL_SECONDS = 2e-7, 1e-6, 8e-9
"""On a usual machine: of a fruit or a raven in a game that is played, of a state of the chain in a throw, and of a tree
in a position of a raven."""
SHOWN_STATES = 26
"""Up to so many states the matrix is laid out as a table; beyond, only as a line to copy."""


End = tuple[tuple[Fraction, Fraction], Fraction]
"""Of a state of the chain: the chances to lose and to win, and the throws to come."""


class OrchardGame(NamedTuple):
    """An orchard, how its baskets are filled, and the die."""

    orchard: Orchard
    strategy: Strategy
    die: Die = DEFAULT_DIE


def orchard_sizes(orchard: str | None, trees: int | None, fruits: int | None) -> tuple[int, ...]:
    """Return the fruits on each tree, listed or all alike."""
    if orchard is None:
        return (FRUITS if fruits is None else fruits,) * (TREES if trees is None else trees)
    if trees is not None or fruits is not None:
        raise CorrigeError.one("--orchard excludes --trees and --fruits", remedy="give one or the other")
    return integers(orchard, "--orchard", Message("write for instance 3,2,1"), digits=9)


def die_of(text: str, basket: int) -> Die:
    """Return the die with so many faces of each tree, of the basket and of the raven."""
    remedy = Message("write for instance 1,1,1: a tree, the basket, the raven")
    tree, of_basket, raven = integers(text, "--die", remedy, digits=5, count=3)
    return Die(tree, of_basket, raven, basket)


def chance(
    game: OrchardGame, *, exact: bool | None, fair: bool, games: int | None, seed: int, long: bool
) -> SolverResult:
    """Return the chance to win, and how many throws it takes; `exact` is None for a fraction where it is quick."""
    orchard, strategy, die = game
    _check_games(orchard, games or 0, long=long)
    probability = number(_probability(game, exact=exact, long=long))
    throws = None if strategy == "best" else expected_length(orchard, strategy, die)
    document: dict[str, object] = {
        "trees": orchard.trees,
        "ravens": orchard.ravens,
        "strategy": strategy,
        "probability": probability,
        "throws": None if throws is None else number(throws),  # equally good baskets may make games longer or shorter
    }
    lines: list[str] = [
        Message("orchard      {position}, {value}", position=orchard, value=strategy),
        Message("probability  {probability:.6g}", probability=probability["value"]),
    ]
    if probability["exact"]:
        lines.append(Message("exact        {probability}", probability=probability["exact"]))
    if throws is not None:
        lines.append(Message("throws       {throws:.6g}", throws=throws))
    if fair:
        document["fair_ravens"] = ravens = fair_ravens(orchard.trees, strategy, die)
        lines.append(Message("fair         {ravens}", ravens=counts.ravens(ravens)))
    if games is not None:
        played = sample(orchard, strategy, games, seed, die)
        document["sampled"] = {
            "games": games,
            "seed": seed,
            "probability": estimate(played.chance),
            "throws": estimate(played.length),
        }
        lines += [
            Message("played       {games} with seed {seed}", games=counts.games(games), seed=seed),
            Message("probability  {told_estimate}", told_estimate=estimate_text(played.chance)),
            Message("throws       {told_estimate}", told_estimate=estimate_text(played.length)),
        ]
    return SolverResult(document, lines)


def _check_games(orchard: Orchard, games: int, *, long: bool) -> None:
    moves = sum(orchard.trees) + orchard.ravens
    message = Message("{games} of {moves} fruits and ravens", games=counts.games(games), moves=moves)
    seconds = MOVE_SECONDS * games * min(moves, LARGEST)
    check_cost(message, seconds, place="--games", remedy=Message("ask for fewer games"), long=long)


def _probability(game: OrchardGame, *, exact: bool | None, long: bool) -> Fraction | float:
    """The chance to win, as a fraction when it is asked for or quick."""
    orchard = game.orchard
    count = len(positions(orchard.trees).after)
    message = Message("{positions} positions with {ravens}", positions=count, ravens=counts.ravens(orchard.ravens))
    seconds = CELL_SECONDS * count * len(orchard.trees) * orchard.ravens
    check_cost(message, seconds, place="--trees", remedy=Message("take fewer trees, fruits or ravens"), long=long)
    is_quick = exact is None and count * orchard.ravens <= QUICK_CELLS
    if not (exact or is_quick):
        return win_chance(*game)
    fraction = exact_chance(*game)
    bits = fraction.denominator.bit_length()
    if bits <= MOST_BITS:
        return fraction
    if exact:
        cause = Message("the fraction has {bits} bits, at most {most_bits} are printed", bits=bits, most_bits=MOST_BITS)
        raise CorrigeError.one(cause, remedy="drop --exact")
    return float(fraction)


def chain(game: OrchardGame, throws: int, *, long: bool) -> SolverResult:
    """Return the chain of a small orchard: states, matrix, the distribution after some throws, and the limits."""
    made = markov_chain(*game)
    _check_throws(len(made.states), throws, long=long)
    ends = list(zip(absorbing_chances(made), absorbing_times(made), strict=True))
    after = after_throws(made, 0, throws)
    document = {
        "states": [*map(str, made.states), "loss", "win"],
        "matrix": [[str(cell) for cell in row] for row in made.matrix],
        "throws": throws,
        "after": list(map(number, after)),
        "limits": [{"loss": number(loss), "win": number(win), "throws": number(time)} for (loss, win), time in ends],
    }
    return SolverResult(document, _chain_lines(made, ends, throws, after), svg(lambda: chain_svg(made, "loss", "win")))


def _chain_lines(made: MarkovChain, ends: Sequence[End], throws: int, after: Sequence[Fraction]) -> list[str | Tabular]:
    """The states with how games end from them, the matrix, also as a line to copy, and what is reached."""
    names = [*map(str, made.states), Message("loss"), Message("win")]
    is_small = len(names) <= SHOWN_STATES
    letters = [chr(ord("A") + i) if is_small else str(i + 1) for i in range(len(names))]
    rows = [
        (letter, name, _share(loss), _share(win), decimal(time, ".6g"))
        for letter, name, ((loss, win), time) in zip(letters, names, ends, strict=True)
    ]
    columns = ("", "state", "leads to a loss", "leads to a win", "expected throws")
    reached = (joined(" ", (letter, _share(share))) for letter, share in zip(letters, after, strict=True) if share)
    return [
        Tabular(columns, rows),
        *(_matrix(made, letters) if is_small else ()),
        "",
        Message(
            "after {throws} throws from {letters}: {reached}",
            throws=throws,
            letters=letters[0],
            reached=joined(", ", reached),
        ),
        "",
        "[" + ", ".join(f"[{', '.join(map(str, row))}]" for row in made.matrix) + "]",
    ]


def _check_throws(states: int, throws: int, *, long: bool) -> None:
    message = Message(
        "a chain of {states} after {count} throw",
        plural="a chain of {states} after {count} throws",
        states=counts.states(states),
        count=throws,
    )
    remedy = Message("ask for a lower power")
    check_cost(message, ENTRY_SECONDS * states * throws, place="--power", remedy=remedy, long=long)


def _matrix(chain: MarkovChain, letters: list[str]) -> tuple[str, Tabular]:
    rows = [(letter, *map(str, row)) for letter, row in zip(letters, chain.matrix, strict=True)]
    return "", Tabular(("", *letters), rows, right=letters)


def _share(chance: Fraction) -> Message:
    """A chance as a short fraction with its decimals, or these alone."""
    text, value = str(chance), decimal(chance, ".12g")
    return joined(" = ", (text, value)) if chance.denominator > 1 and len(text) <= 24 else value
