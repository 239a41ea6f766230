"""Questions 5 to 8 of the exams on phantom Domineering: data of feedback on values, and oral questions."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import factorial

from markupsafe import Markup

from answers.exam.question import Evidence, Oral, question
from answers.exams.phantom_domineering.evidence import Strategies, WeightedPlan
from answers.exams.phantom_domineering.rules import RULES, TERMS_PARTS
from answers.kinds.parsing import Values
from solvers.domineering.board import Board
from solvers.sequence import lcg

value_question = partial(question, points=3, soft_depends_on=TERMS_PARTS, evidence=Strategies, definitions=(6, 7, 8, 9))
"""Decorator of a question on values of games whose lists follow from question 1."""
SHOWN_PLANS = 2
"""Number of plans of a mixed strategy that feedback shows, those of largest probability."""
RUNS = (1000, 3000, 10_000, 30_000, 100_000, 300_000)
"""Numbers of steps at which the curve of the stochastic algorithm is evaluated, before its last step."""


def limited_value(u0: int, name: str, solved: Evidence) -> Mapping[str, object]:
    """Return the data of a line of feedback on the value of a game called `name`, in which plans are limited.

    `winner` is the player with a plan that always wins, or 0. `plans` has the likeliest plans of both players, each as
    (k, u(k), probability), where k is the number of the plan.
    """
    assert isinstance(solved, Strategies)
    winner = {"1": 1, "0": 2}.get(solved.lower if solved.lower == solved.upper else "", 0)
    mixes = (solved.rows, solved.columns)
    return {
        "name": name,
        "winner": winner,
        "count": solved.plans.rows,
        "plans": [[(plan, lcg.term(u0, plan), Fraction(weight)) for plan, weight in heaviest(mix)] for mix in mixes],
        "sizes": list(map(len, mixes)),
        "low": Fraction(solved.lower),
    }


def likeliest(solved: Evidence) -> tuple[int, int]:
    """Return, for each player, the plan of largest probability in the evidence `solved`."""
    assert isinstance(solved, Strategies)
    return heaviest(solved.rows)[0].plan, heaviest(solved.columns)[0].plan


def heaviest(mix: Iterable[WeightedPlan]) -> list[WeightedPlan]:
    """Return the `SHOWN_PLANS` plans of largest probability. Plans of equal probability are in order."""
    return sorted(mix, key=lambda weighted: (-Fraction(weighted.weight), weighted.plan))[:SHOWN_PLANS]


def learned(u0: int, games: Sequence[tuple[str, Board, Fraction]], count: int) -> Mapping[str, object]:
    """Return curves of the stochastic algorithm towards the values of up to three games of `count` plans.

    Each point of a curve is a separate run of the algorithm with the point's number of steps. The last run has the
    number of steps of the document.
    """
    from solvers.domineering.phantom_game import limited_game
    from solvers.matrix_games.exp3 import default_steps, exp3
    from solvers.matrix_games.learning_curve import Curve, learning_curve

    total = default_steps(count, count)
    curves = []
    for name, board, value in games:
        game = limited_game(u0, board, count)
        means = tuple((n, exp3(game, seed=u0, steps=n).value) for n in (*RUNS, total))
        curves.append(Curve(name, value, means))
    last = tuple((curve.name, curve.value, curve.means[-3][1], curve.means[-1][1]) for curve in curves)
    return {"steps": total, "drawing": Markup(learning_curve(curves)), "last": last}  # noqa: S704 (numbers and names of ours)


def searches(
    u0: int, boards: Iterable[tuple[str, Board]], count: int
) -> tuple[tuple[str, int | None, int | None, int], ...]:
    """Return for each board a plan of player 1, or else of player 2, that wins against all plans of the other player.

    Both players are limited to the `count` plans of the student's sequence. Each item of the result is (name, plan of
    player 1 or None, plan of player 2 or None, number of games that were played to find or exclude such a plan).
    """
    from solvers.domineering.phantom_game import limited_game, unbeaten

    searched = []
    for name, board in boards:
        game = limited_game(u0, board, count)
        first = unbeaten(game, 1)
        second = unbeaten(game, 2) if first.index is None else None
        games = first.playouts + (second.playouts if second else 0)
        searched.append((name, first.index, second.index if second else None, games))
    return tuple(searched)


def _small_boards(*_: object) -> Values:
    """Return the exact values of the games over all plans on 2 × 2 and 3 × 3 cells (PD(2, 2) and PD(3, 3))."""
    from answers.exams.phantom_domineering.solved import game_values

    return game_values(RULES, (Board(n, n) for n in (2, 3))).values


def oral(*last: str) -> tuple[Oral, ...]:
    """Return the oral questions: the period b! of the permutations P(n, b) in n, small boards, values of 0 or 1.

    `last` are the parts whose values are asked about. In a game of wins and losses, the value is 0 or 1 if a player
    has a plan that never loses.
    """
    return (
        Oral("period", lambda *_: tuple(factorial(b) for b in (4, 15, 20))),
        Oral("small-boards", _small_boards),
        Oral(
            "extreme-values",
            lambda _, answers: tuple(value if value in (0, 1) else None for part in last for value in answers[part]),
        ),
    )
