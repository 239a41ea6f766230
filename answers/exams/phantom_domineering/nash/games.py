"""Questions 3 and 5 to 8 of the exam `nash`: games of phantom Domineering, and values."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from answers.exam.question import Part, Solution, SolveContext, SolvedQuestion, question
from answers.exams.phantom_domineering.evidence import FinalBoard, Strategies, final_board
from answers.exams.phantom_domineering.matches import (
    MISREAD_PAIRINGS,
    PAIRING,
    ROUNDS,
    SHOWN_MOVES,
    Pairing,
    game_record,
    game_steps,
)
from answers.exams.phantom_domineering.nash.draws import ONE_ILLEGAL, Parameters
from answers.exams.phantom_domineering.rules import RULES, TERMS_PARTS, BoardCell, Dimensions, follow_own_terms
from answers.exams.phantom_domineering.values import learned, limited_value, searches, value_question
from answers.kinds.numbers.numbers import integers, probabilities
from answers.kinds.tolerance import Tolerance
from solvers.domineering.board import Board
from solvers.sequence import lcg
from solvers.sequence.permutations import permutation

BOARD = Board(5, 5)
"""Board of question 3."""
PARITY_PLANS = 100
LIMITED = {
    "a": (Dimensions(3, 5), Dimensions(4, 4), Dimensions(5, 3)),
    "b": (Dimensions(3, 6), Dimensions(4, 5), Dimensions(5, 4)),
}
"""Boards of questions 7 and 8, by part."""
FEW, MANY = 100, 10_000
ENOUGH = 2000
WHOLE = 150
"""Largest number of plans of a player with which a game is solved faster from its whole matrix."""

VALUE = Tolerance(absolute=Fraction(5, 100))
ROUGH_VALUE = Tolerance(absolute=Fraction(1, 10))


@question(
    3,
    parts="abc",
    kind=integers(3, 1, 2),
    points=3,
    soft_depends_on=TERMS_PARTS,
    evidence=FinalBoard,
    definitions=(5, 6),
)
def winners(context: SolveContext[Parameters], part: Part, match: Pairing = PAIRING) -> Solution:
    """Return the winners of three games, each between two priority lists, with the final boards as evidence.

    `match` chooses the lists of each game.
    """
    from answers.exams.phantom_domineering.played import played_games

    drawn = follow_own_terms(context).params
    games = played_games(drawn.rules, drawn.u0, BOARD, ROUNDS[part.letter], match)
    return Solution(tuple(game.winner for game in games), tuple(final_board(game.game) for game in games))


winners.mistakes_from(winners, MISREAD_PAIRINGS)


@winners.solution_data
def _first_game(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution game 1 of question 3, turn by turn."""
    return game_record(BOARD, solved_question.drawn.u0, 1)


