"""What u₀ draws for the exam `jeux`, and the prompts that say it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import combinations, pairwise
from typing import Final

from answers.exam.exam import Text
from solvers.board_games.chomp import Bar
from solvers.board_games.chomp_solution import ChompSolution, chomp_solution
from solvers.board_games.cram import Cram
from solvers.board_games.cram_grundy import cram_grundy
from solvers.board_games.tic_tac_toe import State as Grid
from solvers.board_games.tic_tac_toe import TicTacToe
from solvers.domineering.board import Board, Cell
from solvers.graph_games.arena import unfold
from solvers.graph_games.game import drawn_play
from solvers.graph_games.game_tree import Tree
from solvers.sequence import lcg

Size = tuple[int, int]
Domino = tuple[Cell, Cell]

SMALL_ROWS, SMALL_COLS, REMOVED = 3, 4, 5
"""The grid of exercise 1.4, and how many cells it loses."""
LARGEST_BAR: Final = (4, 6)
FEWEST_SQUARES: Final = 7
FIRST_MARKS: Final = 4
"""Marks on the grid of exercise 1.3."""
TREE_DEPTH: Final = 3
MOST_LEAVES: Final = 27


@dataclass(frozen=True, slots=True)
class Parameters:
    """What u₀ draws, question by question; grids of tic-tac-toe are the masks of X and of O, cell (i, j) bit 3i + j.

    Sizes are (rows, columns); `bar` has the lengths of its rows; `dominoes` are those laid on `cram_grid`; `removed`
    are the cells that the grid of exercise 1.4 lacks; `depth` is that of `depth_grid`.
    """

    u0: int
    graph: Size
    whole_bar: Size
    bar: Bar
    cram_sizes: tuple[Size, Size, Size]
    cram_grid: Size
    dominoes: tuple[Domino, ...]
    attractor_grid: Grid
    removed: tuple[Cell, ...]
    memo_grid: Grid
    depth: int
    depth_grid: Grid
    tree: Tree

    @property
    def mover(self) -> int:
        """Who is to move after the dominoes: player 0 laid the first."""
        return len(self.dominoes) % 2


def draw(u0: int) -> Parameters:
    """Draw all parameters: an integer from a to b is a + u(k) mod (b - a + 1), with its own k ≥ 1000."""
    pick = partial(_pick, u0)
    cram_grid = pick(1015, 4, 5), 5
    return Parameters(
        u0=u0,
        graph=(pick(1000, 2, 5), pick(1001, 3, 6)),
        whole_bar=(pick(1002, 3, 5), pick(1003, 6, 8)),
        bar=_bar(pick),
        cram_sizes=(
            (2 * pick(1009, 2, 4), pick(1010, 3, 8)),
            (pick(1011, 3, 8), 2 * pick(1012, 2, 4)),
            (2 * pick(1013, 2, 4), pick(1014, 3, 8)),
        ),
        cram_grid=cram_grid,
        dominoes=_dominoes(cram_grid, tuple(lcg.term(u0, k) for k in range(1016, 1021))),
        attractor_grid=_open_grids()[pick(1021, 0, len(_open_grids()) - 1)],
        removed=_small_grids()[pick(1022, 0, len(_small_grids()) - 1)],
        memo_grid=_grid(u0, range(1023, 1026)),
        depth=pick(1026, 2, 3),
        depth_grid=_grid(u0, range(1027, 1029 + pick(1029, 0, 1))),
        tree=_tree(pick),
    )


def _pick(u0: int, k: int, low: int, high: int) -> int:
    return low + lcg.term(u0, k) % (high - low + 1)


def _bar(pick: Callable[[int, int, int], int]) -> Bar:
    """One bar in three is drawn among those that lose: they are too rare to come by themselves."""
    if pick(1004, 0, 2) == 2:
        bars = _losing_bars()
        return bars[pick(1005, 0, len(bars) - 1)]
    first = pick(1005, 4, 6)
    second = pick(1006, 2, first)
    third = pick(1007, 1, second)
    return tuple(length for length in (first, second, third, pick(1008, 0, third)) if length)


@cache
def solved_bars(rows: int, cols: int) -> ChompSolution:
    """Return who wins from every bar inside rows × cols."""
    return chomp_solution(rows, cols)


@cache
def _losing_bars() -> tuple[Bar, ...]:
    return tuple(bar for bar in solved_bars(*LARGEST_BAR).losing_bars() if sum(bar) >= FEWEST_SQUARES)


@lru_cache(maxsize=1024)
def _dominoes(size: Size, draws: tuple[int, ...]) -> tuple[Domino, ...]:
    """Draw dominoes for all numbers but the last; if the player to move then loses, the last one draws one more.

    From a position that loses every move leads to one that wins, so that there is a winning move to find.
    """
    game = Cram(Board(*size))
    play = drawn_play(game, draws)
    if cram_grundy(game.board, play[-2][0]):
        play = play[:-1]
    return tuple(game.cells(before, after) for before, after in pairwise(play))


@cache
def _open_grids() -> tuple[Grid, ...]:
    """Grids of tic-tac-toe with 4 marks on which each player has a line with a mark of theirs and none of the other."""
    cells = [1 << k for k in range(9)]
    grids = [
        (sum(crosses), sum(marks) - sum(crosses))
        for marks in combinations(cells, FIRST_MARKS)
        for crosses in combinations(marks, FIRST_MARKS // 2)
    ]
    lines = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]
    return tuple(
        (crosses, noughts)
        for crosses, noughts in grids
        if any(line & crosses and not line & noughts for line in lines)
        and any(line & noughts and not line & crosses for line in lines)
    )


@cache
def _small_grids() -> tuple[tuple[Cell, ...], ...]:
    """Ways to remove five cells of a grid of 3 × 4 that leave seven in one piece and plays that either player wins."""
    cells = [(i, j) for i in range(SMALL_ROWS) for j in range(SMALL_COLS)]
    connected = (removed for removed in combinations(cells, REMOVED) if _is_connected(set(cells) - set(removed)))
    return tuple(removed for removed in connected if all(unfold(small_grid(removed)).wins))


def small_grid(removed: tuple[Cell, ...]) -> Cram:
    """Return the game of exercise 1.4."""
    return Cram(Board(SMALL_ROWS, SMALL_COLS, frozenset(removed)))


def _is_connected(cells: set[Cell]) -> bool:
    reached = {min(cells)}
    while True:
        near = {(i + a, j + b) for i, j in reached for a, b in ((0, 1), (0, -1), (1, 0), (-1, 0))}
        if (near & cells) <= reached:
            return reached == cells
        reached |= near & cells


def _grid(u0: int, indices: Iterable[int]) -> Grid:
    return drawn_play(TicTacToe(), (lcg.term(u0, k) for k in indices))[-1]


def _tree(pick: Callable[[int, int, int], int]) -> Tree:
    """Three children, each with two or three, each of these with two or three leaves from -20 to 20."""
    widths = iter([pick(1100 + n, 2, 3) for n in range(12)])
    values = iter([pick(1200 + n, -20, 20) for n in range(MOST_LEAVES)])
    return tuple(tuple(tuple(next(values) for _ in range(next(widths))) for _ in range(next(widths))) for _ in range(3))


FORMULAS: Final = ("(i, j)", "i = 0", "i = 1", "d = 0", "d = 2", "d = 3")


def _text(fr: str, en: str) -> Text:
    """Keep formulas on one line."""
    for formula in FORMULAS:
        whole = formula.replace(" ", "\u00a0")
        fr, en = fr.replace(formula, whole), en.replace(formula, whole)
    return Text(fr, en)


PROMPTS: Final[Mapping[int, Callable[[Parameters], Text]]] = {
    1: lambda p: _text(
        fr=f"Exercice 1.1. Chomp sur une tablette de {_size(p.graph)} (lignes × colonnes). Nombre s de sommets, "
        "tablette mangée comprise, et nombre a d’arcs (un par tablette restante et par carré à manger) : a) du "
        "graphe des tablettes, sans joueurs ; b) de l’arène bipartie, dont un sommet est une tablette et le joueur "
        "qui doit jouer : les seuls sommets accessibles depuis la tablette entière, au joueur 0 de jouer.",
        en=f"Exercise 1.1. Chomp on a bar of {_size(p.graph)} (rows × columns). Number s of vertices, the eaten bar "
        "included, and number a of arcs (one for each remaining bar and square to eat): a) of the graph of bars, "
        "without players; b) of the bipartite arena, whose vertices are a bar and the player to move: only those "
        "that can be reached from the whole bar, player 0 to move.",
    ),
    2: lambda p: _text(
        fr="Exercice 1.1, exemple 1.4. Chomp ; le carré (0, 0), marqué *, est empoisonné : qui le mange perd. "
        "Manger (i, j) enlève toutes les cases de ligne ≥ i et de colonne ≥ j. Au joueur 0 de jouer. a) Un premier "
        f"coup gagnant (i, j) sur la tablette entière de {_size(p.whole_bar)} ; tout coup gagnant est juste. b) Sur "
        "la tablette dessinée : le joueur p (0 ou 1) qui a une stratégie gagnante, et le nombre w de premiers "
        "coups gagnants du joueur 0 (0 s’il n’en a pas).",
        en="Exercise 1.1, example 1.4. Chomp; the square (0, 0), marked *, is poisoned: whoever eats it loses. "
        "Eating (i, j) removes all squares of row ≥ i and column ≥ j. Player 0 is to move. a) A winning first move "
        f"(i, j) on the whole bar of {_size(p.whole_bar)}; any winning move is right. b) On the bar drawn: the "
        "player p (0 or 1) who has a winning strategy, and the number w of winning first moves of player 0 (0 if "
        "there is none).",
    ),
    3: lambda p: _text(
        fr="Exercice 1.2. Cram ; le joueur 0 commence, qui ne peut plus poser de domino perd. a) Numéro p du "
        f"joueur qui a une stratégie gagnante sur la grille vide : {_sizes(p.cram_sizes)}. b) Des dominos couvrent "
        f"les cases grises du dessin ; c’est au joueur {p.mover} de jouer. Un coup gagnant : (i, j) est la case du "
        "domino la plus haute et la plus à gauche, d = 0 si le domino est horizontal, 1 s’il est vertical ; tout "
        "coup gagnant est juste.",
        en="Exercise 1.2. Cram; player 0 begins, whoever cannot lay a domino loses. a) Number p of the player who "
        f"has a winning strategy on the empty grid: {_sizes(p.cram_sizes)}. b) Dominoes cover the grey cells of the "
        f"drawing; player {p.mover} is to move. A winning move: (i, j) is the uppermost and leftmost cell of the "
        "domino, d = 0 if it is horizontal, 1 if it is vertical; any winning move is right.",
    ),
    4: lambda _: _text(
        fr="Exercice 1.3. Tic-tac-toe : le joueur 0 écrit X et a commencé, le joueur 1 écrit O ; c’est au joueur 0 "
        "de jouer. La partie finit au premier alignement. L’arène est formée des grilles accessibles depuis celle "
        "du dessin, elle comprise. Nombres de sommets de A₀(i), A₁(i) et A₂(i) (définition 1.5) pour i = 0 (a) et "
        "i = 1 (b). c) Nombres de sommets de l’attracteur de chaque joueur, A(0) et A(1), et nombre n de ceux qui "
        "ne sont dans aucun des deux.",
        en="Exercise 1.3. Tic-tac-toe: player 0 writes X and began, player 1 writes O; player 0 is to move. A line "
        "of three ends the game. The arena is made of the grids that can be reached from the one drawn, itself "
        "included. Numbers of vertices of A₀(i), A₁(i) and A₂(i) (definition 1.5) for i = 0 (a) and i = 1 (b). c) "
        "Numbers of vertices of each player’s attractor, A(0) and A(1), and number n of those in neither.",
    ),
    5: lambda _: _text(
        fr="Exercice 1.4. Cram sur les cases blanches du dessin, au joueur 0 de jouer. Arbre des parties possibles "
        ": un nœud par suite de coups, la suite vide (racine) comprise ; un coup est la place d’un domino. Nombre "
        "N de nœuds, nombre f de feuilles (parties finies), et nombre de nœuds dans l’attracteur A(0) du joueur 0, "
        "feuilles comprises.",
        en="Exercise 1.4. Cram on the white cells of the drawing, player 0 to move. Tree of the possible plays: "
        "one node for each sequence of moves, the empty one (root) included; a move is the place of a domino. "
        "Number N of nodes, number f of leaves (finished plays), and number of nodes in the attractor A(0) of "
        "player 0, leaves included.",
    ),
    6: lambda p: _text(
        fr="Exercice 2.1. La fonction min_max du document, appelée sur la grille du dessin, au joueur "
        f"{_mover(p.memo_grid)} de jouer (le joueur 0 écrit X et a commencé ; pas de coup après un alignement). C : "
        "nombre d’appels, le premier compris, sans mémoïsation. Avec mémoïsation (une valeur par grille) : M, "
        "nombre d’appels, y compris ceux qui trouvent leur valeur en mémoire ; E, nombre de ceux qui ne l’y "
        "trouvent pas.",
        en=f"Exercise 2.1. The document’s function min_max, called on the grid drawn, player {_mover(p.memo_grid)} "
        "to move (player 0 writes X and began; no move after a line of three). C: number of calls, the first "
        "included, without memoisation. With memoisation (one value a grid): M, number of calls, those that find "
        "their value in memory included; E, number of those that do not.",
    ),
    7: lambda p: _text(
        fr=f"Exercice 2.2. Min-max de profondeur d = {p.depth} sur la grille du dessin (profondeur 0 ou partie "
        f"finie : on renvoie l’heuristique de la grille elle-même), au joueur {_mover(p.depth_grid)} de jouer ; le "
        "joueur 0 (X) maximise. Heuristique : 100 si X a gagné, −100 si O a gagné, sinon le nombre d’alignements "
        "(lignes, colonnes, diagonales) sans O moins le nombre d’alignements sans X. a) Valeur v de la racine. b) "
        "Une case (i, j) où jouer selon cet algorithme ; tout coup de valeur v est juste.",
        en=f"Exercise 2.2. Min-max of depth d = {p.depth} on the grid drawn (at depth 0 or when the game is over, "
        f"the heuristic of the grid itself is returned), player {_mover(p.depth_grid)} to move; player 0 (X) "
        "maximises. Heuristic: 100 if X has won, −100 if O has, otherwise the number of lines (rows, columns, "
        "diagonals) without O less the number of lines without X. a) Value v of the root. b) A cell (i, j) to play "
        "according to this algorithm; any move of value v is right.",
    ),
    8: lambda _: _text(
        fr="Exercice 2.3. Arbre dessiné : la racine est un nœud max (rond), ses enfants des nœuds min (carrés), et "
        "ainsi de suite. a) Valeur v de la racine. b) Numéro c d’un enfant de la racine à jouer, de 1 (à gauche) à "
        "3 ; tout enfant de valeur v est juste. c) Nombre f de feuilles évaluées par l’élagage α-β, de gauche à "
        "droite, α et β hérités de tous les ancêtres ; on abandonne les enfants restants d’un nœud dès que α ≥ β "
        "(égalité comprise).",
        en="Exercise 2.3. In the tree drawn the root is a max node (round), its children are min nodes (square), "
        "and so on. a) Value v of the root. b) Number c of a child of the root to play, from 1 (left) to 3; any "
        "child of value v is right. c) Number f of leaves evaluated by α-β pruning, from left to right, α and β "
        "inherited from all ancestors; the remaining children of a node are left as soon as α ≥ β (equality "
        "included).",
    ),
}


def _size(size: Size) -> str:
    return f"{size[0]}\u00a0×\u00a0{size[1]}"


def _sizes(sizes: tuple[Size, ...]) -> str:
    return ", ".join(f"{n})\u00a0{_size(size)}" for n, size in enumerate(sizes, start=1))


def _mover(grid: Grid) -> int:
    return TicTacToe().player(grid)
