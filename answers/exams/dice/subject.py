"""Drawings and worked examples of the subject of `dice`."""

from collections.abc import Mapping
from typing import Final

from answers.exam.subject import Subject
from answers.exam.words import Words, plain
from answers.exams.dice.draws import REPORT, USEFUL
from answers.exams.dice.games import SUM, chances, rounded_table, scoreless_game, sequential_game, simultaneous_game
from solvers import svg
from solvers.dice_battle.one_round import handicap_matrix, one_round_matrix
from solvers.dice_battle.scoreless import scoreless
from solvers.dice_battle.sequential import sequential
from solvers.dice_battle.simultaneous import simultaneous
from solvers.dice_battle.throws import (
    exact_expected_points,
    exact_throw,
    exact_throw_without_ones,
    relaxed_maximiser,
    useful_points,
)
from solvers.matrix_games.small_matrix_game import small_matrix_game

SMALL_DICE, SMALL_TARGET = 3, 6
"""D and N of the examples; no student's sheet has both."""
UNEVEN: Final = (3, 4, 2)
"""D, F and the lead of player 2 in the example of a matrix game."""
SIDE: Final = 30
"""Width of a die, in pixels."""
CELL: Final = 15
"""Width of a cell of the board, in pixels."""
BEYOND: Final = 4
"""Points beyond the target that the board shows."""
STYLE: Final = 'font-family="\'Corrige Text\'" text-anchor="middle"'


def throws(words: Words) -> str:
    """Draw three dice that score their sum, and three dice with a 1."""
    shapes, left = list[str](), 4
    for faces, points in (((4, 2, 6), 12), ((5, 1, 6), 1)):
        for n, face in enumerate(faces):
            x = left + n * (SIDE + 5)
            shapes.append(f'<rect x="{x}" y="2" width="{SIDE}" height="{SIDE}" rx="4" fill="white" stroke="black"/>')
            shapes += [f'<circle cx="{x + 6 + 9 * i}" cy="{8 + 9 * j}" r="2.8"/>' for i, j in svg.PIPS[face]]
        width = len(faces) * (SIDE + 5) - 5
        shapes.append(svg.text(left + width / 2, SIDE + 20, plain(words.snippet("scores", points=points)), size=11))
        left += width + 45
    return svg.drawing(left - 40, SIDE + 26, shapes, style=STYLE)


def board(words: Words) -> str:
    """Draw the states of a small simultaneous game: the sign of the gain at its ends, and grey those after (2, 3)."""
    ours, theirs = (plain(words.snippet("points_of", player=player)) for player in (1, 2))
    size, (own, other) = SMALL_TARGET + BEYOND, (2, 3)
    side, edge = CELL * size, CELL * SMALL_TARGET
    lines = "".join(f"M0 {CELL * n}h{side}M{CELL * n} 0v{side}" for n in range(size + 1))
    shapes = [
        f'<path d="M{CELL * (other + 1)} {CELL * (own + 1)}H{side}V{side}H{CELL * (other + 1)}z" fill="#d5d5d5"/>',
        f'<path d="M{CELL * other} {CELL * own}h{CELL}v{CELL}h-{CELL}z" fill="black"/>',
        f'<path d="{lines}" stroke="#999" stroke-width="0.6" fill="none"/>',
        f'<path d="M0 {edge}h{side}M{edge} 0v{side}" stroke="black" stroke-width="2" fill="none"/>',
    ]
    for i in range(size):
        shapes.append(svg.text(CELL * (i + 0.5), -5, str(i), size=10))
        shapes.append(svg.text(-8, CELL * (i + 0.75), str(i), size=10))
        for j in range(size):
            if max(i, j) >= SMALL_TARGET:
                sign = "+" if i > j else "−" if i < j else "0"
                shapes.append(svg.text(CELL * (j + 0.5), CELL * (i + 0.75), sign, size=10))
    shapes.append(svg.text(side / 2, -19, theirs, size=11))
    shapes.append(f'<g transform="translate(-28 {side / 2:g}) rotate(-90)">{svg.text(0, 0, ours, size=11)}</g>')
    board = f'<g transform="translate(40 30)">{"".join(shapes)}</g>'
    return svg.drawing(side + 42, side + 32, (board,), style=STYLE)


def examples() -> Mapping[str, object]:
    """Return the data of the worked examples and of the check values."""
    game, variant = (solve(SMALL_DICE, SMALL_TARGET) for solve in (sequential, scoreless))
    at_once = simultaneous(SMALL_DICE, SMALL_TARGET)
    dice, faces, ahead = UNEVEN
    matrix = handicap_matrix(dice, ahead, faces)
    solved = small_matrix_game(matrix)
    return {
        "P": exact_throw(3)[10],
        "Q": exact_throw_without_ones(3)[10],
        "EP": {dice: exact_expected_points(dice) for dice in (5, 6)},
        "real": relaxed_maximiser(),
        "useful": useful_points(4, 6).tolist(),
        "most": USEFUL,
        "dice": SMALL_DICE,
        "target": SMALL_TARGET,
        "EG": game.gain.tolist(),
        "OPT": game.choice.tolist(),
        "choices": game.choice_gains(3, 2).tolist(),
        "variant": variant.gain.tolist(),
        "one_round": one_round_matrix(3).tolist(),
        "uneven": UNEVEN,
        "matrix": matrix.tolist(),
        "mix": solved.row.tolist(),
        "value": solved.value,
        "columns": (solved.row @ matrix).tolist(),
        "pure": matrix.min(axis=1).tolist(),
        "sum": SUM.absolute,
        "EG1": rounded_table(at_once.gain),
        "E1": rounded_table(at_once.round_matrix(2, 3)),
        "E1_mix": at_once.mixes[2, 3].tolist(),
        **_checks(),
    }


def _checks() -> Mapping[str, object]:
    """Return check values: states of the report's board that no question asks about."""
    names = ("blind", "optimal", "random")
    game = simultaneous_game(REPORT)
    return {
        "start": float(sequential_game(REPORT).gain[0, 0]),
        "start_choice": int(sequential_game(REPORT).choice[0, 0]),
        "variant_start": float(scoreless_game(REPORT).gain[0, 0]),
        "duels": [[chances("sequential", first, second, REPORT).gain for second in names] for first in names],
        "longer": chances("simultaneous", "one-round", "blind", REPORT),
        "last": [chances("simultaneous", "optimal", name, REPORT).gain for name in ("blind", "random", "sequential")],
        "far": float(game.gain[10, 60]),
        "round": float(game.round_matrix(10, 60)[0, 9]),
    }


SUBJECT = Subject(
    210,
    {1: (), 2: (1,), 3: (1,), 4: (3,), 5: (4,), 6: (2, 4), 7: (1,), 8: (7,), 9: (8,), 10: (4, 6, 9)},
    {"throws": throws, "board": board},
    examples,
)
