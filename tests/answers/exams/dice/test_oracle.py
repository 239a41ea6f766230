"""The keys of `dice` beside an oracle that knows the subject only, and computes in another order."""

from collections.abc import Mapping
from dataclasses import astuple

import numpy as np
import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exams.dice.draws import Parameters
from answers.kinds.parsing import Values
from tests.oracles import dice_exam as oracle

EXAM = load_exam("dice")
FLOATS, MARGIN, HIGHS = 1e-11, 1e-6, 1e-6
"""How near floats are in another order, how far choices are apart, and how near a linear programme comes."""


def near(values: Values, expected: object, within: float = FLOATS) -> bool:
    return np.allclose(np.array(values, dtype=float), np.array(expected, dtype=float), rtol=within, atol=within)


def strategy(name: str, game: str) -> oracle.Choose:
    if name == "random":
        return lambda *_: np.full(10, 0.1)
    if name == "blind":
        return oracle.always(6)
    if name == "one-round":
        mix = oracle.value(oracle.one_round(10))[1]
        return lambda *_: mix
    if game == "sequential":
        choice = oracle.sequential(10, 100, 0)[1]
        return lambda own, other: np.eye(10)[choice[own, other] - 1]
    mixes = oracle.simultaneous(10, 25)[1]
    return lambda own, other: mixes[own, other]


def check_throws(params: Parameters, answers: Mapping[str, Values]) -> None:
    throw, means, short = params.throw, params.means, params.short
    assert near(answers["1"], oracle.score(throw.dice, throw.points))
    assert near(answers["2a"][:1], [oracle.mean_points(means.thrown, means.faces)])
    assert near(answers["2a"][1:], [oracle.real_maximiser(means.faces)], 1e-6)
    assert near(answers["2b"], oracle.useful(12, means.missing, means.faces))
    win, alone = (
        oracle.sequential_win(oracle.always(d), oracle.always(short.second), short.target, (0, 0))
        for d in (short.first, 1)
    )
    assert near(answers["3"], [win, 2 * alone - 1])


def check_sequential(params: Parameters, answers: Mapping[str, Values]) -> None:
    gain, choice = oracle.sequential(10, 100, 0)
    for letter in "ab":
        assert near(answers[f"4{letter}"], [gain[params.sequential_states[letter]]])
    assert list(answers["5a"]) == [choice[state] for state in params.choice_states]
    thrown, start = params.thrown, params.start
    assert near(answers["5b"], [oracle.choice_gains(gain, *thrown.state, 10)[thrown.dice - 1]])
    low = start.target - min(start.state)
    another, throws = oracle.sequential(start.dice, low, 0)
    state = tuple(points - min(start.state) for points in start.state)
    assert near(answers["8"], [throws[state], another[state]])


def check_scoreless(params: Parameters, answers: Mapping[str, Values]) -> None:
    gain = oracle.scoreless(10, 100, 50)
    for letter in "ab":
        assert near(answers[f"6{letter}"], [gain[params.scoreless_states[letter]]])


def check_sequential_duels(params: Parameters, answers: Mapping[str, Values]) -> None:
    both = oracle.always(min(params.blind.dice, 6))
    duels = {
        "7a": (both, both, params.blind.state),
        "7b": (oracle.always(6), oracle.always(params.always.dice), params.always.state),
    }
    for letter, match in params.matches.items():
        players = (strategy(name, "sequential") for name in (match.first, match.second))
        duels[f"9{letter}"] = (*players, match.state)
    for part, (first, second, state) in duels.items():
        assert near(answers[part], [2 * oracle.sequential_win(first, second, 100, state) - 1])


def check_one_round(params: Parameters, answers: Mapping[str, Values]) -> None:
    matrix = oracle.one_round(12)
    for letter, pair in params.throw_pairs.items():
        assert near(answers[f"10{letter}"], [matrix[pair.first - 1, pair.second - 1]])
    left = np.array(params.mix) / 100 @ oracle.one_round(6)
    assert near(answers["11"], [left.argmin() + 1, left.min()])
    assert np.sort(left)[1] - left.min() > MARGIN
    handicap, uneven, single = params.handicap, params.uneven, params.one_round
    assert near(answers["12"], [oracle.value(oracle.one_round(8, handicap.ahead, handicap.faces))[0]], HIGHS)
    matrix = oracle.one_round(6, uneven.ahead, uneven.faces)
    worth = oracle.value(matrix)[0]
    assert near(answers["13"][6:], [worth], HIGHS)
    assert np.array(answers["13"][:6]) @ matrix == pytest.approx(
        np.maximum(answers["13"][:6] @ matrix, worth), abs=HIGHS
    )
    ours, theirs = (
        strategy("one-round" if name == "optimal" else name, "simultaneous")(0, 0)
        for name in (single.first, single.second)
    )
    assert near(answers["14a"], [ours @ oracle.one_round(10, single.ahead) @ theirs], HIGHS)


def check_longer(params: Parameters, answers: Mapping[str, Values]) -> None:
    win, draw, _ = oracle.simultaneous_chances(
        strategy("one-round", "simultaneous"), strategy("blind", "simultaneous"), params.repeated_state
    )
    assert near((*answers["14b"], *answers["14c"]), [win, draw], HIGHS)
    assert near(answers["15"], oracle.last_round(*astuple(params.last_round)))
    gain, _ = oracle.simultaneous(10, 25)
    chosen = params.round_choices.first - 1, params.round_choices.second - 1
    assert near(answers["16"], [oracle.round_matrix(gain, *params.round_state, 10)[chosen]], HIGHS)
    three, _ = oracle.simultaneous(3, 49)
    assert near(answers["17"], oracle.round_matrix(three, *params.matrix_state, 3).ravel(), HIGHS)
    for letter in "ab":
        assert near(answers[f"18{letter}"], [gain[params.value_states[letter]]], HIGHS)
    six, _ = oracle.simultaneous(6, 91)
    worst = (np.array(answers["19"], dtype=float) @ oracle.round_matrix(six, *params.mix_state, 6)).min()
    assert worst == pytest.approx(six[params.mix_state], abs=HIGHS)


def check_last(params: Parameters, answers: Mapping[str, Values]) -> None:
    for letter, (name, game) in zip("abc", (("blind", ""), ("random", ""), ("optimal", "sequential")), strict=True):
        players = strategy("optimal", "simultaneous"), strategy(name, game)
        win, _, loss = oracle.simultaneous_chances(*players, params.last_state)
        assert near(answers[f"20{letter}"], [win - loss], HIGHS)


CHECKS = (
    *(check_throws, check_sequential, check_scoreless, check_sequential_duels),
    *(check_one_round, check_longer, check_last),
)


class Looked(dict[str, Values]):
    """Answers, and which of them were looked at."""

    def __init__(self, answers: Mapping[str, Values]) -> None:
        super().__init__(answers)
        self.seen: set[str] = set()

    def __getitem__(self, part: str) -> Values:
        self.seen.add(part)
        return super().__getitem__(part)


@pytest.mark.slow
@pytest.mark.parametrize("u0", [17, *range(1, 64006, 16001)])
def test_sums_in_another_order_change_no_answer(u0: int) -> None:
    key = make_key(EXAM, u0)
    assert isinstance(key.params, Parameters)
    answers = Looked(key.answers)
    for check in CHECKS:
        check(key.params, answers)
    assert answers.seen == {part.id for part in EXAM.parts}
