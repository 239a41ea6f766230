"""The course notes "Jeux": the values and statements of their examples and definitions, and their drawings."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from answers.exam.document import EVIDENCE, Document, Drawing
from answers.exam.words import Words
from answers.kinds.parsing import Value
from solvers.board_games.chess_material import chess_material
from solvers.board_games.chomp import Chomp
from solvers.board_games.chomp_solution import chomp_solution
from solvers.board_games.cram import Cram, CramState, cram_symmetry
from solvers.board_games.tic_tac_toe import Marks, TicTacToe
from solvers.domineering.board import Board
from solvers.graph_games.arena import Arena, unfold
from solvers.graph_games.attractors import attractor
from solvers.graph_games.drawing.arena_svg import arena_svg
from solvers.graph_games.game import PlayTree, State, drawn_play
from solvers.graph_games.game_tree import MINUS, GameTree, Tree, pruning
from solvers.graph_games.tree_search import V_MAX, alpha_beta, depth_limited, min_max
from solvers.invalid_input import InvalidInput

LONGEST_ROW = 12
DEEP_CUT: Tree = (5, ((1, (4, 9)),))
"""A tree with a deep cut: below the second child of the root, a max node has at least the value 1; the min node below
that has at most the value 4, less than the 5 of the root, and is cut."""
NINE_QUEENS = "QQQQQQQQ/8/8/8/8/8/7k/RNBQKBNR"
"""A chess position with all eight pawns promoted, which no rule forbids; its value 103 is above v_max."""
MANY = 10_000
"""Number of states of an infinite arena that are unfolded."""
STEPS = 6
"""Number of moves after which a play in an arena of four states has visited a state twice."""
LOOP = Arena(
    (("a", "c"), ("b", "won")),
    {"a": ("b", "won"), "b": ("c",), "c": ("b",)},
    (frozenset({"won"}), frozenset()),
    frozenset(),
    "a",
)
"""An arena with a cycle: player 0 wins from a by moving to `won`; a play that goes to b never ends."""
CROSSES_WIN, NOUGHTS_WIN, DRAW = (0o7, 0o30), (0o31, 0o700), (0o615, 0o162)
"""Three final grids of tic-tac-toe: X in row 0; O in row 2; full without a line."""


def computed() -> Mapping[str, Value]:
    """Return the value of every number printed in the notes, and 1 (true) or 0 (false) for each statement in words."""
    game = TicTacToe()
    bars = unfold(BAR)
    # both players take the smallest free cell, which is always the first move in the list of moves
    smallest_cells = game.outcome(drawn_play(game, [0] * 9)[-1])
    rows = [chomp_solution(1, cols).winner((cols,)) for cols in range(1, LONGEST_ROW + 1)]
    even_grids = [(n, p) for n, p in product(range(1, 5), repeat=2) if n * p > 1 and (n % 2 == 0 or p % 2 == 0)]
    grids = [unfold(Cram(Board(*size))) for size in even_grids]
    won, lost, drawn = (min_max(TicTacToe(start=grid)).value for grid in (CROSSES_WIN, NOUGHTS_WIN, DRAW))
    victory, *cuts = (
        alpha_beta(tree, tree.heuristic)
        for tree in map(GameTree, ((V_MAX, -1, -1), *((a, (0, -1, 1)) for a in range(V_MAX))))
    )
    return {
        "remark 1.2": int(_is_finite(Counter())),
        "remark 1.2" + EVIDENCE: (MANY,),
        "remark 1.3, one play": int(all(len(plays) == 1 for plays in _plays_by_strategies(LOOP))),
        "remark 1.3, perhaps infinite": int(any(len(play) > STEPS for (play,) in _plays_by_strategies(LOOP))),
        "definition 2.1, the attractors": int(set(_inductive_values(LOOP)) >= attractor(LOOP, 0).states),
        "definition 2.1, the attractors" + EVIDENCE: tuple(
            ", ".join(sorted(states)) for states in (attractor(LOOP, 0).states, _inductive_values(LOOP))
        ),
        "definition 1.2, f(i)": int({0, 1} <= set[object](bars.owners)),
        "α-β, smallest α": int(_leaves_met(DEEP_CUT, min) <= _leaves_met(DEEP_CUT, max)),
        "exercise 1.2, symmetry": int(all(_symmetry_wins(*size) for size in even_grids)),
        "example 2.1, values below 100": int(chess_material(NINE_QUEENS) < V_MAX),
        "remark 2.3": int(alpha_beta(game, memo=True).calls >= alpha_beta(game).calls),
        "example 1.2, winner": 0 if smallest_cells == 1 else 1,
        "example 1.4, winner of 1 × 1": rows[0],
        "example 1.4, winner of 1 × n, n ≥ 2": _common(rows[1:]),
        "exercise 1.2, players with a winning strategy": _common(
            sum(grid.start in attractor(grid, player).rank for player in (0, 1)) for grid in grids
        ),
        "v on T₀": won,
        "v on T₁": lost,
        "v on T_null": drawn,
        "proposition 2.2, exceptions": _exceptions_to_proposition_2_2(),
        "theorem 2.3, states that nobody wins": _undecided(bars) + _undecided(unfold(Cram(Board(3, 3)))),
        "player favoured by a larger heuristic": 0 if game.open_lines(CROSSES_WIN) > 0 else 1,
        "v_max": V_MAX,
        "example 2.2, value": victory.value,
        "example 2.2, branches explored": victory.leaves - 1,
        "example 2.3, branches explored": _common(cut.leaves - 2 for cut in cuts),
    }


@dataclass(frozen=True, slots=True)
class Counter:
    """A game on the natural numbers in which a move adds 1 or ends the game: its graph is bipartite, but infinite."""

    start: int = 0

    def player(self, state: int) -> int:
        """Return the player to move in a state: 0 if the number is even, 1 if it is odd."""
        return abs(state) % 2

    def successors(self, state: int) -> tuple[int, ...]:
        """Return the states after a move from n: n + 1, and the final state -n - 1; a final state has none."""
        return (state + 1, -state - 1) if state >= 0 else ()

    def outcome(self, state: int) -> int:
        """Return the outcome of a state: 1, a win of player 0, for a final state, else 0."""
        return 1 if state < 0 else 0


def _is_finite(game: Counter) -> bool:
    """Return whether a game has at most `MANY` states; a game with more is taken to be infinite."""
    try:
        unfold(game, MANY)
    except InvalidInput:
        return False
    return True


def _plays_by_strategies(arena: Arena[str]) -> Iterator[list[tuple[str, ...]]]:
    """Yield, for each pair of strategies of both players, all plays that follow both, up to `STEPS` moves."""
    moving = [state for state in arena.arcs if arena.arcs[state]]
    for chosen in product(*(arena.arcs[state] for state in moving)):
        strategies = dict(zip(moving, chosen, strict=True))
        plays: list[tuple[str, ...]] = [(arena.start,)]
        for _ in range(STEPS):
            plays = [
                play if play[-1] not in strategies else (*play, after)
                for play in plays
                for after in arena.arcs[play[-1]] or play[-1:]
                if after == strategies.get(play[-1], after)
            ]
        yield plays


def _inductive_values(arena: Arena[str]) -> dict[str, int]:
    """Return the values of an arena's states by definition 2.1, where it gives one, in the order of computation."""
    values = {state: 1 - 2 * player for player, won in enumerate(arena.wins) for state in won}
    values.update(dict.fromkeys(arena.draws, 0))
    while ready := [
        state for state in arena.arcs if state not in values and all(after in values for after in arena.arcs[state])
    ]:
        for state in ready:
            below = [values[after] for after in arena.arcs[state]]
            values[state] = (min if arena.owners[state] else max)(below)
    return values


