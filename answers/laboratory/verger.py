"""The orchard game: probability of winning, number of throws, fair number of ravens, sampled games, Markov chain."""

from fractions import Fraction
from typing import NamedTuple

from answers.errors import CorrigeError
from answers.laboratory import counts
from answers.laboratory.result import SolverResult, Tabular, estimate, estimate_text, number, svg
from answers.laboratory.user_input import check_cost, integers
from answers.messages import Message, decimal, joined
from solvers.verger.chain_svg import chain_svg
from solvers.verger.exact_chance import exact_chance
from solvers.verger.heat_maps import fair_ravens
from solvers.verger.markov_chain import absorbing_chances, absorbing_times, after_throws, markov_chain
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, OrchardStrategy
from solvers.verger.positions import positions
from solvers.verger.sampling import sample
from solvers.verger.win_chance import expected_length, win_chance

TREES, FRUITS = 4, 10
QUICK_CELLS = 100_000
"""Greatest product of positions and ravens for which the fraction is computed by default; it takes under a second."""
MOST_BITS = 14_000
"""Greatest size, in bits, of the denominator of a printed fraction; Python prints integers of up to 4300 digits."""
LARGEST = 10**9
MOVE_SECONDS, ENTRY_SECONDS, CELL_SECONDS = 2e-7, 1e-6, 8e-9
"""Seconds on a usual machine: for a fruit or raven of a sampled game, for a state of the chain in a throw, and for a
tree and a raven in a position."""
SHOWN_STATES = 26
"""Greatest number of states for which the matrix is printed as a table, besides the line to copy."""


End = tuple[tuple[Fraction, Fraction], Fraction]
"""Probabilities of losing and of winning from a state of the chain, and expected number of throws."""


class OrchardGame(NamedTuple):
    """A position (fruits on the trees, ravens left), how players fill a basket (`strategy`), and the die."""

    orchard: Orchard
    strategy: OrchardStrategy
    die: Die = DEFAULT_DIE


def orchard_sizes(orchard: str | None, trees: int | None, fruits: int | None) -> tuple[int, ...]:
    """Return the number of fruits on each tree, from the options of the command.

    `orchard` is a list such as "3,2,1"; if it is None, `trees` trees have `fruits` fruits each, by default 4 and 10.
    CorrigeError if both are given, or if the list is malformed.
    """
    if orchard is None:
        return (FRUITS if fruits is None else fruits,) * (TREES if trees is None else trees)
    if trees is not None or fruits is not None:
        raise CorrigeError.single(
            "--orchard cannot be combined with --trees or --fruits",
            remedy="give either --orchard, or --trees and --fruits",
        )
    return integers(orchard, "--orchard", Message("write for instance 3,2,1"), digits=9)


def die_of(text: str, basket: int) -> Die:
    """Return the die with the numbers of faces in a text such as "1,1,1": for each tree, the basket, and the raven.

    `basket` is the number of fruits that a basket takes. CorrigeError if the text is malformed.
    """
    remedy = Message("write for instance 1,1,1: the faces of each tree, of the basket and of the raven")
    tree, of_basket, raven = integers(text, "--die", remedy, digits=5, count=3)
    return Die(tree, of_basket, raven, basket)


def chance(
    game: OrchardGame, *, exact: bool | None, fair: bool, games: int | None, seed: int, long: bool
) -> SolverResult:
    """Return the probability of winning the orchard game, and the expected number of throws.

    The probability is a fraction if `exact`, a float if it is False, and if None a fraction if that is quick. With
    `fair`, add the least number of ravens with which the player wins more often than not: more ravens help the player,
    since the game is lost only when all have come. With `games`, this number of games is sampled too, with dice of the
    seed `seed`. `long` allows computations that take too long for a usual run.
    """
    orchard, strategy, die = game
    moves = sum(orchard.trees) + orchard.ravens
    check_cost(
        Message(
            "the command would play {games} with {moves} fruits and ravens in all",
            games=counts.games(games or 0),
            moves=moves,
        ),
        MOVE_SECONDS * (games or 0) * min(moves, LARGEST),
        place="--games",
        remedy=Message("ask for fewer games: --games N"),
        long=long,
    )
    probability = number(_probability(game, exact=exact, long=long))
    throws = None if strategy == "best" else expected_length(orchard, strategy, die)
    document: dict[str, object] = {
        "trees": orchard.trees,
        "ravens": orchard.ravens,
        "strategy": strategy,
        "probability": probability,
        "throws": None if throws is None else number(throws),  # not defined for "best": ties change the length
    }
    lines: list[str] = [
        Message("orchard      {position}, strategy {value}", position=orchard, value=strategy),
        Message("probability  {probability:.6g}", probability=probability["value"]),
    ]
    if probability["exact"]:
        lines.append(Message("fraction     {probability}", probability=probability["exact"]))
    if throws is not None:
        lines.append(Message("throws       {throws:.6g}", throws=throws))
    if fair:
        document["fair_ravens"] = ravens = fair_ravens(orchard.trees, strategy, die)
        lines.append(Message("fair game    {ravens}", ravens=counts.ravens(ravens)))
    if games is not None:
        sampled = sample(orchard, strategy, games, seed, die)
        document["sampled"] = {
            "games": games,
            "seed": seed,
            "probability": estimate(sampled.chance),
            "throws": estimate(sampled.length),
        }
        lines += [
            Message("played       {games} with seed {seed}", games=counts.games(games), seed=seed),
            Message("probability  {estimate}", estimate=estimate_text(sampled.chance)),
            Message("throws       {estimate}", estimate=estimate_text(sampled.length)),
        ]
    return SolverResult(document, lines)


