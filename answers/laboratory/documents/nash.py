"""The ENS 2013 practical exam "Équilibres de Nash": the values of its model answer sheet for the seed ũ₀ = 17."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations, product
from math import isclose, sqrt

import numpy as np

from answers.exam.catalogue import load_exam
from answers.exam.document import EVIDENCE, Document
from answers.exam.key import make_key
from answers.exam.words import plain
from answers.kinds.parsing import Value
from solvers.domineering.board import Board
from solvers.domineering.phantom import PhantomPlay, play
from solvers.domineering.phantom_game import PhantomGame
from solvers.matrix_games.double_oracle import double_oracle
from solvers.matrix_games.zero_sum import zero_sum
from solvers.sequence.lcg import sequence, term
from solvers.sequence.permutation_array import permutation_array
from solvers.sequence.permutations import permutation

QUESTION_3 = Board(5, 5), range(1, 10)
"""The board and the values of n of question 3."""
QUESTION_7 = Board(4, 4), Board(3, 6)
"""Boards of question 7 whose printed values show by which indices the lists were chosen."""


def computed() -> Mapping[str, Value]:
    """Return the value of every item of the model sheet, by part and label such as "7a lPD(4,4)", and of statements."""
    exam = load_exam("nash")
    key, words = make_key(exam, exam.model_seed), exam.words("en")
    figures: dict[str, Value] = {
        f"{part.id} {plain(label).rstrip(' :=≃')}": value
        for part in exam.parts
        for label, value in zip(words.labels(part, key.params), key.answers[part.id], strict=True)
    }
    # Statements of sections 3 to 6 are 1 or 0; names with `EVIDENCE` have the numbers that decide them.
    # question 4: p(i) = u(i) / Σ p(j), over j < N, is solved only by p(i) = u(i) / √Σ u(j)
    u0 = exam.model_seed
    u = sequence(u0, 11).tolist()
    total = sum(u[:10])
    figures["4: a sum of the p(j)"] = int(isclose(total / sqrt(total), 1))
    figures["4: i up to N"] = int(isclose(sum(u) / total, 1))
    tiny = Board(2, 3)
    unchanged = all(
        play(tiny, (*plan[:end], plan[0], *plan[end:]), other).moves == play(tiny, plan, other).moves
        for plan, other in product(*(permutations(range(tiny.count(player))) for player in (1, 2)))
        for end in range(1, len(plan) + 1)
    )
    figures["section 3: a repetition changes nothing"] = int(unchanged)
    board, ranks = QUESTION_3
    games = {
        n: play(board, *(permutation(term(u0, k), board.count(p)) for p, k in ((1, n), (2, 2 * n)))) for n in ranks
    }
    longer = [n for n, game in games.items() if _moves_left(game)]
    small = play(Board(2, 2), (0, 1), (0, 1))
    figures["section 3: complete games"] = int(not longer and not _moves_left(small))
    figures["section 3: complete games" + EVIDENCE] = (len(_moves_left(small)), *longer)
    # the list with the index n is P(u(n), b), so that the list with the index u(n) is P(u(u(n)), b)
    literal = [
        play(board, *(permutation(term(u0, term(u0, k)), board.count(p)) for p, k in ((1, n), (2, 2 * n)))).winner
        for n in ranks
    ]
    same = sum(winner == game.winner for winner, game in zip(literal, games.values(), strict=True))
    figures["section 5: indices u(n) in question 3"] = int(same == len(games))
    figures["section 5: indices u(n) in question 3" + EVIDENCE] = (same, len(games))
    numbers = np.array([term(u0, int(index)) for index in sequence(u0, 100)])
    values = []
    for small_board in QUESTION_7:
        lists = (permutation_array(numbers, small_board.count(player)) for player in (1, 2))
        values.append(float(double_oracle(PhantomGame(small_board, *lists)).lower))
    figures["section 5: indices u(n) in question 7"] = int(np.allclose(values, (0.5, 1), atol=0.1))
    figures["section 5: indices u(n) in question 7" + EVIDENCE] = tuple(values)
    game_values = {zero_sum(np.reshape(cells, (3, 3))).lower for cells in product((0, 1), repeat=9)}
    # Cramer's rule: the value of the square part that is played is a quotient of integers
    figures["section 6: any real value"] = int(not all(isinstance(value, Fraction) for value in game_values))
    figures["section 6: any real value" + EVIDENCE] = (", ".join(map(str, sorted(game_values))),)
    return figures


def _moves_left(game: PhantomPlay) -> tuple[int, ...]:
    covered = sum(game.board.mask(move.player, move.placement) for move in game.moves)
    return game.board.legal(game.winner, covered)


DOCUMENT = Document(computed)