def _leaves_met(tree: Tree, choose: Callable[[Iterable[int]], int]) -> int:
    """Return the number of leaves that α-β evaluates if `choose` selects the bound to compare with among ancestors."""
    # values and bounds have the sign of the player they belong to (1 for max, -1 for min): larger is better for both
    count = 0

    def value(node: Tree, sign: int, own: tuple[int, ...], others: tuple[int, ...]) -> int:
        """Return the value of a node for its player; `own` and `others` are bounds of the ancestors of each player."""
        nonlocal count
        if isinstance(node, int):
            count += 1
            return sign * node
        best: int | None = None
        for child in node:
            bounds = own if best is None else (*own, best)
            below = -value(child, -sign, others, bounds)
            best = below if best is None else max(best, below)
            if others and -best <= choose(others):
                break
        assert best is not None
        return best

    value(tree, 1, (), ())
    return count


def _symmetry_wins(rows: int, cols: int) -> bool:
    """Return whether a player has the symmetry strategy in Cram on a board and wins every play with it."""
    game = Cram(Board(rows, cols))
    strategy = cram_symmetry(game)
    if strategy is None:
        return False
    known, waiting = {game.start}, [game.start]
    while waiting:
        state = waiting.pop()
        moves = game.successors(state)
        if not moves and game.outcome(state) != (1, -1)[strategy.player]:
            return False
        answers = {strategy.reply(state)} if moves and game.player(state) == strategy.player else set(moves)
        waiting += answers - known
        known |= answers
    return True


