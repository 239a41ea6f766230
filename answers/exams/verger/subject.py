"""The subject of `verger`: how its definitions build up, its drawings, and what its worked examples show."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from answers.exam.subject import Subject
from answers.exams.verger.chains import SHORT
from answers.exams.verger.figures import EXAMPLE, baskets, board, chain_graph
from solvers.verger.exact_chance import exact_chance, exact_chances, positions_short
from solvers.verger.heat_maps import fair_ravens, ravens_of_most_gain
from solvers.verger.markov_chain import absorbing_chances, absorbing_times, after_throws, markov_chain
from solvers.verger.orchard import DEFAULT_GAME, Die, Orchard, Strategy

CHECK_DIE, LARGE_BASKET = Die(2, 3, 1, 2), Die(2, 3, 1, 3)
"""Nobody draws them."""
CHECKED = Orchard((3, 2, 2), 3)
PRINTED = Orchard((2, 2), 2)
SHORT_IN = Orchard((3, 2), 2)
MOST_SHOWN = 8
STRATEGIES: tuple[Strategy, ...] = ("max", "min", "random")


@cache
def examples() -> Mapping[str, object]:
    """The chain of 21|1, a random basket, where min falls short, a table by ravens, values to check programs with."""
    return {"chain": _chain(), "basket": _basket(), "short": _short(), "ravens": _by_ravens(), "checks": _checks()}


def _chain() -> Mapping[str, object]:
    """The chain drawn, its limits, and where it stands after two throws."""
    chain = markov_chain(EXAMPLE)
    size = len(chain.states)
    wins = [win for _, win in absorbing_chances(chain)]
    *playing, lost, won = after_throws(chain, 0, 2)
    return {
        "names": [str(state) for state in chain.states],
        "matrix": chain.matrix,
        "wins": wins[:size],
        "lengths": absorbing_times(chain)[:size],
        "non_zero": _non_zero(chain.matrix),
        "after_two": {"won": won, "lost": lost, "going": sum(playing, Fraction(0))},
    }


def _basket() -> Mapping[Orchard, Fraction]:
    """What a random basket of two leaves of 31, by a die that has no other face."""
    chain = markov_chain(Orchard((3, 1), 1), "random", Die(0, 1, 0, 2))
    return {state: chance for state, chance in zip(chain.states, chain.matrix[0], strict=False) if chance}


def _short() -> Mapping[str, object]:
    """The positions of a small chain from which min falls short, and what the first of them is worth."""
    short = positions_short(SHORT_IN, "min", of="max", by=SHORT)
    return {
        "chain": SHORT_IN,
        "states": len(markov_chain(SHORT_IN).states),
        "positions": short,
        "min": exact_chance(short[0], "min"),
        "max": exact_chance(short[0], "max"),
    }


def _by_ravens() -> Mapping[str, object]:
    """The chances of three trees of four fruits under max and min, from one raven up."""
    trees = (4, 4, 4)
    high, low = (exact_chances(Orchard(trees, MOST_SHOWN), strategy)[1:] for strategy in ("max", "min"))
    return {
        "rows": tuple(zip(range(1, MOST_SHOWN + 1), high, low, strict=True)),
        "fair": (fair_ravens(trees, "max"), fair_ravens(trees, "min")),
        "most": ravens_of_most_gain(trees, "max", "min"),
    }


def _checks() -> Mapping[str, object]:
    """Values of orchards and of a die that no student has."""
    chain, printed = markov_chain(CHECKED, "max", CHECK_DIE), markov_chain(PRINTED)
    *playing, lost, won = after_throws(printed, 0, 3)
    fair = {strategy: fair_ravens((6,) * 6, strategy) for strategy in STRATEGIES}
    gain = ravens_of_most_gain((8, 8), "max", "min", LARGE_BASKET)
    return {
        "original": {strategy: exact_chance(DEFAULT_GAME, strategy) for strategy in STRATEGIES},
        "printed": {
            "win": absorbing_chances(printed)[0][1],
            "length": absorbing_times(printed)[0],
            "after": (won, lost, sum(playing, Fraction(0))),
        },
        "chain": {
            "rows": len(chain.matrix),
            "max": _non_zero(chain.matrix),
            "random": _non_zero(markov_chain(CHECKED, "random", CHECK_DIE).matrix),
            "short": len(positions_short(CHECKED, "min", CHECK_DIE, of="max", by=SHORT)),
            "win": absorbing_chances(chain)[0][1],
            "length": absorbing_times(chain)[0],
        },
        "fair": {name: (c, exact_chance(Orchard((6,) * 6, c), name)) for name, c in fair.items()},
        "gain": (
            gain,
            *(exact_chance(Orchard((8, 8), gain), strategy, LARGE_BASKET) for strategy in STRATEGIES),
        ),
    }


def _non_zero(matrix: tuple[tuple[Fraction, ...], ...]) -> int:
    return sum(bool(chance) for row in matrix for chance in row)


SUBJECT = Subject(
    minutes=150,
    definitions={1: (), 2: (1,), 3: (2,), 4: (3,), 5: (4,), 6: (3,), 7: (4, 6)},
    figures={"board": board, "baskets": baskets, "chain": chain_graph},
    examples=examples,
)
