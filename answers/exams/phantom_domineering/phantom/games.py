"""Questions 3 and 5 to 8 of the exam `phantom`: games of phantom Domineering, numbers of games won, and values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from answers.exam.question import Part, Solution, SolveContext, SolvedQuestion, question
from answers.exams.phantom_domineering.evidence import FinalBoard, Strategies, final_board
from answers.exams.phantom_domineering.matches import (
    MISREAD_PAIRINGS,
    PAIRING,
    ROUNDS,
    Pairing,
    game_record,
    game_steps,
)
from answers.exams.phantom_domineering.phantom.drawings import NAMES, hidden_cells, limited_boards, played_board
from answers.exams.phantom_domineering.phantom.draws import REMAINDER, DrawnBoard, HiddenCell, Parameters, Remainder
from answers.exams.phantom_domineering.rules import RULES, TERMS_PARTS, Dimensions, follow_own_terms
from answers.exams.phantom_domineering.values import learned, likeliest, limited_value, searches, value_question
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, integers, probabilities
from answers.kinds.parsing import number
from answers.kinds.tolerance import EXACT, Tolerance
from solvers.domineering.board import Board
from solvers.sequence.permutations import permutation

REMAINDER_PLANS = 100
MOST_PLACEMENTS = 36
"""Largest number of placements of a player on a board of question 3."""

FINE, ROUGH = (Tolerance(absolute=Fraction(n, 100)) for n in (1, 2))
"""Tolerances of values. With `FINE`, the values of question 7 are right in question 8 for one seed in a hundred; with
`ROUGH`, for one seed in 25."""


@dataclass(frozen=True, slots=True)
class Playing:
    """A way to solve question 3, in which games are played: the defaults are the right way, known mistakes have others.

    `match` chooses the strategies, `board` changes the board, and `domino` is the index of the domino that is asked
    for.
    """

    match: Pairing = PAIRING
    board: Callable[[DrawnBoard], DrawnBoard] = lambda board: board
    domino: int = -1


PLAYING = Playing()


@question(
    3,
    parts="abc",
    kind=integers(6, 0, MOST_PLACEMENTS - 1, players=3),
    points=3,
    all_or_nothing=True,
    soft_depends_on=TERMS_PARTS,
    evidence=FinalBoard,
    definitions=(1, 2, 3, 4, 5, 6),
)
def played(context: SolveContext[Parameters], part: Part, playing: Playing = PLAYING) -> Solution:
    """Return the winners of three games between two priority lists, and the number of each winner's last domino."""
    from answers.exams.phantom_domineering.played import played_games

    drawn = follow_own_terms(context).params
    board = playing.board(drawn.board).opened
    games = played_games(drawn.rules, drawn.u0, board, ROUNDS[part.letter], playing.match)
    last = [game.numbers[playing.domino] if len(game.numbers) >= -playing.domino else 0 for game in games]
    values = (*(game.winner for game in games), *(number + drawn.rules.first_number for number in last))
    return Solution(values, tuple(final_board(game.game) for game in games))


played.drawing(played_board)


def _with_columns_first(board: DrawnBoard) -> DrawnBoard:
    """Return the board of a student who takes forbidden cells (i, j) for (j, i), without cells then off the board."""
    rows, columns = board.size
    cells = (cell._replace(row=cell.column, column=cell.row) for cell in board.forbidden)
    return board._replace(forbidden=tuple(cell for cell in cells if cell.row < rows and cell.column < columns))


played.mistakes_from(
    played,
    {
        **{slug: Playing(match=match) for slug, match in MISREAD_PAIRINGS.items()},
        "forbidden-column-row": Playing(board=_with_columns_first),
        "last-of-the-loser": Playing(domino=-2),
    },
)
played.mistake_from_answer(
    "loser-written", lambda right, _: (*(3 - number(player) for player in right[:3]), *right[3:])
)


