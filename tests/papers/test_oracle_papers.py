"""Papers that plain programs wrote, of the document's definitions read in another way: what each item is by hand."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import Key, make_key
from answers.exam.scenario import Scenario
from answers.exams.jeux.draws import Parameters as JeuxParameters
from answers.exams.phantom_domineering.phantom.draws import Parameters as PhantomParameters
from answers.grading.grade import grade
from answers.paper import Paper, Verdict
from tests.answers.tiny import submission
from tests.oracles import jeux_exam
from tests.oracles import phantom_misread as misread

SEQUENCE = "sequence-from-next-term"
"""The first term is taken for u(1): all later ones are the next ones."""
Answers = dict[str, Sequence[Fraction | int]]


def mean_square(u: Sequence[int]) -> Fraction:
    """Mean of u² when a term is drawn in proportion to its size: Σ u³ / Σ u."""
    return Fraction(sum(number**3 for number in u), sum(u))


def draws_until_all(u: Sequence[int]) -> float:
    """Mean number of draws until each term was drawn: that of a Poisson process of one draw a unit of time, in sums."""
    chances = np.array(u) / sum(u)
    times = np.geomspace(1e-6, 40 / chances[chances > 0].min(), 20_000)
    waits = 1 - np.prod(1 - np.exp(-np.outer(times, chances[chances > 0])), axis=1)
    return float(np.trapezoid(waits, times))


def graded(exam_name: str, u0: int, answers: Answers) -> Paper:
    exam = load_exam(exam_name)
    written = {
        part: tuple(str(value) if isinstance(value, int) else f"{float(value):.4f}" for value in values)
        for part, values in answers.items()
    }
    handed = submission(written, u0=str(u0), exam=exam_name)

    @cache
    def key_of(scenario: Scenario) -> Key:
        return make_key(exam, scenario)

    return grade(exam, handed, key_of)


def verdicts(paper: Paper) -> dict[str, list[str]]:
    return {
        part_id: [f"{mark.verdict} {mark.note or ''}".strip() for mark in part.items]
        for part_id, part in paper.parts.items()
        if any(mark.verdict is not Verdict.BLANK for mark in part.items)
    }


def misreading(true: Answers, read: Answers, slug: str, near: Mapping[str, Fraction]) -> dict[str, list[str]]:
    """What each item is when a whole paper is misread: what differs costs in the first part, and follows in others."""
    changed = {
        part: [abs(a - b) > near.get(part[0], 0) * abs(a) for a, b in zip(true[part], read[part], strict=True)]
        for part in true
    }
    first = next(part for part, items in changed.items() if any(items))
    return {
        part: [
            "right" if not is_changed else f"{'wrong' if part == first else 'follow_through'} mistake:{slug}"
            for is_changed in items
        ]
        for part, items in changed.items()
    }


def nash(slug: str, u0: int) -> Answers:
    """Questions 1 to 4."""
    u = misread.terms(slug, u0, 1000)
    lists = [tuple(misread.strategy(slug, u0, index, 20) for index in (u[n], u[2 * n])) for n in range(1, 10)]
    won = [misread.referee(slug, 5, 5, (), (first, second))[0] for first, second in lists]
    results: Answers = {f"1{part}": u[3 * k : 3 * k + 3] for k, part in enumerate("abc")}
    results |= {f"2{part}": misread.plan(slug, u[k], 4)[:3] for k, part in enumerate("abc")}
    results |= {f"3{part}": won[3 * k : 3 * k + 3] for k, part in enumerate("abc")}
    return results | {f"4{part}": [mean_square(u[:n])] for part, n in (("a", 10), ("b", 100), ("c", 1000))}


def phantom(slug: str, u0: int) -> Answers:
    """Questions 1, 2 and 4, of what is drawn."""
    drawn = load_exam("phantom").drawn(u0)
    assert isinstance(drawn, PhantomParameters)
    u = misread.terms(slug, u0, 64_001)
    results: Answers = {f"1{part}": [u[n] for n in drawn.ranks[k]] for k, part in enumerate("abc")}
    results |= {f"2{part}": misread.plan(slug, u[k], drawn.length)[:3] for k, part in enumerate("abc")}
    waits = (Fraction(draws_until_all(u[:count])) for count in drawn.counts)
    return results | {f"4{part}": [wait] for part, wait in zip("abc", waits, strict=True)}


@pytest.mark.parametrize("u0", [2718, 31415])
def test_nash_with_the_sequence_from_its_next_term(u0: int) -> None:
    """2 % are allowed in question 4; questions 1 to 4 are worth 9 points, and the first part half a point."""
    read = nash(SEQUENCE, u0)
    paper = graded("nash", u0, read)
    assert verdicts(paper) == misreading(nash("", u0), read, SEQUENCE, {"4": Fraction(2, 100)})
    assert paper.score == 9 - Fraction(1, 2)


@pytest.mark.slow
@pytest.mark.parametrize("u0", [2718])
def test_phantom_with_the_sequence_from_its_next_term(u0: int) -> None:
    """0.2 % are allowed in question 4; questions 1, 2 and 4 are worth 6 points, and the first part half a point."""
    read = phantom(SEQUENCE, u0)
    paper = graded("phantom", u0, read)
    expected = misreading(phantom("", u0), read, SEQUENCE, {"4": Fraction(2, 1000)})
    argument = dict.fromkeys(("2b", "2c"), "right-given:1a 1b 1c")  # they follow from the terms written there
    assert verdicts(paper) == {
        part: [item.replace(f"mistake:{SEQUENCE}", argument.get(part, f"mistake:{SEQUENCE}")) for item in items]
        for part, items in expected.items()
    }
    assert paper.score == 6 - Fraction(1, 2)


@pytest.mark.slow
@pytest.mark.parametrize("u0", [2718])
def test_jeux_with_twice_the_graph_for_its_states(u0: int) -> None:
    """Not all states are reached: both players do not meet all bars."""
    drawn = load_exam("jeux").drawn(u0)
    assert isinstance(drawn, JeuxParameters)
    graph, states = jeux_exam.chomp_graphs(drawn.graph_bar)[0], jeux_exam.chomp_graphs(drawn.arena_bar)[1]
    twice = [2 * count for count in jeux_exam.chomp_graphs(drawn.arena_bar)[0]]
    assert all(a != b for a, b in zip(states, twice, strict=True))
    assert verdicts(graded("jeux", u0, {"1a": graph, "1b": twice})) == {
        "1a": ["right"] * 2,
        "1b": ["wrong mistake:twice-the-graph"] * 2,
    }
    right = graded("jeux", u0, {"1a": graph, "1b": states})
    assert verdicts(right) == {"1a": ["right"] * 2, "1b": ["right"] * 2}
