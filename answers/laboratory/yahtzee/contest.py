"""Matches of Yahtzee between strategies of ours and programs of students, who may decide wrongly or give up."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from answers.errors import CorrigeError, Problem, did_you_mean
from answers.laboratory.yahtzee.program import SECONDS, ForfeitError, Program
from answers.messages import Message
from solvers.yahtzee.matches.matches import Match, Method, match
from solvers.yahtzee.matches.play import Lists
from solvers.yahtzee.matches.referee import Deciding, Fault, Wrong, refereed_match
from solvers.yahtzee.rules.rules import Rules
from solvers.yahtzee.strategies.strategies import STRATEGIES, strategy
from solvers.yahtzee.strategies.strategy import Strategy

PROGRAM_SUFFIX = ".py"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player by name: a strategy, or a program that runs."""

    name: str
    player: Strategy | Program


@dataclass(frozen=True, slots=True)
class Terms:
    """How matches are played; see `solvers.yahtzee.matches.matches.match` and `referee.refereed_match`.

    `seconds` are those that a program may take for a decision.
    """

    rules: Rules
    method: Method
    sets: int
    seed: int
    lists: Lists
    wrong: Wrong
    seconds: float = SECONDS


@dataclass(frozen=True, slots=True)
class Contest:
    """A match: its scores, None when a player gave up; the wrong decisions; who gave up (0 or 1), and why."""

    names: tuple[str, str]
    match: Match | None
    faults: tuple[Fault, ...] = ()
    forfeit: tuple[int, str] | None = None


@contextmanager
def entrants(
    names: Iterable[str],
    rules: Rules,
    seconds: float = SECONDS,
    known: Callable[[], None] = lambda: None,
    say: Callable[[Message], object] = print,
) -> Iterator[tuple[Entrant, ...]]:
    """Give the players of these names; a name that ends in .py is the file of a program, which runs until the end.

    No strategy is computed before every name is known and every program runs; `known` is called then, and may refuse.
    What programs cannot be kept from is said, once, before the first one runs.
    All names that are neither, and all programs that cannot be run, are refused together.
    """
    asked, say_once = list(names), cache(say)
    with ExitStack() as running:
        programs = dict[int, Program]()
        problems = list[Problem]()
        for place, name in enumerate(asked):
            try:
                if is_program(name):
                    programs[place] = program = Program(Path(name), seconds, say_once)
                    running.callback(program.close)
                else:
                    _check_strategy(name)
            except CorrigeError as error:
                problems += error.problems
        if problems:
            raise CorrigeError(dict.fromkeys(problems))
        known()
        strategies = {name: strategy(name, rules) for name in dict.fromkeys(asked) if not is_program(name)}
        yield tuple(Entrant(name, programs.get(place) or strategies[name]) for place, name in enumerate(asked))


def is_program(name: str) -> bool:
    """Return whether a name is that of the file of a program."""
    return name.lower().endswith(PROGRAM_SUFFIX)


def _check_strategy(name: str) -> None:
    if name not in STRATEGIES:
        remedy = Message("{known} A program is a file that ends in .py", known=did_you_mean(name, STRATEGIES))
        raise CorrigeError.one(Message("no strategy is called {name!r}", name=name), remedy=remedy)


def contest(first: Entrant, second: Entrant, terms: Terms) -> Contest:
    """Play a match; two strategies play without a referee, and a thousand times as fast."""
    names = (first.name, second.name)
    if not isinstance(first.player, Program) and not isinstance(second.player, Program):
        players = (first.player, second.player)
        return Contest(names, match(*players, terms.method, terms.sets, terms.seed, terms.lists))
    deciders = tuple(
        each.player if isinstance(each.player, Program) else Deciding(each.player) for each in (first, second)
    )
    try:
        played = refereed_match(
            terms.rules,
            (deciders[0], deciders[1]),
            terms.method,
            terms.sets,
            terms.seed,
            lists=terms.lists,
            wrong=terms.wrong,
        )
    except ForfeitError as error:
        return Contest(names, None, forfeit=(0 if error.by is first.player else 1, str(error)))
    return Contest(names, played.match, played.faults)
