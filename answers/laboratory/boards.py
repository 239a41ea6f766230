"""Board games with complete information: the winner, the winning first moves, and the value of a position."""

from collections.abc import Iterable, Sequence
from math import comb
from pathlib import Path
from typing import Literal

from answers.errors import CorrigeError, Problem
from answers.laboratory.arena import attractors, named
from answers.laboratory.result import Drawings, SolverResult, svg
from answers.laboratory.user_input import Faults, check_cost, pair, read_text, unequal
from answers.messages import Message
from solvers.board_games.chess_material import chess_material
from solvers.board_games.chomp import Chomp, chomp_graph
from solvers.board_games.chomp_solution import chomp_solution
from solvers.board_games.cram import Cram, cram_symmetry
from solvers.board_games.cram_grundy import cram_options, cram_value, largest_component
from solvers.board_games.tic_tac_toe import MAX_SIZE, TicTacToe
from solvers.domineering.board import Board
from solvers.domineering.outcome_search import MOST_CELLS as MOST_FREE
from solvers.domineering.outcome_search import winning_moves
from solvers.graph_games.arena import unfold
from solvers.graph_games.drawing.arena_svg import MAX_STATES, arena_svg
from solvers.graph_games.game import PlayTree
from solvers.graph_games.tree_search import Heuristic, alpha_beta, depth_limited, min_max, tree_size

Move = Sequence[object]
"""A move: a square, or the two squares of a domino."""

Shown = Literal["arena", "graph"]
"""What `chomp` shows instead of the winner: the attractors "arena", or the graph of bars without players."""

FREE, CLOSED = ".", "#"
EATEN = "∅"
MOST_CELLS = 64
GRID = Message(
    "write rows of {free} (a free cell) and {closed} (no cell), all of the same length", free=FREE, closed=CLOSED
)
CRAM = 24, 6.0, 2.0
DOMINEERING = 36, 1.0, 1.6
"""For Cram and Domineering: a number of cells, the seconds to solve such a board, and the factor for each more cell."""
TEMPLATES = {
    "first": "the first player places the central domino, then answers each domino by its image under the half turn",
    "second": "the second player answers each domino by its image under the half turn",
}
"""Sentences on the symmetry strategy of Cram, by the player who wins with it."""


def board_with(size: str, illegal: Iterable[str] = ()) -> Board:
    """Return the board of a size such as "3x4", without the cells `illegal`; CorrigeError if a text is malformed."""
    cells = (pair(cell, ",", "--illegal", "0,1") for cell in illegal)
    return Board(*pair(size, "x", "--board", "3x4"), frozenset(cells))


def chomp(size: str, show: Shown | None) -> SolverResult:
    """Return the winner of Chomp on a full bar and all winning first moves, or what `show` names.

    `size` has the numbers of rows and columns, such as "3x4". With "graph", return the graph of the bars; with "arena",
    the attractors of both players.
    """
    rows, cols = pair(size, "x", "--board", "3x4")
    bar = Chomp.rectangle(rows, cols)
    if show == "graph":
        graph = chomp_graph(bar.bar)
        names = {inside: "/".join(bar.text((inside, 0)).split()) or EATEN for inside in graph}
        arcs = {names[inside]: [names[after] for after in dict.fromkeys(smaller)] for inside, smaller in graph.items()}
        odd = next(([a, b, c] for a in arcs for b in arcs[a] for c in arcs[b] if c in arcs[a]), None)
        lines: list[str] = [f"{inside} → {' '.join(after) or '∅'}" for inside, after in arcs.items()]
        lines.append(
            Message("the graph is not bipartite, since it has the cycle {cycle}", cycle=" → ".join(odd))
            if odd
            else Message("the graph is bipartite")
        )
        document = {"vertices": len(arcs), "arcs": sum(map(len, arcs.values())), "graph": arcs, "odd_cycle": odd}
        return SolverResult(document, lines)
    if show == "arena":
        return attractors(named(unfold(bar, MAX_STATES), lambda state: bar.text(state) if state[0] else EATEN))
    moves = chomp_solution(rows, cols).winning_moves((cols,) * rows)
    return _outcome(moves, drawings=svg(lambda: arena_svg(unfold(bar, MAX_STATES), bar.text)))


def domineering(board: Board, *, long: bool) -> SolverResult:
    """Return the winner of Domineering and all winning first moves; the first player places horizontal dominoes.

    CorrigeError if the board has fewer than 2 cells, or takes too long and `long` is False.
    """
    cells = board.free if board.rows > 1 else 0
    if cells <= MOST_FREE:  # the solver refuses larger boards itself
        _check_cells(
            Message("the command would solve Domineering on {cells} cells", cells=cells), cells, DOMINEERING, long=long
        )
    if board.rows * board.cols < 2:
        raise CorrigeError.single("Domineering is played on at least 2 cells, but the board is 1 × 1")
    return _outcome(board.cells(1, placement) for placement in winning_moves(board))


