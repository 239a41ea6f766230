"""Questions 1 to 4 of the exam `verger`: the Markov chain of a game, its limits and its size.

Source: the sections "Calcul mathématique" and "Stratégies" of the document. Mean lengths are an addition of the exam.
The strategy "random" fills a basket from trees chosen at random.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from answers.exam.question import Part, Solution, SolveContext, SolvedQuestion, question
from answers.exams.verger.draws import Parameters, Transition, outcomes
from answers.exams.verger.lazy import solved
from answers.exams.verger.misconceptions import (
    counts_rerolls,
    filling,
    overwriting_faces,
    reported_chance,
    takes_ravens,
)
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, integers, probabilities
from answers.kinds.parsing import number
from answers.kinds.tolerance import Tolerance
from solvers.verger.orchard import Orchard

if TYPE_CHECKING:
    from solvers.verger.markov_chain import MarkovChain

MOST_ENTRIES = 20_000
MOST_THROWS = 60

CHANCE = Tolerance(absolute=Fraction(1, 10_000))
"""Tolerance of chances to win: four decimals are enough; a simulation needs some hundred million games."""
SHORT = Fraction(14, 1000)
"""Smallest gain of max over min of the positions counted in question 3.

Without it, the positions where max gains anything would be the same for any number of ravens."""
LENGTH = Tolerance(absolute=Fraction(1, 1000))


class Term(NamedTuple):
    """A possible result of a throw: its probability, the position, and the chance to win and mean length from there."""

    probability: Fraction
    end: Orchard
    win: Fraction
    length: Fraction


class StepChance(NamedTuple):
    """A position, or the end "won" or "lost" of a game, and its probability after a number of throws."""

    end: Orchard | str
    probability: Fraction


@question(
    1,
    parts="ab",
    kind=probabilities(3),
    points=2,
    all_or_nothing={"a": True, "b": False},
    definitions=(2, 4, 5),
)
def transitions(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return three entries of a Markov chain's matrix (a), or the chances won, lost and going on after throws (b)."""
    drawn = context.params
    if part.letter == "a":
        return Solution(tuple(_entry(context, move) for move in drawn.transitions))
    walked = _chain_of_max(context, drawn.walk.start)
    if counts_rerolls(context):
        walked = solved.with_rerolls(walked, drawn.die)
    *playing, lost, won = solved.after_throws(walked, 0, drawn.walk.throws)
    return Solution((won, lost, sum(playing, Fraction(0))))


@transitions.mistake("faces-not-added", parts="a")
def faces_not_added(context: SolveContext[Parameters], _: Part) -> Solution:
    """Mistake: count the faces of one kind and of one tree only, where several faces lead to the same position."""
    die = context.params.die

    def entry(move: Transition) -> Fraction:
        leading = next(count for _, count, end in outcomes(move.start, die) if end == move.end)
        return Fraction(leading, die.faces(len(move.start.trees)))

    return Solution(tuple(map(entry, context.params.transitions)))


@transitions.mistake("a-throw-less", parts="b")
def a_throw_less(context: SolveContext[Parameters], _: Part) -> Solution:
    """Mistake: give the state of the game one throw too early."""
    start, throws = context.params.walk
    *playing, lost, won = solved.after_throws(solved.chain(start, context.params.die), 0, throws - 1)
    return Solution((won, lost, sum(playing, Fraction(0))))


