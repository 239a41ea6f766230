"""What the worked solutions of the exam `yahtzee` show of a seed beyond its key."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from answers.exam.key import Key
from answers.exam.subject import Worked
from answers.exams.yahtzee import playing
from answers.exams.yahtzee.draws import GAME, Boxes, Hand, Parameters
from answers.exams.yahtzee.evidence import Game
from answers.exams.yahtzee.games import APART, SETS
from answers.exams.yahtzee.hands import possib
from answers.exams.yahtzee.shown import ShownGame, shown
from answers.exams.yahtzee.turns import best_first_keeps
from solvers.yahtzee.matches.match_statistics import PARTIAL
from solvers.yahtzee.strategies.measured_aims import upper_lead, weighed_aims, weighed_boxes

MOST = 4
"""How many candidates are shown, the best ones first."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Dice that might be kept: their code, and what they are worth."""

    kept: Hand
    code: int
    worth: float
    correction: int = 0


def _candidates(hand: Hand, keeps: Iterable[tuple[Hand, float]]) -> tuple[Candidate, ...]:
    codes = playing.lowest_codes(hand)
    found = [Candidate(kept, codes[kept], worth) for kept, worth in keeps]
    return tuple(found[:MOST])


def near_boxes(params: Parameters, _: Key) -> Mapping[str, object]:
    """The dice kept for each box by both hands."""
    return {
        letter: tuple(None if aim is None else aim.kept for aim in possib(hand)) for letter, hand in params.near.items()
    }


def one_box(params: Parameters, _: Key) -> Mapping[str, object]:
    """The best rerolls of both hands."""
    expected = playing.expectations()
    return {
        "hands": tuple(
            _candidates(one.hand, expected.keeps((one.box,), one.hand, one.rerolls)) for one in params.one_box
        )
    }


def groups(params: Parameters, _: Key) -> Mapping[str, object]:
    """E_global of each box of a group alone, and their sum."""
    expected = playing.expectations()
    alone = {letter: tuple((box, expected.group((box,))) for box in boxes) for letter, boxes in params.groups.items()}
    return {"alone": alone, "sums": {letter: sum(mean for _, mean in means) for letter, means in alone.items()}}


def human(params: Parameters, _: Key) -> Mapping[str, object]:
    """The heaviest aims of both hands, and how far the upper section is from three dice a face."""

    def of(left: Boxes, hand: Hand, rerolls: int, upper: int) -> Mapping[str, object]:
        aims = weighed_aims(GAME, hand, rerolls, left, upper)
        return {"lead": upper_lead(GAME, left, upper), "aims": aims[:MOST], "count": len(aims)}

    def opened(filled: Boxes) -> Boxes:
        return tuple(box for box in GAME.boxes if box not in filled)

    return {"hands": tuple(of(opened(one.filled), one.hand, one.rerolls, one.upper) for one in params.human)}


def filled(params: Parameters, _: Key) -> Mapping[str, object]:
    """The values of the open boxes to both strategies."""
    expected = playing.expectations()
    return {
        letter: {
            "lead": upper_lead(GAME, one.open, one.upper),
            "human": weighed_boxes(GAME, one.hand, one.open, one.upper),
            "expected": expected.fills(one.open, one.hand),
        }
        for letter, one in params.filling.items()
    }


def aimed(params: Parameters, _: Key) -> Mapping[str, object]:
    """The best rerolls, and E_global of the other boxes for each box."""
    one, expected = params.aiming, playing.expectations()
    rests = tuple((box, expected.group(other for other in one.open if other != box)) for box in one.open)
    return {"keeps": _candidates(one.hand, expected.keeps(one.open, one.hand, one.rerolls)), "rests": rests}


def best_play(params: Parameters, _: Key) -> Mapping[str, object]:
    """The best rerolls of the first turn."""
    return {"keeps": _candidates(params.reduced.hand, best_first_keeps(params.reduced))}


def corrected(params: Parameters, _: Key) -> Mapping[str, object]:
    """The best rerolls under the correction, with it apart, and that of Toutes_les_esperances."""
    one = params.corrected
    position = playing.open_position(one.open, one.upper)
    keeps = playing.corrected_keeps(position, one.hand, one.rerolls, params.alpha)
    found = _candidates(one.hand, keeps)
    best = (replace(keep, correction=playing.correction(position, keep.kept)) for keep in found)
    plain = playing.corrected_keeps(position, one.hand, one.rerolls, 0.0)[0]
    return {"keeps": tuple(best), "plain": plain.kept}


def whole_games(_: Parameters, key: Key) -> Mapping[str, object]:
    """The three games as tables."""
    return {"games": tuple(_game(key, part) for part in ("15a", "15b", "15c"))}


def _game(key: Key, part: str) -> ShownGame:
    (score,), (game,) = key.answers[part], key.evidence[part]
    if not isinstance(game, Game) or not isinstance(score, int):
        raise TypeError(f"{part} has a score and a game, got {score} and {game}")
    return shown(score, game.turns)


def antithetic_match(params: Parameters, _: Key) -> Mapping[str, object]:
    """The scores of every set, and what it brings to both players."""
    match = playing.exchanged_match(params.u0, SETS, APART)
    first, second = match.scores
    sets = []
    for mine, theirs in zip(first.tolist(), second.tolist(), strict=True):
        gaps = [a - b for a, b in zip(mine, theirs, strict=True)]
        sets.append((tuple(zip(mine, theirs, strict=True)), _points(gaps), _points([-gap for gap in gaps]), sum(gaps)))
    return {"sets": tuple(sets), "gap": sum(one[3] for one in sets), "games": 2 * SETS}


def _points(gaps: list[int]) -> float:
    won = sum(gap > 0 for gap in gaps)
    if won == len(gaps):
        return 1
    return PARTIAL if won == 1 and sum(gaps) > 0 else 0


WORKED = Worked(
    {
        5: near_boxes,
        7: one_box,
        9: groups,
        10: human,
        11: filled,
        12: aimed,
        13: best_play,
        14: corrected,
        15: whole_games,
        16: antithetic_match,
    }
)