def cram(board: Board, *, arena: bool, long: bool) -> SolverResult:
    """Return the winner of Cram, all winning first moves, the Grundy value, and the player who wins by symmetry.

    With `arena`, return the states from which each player can force a win (the attractors) instead. CorrigeError if the
    board takes too long and `long` is False.
    """
    if arena:
        return attractors(named(unfold(Cram(board), MAX_STATES), Cram(board).text))
    cells = largest_component(board)
    _check_cells(
        Message("the command would solve Cram on {cells} connected cells", cells=cells), cells, CRAM, long=long
    )
    game, grundy = Cram(board), cram_value(board)
    moves = (game.cells(game.start, (domino, 1)) for domino, value in cram_options(board).items() if value == 0)
    strategy = cram_symmetry(game)
    symmetry = None if strategy is None else ("first", "second")[strategy.player]
    lines = [Message("grundy   {grundy} (the player to move loses if it is 0)", grundy=grundy)]
    if symmetry:
        lines.append(Message("symmetry {symmetry}", symmetry=Message(TEMPLATES[symmetry])))
    draw = svg(lambda: arena_svg(unfold(PlayTree(game), MAX_STATES), lambda play: game.text(play[-1])))
    return _outcome(moves, {"grundy": grundy, "symmetry": symmetry}, lines, draw)


def cram_board(size: str | None, grid: Path | None, illegal: Iterable[str]) -> Board:
    """Return the board of a size less the `illegal` cells, or that of a file; CorrigeError unless just one is given."""
    if size and grid is None:
        return board_with(size, illegal)
    if size is not None or grid is None:
        raise CorrigeError.single(
            "the game needs one board: --board and --grid are both given, or neither",
            remedy="give either --board 3x4 or --grid FILE",
        )
    place = str(grid)
    numbered = [(number, line.rstrip()) for number, line in enumerate(read_text(grid).splitlines(), 1) if line.strip()]
    rows = [row for _, row in numbered]
    if not rows:
        raise CorrigeError.single("the grid is empty", place=place, remedy=GRID)
    width = len(rows[0])
    if len(rows) * width > MOST_CELLS:
        cause = Message("the grid has more than {most_cells} cells", most_cells=MOST_CELLS)
        raise CorrigeError.single(cause, place=place, remedy=GRID)
    faults = Faults(place)
    for line, row in numbered:
        if len(row) != width:
            faults.wrong(unequal(len(row), width), GRID, line=line)
        for column, mark in enumerate(row, 1):
            if mark not in (FREE, CLOSED):
                faults.wrong(
                    Message("the sign {mark!r} in the grid stands for no kind of cell", mark=mark),
                    GRID,
                    line=line,
                    column=column,
                )
    faults.check()
    if list(illegal):
        raise CorrigeError.single(
            "--illegal can only be given with --board, not with --grid",
            remedy=Message("write {closed} in the grid for a cell that is not on the board", closed=CLOSED),
        )
    closed = ((i, j) for i, row in enumerate(rows) for j, mark in enumerate(row) if mark == CLOSED)
    return Board(len(rows), width, frozenset(closed))


def chess(position: str) -> SolverResult:
    """Return the material value of a chess position in Forsyth-Edwards notation: White's pieces minus Black's."""
    value = chess_material(position.split(" ", maxsplit=1)[0])
    return SolverResult({"value": value}, [Message("value    {value}", value=value)])


def _outcome(
    moves: Iterable[Move],
    more: dict[str, object] | None = None,
    lines: Sequence[str] = (),
    drawings: Drawings | None = None,
) -> SolverResult:
    """Return the winner and the winning first moves of a game as a SolverResult."""
    winning = list(moves)
    # a square is a pair of numbers, a domino a pair of squares, whose texts have brackets already
    texts = (" ".join(map(str, move)) if isinstance(move[0], tuple) else str(tuple(move)) for move in winning)
    document = {"winner": "first" if winning else "second", "winning_moves": winning, **(more or {})}
    head = [
        Message("winner   {winner}", winner=Message("first" if winning else "second")),
        Message("moves    {moves}", moves=" ; ".join(texts) or Message("none")),
    ]
    return SolverResult(document, [*head, *lines], drawings or {})


def _check_cells(message: Message, cells: int, measured: tuple[int, float, float], *, long: bool) -> None:
    measured_cells, seconds, factor = measured
    remedy = Message("take a smaller board")
    check_cost(message, seconds * factor ** (cells - measured_cells), place="--board", remedy=remedy, long=long)