@winners.hint_data
def _game(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the feedback the steps of the first game of question 3 that the student has wrong."""
    letter, item = solved_question.first
    return game_steps(solved_question.drawn.u0, BOARD, ROUNDS[letter][item], solved_question.evidence[letter][item])


@question(5, parts="ab", kind=probabilities(1), points=2, tolerance=VALUE, evidence=Strategies, definitions=(7, 8, 9))
def parity(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the value of the parity game, which does not depend on u₀."""
    from answers.exams.phantom_domineering.solved import parity_solved, values

    solved = parity_solved(PARITY_PLANS, wins_if_odd=part.letter == "a")
    return values(context.params.rules, [(solved, Dimensions(PARITY_PLANS, PARITY_PLANS))])


IllegalCell: TypeAlias = Callable[[Sequence[int], Dimensions], BoardCell | None]
"""A function that returns the forbidden cell of a board of question 6, or None, from the sequence and the size."""


@value_question(6, parts="abc", kind=probabilities(2), tolerance=VALUE)
def one_illegal_cell(context: SolveContext[Parameters], part: Part, illegal: IllegalCell | None = None) -> Solution:
    """Return the values over all plans of the games on two small boards, each with a forbidden cell.

    A mistake computes the cell by `illegal` from the terms u(n).
    """
    from answers.exams.phantom_domineering.lists import terms
    from answers.exams.phantom_domineering.solved import game_values

    drawn = follow_own_terms(context).params
    u, boards = terms(drawn.rules, drawn.u0, 1002).tolist(), []
    for size in ONE_ILLEGAL[part.letter]:
        cell = illegal(u, size) if illegal else BoardCell(u[1000] % size.rows, u[1001] % size.columns)
        boards.append(Board(*size, frozenset({cell} if cell else ())))
    return game_values(drawn.rules, boards)


ILLEGAL: Mapping[str, IllegalCell] = {
    "cell-terms-exchanged": lambda u, size: BoardCell(u[1001] % size.rows, u[1000] % size.columns),
    "cell-forgotten": lambda *_: None,
}
one_illegal_cell.mistakes_from(one_illegal_cell, ILLEGAL)


@one_illegal_cell.hint_data
def _list_that_wins(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the feedback who has a list that always wins, and its first cells, or how many lists are mixed."""
    letter, item = solved_question.first
    size, solved = ONE_ILLEGAL[letter][item], solved_question.evidence[letter][item]
    assert isinstance(solved, Strategies)
    cell = solved_question.drawn.illegal[str(size)]
    board = Board(*size, frozenset({cell}))
    winner = {"1": 1, "0": 2}.get(solved.lower, 0)
    plans = (solved.rows, solved.columns)
    winning_list = []
    if winner:
        legal = board.legal(winner)
        places = permutation(plans[winner - 1][0].plan, len(legal))
        winning_list = [BoardCell(*board.cells(winner, legal[place])[0]) for place in places]
    return {
        "name": f"iPD({size})",
        "winner": winner,
        "first": winning_list[:SHOWN_MOVES],
        "has_more": len(winning_list) > SHOWN_MOVES,
        "stuck": [player for player in (1, 2) if not board.legal(player)],
        "sizes": list(map(len, plans)),
        "low": Fraction(solved.lower),
        "cell": cell,
        "size": size,
        "terms": [lcg.term(solved_question.drawn.u0, k) for k in (1000, 1001)],
    }


@value_question(7, parts="ab", kind=probabilities(3), tolerance=VALUE)
def few_plans(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the values of games on three boards, each player limited to 100 plans.

    The indices of the plans are the terms u(0), …, u(99) of the student's sequence.
    """
    return _limited_values(context, part, FEW)


@few_plans.mistake("few-plans-drawn-alike")
def few_plans_drawn_alike(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: give the mean of the matrix, as if players drew their plans uniformly, in place of the value."""
    from answers.exams.phantom_domineering.solved import limited_means

    boards = (Board(*size) for size in LIMITED[part.letter])
    return limited_means(context.params.rules, context.params.u0, boards, FEW)


@few_plans.solution_data
def _learned(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution curves of the stochastic algorithm towards the values of part a."""
    games = [
        (f"lPD({size})", Board(*size), Fraction(str(value)))
        for size, value in zip(LIMITED["a"], solved_question.answers["a"], strict=True)
    ]
    return {"names": _names(), **learned(solved_question.drawn.u0, games, FEW)}


def _names() -> Mapping[str, tuple[str, ...]]:
    """Return the names of the games with limited plans, such as "lPD(4,4)", by part."""
    return {letter: tuple(f"lPD({size})" for size in sizes) for letter, sizes in LIMITED.items()}


@value_question(8, parts="ab", kind=probabilities(3), tolerance=ROUGH_VALUE)
def many_plans(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the values of games on three boards, each player limited to 10 000 plans.

    The indices of the plans are the terms u(0), …, u(9999) of the student's sequence.
    """
    return _limited_values(context, part, MANY)


@many_plans.solution_data
def _searches(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution, for each board, a plan that always wins, if there is one."""
    boards = ((f"lPD({size})", Board(*size)) for sizes in LIMITED.values() for size in sizes)
    return {"names": _names(), "searches": searches(solved_question.drawn.u0, boards, MANY)}


@few_plans.hint_data
@many_plans.hint_data
def _best_plans(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the feedback the likeliest plans on the first board that the student has wrong."""
    letter, item = solved_question.first
    return limited_value(
        solved_question.drawn.u0, f"lPD({LIMITED[letter][item]})", solved_question.evidence[letter][item]
    )


def _limited_values(context: SolveContext[Parameters], part: Part, count: int) -> Solution:
    """Return the values on the boards of a part of the game in which each player is limited to `count` plans (lPD).

    If a player who cannot move wins, hardly any plan is unbeaten; then `ENOUGH` plans give the value of more plans
    within 0.06. Under misread rules only the value is used, so that any equilibrium will do.
    """
    from answers.exams.phantom_domineering.solved import game_values, play_rules

    drawn = follow_own_terms(context).params
    boards = [Board(*size) for size in LIMITED[part.letter][: context.first_items]]
    count = min(count, ENOUGH) if drawn.rules.mover_wins else count
    is_read_otherwise = replace(play_rules(drawn.rules), exchanged_sizes=False) != RULES
    return game_values(drawn.rules, boards, drawn.u0, count, whole=is_read_otherwise and count <= WHOLE)
