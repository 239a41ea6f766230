"""Nash equilibria: sequences, permutations, phantom Domineering and the values of its games.

Source: ENS 2013 practical exam of algorithmics and programming, "Équilibres de Nash", eight numbered questions.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from answers.exam.exam import Exam, Oral, Part, Question, Solution, Text, question
from answers.kinds.kind import Value
from answers.kinds.numbers.numbers import Numbers, integers, probabilities
from answers.kinds.numbers.text import Domain
from answers.kinds.tolerance import Tolerance
from solvers.domineering.board import Board
from solvers.domineering.phantom import Game, all_plans, limited_plans, play
from solvers.domineering.playouts import PhantomGame
from solvers.matrix_games.double_oracle import double_oracle
from solvers.matrix_games.equilibrium import Equilibrium, MixedStrategy
from solvers.matrix_games.zero_sum import zero_sum
from solvers.sequence import lcg, permutations

Size = tuple[int, int]

INDICES = {"a": (0, 1, 2), "b": (3, 4, 5), "c": (6, 7, 8)}
ROUNDS = {"a": (1, 2, 3), "b": (4, 5, 6), "c": (7, 8, 9)}
SAMPLE_SIZES = {"a": 10, "b": 100, "c": 1000}
PARITY_PLANS = 100
ONE_ILLEGAL: Mapping[str, tuple[Size, ...]] = {"a": ((1, 4), (2, 3)), "b": ((3, 2), (2, 4)), "c": ((3, 3), (4, 2))}
LIMITED: Mapping[str, tuple[Size, ...]] = {"a": ((3, 5), (4, 4), (5, 3)), "b": ((3, 6), (4, 5), (5, 4))}
FEW, MANY = 100, 10_000

VALUE = Tolerance(absolute=Fraction(5, 100))
ROUGH_VALUE = Tolerance(absolute=Fraction(1, 10))


@dataclass(frozen=True, slots=True)
class Parameters:
    """What u₀ decides beside the sequence itself: the illegal cell of each board of question 6, by size "N,P"."""

    u0: int
    illegal: Mapping[str, tuple[int, int]]


def draw(u0: int) -> Parameters:
    """Draw the illegal cells (u(1000) mod N, u(1001) mod P)."""
    u1000, u1001 = lcg.term(u0, 1000), lcg.term(u0, 1001)
    sizes = [size for sizes in ONE_ILLEGAL.values() for size in sizes]
    return Parameters(u0, {f"{n},{p}": (u1000 % n, u1001 % p) for n, p in sizes})


@question(
    1,
    prompt=Text(
        fr="Suite u(n) = 15091 · u(n − 1) mod 64007 : écrire les termes demandés.",
        en="Sequence u(n) = 15091 · u(n − 1) mod 64007: write the requested terms.",
    ),
    kind=integers(3, 0, lcg.MODULUS - 1),
    points=Fraction(3, 2),
    items={letter: tuple(f"u({n}) =" for n in indices) for letter, indices in INDICES.items()},
)
def terms(params: Parameters, part: Part) -> Solution:
    """Three consecutive terms of the sequence."""
    return Solution(tuple(lcg.term(params.u0, n) for n in INDICES[part.letter]))


@question(
    2,
    prompt=Text(
        fr="Trois premiers éléments, dans l’ordre, de la permutation P(u(k), 4) pour k = 0 (a), 1 (b), 2 (c).",
        en="First three elements, in order, of the permutation P(u(k), 4) for k = 0 (a), 1 (b), 2 (c).",
    ),
    kind=integers(3, 0, 3),
    points=Fraction(3, 2),
    items=dict.fromkeys("abc", ("1 :", "2 :", "3 :")),
)
def first_elements(params: Parameters, part: Part) -> Solution:
    """Start of the permutation of four elements of index u(0), u(1) or u(2)."""
    k = "abc".index(part.letter)
    return Solution(permutations.permutation(lcg.term(params.u0, k), 4)[:3])


@question(
    3,
    prompt=Text(
        fr="Phantom-Domineering 5 × 5 : le joueur 1 suit la permutation d’index u(n), le joueur 2 celle d’index "
        "u(2n). Qui gagne, 1 ou 2 ?",
        en="Phantom Domineering on a 5 × 5 board: player 1 follows the permutation of index u(n), player 2 that of "
        "index u(2n). Who wins, 1 or 2?",
    ),
    kind=integers(3, 1, 2),
    points=3,
    items={letter: tuple(f"n = {n} :" for n in rounds) for letter, rounds in ROUNDS.items()},
)
def winners(params: Parameters, part: Part) -> Solution:
    """Winners of three games between two priority lists, with the boards they end on."""
    board = Board(5, 5)
    games = [
        play(board, _plan(board, 1, lcg.term(params.u0, n)), _plan(board, 2, lcg.term(params.u0, 2 * n)))
        for n in ROUNDS[part.letter]
    ]
    return Solution(tuple(game.winner for game in games), tuple(_played(game) for game in games))


@question(
    4,
    prompt=Text(
        fr="x est tiré dans {0, …, N − 1} avec une probabilité proportionnelle à u(x). Moyenne de u(x)² ?",
        en="x is drawn from {0, …, N − 1} with a probability proportional to u(x). What is the mean of u(x)²?",
    ),
    kind=Numbers(1, Domain(low=0)),
    points=3,
    items={letter: (f"N = {size} :",) for letter, size in SAMPLE_SIZES.items()},
    tolerance=Tolerance(relative=Fraction(2, 100)),
)
def mean_square(params: Parameters, part: Part) -> Solution:
    """Exact expectation Σ u³ / Σ u over the first N terms; 0 for the null sequence, whatever the law."""
    u = lcg.sequence(params.u0, SAMPLE_SIZES[part.letter])
    total = int(u.sum())
    return Solution((Fraction(int((u**3).sum()), total) if total else 0,))


@question(
    5,
    prompt=Text(
        fr="Chaque joueur choisit un entier de 0 à 99, i pour le joueur 1 et j pour le joueur 2. Valeur du jeu si le "
        "joueur 1 gagne quand i + j est impair (a), pair (b) ?",
        en="Each player picks an integer from 0 to 99, i for player 1 and j for player 2. What is the value of the "
        "game if player 1 wins when i + j is odd (a), even (b)?",
    ),
    kind=probabilities(1),
    points=2,
    items={"a": ("v ≃",), "b": ("v ≃",)},
    tolerance=VALUE,
)
def parity_value(_: Parameters, part: Part) -> Solution:
    """Value of the parity game; it does not depend on u₀."""
    i = np.arange(PARITY_PLANS)
    wins = (i[:, None] + i) % 2 == (1 if part.letter == "a" else 0)
    found = zero_sum(wins.astype(np.uint8))
    return Solution((_value(found),), (_evidence(found, (PARITY_PLANS, PARITY_PLANS)),))


@question(
    6,
    prompt=Text(
        fr="Valeur de iPD(N, P) : phantom-Domineering N × P où la case (u(1000) mod N, u(1001) mod P) est interdite.",
        en="Value of iPD(N, P): phantom Domineering N × P where the cell (u(1000) mod N, u(1001) mod P) is forbidden.",
    ),
    kind=probabilities(2),
    points=3,
    items={letter: tuple(f"iPD({n},{p}) ≃" for n, p in sizes) for letter, sizes in ONE_ILLEGAL.items()},
    tolerance=VALUE,
)
def one_illegal_cell(params: Parameters, part: Part) -> Solution:
    """Values over all plans of two small boards with a forbidden cell."""
    boards = [Board(n, p, frozenset({params.illegal[f"{n},{p}"]})) for n, p in ONE_ILLEGAL[part.letter]]
    return _values([_all_plans_game(board) for board in boards])


def _played(game: Game) -> Mapping[str, Any]:
    """The end of a game for drawing: who covers each cell (0 for nobody, 3 for a forbidden cell), and the moves."""
    grid = [[3 if n < 0 else n and 2 - n % 2 for n in row] for row in game.grid()]
    return {"winner": game.winner, "grid": grid, "moves": [(move.player, *move.cells) for move in game.moves]}


def _limited(count: int) -> Callable[[Parameters, Part], Solution]:
    def limited_values(params: Parameters, part: Part) -> Solution:
        """Values of three boards when both players are limited to the plans of index u(0) … u(count - 1)."""
        return _values([limited_game(params.u0, Board(n, p), count) for n, p in LIMITED[part.letter]])

    return limited_values


LIMITED_ITEMS = {letter: tuple(f"lPD({n},{p}) ≃" for n, p in sizes) for letter, sizes in LIMITED.items()}

few_plans: Question[Parameters] = question(
    7,
    prompt=Text(
        fr="Valeur de lPD(N, P) quand chaque joueur n’a que les 100 stratégies d’index u(0), …, u(99).",
        en="Value of lPD(N, P) when each player only has the 100 strategies of index u(0), …, u(99).",
    ),
    kind=probabilities(3),
    points=3,
    items=LIMITED_ITEMS,
    tolerance=VALUE,
)(_limited(FEW))

many_plans: Question[Parameters] = question(
    8,
    prompt=Text(
        fr="Même question avec les 10 000 stratégies d’index u(0), …, u(9999) (valeur approchée).",
        en="The same with the 10,000 strategies of index u(0), …, u(9999) (an approximate value will do).",
    ),
    kind=probabilities(3),
    points=3,
    items=LIMITED_ITEMS,
    tolerance=ROUGH_VALUE,
)(_limited(MANY))


def limited_game(u0: int, board: Board, count: int) -> PhantomGame:
    """Return lPD on `board`: both players limited to their `count` plans of index u(0) … u(count - 1)."""
    return PhantomGame(board, *(limited_plans(u0, count, board.count(player)) for player in (1, 2)))


def _all_plans_game(board: Board) -> PhantomGame:
    return PhantomGame(board, *(all_plans(board, player) for player in (1, 2)))


def _plan(board: Board, player: int, n: int) -> tuple[int, ...]:
    return permutations.permutation(n, board.count(player))


def _values(games: list[PhantomGame]) -> Solution:
    found = [double_oracle(game) for game in games]
    evidence = [_evidence(equilibrium, game.shape) for equilibrium, game in zip(found, games, strict=True)]
    return Solution(tuple(map(_value, found)), tuple(evidence))


def _value(found: Equilibrium) -> Value:
    return found.approximate_value if found.value is None else found.value


def _evidence(found: Equilibrium, plans: Size) -> Mapping[str, Any]:
    return {
        "rows": _support(found.row),
        "columns": _support(found.column),
        "lower": str(found.lower),
        "upper": str(found.upper),
        "plans": plans,
    }


def _support(strategy: MixedStrategy) -> list[tuple[int, str]]:
    return [(index, str(weight)) for index, weight in zip(strategy.support, strategy.weights, strict=True)]


def _extreme_values(_: Parameters, answers: Mapping[str, tuple[Value, ...]]) -> tuple[Value | None, ...]:
    """Of question 8, the values that are exactly 0 or 1: in a 0/1 game, a plan that never loses has them."""
    return tuple(value if value in (0, 1) else None for part in many_plans.parts for value in answers[part.id])


EXAM = Exam(
    name="nash",
    title=Text(fr="Équilibres de Nash", en="Nash equilibria"),
    source=Text(
        fr="d’après l’épreuve pratique d’algorithmique et de programmation des ENS, 2013",
        en="after the 2013 ENS practical exam in algorithmics and programming",
    ),
    model_seed=17,
    draw=draw,
    questions=(
        terms,
        first_elements,
        winners,
        mean_square,
        parity_value,
        one_illegal_cell,
        few_plans,
        many_plans,
    ),
    oral=(
        Oral(
            "period",
            Text(fr="Période de n ↦ P(n, b), soit b !", en="Period of n ↦ P(n, b), which is b!"),
            ("b = 4 :", "b = 15 :", "b = 20 :"),
            lambda *_: tuple(permutations.period(b) for b in (4, 15, 20)),
        ),
        Oral(
            "small-boards",
            Text(fr="Valeur de PD sur les petits plateaux", en="Value of PD on small boards"),
            ("PD(2,2) =", "PD(3,3) ="),
            lambda *_: _values([_all_plans_game(Board(n, n)) for n in (2, 3)]).values,
        ),
        Oral(
            "extreme-values",
            Text(
                fr="Question 8 : valeurs exactement 0 ou 1 (un joueur a une stratégie pure qui ne perd jamais)",
                en="Question 8: values exactly 0 or 1 (a player has a pure strategy that never loses)",
            ),
            tuple(label for labels in LIMITED_ITEMS.values() for label in labels),
            _extreme_values,
        ),
    ),
)