POSITION_SECONDS = 2e-5
"""Seconds for all searches together, for each position of tic-tac-toe, on a usual machine."""
EMPTY = "." * 9
SQUARED = 4
"""Number of rows of the largest grid for which `squared_lines` is a heuristic."""
EXAMPLE = "write for instance XO./.X./..O: X moves first, and a dot is a free cell"


def limited(grid: str, depth: int) -> SolverResult:
    """Return the value of a tic-tac-toe grid for X, and the best moves, by a search of `depth` moves ahead.

    Positions at that depth have as heuristic the sum of the squares of X's marks in lines without O, minus the same for
    O. CorrigeError for a grid of more than `SQUARED` rows, or a malformed one.
    """
    game = _game(grid or EMPTY)
    if game.size > SQUARED:
        cause = Message(
            "--depth is possible only on grids of at most {most} rows, for which there is a heuristic", most=SQUARED
        )
        raise CorrigeError.single(cause, remedy="leave --depth out, or give a smaller grid")
    search = depth_limited(game, Heuristic(game.squared_lines), depth)
    moves = [game.cell(game.start, after) for after in search.moves]
    document = {"depth": depth, "value": search.value, "moves": moves, "calls": search.calls, "leaves": search.leaves}
    lines = [
        game.text(game.start),
        Message("value    {value}", value=search.value),
        Message("moves    {moves}", moves=" ; ".join(map(str, moves)) or Message("none")),
        Message(
            "calls    {count:>9}  by {method}",
            count=search.calls,
            method=Message("a search to depth {depth}", depth=depth),
        ),
    ]
    return SolverResult(document, lines)


def tictactoe(grid: str, *, arena: bool, long: bool) -> SolverResult:
    """Return the value of a tic-tac-toe grid for X, the best moves, and the number of calls of each search method.

    `grid` is a text such as "XO./.X./..O", "" for an empty grid of 3 × 3. With `arena`, return the states from which
    each player can force a win (the attractors) instead. CorrigeError if the grid is malformed or takes too long.
    """
    game = _game(grid or EMPTY)
    if arena:
        return attractors(named(unfold(game), game.text))
    free = game.size**2 - sum(map(int.bit_count, game.start))
    most = sum(comb(free, n) * comb(n, n // 2) for n in range(free + 1))
    message = Message("the command would search up to {most:,} positions of {free} free cells", free=free, most=most)
    remedy = Message("give a grid with more cells filled: up to 11 free cells are quick")
    check_cost(message, POSITION_SECONDS * most, place="--grid", remedy=remedy, long=long)
    exact = min_max(game, memo=True)
    calls = {
        "min_max": tree_size(game).calls,
        "min_max_memo": exact.calls,
        "alpha_beta": alpha_beta(game).calls,
        "alpha_beta_memo": alpha_beta(game, memo=True).calls,
    }
    mover = "XO"[game.player(game.start)]
    moves = [game.cell(game.start, after) for after in exact.moves]
    document = {"value": exact.value, "player": mover, "moves": moves, "positions": exact.states, "calls": calls}
    lines = [
        game.text(game.start),
        Message("to play  {mover}", mover=mover),
        Message(
            "value    {value}  ({outcome})",
            value=exact.value,
            outcome=(
                Message("O wins if both players play their best"),
                Message("a draw if both players play their best"),
                Message("X wins if both players play their best"),
            )[exact.value + 1],
        ),
        Message("moves    {moves}", moves=" ; ".join(map(str, moves)) or Message("none")),
        Message("states   {states}", states=exact.states),
        *(
            Message("calls    {count:>9}  by {method}", count=count, method=name.replace("_", " "))
            for name, count in calls.items()
        ),
    ]
    return SolverResult(document, lines, svg(lambda: arena_svg(unfold(game, MAX_STATES), game.text)))


def _game(text: str) -> TicTacToe:
    """Parse a grid of tic-tac-toe, row by row with or without slashes; CorrigeError if it is malformed."""
    marks = text.upper().replace("/", "").replace(" ", "")
    size = round(len(marks) ** 0.5)
    if size * size != len(marks) or not 2 <= size <= MAX_SIZE:
        cause = Message("--grid has {count} cells, which is not the square of an integer", count=len(marks))
        raise CorrigeError.single(cause, remedy=EXAMPLE)
    problems = [
        Problem(
            Message("{mark!r} is not a mark of a player, X or O", mark=mark),
            Message("--grid, row {row}, column {column}", row=k // size, column=k % size),
            EXAMPLE,
        )
        for k, mark in enumerate(marks)
        if mark not in "XO."
    ]
    if problems:
        raise CorrigeError(problems)
    first, second = (sum(1 << k for k, mark in enumerate(marks) if mark == own) for own in "XO")
    return TicTacToe(size, (first, second))
