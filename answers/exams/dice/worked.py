"""What the worked solutions of `dice` show of one seed beyond the key: choices compared, and certificates."""

from collections.abc import Mapping

import numpy as np

from answers.exam.key import Key
from answers.exam.subject import Worked
from answers.exams.dice.draws import MIXED, REPORT, SINGLE, USEFUL, Parameters, State
from answers.exams.dice.games import gains_against, scoreless_game, sequential_game, simultaneous_game
from solvers.compiled.arrays import Floats
from solvers.dice_battle.expected_points import blind_choice
from solvers.dice_battle.one_round import handicap_matrix, one_round
from solvers.dice_battle.sequential import sequential
from solvers.dice_battle.sequential_game import SequentialGame
from solvers.dice_battle.throws import exact_throw_without_ones, throws
from solvers.dice_battle.useful_points import useful_points
from solvers.matrix_games.small_matrix_game import small_matrix_game

Shown = Mapping[str, object]


def _score(params: Parameters, _: Key) -> Shown:
    """How many throws without a 1 have the sum."""
    throw = params.throw
    return {"ways": int(exact_throw_without_ones(throw.dice)[throw.points] * 5**throw.dice)}


def _mean_points(params: Parameters, _: Key) -> Shown:
    means = params.means
    return {"useful": useful_points(USEFUL, means.missing, means.faces).tolist()}


def _few_points(params: Parameters, _: Key) -> Shown:
    """Chances that a throw shows a 1: as long as both do, nobody wins before N such throws."""
    ours, theirs = (1 - (5 / 6) ** dice for dice in (params.short.first, params.short.second))
    return {"ours": ours, "theirs": theirs, "both": ours * theirs}


def _compared(game: SequentialGame, state: State) -> Shown:
    """The gain of each number of dice at a state, and how far the best is from the next best."""
    gains = np.sort(game.choice_gains(*state))
    return {"state": tuple(state), "gains": game.choice_gains(*state).tolist(), "margin": float(gains[-1] - gains[-2])}


def _state_gain(params: Parameters, _: Key) -> Shown:
    return {"compared": [_compared(sequential_game(REPORT), state) for state in params.sequential_states.values()]}


def _state_choice(params: Parameters, _: Key) -> Shown:
    states = (*params.choice_states, params.thrown.state)
    return {"compared": [_compared(sequential_game(REPORT), state) for state in states]}


def _scoreless(params: Parameters, _: Key) -> Shown:
    """The two equations with the optimal numbers of dice: x = a - z y and y = b - w x."""
    game, chances = scoreless_game(REPORT), throws(REPORT.dice, ones=0)
    state = params.scoreless_states["a"]
    rows = []
    for own, other in (state, state.mirrored):
        dice = int(game.choice[own, other])
        gain, back = float(game.gain[own, other]), float(game.gain[other, own])
        stay = float(chances[dice - 1, 0])
        rows.append({"dice": dice, "stay": stay, "scored": gain + stay * back, "gain": gain})
    return {"rows": rows}


def _blind_players(params: Parameters, _: Key) -> Shown:
    return {"dice": blind_choice(params.blind.dice)}


def _optimal_start(params: Parameters, _: Key) -> Shown:
    start = params.start
    return {"compared": [_compared(sequential(start.dice, start.target), start.state)]}


def _throw_gain(params: Parameters, _: Key) -> Shown:
    """Chances that the first scores more, and that both score as much."""
    shown = {}
    for letter, (first, second) in params.throw_pairs.items():
        chances = throws(max(first, second))
        ours, theirs = chances[first - 1], chances[second - 1]
        more = float(ours @ (np.cumsum(theirs) - theirs))
        shown[letter] = {"more": more, "same": float(ours @ theirs)}
    return {"chances": shown}


def _best_answer(params: Parameters, _: Key) -> Shown:
    return {"sums": gains_against(params.mix).tolist()}


def _certificate(matrix: Floats) -> Shown:
    """A matrix game with optimal mixes of both players, and what each of them leaves the other."""
    solved = small_matrix_game(matrix)
    return {
        "matrix": matrix.tolist(),
        "row": solved.row.tolist(),
        "column": solved.column.tolist(),
        "against_row": (solved.row @ matrix).tolist(),
        "against_column": (matrix @ solved.column).tolist(),
        "value": solved.value,
    }


def _handicap(params: Parameters, _: Key) -> Shown:
    return _certificate(handicap_matrix(SINGLE, params.handicap.ahead, params.handicap.faces))


def _optimal_mix(params: Parameters, _: Key) -> Shown:
    return _certificate(handicap_matrix(MIXED.dice, params.uneven.ahead, params.uneven.faces))


def _matches(_: Parameters, __: Key) -> Shown:
    return {"mix": one_round(REPORT.dice).mix.tolist()}


def _round_gain(params: Parameters, _: Key) -> Shown:
    return {"value": float(simultaneous_game(REPORT).gain[params.round_state])}


def _state_values(params: Parameters, _: Key) -> Shown:
    game = simultaneous_game(REPORT)
    return {"games": [_certificate(game.round_matrix(*state)) for state in params.value_states.values()]}


def _state_mix(params: Parameters, _: Key) -> Shown:
    return _certificate(simultaneous_game(MIXED).round_matrix(*params.mix_state))


WORKED = Worked(
    {
        1: _score,
        2: _mean_points,
        3: _few_points,
        4: _state_gain,
        5: _state_choice,
        6: _scoreless,
        7: _blind_players,
        8: _optimal_start,
        10: _throw_gain,
        11: _best_answer,
        12: _handicap,
        13: _optimal_mix,
        14: _matches,
        16: _round_gain,
        18: _state_values,
        19: _state_mix,
    }
)
