"""Questions 1 to 3 of the exam `jeux`: moves of Chomp and of Cram.

Source: "Jeux", course notes in computer science, exercises 1.1 and 1.2, and examples 1.2 and 1.4.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Final

from markupsafe import Markup

from answers.exam.question import Part, Solution, SolveContext, SolvedQuestion, question
from answers.exams.jeux import solved
from answers.exams.jeux.drawings import LARGE, grid_drawing, numbered_dominoes, on_sheet, side_by_side
from answers.exams.jeux.draws import Parameters, begun_grid, symmetric_grid
from answers.exams.jeux.notation import notation_of
from answers.flags import MOVE_OFF_BOARD, MOVE_ON_TAKEN_CELL, Note
from answers.kinds.numbers.numbers import integers
from answers.kinds.parsing import Values
from solvers.board_games.chomp import Bar, Chomp, Square, chomp_graph, eat, squares
from solvers.board_games.cram import Cram
from solvers.board_games.cram_grundy import cram_options
from solvers.graph_games.arena import unfold
from solvers.graph_games.drawing.grid_svg import grid_svg

FIRST: Final = 3
"""Largest number of moves in a line of feedback."""
LOSING: Final = 2
"""Number of the smallest, and of the largest, losing bars in a line of feedback."""
MOST_REPLIES: Final = 8
"""Largest number of replies to bites of a losing bar in a worked solution."""
HALF = Fraction(1, 2)
NO_DOMINO: Final = ((0, 0, 0),)
"""The answer if no domino wins, as may happen under a misconception."""


def _counted(drawn: Parameters, letter: str) -> tuple[int, int]:
    """Return the numbers of vertices and arcs of the graph of part a, or of the arena of part b."""
    return unfold(Chomp(drawn.arena_bar)).count if letter == "b" else _graph_count(drawn.graph_bar)


def _graph_count(bar: Bar) -> tuple[int, int]:
    """Return the numbers of vertices and arcs of the graph of bars inside a bar."""
    graph = chomp_graph(bar)
    return len(graph), sum(map(len, graph.values()))


@question(1, parts="ab", kind=integers(2, 0, 99999), points=2, definitions=(1, 3))
def chomp_graphs(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the numbers of vertices and of arcs: of the graph of bars (a), or of the arena from a first bar (b)."""
    vertices, arcs = _counted(context.params, part.letter)
    return Solution((vertices - notation_of(context).start_left_out, arcs))


