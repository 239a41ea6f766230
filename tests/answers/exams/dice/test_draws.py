"""What the exam `dice` draws: every parameter from a term of its own, and nothing that cannot be asked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.exam.draw import Draw
from answers.exams.dice.draws import draw


def test_each_parameter_has_its_own_term_from_1000_on(monkeypatch: pytest.MonkeyPatch) -> None:
    terms: list[int] = []

    def integer(_: Draw, k: int, low: int, high: int) -> int:
        terms.append(k)
        assert low < high
        return low

    monkeypatch.setattr(Draw, "integer", integer)
    draw(Draw(1))
    assert sorted(terms) == list(range(1000, 1000 + len(terms)))


@given(st.integers(0, 64006))
def test_what_is_drawn_can_be_asked(u0: int) -> None:
    source = Draw(u0)
    params = draw(source)
    assert not source.repeated
    assert 3 * params.throw.dice <= params.throw.points <= 5 * params.throw.dice
    assert sum(params.mix) == 100
    assert min(params.mix) >= 5
    assert params.matches["a"] != params.matches["b"]
    assert params.one_round_match.first != params.one_round_match.second
    assert all(pair.first != pair.second for pair in params.throw_pairs.values())
    lettered = (params.sequential_states, params.choice_states, params.scoreless_states, params.value_states)
    states = [state for by_letter in lettered for state in by_letter.values()]
    states += [params.round_state, params.matrix_state, params.mix_state]
    assert all(0 <= points < 100 for state in states for points in state)
    assert all(max(state) >= 100 for state in params.final_states.values())
