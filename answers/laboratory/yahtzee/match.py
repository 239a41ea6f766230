"""Matches and tournaments of Yahtzee between strategies and students' programs, with the tables of the report."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import TypeAlias

from answers.errors import CorrigeError, Problem, did_you_mean
from answers.laboratory.result import SolverResult, Tabular, estimate
from answers.laboratory.yahtzee.game import check_games_cost, check_tables_cost
from answers.laboratory.yahtzee.program import SECONDS, ForfeitError, PlayerProgram
from answers.messages import Message, decimal, joined
from solvers.monte_carlo import Estimate
from solvers.yahtzee.matches.matches import (
    Method,
    YahtzeeMatch,
    difference,
    histogram,
    match_statistics,
)
from solvers.yahtzee.matches.matches import match as unrefereed_match
from solvers.yahtzee.matches.play import Lists
from solvers.yahtzee.matches.referee import Deciding, Fault, Wrong, refereed_match
from solvers.yahtzee.rules.rules import YahtzeeRules
from solvers.yahtzee.strategies.strategies import STRATEGIES, strategy
from solvers.yahtzee.strategies.strategy import YahtzeeStrategy

PROGRAM_SUFFIX = ".py"


Player: TypeAlias = YahtzeeStrategy | PlayerProgram
"""A player of a match: a strategy, or the running program of a student."""


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """The conditions of a match: rules, number of sets, seed of the dice, and how players share dice (`method`).

    `lists` says whether shared dice come from one list for a game, a turn or a throw. `wrong` says what happens to a
    program that decides wrongly; see `solvers.yahtzee.matches.referee.refereed_match`. `seconds` is
    the time that a program may take for a decision.
    """

    rules: YahtzeeRules
    method: Method
    sets: int
    seed: int
    lists: Lists
    wrong: Wrong
    seconds: float = SECONDS


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match between two players."""

    names: tuple[str, str]
    match: YahtzeeMatch | None  # the scores of all games, None if a player lost by forfeit
    faults: tuple[Fault, ...] = ()  # invalid decisions of programs
    # index of the loser by forfeit, 0 or 1, and the reason; None without a forfeit
    forfeit: tuple[int, str] | None = None


@contextmanager
def entrants(
    names: Iterable[str],
    rules: YahtzeeRules,
    seconds: float = SECONDS,
    known: Callable[[], None] = lambda: None,
    say: Callable[[Message], object] = print,
) -> Iterator[tuple[Player, ...]]:
    """Yield the players with some names, in order, and end their programs when the ``with`` block ends.

    A name that ends in .py is the file of a student's program, which is started; any other is the name of a strategy.
    A program may take `seconds` for a decision. `known` is called after all names were checked and all programs were
    started, before strategies are computed; it may raise a CorrigeError. `say` is called once with a warning, before
    the first program runs, if the system cannot prevent programs from doing harm. CorrigeError, with all of them, if
    names are unknown or programs cannot be run.
    """
    listed, say_once = list(names), cache(say)
    with ExitStack() as running:
        programs = dict[int, PlayerProgram]()
        problems = list[Problem]()
        for place, name in enumerate(listed):
            try:
                if is_program(name):
                    programs[place] = program = PlayerProgram(Path(name), seconds, say_once)
                    running.callback(program.close)
                elif name not in STRATEGIES:
                    remedy = Message(
                        "{known} A program is a file that ends in .py", known=did_you_mean(name, STRATEGIES)
                    )
                    raise CorrigeError.single(
                        Message("there is no strategy of Yahtzee called {name!r}", name=name), remedy=remedy
                    )
            except CorrigeError as error:
                problems += error.problems
        if problems:
            raise CorrigeError(dict.fromkeys(problems))
        known()
        strategies = {name: strategy(name, rules) for name in dict.fromkeys(listed) if not is_program(name)}
        yield tuple(programs.get(place) or strategies[name] for place, name in enumerate(listed))


def is_program(name: str) -> bool:
    """Return whether the name of a player is that of a program's file."""
    return name.lower().endswith(PROGRAM_SUFFIX)


def contest(names: tuple[str, str], first: Player, second: Player, terms: MatchTerms) -> MatchResult:
    """Play a match and return its result; two strategies play without a referee, a thousand times as fast."""
    if not isinstance(first, PlayerProgram) and not isinstance(second, PlayerProgram):
        played = unrefereed_match(first, second, terms.method, terms.sets, terms.seed, terms.lists)
        return MatchResult(names, played)
    deciders = [player if isinstance(player, PlayerProgram) else Deciding(player) for player in (first, second)]
    try:
        played, faults = refereed_match(
            terms.rules,
            (deciders[0], deciders[1]),
            terms.method,
            terms.sets,
            terms.seed,
            lists=terms.lists,
            wrong=terms.wrong,
        )
    except ForfeitError as error:
        return MatchResult(names, None, forfeit=(0 if error.by is first else 1, str(error)))
    return MatchResult(names, played, faults)