@transitions.mistake("at-that-throw", parts="b")
def at_that_throw(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: give the chances to win and to lose exactly with the last throw, without games that ended earlier."""
    *ended, playing = transitions(context, part).values
    *before, _playing = a_throw_less(context, part).values
    won, lost = (number(now) - number(then) for now, then in zip(ended, before, strict=True))
    return Solution((won, lost, playing))


@transitions.solution_data
def faces(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution the faces that lead to each asked entry, and the chances after each throw."""
    drawn = solved_question.drawn
    moves = []
    for start, end in drawn.transitions:
        leading = Counter[str]()
        for kind, count, to in outcomes(start, drawn.die):
            if to == end:
                leading[kind] += count
        total = drawn.die.faces(len(start.trees))
        entry = Fraction(leading.total(), total)
        moves.append({"start": start, "end": end, "faces": list(leading.items()), "total": total, "entry": entry})
    walked = solved.chain(drawn.walk.start, drawn.die)
    ends = (*map(str, walked.states), "lost", "won")
    steps = [
        [StepChance(end, share) for end, share in zip(ends, solved.after_throws(walked, 0, k), strict=True) if share]
        for k in range(1, drawn.walk.throws + 1)
    ]
    return {"moves": moves, "steps": steps}


@question(
    2,
    parts="ab",
    kind={"a": probabilities(3), "b": Numbers(3, Domain(low=0, high=MOST_THROWS))},
    points=Fraction(5, 2),
    definitions=(5,),
)
def absorbing(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the chances to win from three small positions (a), or the mean lengths of games from them (b)."""
    return Solution(tuple(_limit(context, part, position) for position in context.params.positions))


@absorbing.solution_data
def equations(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution the terms of each position's equations for chance to win and mean length."""
    drawn = solved_question.drawn
    return {"equations": [(position, _terms(solved.chain(position, drawn.die))) for position in drawn.positions]}


@question(3, kind=integers(3, 0, MOST_ENTRIES), points=3, definitions=(3, 4, 7))
def chain_size(context: SolveContext[Parameters], _: Part) -> Solution:
    """Return rows and non-zero entries under "random", and positions where "max" beats "min" by more than `SHORT`."""
    orchard, die = context.params.chain, context.params.die
    chain = solved.chain(orchard, die, filling(context, "random"))
    short = solved.positions_short(orchard, filling(context, "min"), die, of=filling(context, "max"), by=SHORT)
    return Solution((len(chain.matrix), non_zero(chain), len(short)))


chain_size.mistake_from_answer("end-states-forgotten", lambda right, _: (right[0] - 2, right[1] - 2, right[2]))
chain_size.mistake_from_answer(
    "max-for-random", lambda right, drawn: (right[0], non_zero(solved.chain(drawn.chain, drawn.die)), right[2])
)


def non_zero(chain: "MarkovChain") -> int:
    """Return the number of non-zero entries of the matrix of a Markov chain."""
    return sum(bool(chance) for row in chain.matrix for chance in row)


@chain_size.solution_data
def counts(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return the counts of the worked solution of question 3, and an example.

    They are the number of sets of trees, the number of rows of the matrix for each number of non-zero entries, and, for
    each number of ravens, the number of positions from which the strategy "min" wins less often than "max". The example
    is the first of these positions, with its chances to win under both strategies.
    """
    drawn = solved_question.drawn
    orchard, die = drawn.chain, drawn.die
    rows = [sum(map(bool, row)) for row in solved.chain(orchard, die, "random").matrix]
    short = solved.positions_short(orchard, "min", die, of="max", by=SHORT)
    first = short[0]
    return {
        "trees": len(solved.positions(orchard.trees).after) - 1,
        "rows": [(entries, rows.count(entries)) for entries in sorted(set(rows))],
        "short": [
            (ravens, sum(position.ravens == ravens for position in short)) for ravens in range(1, orchard.ravens + 1)
        ],
        "first": first,
        "min": solved.exact_chance(first, "min", die),
        "max": solved.exact_chance(first, "max", die),
    }


@question(
    4,
    parts="ab",
    kind={"a": probabilities(1), "b": Numbers(1, Domain(low=0, high=MOST_THROWS))},
    points=2,
    tolerance={"a": CHANCE, "b": LENGTH},
    definitions=(5,),
)
def chain_limits(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the chance to win (a) or the mean length of a game (b) from the first state of the drawn chain."""
    return Solution((_limit(context, part, context.params.chain),))


# the terms of the equation for the first state of the drawn chain
chain_limits.solution_data(lambda shown: {"terms": _terms(solved.chain(shown.drawn.chain, shown.drawn.die))})


def _chain_of_max(context: SolveContext[Parameters], start: Orchard) -> "MarkovChain":
    """Return the Markov chain of the strategy "max" from a position."""
    walked = solved.chain(start, context.params.die, filling(context, "max"))
    kinds = overwriting_faces(context)
    return solved.with_entries_overwritten(walked, context.params.die, kinds) if kinds else walked


def _entry(context: SolveContext[Parameters], move: Transition) -> Fraction:
    """Return the probability of a transition, from the first row of the chain, whose last two ends are loss and win."""
    small = _chain_of_max(context, move.start)
    ends = (*small.states, "loss", "win")
    return small.matrix[0][ends.index(move.end if move.end in ends else "loss" if move.end.trees else "win")]


def _limit(context: SolveContext[Parameters], part: Part, position: Orchard) -> Fraction:
    """Return the chance to win from a position in part (a), or the mean length of a game from there in part (b)."""
    die = context.params.die
    walked = _chain_of_max(context, position)
    if part.letter == "a" and takes_ravens(context):
        return solved.after_throws(walked, 0, position.ravens)[-1]
    if part.letter == "a":
        return reported_chance(context, solved.absorbing_chances(walked)[0][1])
    return solved.absorbing_times(walked, solved.waits(walked, die) if counts_rerolls(context) else None)[0]


def _terms(walked: "MarkovChain") -> list[Term]:
    """Return the non-zero entries of the first row of a Markov chain as terms of a sum."""
    wins, lengths = solved.absorbing_chances(walked), solved.absorbing_times(walked)
    ends = (*walked.states, Orchard((1,), 0), Orchard((), 1))
    row = zip(walked.matrix[0], ends, wins, lengths, strict=True)
    return [Term(share, end, win, length) for share, end, (_, win), length in row if share]
