"""What the exam `dice` draws: every parameter from terms of its own, and nothing that cannot be asked."""

from hypothesis import given
from hypothesis import strategies as st

from answers.exam.draw import Draw
from answers.exams.dice.draws import State, draw


@given(st.integers(0, 64006))
def test_what_is_drawn_can_be_asked(u0: int) -> None:
    source = Draw(u0)
    params = draw(source)
    assert not source.repeated
    assert 3 * params.throw.dice <= params.throw.points <= 5 * params.throw.dice
    assert sum(params.mix) == 100
    assert min(params.mix) >= 5
    assert (params.matches["a"].first, params.matches["a"].second) != (
        params.matches["b"].first,
        params.matches["b"].second,
    )
    assert params.throw_pairs["a"].first < params.throw_pairs["a"].second
    assert params.throw_pairs["b"] not in (params.throw_pairs["a"], params.throw_pairs["a"][::-1])
    lettered = (params.sequential_states, params.scoreless_states, params.value_states)
    states = [state for by_letter in lettered for state in by_letter.values()]
    states += [*params.choice_states, params.thrown.state, params.blind.state, params.always.state, params.last_state]
    states += [match.state for match in params.matches.values()]
    states += [
        params.repeated_state,
        params.round_state,
        params.matrix_state,
        params.mix_state,
        params.last_round.state,
    ]
    assert all(0 <= points < 100 for state in states for points in state)
    assert all(0 <= points < params.start.target for points in params.start.state)
    assert params.mix_state != State(99, 99)