SCHEMA = "corrige/match/1"
GAMES, GAMES_OF_PROGRAMS = 10_000, 500
MOST_PLAYERS = 100
CLASS, WIDEST = 20, 40
"""Width of a class of the histogram, in points, and length of the longest bar, in characters."""
BARS = ("█", "░")
SHOWN_FAULTS = 10

Say = Callable[[Message], object]
Working = Callable[[Message], AbstractContextManager[object]]
"""A function that shows a message while a block runs."""


def match(players: Sequence[str], terms: MatchTerms, say: Say, working: Working, *, long: bool) -> SolverResult:
    """Play a match between two players, given by name, and return the result.

    CorrigeError unless there are two players, or if the match takes too long, unless `long`. `say` is called with
    warnings, and `working` shows a message while the match is played.
    """
    if len(players) > 2:
        cause = Message("a match has two players, got {count}", count=len(players))
        raise CorrigeError.single(cause, remedy="add --tournament for more players")
    played = _played(players, terms, say, working, long=long)
    return _solution(played, terms, _match_lines(played[0]))


def tournament(players: Sequence[str], terms: MatchTerms, say: Say, working: Working, *, long: bool) -> SolverResult:
    """Play a tournament, in which each player meets each other player once, and return the result.

    CorrigeError unless there are between 2 and `MOST_PLAYERS` players, or if the tournament takes too long, unless
    `long`.
    """
    if len(players) > MOST_PLAYERS:
        cause = Message(
            "a tournament has 2 to {most_players} players, got {count}",
            most_players=MOST_PLAYERS,
            count=len(players),
        )
        raise CorrigeError.single(cause)
    played = _played(players, terms, say, working, long=long)
    places = range(len(players))
    rates: dict[tuple[int, int], float] = {}
    for (i, j), result in zip(combinations(places, 2), played, strict=True):
        if result.match is None:
            rates[i, j] = 0.0 if result.forfeit is not None and result.forfeit[0] == 0 else 1.0
        else:
            first, second = result.match.scores
            rates[i, j] = float(((first > second) + 0.5 * (first == second)).mean())
        rates[j, i] = 1 - rates[i, j]
    means = {i: sum(rates[i, j] for j in places if j != i) / (len(players) - 1) for i in places}
    rows = [
        (players[i], f"{means[i]:.4f}", *("—" if i == j else f"{rates[i, j]:.4f}" for j in places))
        for i in sorted(means, key=lambda i: -means[i])
    ]
    numbers = (Message("mean"), *(f"{n}. {name}" for n, name in enumerate(players, 1)))
    table = Tabular((Message("player"), *numbers), rows, right=numbers)
    lines: list[str | Tabular] = [Message("probability of winning, a draw counting one half"), "", table, ""]
    for result in played:
        if result.forfeit:
            loser, why = result.forfeit
            lines.append(
                Message(
                    "{loser} lost by forfeit against {winner}: {reason}",
                    loser=result.names[loser],
                    winner=result.names[1 - loser],
                    reason=why,
                )
            )
        elif result.faults:
            lines.append(
                Message(
                    "{names}: {count} invalid decision",
                    plural="{names}: {count} invalid decisions",
                    names=" – ".join(result.names),
                    count=len(result.faults),
                )
            )
    return _solution(played, terms, lines)


def usual_games(players: Sequence[str]) -> int:
    """Return the default number of games of a match, which is smaller if a player is a program."""
    return GAMES_OF_PROGRAMS if any(map(is_program, players)) else GAMES


def _solution(played: list[MatchResult], terms: MatchTerms, lines: list[str | Tabular]) -> SolverResult:
    """Return the played matches as a result: its JSON document, and its lines with the seed to play again."""
    document = {
        "schema": SCHEMA,
        "method": terms.method,
        "games": terms.sets,
        "seed": terms.seed,
        "lists": terms.lists,
        "matches": list(map(_match_json, played)),
    }
    lines += ["", Message("to play with the same dice again: --seed {seed}", seed=terms.seed)]
    return SolverResult(document, lines, needs_person=any(result.faults or result.forfeit for result in played))


def _played(players: Sequence[str], terms: MatchTerms, say: Say, working: Working, *, long: bool) -> list[MatchResult]:
    """Play a match between each two players, and return the results in the order of the pairs."""
    if len(players) < 2:
        raise CorrigeError.single(
            "a match has two players, got only 1", remedy="give a second strategy, such as optimal"
        )

    def known() -> None:  # the names are known: check the cost of the strategies, and of a player against all others
        for name in players:
            check_tables_cost(terms.rules, name, long=long)
        games = terms.sets * (len(players) - 1) * (2 if terms.method == "antithetic" else 1)
        check_games_cost(games, players, long=long)

    with entrants(players, terms.rules, terms.seconds, known, say) as present:
        results = []
        pairs = combinations(zip(players, present, strict=True), 2)
        for number, ((name, first), (other, second)) in enumerate(pairs):
            with working(Message("{player} against {opponent}", player=name, opponent=other)):
                # a new seed for each match, since a program could remember the dice of the previous match
                own_terms = replace(terms, seed=terms.seed + number)
                results.append(contest((name, other), first, second, own_terms))
        return results


