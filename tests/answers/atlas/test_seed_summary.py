from contextlib import nullcontext
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from answers.atlas.seed_summary import (
    FEWEST,
    FreePapers,
    answers_of,
    atlas_seeds,
    constant_answers,
    known_seeds,
    printed_answers,
    summarize_seeds,
)
from answers.errors import CorrigeError
from answers.exam import key_cache
from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exam.key_cache import cached_key, prepare_keys
from answers.executors.workers import Engine, workers
from tests.answers.atlas.remainders import EXAM, load
from tests.answers.exam.test_catalogue import copy_of_tiny, edit

RIGHT = {"1": ("1",), "2": ("7",), "3a": ("1", "2"), "3b": ("7",), "4": ("0.7",)}


def test_nobody_copies_their_own_paper() -> None:
    (seven, _), (eight, _) = summarize_seeds(load, FreePapers({7: RIGHT}), (7, 8))
    assert seven.copied == ()
    assert eight.copied == (
        ((Fraction(0),), (Fraction(0),), (Fraction(0), Fraction(0)), (Fraction(0),), (Fraction(2),)),
    )
    assert eight.constants is None
    assert eight.margins == {"3a": 2 / 8}


def test_the_constants_are_handed_in_by_all() -> None:
    ((seven, _),) = summarize_seeds(load, FreePapers(constants=RIGHT), (7,))
    assert seven.constants is not None
    assert sum(map(sum, seven.constants)) == EXAM.points
    ((answers, _),) = answers_of(load, (7,))
    assert seven.answers == answers


def test_a_fault_of_an_exam_of_ones_own_is_told_with_its_line(tmp_path: Path) -> None:
    folder = copy_of_tiny(tmp_path)
    edit(folder, "    return Solution((Fraction(context.params.n, 4),))", "    return Solution((1 // 0,))")
    with pytest.raises(CorrigeError, match=r"exam.py, line \d+, part 2, u₀ = 7: .* ZeroDivisionError"):
        summarize_seeds(partial(load_exam, "tiny", [folder]), FreePapers(), (7,))


def learnt(*seeds: int) -> list[dict[str, tuple[int, ...]]]:
    return [dict(make_key(EXAM, u0).answers) for u0 in seeds]  # type: ignore[arg-type]


def test_a_copy_is_what_the_key_prints() -> None:
    assert printed_answers(EXAM, make_key(EXAM, 14).answers) == {
        "1": ("0",), "2": ("14",), "3a": ("0", "4"), "3b": ("4",), "4": ("2/5 = 0,4",),
    }  # fmt: skip


def test_each_item_has_its_own_commonest_value() -> None:
    answers = constant_answers(EXAM, learnt(2, 13, 23, 38))
    assert answers["1"] == (0,)  # twice each: the first
    assert answers["2"] == (2,)
    assert answers["3a"] == (0, 3)  # no seed has both
    assert answers["3b"] == (3,)
    assert constant_answers(EXAM, learnt(9, 9, 4, 5, 6))["4"] == (Fraction(1, 2),)  # near enough to three


def test_a_small_atlas_is_the_start_of_a_larger_one() -> None:
    assert atlas_seeds(FEWEST) == atlas_seeds(400)[:FEWEST]
    assert atlas_seeds(FEWEST)[:3] == (53884, 3383, 19766)  # as sha256sum and sort put them


@pytest.mark.parametrize("count", [-1, 0, 64, 64007])
def test_too_few_and_too_many(count: int) -> None:
    with pytest.raises(CorrigeError, match="from 65 to 64006"):
        atlas_seeds(count)


def test_the_first_seeds_of_the_atlas_but_those_of_the_class() -> None:
    seeds = atlas_seeds(100)
    assert known_seeds(0) == ()
    assert known_seeds(3) == seeds[:3]
    assert known_seeds(100) == seeds
    assert known_seeds(4, but=[seeds[2], 0]) == (seeds[0], seeds[1], seeds[3])


SEEDS = (7, 8, 9, 10, 11, 12, 8)


@pytest.mark.parametrize("several", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_keys_are_kept_as_they_come(several: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The keys are computed by two processes, or by a substitute in this process."""
    monkeypatch.setenv("CORRIGE_CACHE", str(tmp_path))
    cached_key(EXAM, 9)
    with workers(Engine(2)) if several else nullcontext(lambda make, seeds: iter(make(seeds))) as parallel_map:
        prepare_keys(EXAM, load, SEEDS, parallel_map)
    monkeypatch.setattr(key_cache, "make_key", None)  # nothing is made any more
    assert [cached_key(EXAM, u0).answers["2"] for u0 in SEEDS] == [(u0,) for u0 in SEEDS]
