import math

import numpy as np
import pytest

from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rolls import outcomes
from solvers.yahtzee.rules.rules import OFFICIAL, REPORT, YahtzeeRules
from solvers.yahtzee.strategies.optimal import best_fills, best_keeps, optimal
from solvers.yahtzee.strategies.optimal_policy import optimum_file
from tests.oracles import yahtzee_recursion as oracle
from tests.solvers.yahtzee.zoo import NAMES, SMALL

# Expected scores of the optimum. "published": in the literature and recomputed by two or more programs; "recomputed":
# by a program that gives all the published ones, with one rule changed.
REFERENCES = [
    (YahtzeeRules(joker="free"), 254.58960948196315),  # published: Verhoeff 1999; Glenn 2006; yatzy-solver 1.0.0
    (OFFICIAL, 254.58772873450),  # published: yatzy-solver; ysolver; yahtzee-engine
    (YahtzeeRules(joker="none"), 253.97024118978),  # published: yatzy-solver
    (YahtzeeRules(joker="none", extra=0), 245.87077451411),  # published: Glenn 2006; yatzy-solver
    (YahtzeeRules(joker="none", extra=0, five_is_full=True), 245.90472837072),  # published: F. Holderied
    (YahtzeeRules(joker="report"), 254.48484588168),  # recomputed
    (REPORT, 250.76761403257),  # recomputed
    (YahtzeeRules(joker="report", threshold=66), 248.92460425459),  # recomputed
    (YahtzeeRules(joker="report", bonus=0), 237.77714951436),  # recomputed
    (YahtzeeRules(joker="none", bonus=0, extra=0), 229.63849955049),  # recomputed
    (YahtzeeRules(joker="free", threshold=65), 250.87064518088),  # recomputed
]


@pytest.mark.slow
@pytest.mark.parametrize("rules", SMALL, ids=NAMES)
def test_every_position_is_worth_what_plain_recursion_says(rules):
    optimum, expected = optimal(rules), oracle.solve(rules)
    for left, upper, scored in oracle.sheets(rules):
        value = optimum.value(Position(rules, tuple(left), upper, scored))
        assert value == pytest.approx(expected(left, upper, scored), abs=1e-9), (left, upper, scored)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "expected"), REFERENCES)
def test_reference_values(rules, expected):
    assert optimal(rules).expected_score == pytest.approx(expected, abs=1e-9)


def test_values_are_missing_where_the_upper_boxes_cannot_hold_so_much():
    values = optimal(SMALL[3]).values
    assert math.isnan(values[0, -1, 1])
    assert not np.isnan(values[:, :, 0]).all()


RULES = SMALL[4]


def test_the_first_call_writes_and_the_second_opens(tmp_path):
    first = optimum_file(RULES, tmp_path / "deep" / "folder")
    (path,) = (tmp_path / "deep" / "folder").iterdir()
    written = path.stat().st_mtime_ns
    second = optimum_file(RULES, path.parent)
    assert isinstance(second.values, np.memmap)
    assert path.stat().st_mtime_ns == written
    for optimum in (first, second):
        np.testing.assert_array_equal(optimum.values, optimal(RULES).values)


@pytest.mark.parametrize("content", [b"", b"not a table", None])
def test_a_damaged_file_is_refused(tmp_path, content):
    optimum_file(RULES, tmp_path)
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:-8] if content is None else content)
    with pytest.raises(ValueError, match="remove it, and corrige makes it again"):
        optimum_file(RULES, tmp_path)


def test_a_failed_write_leaves_nothing(tmp_path, monkeypatch):
    def full_disk(*_):
        raise OSError("no space left")

    monkeypatch.setattr(np, "save", full_disk)
    with pytest.raises(OSError, match="no space left"):
        optimum_file(RULES, tmp_path)
    assert list(tmp_path.iterdir()) == []


ADVISED = SMALL[8]


@pytest.mark.parametrize(("left", "upper", "scored"), [*oracle.sheets(ADVISED)][::5])
def test_keeps_and_boxes_are_worth_what_plain_recursion_says(left, upper, scored):
    if not left:
        return
    optimum, value = optimal(ADVISED), oracle.solve(ADVISED)
    position = Position(ADVISED, tuple(left), upper, scored)
    fills = {}
    for hand in lattice(ADVISED.dice, ADVISED.faces).rolls:
        boxes = best_fills(optimum, position, hand)
        for fill in boxes:
            after, points = position.fill(hand, fill.box)
            rest = value(frozenset(after.open), after.upper, after.yahtzee)
            assert fill.expectation == pytest.approx(points + rest, abs=1e-9)
        assert {fill.box for fill in boxes} == oracle.moves(ADVISED, hand, left, scored).keys()
        fills[hand] = boxes[0].expectation
    once = {}
    for hand in fills:
        for keep in best_keeps(optimum, position, hand, 1):
            mean = sum(float(p) * fills[new] for new, p in outcomes(keep.kept, ADVISED.dice, ADVISED.faces))
            assert keep.expectation == pytest.approx(mean, abs=1e-9)
        once[hand] = best_keeps(optimum, position, hand, 1)[0].expectation
    for hand in fills:
        for keep in best_keeps(optimum, position, hand, 2):
            mean = sum(float(p) * once[new] for new, p in outcomes(keep.kept, ADVISED.dice, ADVISED.faces))
            assert keep.expectation == pytest.approx(mean, abs=1e-9)


def test_equal_keeps_come_with_the_most_dice_first():
    rules = SMALL[2]
    keeps = best_keeps(optimal(rules), Position.start(rules), (1, 1), 1)
    assert [keep.kept for keep in keeps] == [(1, 1), (1,), ()]