def _match_json(played: MatchResult) -> Mapping[str, object]:
    faults = [
        {
            "player": played.names[fault.player],
            "game": fault.game,
            "dice": fault.dice,
            "rerolls": fault.rerolls,
            "decided": fault.decided,
            "why": fault.why,
        }
        for fault in played.faults
    ]
    forfeit = None if played.forfeit is None else {"player": played.names[played.forfeit[0]], "why": played.forfeit[1]}
    document: dict[str, object] = {"players": played.names, "forfeit": forfeit, "faults": faults}
    if played.match is None:
        return document | {"statistics": None, "difference": None, "histogram": None}
    lows, tallies = _tallies(played.match)
    players = [
        {
            "score": estimate(player.score),
            "deviation": player.deviation,
            "quartiles": player.quartiles,
            "wins": estimate(player.wins),
            "draws": estimate(player.draws),
            "margin": None if player.margin is None else estimate(player.margin),
            "total_victories": player.total_victories,
            "partial_victories": player.partial_victories,
            "points": player.points,
        }
        for player in match_statistics(played.match)
    ]
    return document | {
        "statistics": players,
        "difference": estimate(difference(played.match)),
        "histogram": {"width": CLASS, "from": lows, "games": tallies},
    }


def _match_lines(played: MatchResult) -> list[str | Tabular]:
    """Return the text of a match: a table of both players, the difference of their means, a histogram, and faults."""
    if played.match is None:
        assert played.forfeit is not None
        loser, why = played.forfeit
        return [Message("the player {names} lost by forfeit: {forfeit}", names=played.names[loser], forfeit=why)]
    columns = []
    for statistic in match_statistics(played.match):
        column = {
            Message("mean score"): _interval(statistic.score),
            Message("standard deviation"): f"{statistic.deviation:.2f}",
            Message("quartiles"): " ".join(f"{quartile:g}" for quartile in statistic.quartiles),
            Message("probability of winning"): _interval(statistic.wins, ".4f"),
            Message("probability of a draw"): _interval(statistic.draws, ".4f"),
            Message("points ahead in the games won"): "—" if statistic.margin is None else _interval(statistic.margin),
        }
        if played.match.method == "antithetic":  # sets of two games
            column |= {
                Message("sets of two games: both won"): str(statistic.total_victories),
                Message("sets of two games: one won, and more points in all"): str(statistic.partial_victories),
                Message("points from sets of two games"): f"{statistic.points:g}",
            }
        columns.append(column)
    rows = [(title, *(column[title] for column in columns)) for title in columns[0]]
    lows, tallies = _tallies(played.match)
    most = max(map(max, tallies))
    head = Message(
        "scores: {bar} {name}, {other_bar} {other}",
        bar=BARS[0],
        name=played.names[0],
        other_bar=BARS[1],
        other=played.names[1],
    )
    bars = [
        f"{low if bar == BARS[0] else '':4} {bar * round(WIDEST * tally[place] / most)} {tally[place]}"
        for place, low in enumerate(lows)
        for bar, tally in zip(BARS, tallies, strict=True)
    ]
    lines: list[str | Tabular] = [
        Tabular(("", *played.names), rows, right=played.names),
        Message(
            "mean score of {name} minus that of {other}: {estimate}",
            name=played.names[0],
            other=played.names[1],
            estimate=_interval(difference(played.match)),
        ),
        "",
        head,
        *bars,
    ]
    if played.faults:
        lines += ["", Message("invalid decisions of strategies: {count}", count=len(played.faults))]
    lines += (
        Message(
            "  {names}, game {game}, dice {dice}, {rerolls}: {decision}: {reason}",
            names=played.names[fault.player],
            game=fault.game,
            dice=list(fault.dice),
            rerolls=Message("{count} reroll left", plural="{count} rerolls left", count=fault.rerolls),
            decision=fault.decided,
            reason=fault.why,
        )
        for fault in played.faults[:SHOWN_FAULTS]
    )
    if (rest := len(played.faults) - SHOWN_FAULTS) > 0:
        lines.append(Message("  further wrong decisions: {rest}", rest=rest))
    return lines


def _interval(sampled: Estimate, form: str = ".2f") -> Message:
    """Return an estimate as `value ± half the width of its confidence interval`."""
    return joined(" ± ", (decimal(sampled.value, form), decimal(sampled.high - sampled.value, form)))


def _tallies(match: YahtzeeMatch) -> tuple[list[int], list[list[int]]]:
    """Return the lower bounds of the classes of the histogram, and the numbers of games in each class by player."""
    tallies = [histogram(scores, CLASS)[1].tolist() for scores in match.scores]
    longest = max(map(len, tallies))
    padded = [[*tally, *[0] * (longest - len(tally))] for tally in tallies]
    first = min(place for tally in padded for place, count in enumerate(tally) if count)
    return [CLASS * place for place in range(first, longest)], [tally[first:] for tally in padded]