def _exceptions_to_proposition_2_2() -> int:
    """Return the number of positions of tic-tac-toe whose min-max value differs from that given by the attractors."""
    game = TicTacToe()
    arena, values = unfold(game), dict[Marks, int]()
    for state in sorted(arena.arcs, key=lambda marks: sum(map(int.bit_count, marks)), reverse=True):  # fullest first
        below = [values[after] for after in arena.arcs[state]]
        values[state] = (min if game.player(state) else max)(below, default=game.outcome(state))
    first, second = (attractor(arena, player).states for player in (0, 1))
    return sum(value != (state in first) - (state in second) for state, value in values.items())


def _undecided(arena: Arena[State]) -> int:
    """Return from how many positions neither player can force a win."""
    return arena.count[0] - sum(attractor(arena, player).sizes[-1] for player in (0, 1))


def _common(values: Iterable[int]) -> int:
    """Return the value that all `values` have in common; ValueError if they differ."""
    (value,) = set(values)
    return value


BAR = Chomp.rectangle(3, 2)
REMOVED = frozenset({(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)})
"""Cells missing from the grid of 3 × 4 that `_cram` draws."""


TREE: Tree = (((3, -2), (5, 1, 8)), ((-4, 2), (7, 6)), ((4,), (9, 0), (-1, 3)))
"""An example tree of corrige, since the trees drawn in the notes are not known."""


def _cram(_: Words) -> str:
    """Return the SVG of the arena of Cram (exercise 1.4) on a grid of corrige, since that of the notes is not known."""
    game = Cram(Board(3, 4, REMOVED))
    empty = game.text(game.start)

    def cells(play: tuple[CramState, ...]) -> str:
        """Return the position at the end of a play as text, with spaces for removed cells."""
        return "".join(" " if first == "#" else mark for first, mark in zip(empty, game.text(play[-1]), strict=True))

    return arena_svg(unfold(PlayTree(game)), cells)


def _min_max(_: Words) -> str:
    """Return the SVG of a tree with the min-max value of each node ("Jeux", section 2.1, definition 2.1)."""
    game = GameTree(TREE)
    deepest = max(map(len, game.nodes()))
    values = {
        path: depth_limited(game, game.heuristic, deepest, path).value for path in game.nodes() if game.successors(path)
    }
    return game.svg({path: str(value).replace("-", MINUS) for path, value in values.items()})


def _alpha_beta(_: Words) -> str:
    """Return the SVG of a search of a tree by alpha-beta ("Jeux", section 2.2, exercise 2.3)."""
    game = GameTree(TREE)
    search = pruning(game)
    texts = {path: text for path, text in search.texts(game.v_max).items() if game.successors(path)}
    return game.svg(texts, search.unseen)


PLOTS = (
    Drawing("chomp", lambda _: arena_svg(unfold(BAR), BAR.text)),  # exercise 1.1, question 2
    Drawing("cram", _cram),
    Drawing("min-max", _min_max),
    Drawing("alpha-beta", _alpha_beta),
)
DOCUMENT = Document(computed, PLOTS, ("min_max",))