@played.solution_data
def _first_game(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution game 1 of question 3, turn by turn."""
    return game_record(solved_question.drawn.board.opened, solved_question.drawn.u0, 1)


@played.hint_data
def _game(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the feedback the steps of the first game of question 3 that the student has wrong."""
    letter, item = solved_question.first
    n, evidence = ROUNDS[letter][item % 3], solved_question.evidence[letter][item % 3]
    steps = game_steps(solved_question.drawn.u0, solved_question.drawn.board.opened, n, evidence)
    return {**steps, "number": solved_question.answers[letter][3 + item % 3]}


@question(5, parts="ab", kind=probabilities(1), points=2, tolerance=FINE, evidence=Strategies, definitions=(7, 8, 9))
def remainders(context: SolveContext[Parameters], part: Part, computed: Remainder = REMAINDER) -> Solution:
    """Return the value of a game in which both players choose an integer, i and j.

    The remainder of i² + i j + 2 j² decides the winner. A mistake is in how it is `computed`.
    """
    from answers.exams.phantom_domineering.phantom.solved import remainders_matrix
    from answers.exams.phantom_domineering.solved import mean, values
    from solvers.matrix_games.zero_sum import zero_sum

    rules, game = context.params.rules, context.params.remainders["ab".index(part.letter)]
    outcomes = remainders_matrix(game, REMAINDER_PLANS, computed, below=part.letter == "a")
    if computed.alike:
        return Solution((mean(rules, outcomes),))
    return values(rules, [(zero_sum(outcomes), Dimensions(REMAINDER_PLANS, REMAINDER_PLANS))])


remainders.mistakes_from(
    remainders,
    {
        "integers-exchanged": Remainder(exchanged=True),
        "bound-with-the-other-side": Remainder(more=1),
        "integers-drawn-alike": Remainder(alike=True),
    },
)


@remainders.hint_data
def _likeliest_pair(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the feedback on question 5 the likeliest integer of each player, and the remainder that they give."""
    letter, _ = solved_question.first
    (solved,) = solved_question.evidence[letter]
    i, j = likeliest(solved)
    game = solved_question.drawn.remainders["ab".index(letter)]
    steps = limited_value(solved_question.drawn.u0, "", solved)
    return {**steps, "letter": letter, "i": i, "j": j, "squares": (i * i, i * j, 2 * j * j), "game": game}


def _hidden(context: SolveContext[Parameters], part: Part) -> tuple[HiddenCell, ...]:
    """Return the two boards of a part of question 6."""
    first = 2 * "abc".index(part.letter)
    return context.params.hidden[first : first + 2]


@question(
    6,
    parts="abc",
    kind=probabilities(2),
    points=3,
    tolerance=ROUGH,
    all_or_nothing=True,
    evidence=Strategies,
    definitions=(3, 4, 5, 7, 8, 9, 10),
)
def one_hidden_cell(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the values over all plans of the games on two small boards on which one more cell will be forbidden."""
    from answers.exams.phantom_domineering.phantom.solved import hidden_values

    return hidden_values(context.params.rules, _hidden(context, part))


one_hidden_cell.drawing(hidden_cells)


@one_hidden_cell.mistake("cell-known")
def cell_known(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: give the mean value of games whose players know the additional forbidden cell."""
    from answers.exams.phantom_domineering.phantom.solved import known_values

    return known_values(context.params.rules, _hidden(context, part))


@one_hidden_cell.mistake("cells-alike")
def cells_alike(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: give all marked cells the same chance to be forbidden."""
    from answers.exams.phantom_domineering.phantom.solved import hidden_values

    alike = [game._replace(percents=(1,) * len(game.cells)) for game in _hidden(context, part)]
    return hidden_values(context.params.rules, alike)


@one_hidden_cell.hint_data
def _likeliest_lists(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the feedback the likeliest lists, the cells with which player 1 wins, and how many lists are mixed."""
    from solvers.domineering.phantom import play

    letter, item = solved_question.first
    place, solved = 2 * "abc".index(letter) + item, solved_question.evidence[letter][item]
    assert isinstance(solved, Strategies)
    game = solved_question.drawn.hidden[place]
    legal = [game.opened.legal(player) for player in (1, 2)]
    plans = zip(likeliest(solved), legal, strict=True)
    lists = [[moves[k] for k in permutation(n, len(moves))] for n, moves in plans]
    boards = (Board(*game.size, frozenset({*game.forbidden, cell})) for cell in game.cells)
    winners = [play(board, *lists).winner for board in boards]
    return {
        "number": place + 1,
        "lists": lists,
        "sizes": [len(solved.rows), len(solved.columns)],
        "won": [
            (cell, percent)
            for cell, percent, winner in zip(game.cells, game.percents, winners, strict=True)
            if winner == 1
        ],
        "low": Fraction(solved.lower),
    }


limited_game_question = partial(
    value_question,
    parts="ab",
    kind={"a": Numbers(3, Domain(integer=True, low=0)), "b": probabilities(3)},
    width=6,
    all_or_nothing={"a": False, "b": True},
    definitions=(3, 4, 5, 6, 7, 8, 9),
)
"""Decorator of questions 7 and 8. Values are marked together: the mean of the matrix is within the tolerance on about
one board in four, but hardly ever on all three."""


def _limited(context: SolveContext[Parameters], part: Part, count: int) -> Solution:
    """Return the games won (part a) or the values (part b) on three boards with `count` plans of each player."""
    from answers.exams.phantom_domineering.phantom.solved import wins
    from answers.exams.phantom_domineering.solved import game_values

    drawn = follow_own_terms(context).params
    boards = [board.opened for board in drawn.boards[: context.first_items]]
    if part.letter == "a":
        return wins(drawn.rules, drawn.u0, boards, count)
    return game_values(drawn.rules, boards, drawn.u0, count, whole=True)


def _drawn_alike(context: SolveContext[Parameters], count: int) -> Solution:
    """Return the mean of each matrix of wins in place of the value, as if players drew their plans uniformly."""
    from answers.exams.phantom_domineering.solved import limited_means

    boards = [board.opened for board in context.params.boards]
    return limited_means(context.params.rules, context.params.u0, boards, count)


@limited_game_question(7, tolerance={"a": EXACT, "b": ROUGH})
def few_plans(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the games that player 1 wins (a) or the values (b) on three boards, with about a hundred plans each."""
    return _limited(context, part, context.params.few)


few_plans.drawing(limited_boards)


few_plans.mistake("few-plans-drawn-alike", parts="b")(lambda context, _: _drawn_alike(context, context.params.few))


@few_plans.solution_data
def _learned(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution of question 7 curves of the stochastic algorithm towards the values."""
    games = [
        (name, board.opened, Fraction(str(value)))
        for name, board, value in zip(NAMES, solved_question.drawn.boards, solved_question.answers["b"], strict=True)
    ]
    return learned(solved_question.drawn.u0, games, solved_question.drawn.few)


few_plans.hint_data(lambda solved_question: _wins_and_value(solved_question, solved_question.drawn.few))


@limited_game_question(8, tolerance={"a": EXACT, "b": FINE})
def many_plans(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the games that player 1 wins (a) or the values (b) on three boards, with several hundred plans each."""
    return _limited(context, part, context.params.many)


many_plans.shares_drawing(few_plans)


many_plans.mistake("many-plans-drawn-alike", parts="b")(lambda context, _: _drawn_alike(context, context.params.many))


@many_plans.solution_data
def _searches(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution of question 8, for each board, a plan that always wins, if there is one."""
    boards = ((name, board.opened) for name, board in zip(NAMES, solved_question.drawn.boards, strict=True))
    return {"searches": searches(solved_question.drawn.u0, boards, solved_question.drawn.many)}


many_plans.hint_data(lambda solved_question: _wins_and_value(solved_question, solved_question.drawn.many))


def _wins_and_value(solved_question: SolvedQuestion[Parameters], count: int) -> Mapping[str, object]:
    """Return for the feedback the wins (part a) and the value (part b) of the first board that the part has wrong."""
    import numpy as np

    from answers.exams.phantom_domineering.solved import limited_game

    steps: dict[str, object] = {}
    if "a" in solved_question.wrong:
        place = solved_question.wrong["a"][0]
        game = limited_game(RULES, solved_question.drawn.u0, solved_question.drawn.boards[place].opened, count)
        # the games that strategies u(0) and u(1) win against all plans of player 2
        rows = game.outcomes(np.arange(2), np.arange(count)).sum(axis=1).tolist()
        steps["a"] = {"name": NAMES[place], "count": count, "rows": rows}
        steps["won"] = solved_question.answers["a"][place]
    if "b" in solved_question.wrong:
        place = solved_question.wrong["b"][0]
        steps["b"] = limited_value(solved_question.drawn.u0, NAMES[place], solved_question.evidence["b"][place])
    return steps