@chomp_graphs.mistake("eaten-bar-left-out")
def _without_eaten_bar(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: leave the bar that is eaten up out of the counts, with the arcs that lead to it."""
    vertices, arcs = _counted(context.params, part.letter)
    eaten = 1 if part.letter == "a" else sum(not bar for bar, _ in unfold(Chomp(context.params.arena_bar)).arcs)
    not_eaten = vertices - eaten
    return Solution((not_eaten, arcs - not_eaten))


@chomp_graphs.mistake("given-bar-left-out")
def _without_given_bar(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: leave the first bar and its bites out of the counts."""
    vertices, arcs = _counted(context.params, part.letter)
    return Solution(
        (vertices - 1, arcs - sum(context.params.graph_bar if part.letter == "a" else context.params.arena_bar))
    )


chomp_graphs.mistake_from_answer("arena-without-players", lambda _, drawn: _graph_count(drawn.arena_bar), parts="b")
chomp_graphs.mistake_from_answer(
    "twice-the-graph", lambda _, drawn: tuple(2 * n for n in _graph_count(drawn.arena_bar)), parts="b"
)


@chomp_graphs.solution_data
def chomp_graphs_worked(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution how many bars each player may meet, and the bars that only one player may meet."""
    drawn = solved_question.drawn
    first, second = ({bar for bar, _ in states} for states in unfold(Chomp(drawn.arena_bar)).states)
    bars = chomp_graph(drawn.arena_bar)
    alone = [(bar, 0 if bar in first else 1) for bar in bars if bar not in first or bar not in second]
    return {"met": (len(first), len(second)), "alone": alone}


@chomp_graphs.hint_data
def bars_met(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the feedback the squares of the first bar, and for part b the bars in all and those of each player."""
    if "b" not in solved_question.wrong:
        return {"squares": sum(solved_question.drawn.graph_bar)}
    bar = solved_question.drawn.arena_bar
    met = list(map(len, unfold(Chomp(bar)).states))
    return {"squares": sum(solved_question.drawn.graph_bar), "bars": len(chomp_graph(bar)), "met": met}


@question(
    2,
    parts="ab",
    kind={"a": integers(2, 0, 16), "b": integers(3, 0, 999, players=1, first_player=0)},
    points={"a": 1, "b": 1 + HALF},
    all_or_nothing=True,
    evidence=solved.RightMoves,
    definitions=(2, 3),
)
def chomp_moves(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return a winning bite (a), or the winner and the numbers of winning bites and of losing bars inside (b)."""
    drawn = context.params
    moves = solved.winning_bites(drawn.large_bar if part.letter == "a" else drawn.bar)
    if part.letter == "a":
        return Solution(notation_of(context).cell(*moves[0]), (solved.RightMoves(moves),))
    values = notation_of(context).player(0 if moves else 1), len(moves), len(solved.losing_bars_inside(drawn.bar))
    return Solution(values, (solved.RightMoves(moves),))


@chomp_moves.accepts("a")
def _is_winning_bite(context: SolveContext[Parameters], _: Part, answer: Values) -> bool:
    drawn = context.params
    return answer in [notation_of(context).cell(*bite) for bite in solved.winning_bites(drawn.large_bar)]


@chomp_moves.remarks
def _bite_outside(context: SolveContext[Parameters], part: Part, answer: Values) -> Note | None:
    inside: list[Values] = list(squares(context.params.large_bar))
    return None if part.letter == "b" or answer in inside else MOVE_OFF_BOARD


@chomp_moves.drawing
def bar_eaten_at(drawn: Parameters) -> str:
    """Draw the bar of part b."""
    game = Chomp(drawn.bar)
    return grid_drawing(game.text(game.start))


chomp_moves.mistake_from_answer("eaten-bar-loses", lambda right, _: (*right[:2], right[2] + 1), parts="b")
chomp_moves.mistake_from_answer("poison-not-losing", lambda right, _: (*right[:2], right[2] - 1), parts="b")
chomp_moves.mistake_from_answer(
    "losing-bites-counted", lambda right, drawn: (right[0], sum(drawn.bar) - right[1], right[2]), parts="b"
)


@chomp_moves.solution_data
def chomp_moves_worked(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution the bars after each winning bite.

    If the player to move loses from the bar of part b, the result also has a winning reply to each bite of this bar.
    """
    drawn = solved_question.drawn
    bites = solved.winning_bites(drawn.bar)
    losing = solved.losing_bars_inside(drawn.bar)
    replies = [] if bites else list(_replies(drawn.bar))
    return {
        "left": [(bite, eat(drawn.large_bar, bite)) for bite in solved.winning_bites(drawn.large_bar)],
        "left_of_bar": [(bite, eat(drawn.bar, bite)) for bite in bites],
        "replies": replies[:MOST_REPLIES],
        "more_replies": len(replies) > MOST_REPLIES,
        "losing": losing,
    }


def _replies(bar: Bar) -> Iterator[tuple[Square, Square, Bar]]:
    """Yield for each bite of a losing bar the bite, a reply that wins, and the losing bar after the reply."""
    for bite in squares(bar)[1:]:
        bitten = eat(bar, bite)
        reply = solved.winning_bites(bitten)[0]
        yield bite, reply, eat(bitten, reply)


@chomp_moves.hint_data
def losing_bars(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the feedback the large bar after a winning bite, and the winning bites and losing bars of part b."""
    bar = solved_question.drawn.large_bar
    losing = sorted(solved.losing_bars_inside(solved_question.drawn.bar), key=lambda bar: (sum(bar), bar))
    return {
        "left": eat(bar, solved.winning_bites(bar)[0]),
        "bites": solved.winning_bites(solved_question.drawn.bar)[:FIRST],
        "squares": sum(solved_question.drawn.bar),
        "losing": (losing[:LOSING], losing[-LOSING:]),
    }


@question(
    3,
    parts="ab",
    kind={"a": integers(5, 0, 99, players=1, first_player=0), "b": integers(4, 0, 40)},
    points=3,
    all_or_nothing=True,
    evidence=solved.RightMoves,
    definitions=(2, 4),
)
def cram_moves(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return winner, moves and last domino of a play by symmetry (a), or the number of winning dominoes and one (b)."""
    drawn, notation = context.params, notation_of(context)
    if part.letter == "a":
        game = notation.cram(symmetric_grid(drawn))
        play = solved.symmetry_play(game)
        winner = notation.player(0 if game.outcome(play[-1]) == 1 else 1)
        return Solution((winner, len(play) - 1, *notation.domino(*solved.placed(game, *play[-2:]))))
    moves = solved.winning_dominoes(notation.searched_cram(begun_grid(drawn), len(drawn.dominoes)))
    return Solution((len(moves), *notation.domino(*(moves or NO_DOMINO)[0])), (solved.RightMoves(moves),))


@cram_moves.accepts("b")
def _is_winning_domino(context: SolveContext[Parameters], _: Part, answer: Values) -> bool:
    notation = notation_of(context)
    drawn = context.params
    winning = solved.winning_dominoes(notation.searched_cram(begun_grid(drawn), len(drawn.dominoes)))
    moves = [notation.domino(*move) for move in winning or NO_DOMINO]
    return answer[0] == len(winning) and answer[1:] in moves


@cram_moves.remarks
def _domino_that_does_not_fit(context: SolveContext[Parameters], part: Part, answer: Values) -> Note | None:
    if part.letter == "a":
        return None
    board = begun_grid(context.params)
    covered: dict[Values, set[tuple[int, int]]] = {
        (i, j, d): {(i, j), (i + d, j + 1 - d)}
        for i, j, d in product(range(board.rows), range(board.cols), (0, 1))
        if i + d < board.rows and j + 1 - d < board.cols
    }
    if answer[1:] not in covered:
        return MOVE_OFF_BOARD
    return MOVE_ON_TAKEN_CELL if covered[answer[1:]] & board.forbidden else None


@cram_moves.drawing
def grids_of_both_parts(drawn: Parameters) -> str:
    """Draw the grids of both parts, with covered cells in grey."""
    games = Cram(symmetric_grid(drawn)), Cram(begun_grid(drawn))
    return side_by_side([grid_drawing(game.text(game.start)) for game in games])


def _losing_dominoes(right: Sequence[int], drawn: Parameters) -> Values:
    """Mistake: give the number of legal dominoes that lose, in place of those that win."""
    board = begun_grid(drawn)
    return len(board.legal(1)) + len(board.legal(2)) - right[0], *right[1:]


cram_moves.mistake_from_answer(
    "dominoes-of-the-winner", lambda right, _: (right[0], (right[1] + 1) // 2, *right[2:]), parts="a"
)
cram_moves.mistake_from_answer("losing-dominoes-counted", _losing_dominoes, parts="b")


@cram_moves.solution_data
def cram_moves_worked(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution a drawing of the play by symmetry, the winning dominoes of part b, and a grid."""
    drawn = solved_question.drawn
    game = Cram(symmetric_grid(drawn))
    play = solved.symmetry_play(game)
    board = begun_grid(drawn)
    values = cram_options(board)
    best = solved.winning_dominoes(Cram(board))[0]
    i, j, d = best
    rows = [list(row) for row in board.text(0).split("\n")]
    rows[i][j] = rows[i + d][j + 1 - d] = "D"
    return {
        "play": Markup(numbered_dominoes(game, play)),  # noqa: S704 (markup made here)
        "opening": [solved.placed(game, *play[n : n + 2]) for n in range(4)],
        "legal": len(values),
        "values": sorted(Counter(values.values()).items()),
        "best": best,
        "after": Markup(on_sheet(grid_svg(rows, LARGE))),  # noqa: S704
    }


@cram_moves.hint_data
def dominoes_that_win(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the feedback the first dominoes of the play by symmetry, and legal and winning dominoes of part b."""
    game = Cram(symmetric_grid(solved_question.drawn))
    board = begun_grid(solved_question.drawn)
    return {
        "first": [solved.placed(game, *pair) for pair in pairwise(solved.symmetry_play(game)[: FIRST + 1])],
        "legal": sum(len(board.legal(player)) for player in (1, 2)),
        "best": solved.winning_dominoes(Cram(board))[:FIRST],
    }