def _probability(game: OrchardGame, *, exact: bool | None, long: bool) -> Fraction | float:
    """Return the probability of winning, as a fraction if `exact` is True, or if `exact` is None and this is quick."""
    orchard = game.orchard
    count = len(positions(orchard.trees).after)
    message = Message(
        "the command would compute the chances to win in {positions} positions with {ravens}",
        positions=count,
        ravens=counts.ravens(orchard.ravens),
    )
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
        cause = Message(
            "the exact fraction has {bits} bits, and only fractions of at most {most_bits} bits are printed",
            bits=bits,
            most_bits=MOST_BITS,
        )
        raise CorrigeError.single(cause, remedy="leave --exact out, to get the probability as a decimal")
    return float(fraction)


def chain(game: OrchardGame, throws: int, *, long: bool) -> SolverResult:
    """Return the Markov chain of a small orchard; CorrigeError if this takes too long, unless `long`.

    The result has the states, the transition matrix, the distribution after `throws` throws from the first state, and
    for each state the probabilities of a loss and a win and the expected number of throws.
    """
    markov = markov_chain(*game)
    states = len(markov.states)
    message = Message(
        "the command would compute a Markov chain of {states} after {count} throw",
        plural="the command would compute a Markov chain of {states} after {count} throws",
        states=counts.states(states),
        count=throws,
    )
    seconds = ENTRY_SECONDS * states * throws
    check_cost(message, seconds, place="--power", remedy=Message("give a smaller number to --power"), long=long)
    ends = list(zip(absorbing_chances(markov), absorbing_times(markov), strict=True))
    after = after_throws(markov, 0, throws)
    document = {
        "states": [*map(str, markov.states), "loss", "win"],
        "matrix": [[str(cell) for cell in row] for row in markov.matrix],
        "throws": throws,
        "after": list(map(number, after)),
        "limits": [{"loss": number(loss), "win": number(win), "throws": number(time)} for (loss, win), time in ends],
    }
    names = [*map(str, markov.states), Message("loss"), Message("win")]
    is_small = len(names) <= SHOWN_STATES
    letters = [chr(ord("A") + i) if is_small else str(i + 1) for i in range(len(names))]
    rows = [
        (letter, name, _share(loss), _share(win), decimal(time, ".6g"))
        for letter, name, ((loss, win), time) in zip(letters, names, ends, strict=True)
    ]
    columns = ("", "state", "leads to a loss", "leads to a win", "expected throws")
    reached = (joined(" ", (letter, _share(share))) for letter, share in zip(letters, after, strict=True) if share)
    matrix = [(letter, *map(str, row)) for letter, row in zip(letters, markov.matrix, strict=True)]
    return SolverResult(
        document,
        [
            Tabular(columns, rows),
            *(("", Tabular(("", *letters), matrix, right=letters)) if is_small else ()),
            "",
            Message(
                "after {throws} throws from {letters}: {reached}",
                throws=throws,
                letters=letters[0],
                reached=joined(", ", reached),
            ),
            "",
            "[" + ", ".join(f"[{', '.join(map(str, row))}]" for row in markov.matrix) + "]",
        ],
        svg(lambda: chain_svg(markov, "loss", "win")),
    )


def _share(chance: Fraction) -> Message:
    """Return a probability as text: "1/2 = 0.5", or only decimals if it is an integer or its fraction is long."""
    text, value = str(chance), decimal(chance, ".12g")
    return joined(" = ", (text, value)) if chance.denominator > 1 and len(text) <= 24 else value
