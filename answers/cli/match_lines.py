"""A match of Yahtzee as the tables of the report, as a histogram in text, and as JSON."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from answers.cli.common.output import number, table
from answers.cli.solve.common import estimate
from answers.messages import Message, joined

if TYPE_CHECKING:
    from answers.submissions.decision.contest import Contest
    from solvers.monte_carlo import Estimate
    from solvers.yahtzee.matches.match_statistics import PlayerStatistics
    from solvers.yahtzee.matches.matches import Match

CLASS, WIDEST = 20, 40
"""Points of a class of the histogram, and letters of its longest bar."""
BARS = ("█", "░")
SHOWN_FAULTS = 10
OF_SETS = ("total victories", "partial victories", "points of sets")


def match_json(found: "Contest") -> dict[str, object]:
    """Return a match as a JSON object: None for what a match that was given up has not."""
    faults = [
        {
            "player": found.names[fault.player],
            "game": fault.game,
            "dice": fault.dice,
            "rerolls": fault.rerolls,
            "decided": fault.decided,
            "why": fault.why,
        }
        for fault in found.faults
    ]
    forfeit = None if found.forfeit is None else {"player": found.names[found.forfeit[0]], "why": found.forfeit[1]}
    return {"players": found.names, "forfeit": forfeit, "faults": faults, **_statistics_json(found.match)}


def match_lines(found: "Contest") -> list[str]:
    """Return a match as lines: the table of both players, the difference, the histogram, the wrong decisions."""
    if found.match is None:
        assert found.forfeit is not None
        return [Message("{names} gave up: {forfeit}", names=found.names[found.forfeit[0]], forfeit=found.forfeit[1])]
    from solvers.yahtzee.matches.match_statistics import difference, match_statistics

    players = match_statistics(found.match)
    rows = [
        (key, *(_row(one)[key] for one in players))
        for key in _row(players[0])
        if found.match.method == "antithetic" or key not in OF_SETS
    ]
    gap = difference(found.match)
    return [
        *table(("", *found.names), rows, right=found.names),
        Message("difference of the mean scores: {told}", told=_told(gap)),
        "",
        *_histogram(found.match, found.names),
        *_faults(found),
    ]


def _statistics_json(match: "Match | None") -> Mapping[str, object]:
    if match is None:
        return {"statistics": None, "difference": None, "histogram": None}
    from solvers.yahtzee.matches.match_statistics import difference, match_statistics

    lows, tallies = _tallies(match)
    return {
        "statistics": [_player_json(one) for one in match_statistics(match)],
        "difference": estimate(difference(match)),
        "histogram": {"width": CLASS, "from": lows, "games": tallies},
    }


def _player_json(one: "PlayerStatistics") -> Mapping[str, object]:
    return {
        "score": estimate(one.score),
        "deviation": one.deviation,
        "quartiles": one.quartiles,
        "wins": estimate(one.wins),
        "draws": estimate(one.draws),
        "margin": None if one.margin is None else estimate(one.margin),
        "total_victories": one.total_victories,
        "partial_victories": one.partial_victories,
        "points": one.points,
    }


def _row(one: "PlayerStatistics") -> Mapping[str, str]:
    return {
        Message("mean score"): _told(one.score),
        Message("deviation"): f"{one.deviation:.2f}",
        Message("quartiles"): " ".join(f"{quartile:g}" for quartile in one.quartiles),
        Message("chance to win"): _told(one.wins, digits=4),
        Message("chance of a draw"): _told(one.draws, digits=4),
        Message("margin of victories"): "—" if one.margin is None else _told(one.margin),
        Message("total victories"): str(one.total_victories),
        Message("partial victories"): str(one.partial_victories),
        Message("points of sets"): f"{one.points:g}",
    }


def _told(found: "Estimate", digits: int = 2) -> Message:
    form = f".{digits}f"
    return joined(" ± ", (number(found.value, form), number(found.high - found.value, form)))


def _histogram(match: "Match", names: tuple[str, str]) -> list[str]:
    lows, tallies = _tallies(match)
    most = max(map(max, tallies))
    lines: list[str] = [
        Message(
            "scores: {bar} {name}, {other_bar} {other}", bar=BARS[0], name=names[0], other_bar=BARS[1], other=names[1]
        )
    ]
    for place, low in enumerate(lows):
        for bar, tally in zip(BARS, tallies, strict=True):
            label = f"{low:4}" if bar == BARS[0] else "    "
            lines.append(f"{label} {bar * round(WIDEST * tally[place] / most)} {tally[place]}")
    return lines


def _tallies(match: "Match") -> tuple[list[int], list[list[int]]]:
    """The classes of the histogram that hold a game, and those between them."""
    from solvers.yahtzee.matches.match_statistics import histogram

    found = [histogram(scores, CLASS)[1].tolist() for scores in match.scores]
    longest = max(map(len, found))
    padded = [[*tally, *[0] * (longest - len(tally))] for tally in found]
    first = min(place for tally in padded for place, count in enumerate(tally) if count)
    return [CLASS * place for place in range(first, longest)], [tally[first:] for tally in padded]


def _faults(found: "Contest") -> list[str]:
    if not found.faults:
        return []
    lines: list[str] = [
        Message(
            "  {names}, game {game}, dice {dice}, {rerolls}: {decided}: {why}",
            names=found.names[fault.player],
            game=fault.game,
            dice=list(fault.dice),
            rerolls=Message("{count} reroll left", plural="{count} rerolls left", count=fault.rerolls),
            decided=fault.decided,
            why=fault.why,
        )
        for fault in found.faults[:SHOWN_FAULTS]
    ]
    rest = len(found.faults) - SHOWN_FAULTS
    return [
        "",
        Message("wrong decisions: {count}", count=len(found.faults)),
        *lines,
        *([Message("  and {rest} more", rest=rest)] if rest > 0 else []),
    ]
