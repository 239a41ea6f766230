"""What the worked solutions of `verger` show of one seed: faces, equations to be checked by hand, tables by ravens."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from answers.exam.key import Key
from answers.exam.subject import Worked
from answers.exams.verger.draws import Parameters, filled, throw
from answers.exams.verger.questions import FAIR_UNDER
from answers.exams.verger.solved import chain
from solvers.verger.absorbing import absorbing_chances, absorbing_times, after_throws
from solvers.verger.best_play import positions_short_of_best
from solvers.verger.exact_chance import exact_chance
from solvers.verger.heat_maps import fair_ravens
from solvers.verger.markov_chain import MarkovChain
from solvers.verger.most_gain import ravens_of_most_gain
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, Strategy
from solvers.verger.positions import positions

SHOWN_GAINS = 2


class Term(NamedTuple):
    """What one throw may lead to: its probability, the position, the chance to win and the mean length from there."""

    probability: Fraction
    end: Orchard
    win: Fraction
    length: Fraction


class Throw(NamedTuple):
    """A position with its probability some throws later."""

    end: Orchard | str
    probability: Fraction


def faces(drawn: Parameters, _: Key) -> Mapping[str, object]:
    """Question 1: the faces behind each entry, and the walk throw by throw."""
    moves = []
    for start, end in drawn.transitions:
        led = [(kind, count) for (to, kind), count in throw(start, drawn.die).items() if to == end]
        total = drawn.die.faces(len(start.trees))
        entry = Fraction(sum(count for _, count in led), total)
        moves.append({"start": start, "end": end, "faces": led, "total": total, "entry": entry})
    walked = chain(drawn.walk.start, drawn.die)
    ends = (*map(str, walked.states), "lost", "won")
    steps = [
        [Throw(end, share) for end, share in zip(ends, after_throws(walked, 0, k), strict=True) if share]
        for k in range(1, drawn.walk.throws + 1)
    ]
    return {"moves": moves, "steps": steps}


def equations(drawn: Parameters, _: Key) -> Mapping[str, object]:
    """Question 2: the equation of each position."""
    return {"equations": [(position, _terms(chain(position, drawn.die))) for position in drawn.positions]}


def counts(drawn: Parameters, _: Key) -> Mapping[str, object]:
    """Question 3: sets of trees, the rows by their number of non-zero entries, positions short of best by ravens."""
    orchard, die = drawn.chain, drawn.die
    rows = [sum(map(bool, row)) for row in chain(orchard, die, "random").matrix]
    short = positions_short_of_best(orchard, "min", die)
    first = short[0]
    return {
        "trees": len(positions(orchard.trees).after) - 1,
        "rows": [(entries, rows.count(entries)) for entries in sorted(set(rows))],
        "short": [(ravens, sum(one.ravens == ravens for one in short)) for ravens in range(1, orchard.ravens + 1)],
        "first": first,
        "min": exact_chance(first, "min", die),
        "best": exact_chance(first, "best", die),
    }


def first_row(drawn: Parameters, _: Key) -> Mapping[str, object]:
    """Question 4: the equation of the first state."""
    return {"terms": _terms(chain(drawn.chain, drawn.die))}


def recursion(drawn: Parameters, _: Key) -> Mapping[str, object]:
    """Question 5: the terms of the recursion from the unequal trees, with the drawn die."""
    return {"terms": _recursion(drawn.orchard, drawn.die)}


def middle(drawn: Parameters, _: Key) -> Mapping[str, object]:
    """Question 6: the basket, and the terms of the recursion."""
    trees = filled(drawn.position.trees, "max", DEFAULT_DIE.basket_size)
    return {"basket": Orchard(trees, drawn.position.ravens), "terms": _recursion(drawn.position, DEFAULT_DIE)}


def fair(drawn: Parameters, _: Key) -> Mapping[str, object]:
    """Question 7: the chances with the fair number and with one raven less."""
    equal = (drawn.equal.fruits,) * drawn.equal.number
    asked = {"a": (equal, DEFAULT_DIE), "b": (equal, DEFAULT_DIE), "c": (drawn.orchard.trees, drawn.die)}
    found = {}
    for letter, (trees, die) in asked.items():
        strategy = FAIR_UNDER[letter]
        ravens = fair_ravens(trees, strategy, die)
        found[letter] = [(c, exact_chance(Orchard(trees, c), strategy, die)) for c in (ravens - 1, ravens)]
    return {"around": found}


def gains(drawn: Parameters, _: Key) -> Mapping[str, object]:
    """Question 8: chances and gains around the largest."""
    best = ravens_of_most_gain(drawn.small.trees, "max", "min", drawn.die)
    asked: tuple[Strategy, ...] = ("max", "min")
    rows = []
    for ravens in range(max(1, best - SHOWN_GAINS), best + SHOWN_GAINS + 1):
        high, low = (exact_chance(Orchard(drawn.small.trees, ravens), strategy, drawn.die) for strategy in asked)
        rows.append((ravens, high, low))
    return {"rows": rows}


def _terms(walked: MarkovChain) -> list[Term]:
    """The first row of a chain, with the chance to win and the mean length from each state it leads to."""
    wins, lengths = absorbing_chances(walked), absorbing_times(walked)
    ends = (*walked.states, Orchard((1,), 0), Orchard((), 1))
    row = zip(walked.matrix[0], ends, wins, lengths, strict=True)
    return [Term(share, end, win, length) for share, end, (_, win), length in row if share]


def _recursion(orchard: Orchard, die: Die) -> Mapping[str, object]:
    """The terms under max: what each tree, the basket and the raven leave, and the chance to win from there."""
    trees, ravens = orchard.trees, orchard.ravens
    after = {"tree": [Orchard((*trees[:i], fruits - 1, *trees[i + 1 :]), ravens) for i, fruits in enumerate(trees)]}
    after["basket"] = [Orchard(filled(trees, "max", die.basket_size), ravens)]
    after["raven"] = [Orchard(trees, ravens - 1)]
    counts = {"tree": die.tree_faces, "basket": die.basket_faces, "raven": die.raven_faces}
    terms = [(kind, counts[kind], end, exact_chance(end, "max", die)) for kind, ends in after.items() for end in ends]
    total = die.faces(len(trees))
    won = sum((count * win for _, count, _, win in terms), Fraction(0)) / total
    return {"terms": terms, "total": total, "won": won}


WORKED = Worked(
    {
        1: faces,
        2: equations,
        3: counts,
        4: first_row,
        5: recursion,
        6: middle,
        7: fair,
        8: gains,
    }
)
