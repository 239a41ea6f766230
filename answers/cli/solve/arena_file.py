"""An arena as teachers write it: JSON, or a line a state."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, islice
from typing import TYPE_CHECKING

from answers.cli.solve.text_file import MOST_PROBLEMS, first_problems, no_json
from answers.errors import CorrigeError, Problem
from answers.messages import Message

if TYPE_CHECKING:
    from solvers.graph_games.arena import Arena

MOST_STATES = 100_000
LINES = "write a line a state, the first one first: `a 0: b c` (player 0 moves to b or c), `b 1: wins 0`, `c 1: draw`"
OBJECT = 'write {"start": "a", "states": {"a": {"player": 0, "moves": ["b", "c"]}, "b": {"player": 1, "wins": 0}}}'
LINE = re.compile(r"\s*(\S+)\s+([01])\s*:\s*(.*?)\s*")
ENDS = {"wins 0": 0, "wins 1": 1, "draw": None}

Said = tuple[int, tuple[str, ...], int | None]
"""Who moves, to where; who has won where nobody can move, None for a draw."""


def parse_arena(text: str, place: str) -> "Arena[str]":
    """Read an arena: JSON when the text begins with a brace, lines otherwise; # begins a comment.

    Raises
    ------
    CorrigeError
        If it is no arena, with the places of all that is wrong.
    Refusal
        If its states do not alternate.
    """
    from solvers.graph_games.arena import Arena

    text = text.removeprefix("\ufeff")
    start, states = _json(text, place) if text.lstrip().startswith("{") else _lines(text, place)
    missing = (
        Problem(
            Message("the state {name!r} moves to {after!r}, of which nothing is said", name=name, after=after),
            place,
            "add it",
        )
        for name, (_, moves, _) in states.items()
        for after in moves
        if after not in states
    )
    first = next(missing, None)
    if first is not None:
        raise first_problems(chain((first,), missing), place)
    return Arena(
        (_named(states, lambda state: state[0] == 0), _named(states, lambda state: state[0] == 1)),
        {name: moves for name, (_, moves, _) in states.items()},
        (frozenset(_ended(states, 0)), frozenset(_ended(states, 1))),
        frozenset(_ended(states, None)),
        start,
    )


def _named(states: Mapping[str, Said], wanted: Callable[[Said], bool]) -> tuple[str, ...]:
    return tuple(name for name, state in states.items() if wanted(state))


def _ended(states: Mapping[str, Said], winner: int | None) -> tuple[str, ...]:
    """The states without a move that a player has won, or nobody."""
    return _named(states, lambda state: not state[1] and state[2] == winner)


def _said(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, numbered from 1, without their comments."""
    for number, line in enumerate(text.splitlines(), 1):
        said = line.partition("#")[0]
        if said.strip():
            yield number, said


def _lines(text: str, place: str) -> tuple[str, dict[str, Said]]:
    states: dict[str, Said] = {}
    problems: list[Problem] = []
    for number, said in islice(_said(text), MOST_STATES + 1):
        found, where = LINE.fullmatch(said), Message("{place}, line {number}", place=place, number=number)
        if found is None or not found[3]:
            problems.append(Problem(Message("{said!r} is no state", said=said.strip()[:40]), where, LINES))
        elif found[1] in states:
            problems.append(
                Problem(Message("the state {found!r} stands here again", found=found[1]), where, "name each state once")
            )
        elif found[3] in ENDS:
            states[found[1]] = int(found[2]), (), ENDS[found[3]]
        else:
            states[found[1]] = int(found[2]), tuple(found[3].split()), None
        if len(problems) > MOST_PROBLEMS:
            break
    if problems or not states:
        raise first_problems(problems or [Problem("the arena is empty", place, LINES)], place)
    _check_size(len(states), place)
    return next(iter(states)), states


def _json(text: str, place: str) -> tuple[str, dict[str, Said]]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise no_json(error, place, OBJECT) from error
    start, given = found.get("start"), found.get("states")
    if not isinstance(given, dict) or not isinstance(start, str) or start not in given:
        raise CorrigeError.one("an arena has states, and a start among them", place=place, remedy=OBJECT)
    _check_size(len(given), place)
    states = {name: _state(said) for name, said in given.items()}
    wrong = [name for name, state in states.items() if state is None]
    if wrong:
        told = (Problem(Message("the state {name!r} is none", name=name[:40]), place, OBJECT) for name in wrong)
        raise first_problems(told, place)
    return start, {name: state for name, state in states.items() if state is not None}


def _check_size(states: int, place: str) -> None:
    if states > MOST_STATES:
        cause = Message("the arena has more than {most_states} states", most_states=MOST_STATES)
        raise CorrigeError.one(cause, place=place, remedy="search a part of it")


def _state(said: object) -> Said | None:
    """A state of the JSON form; None if it is none."""
    if not isinstance(said, Mapping):
        return None
    player, moves, won = said.get("player"), said.get("moves", []), said.get("wins")
    if type(player) is not int or player not in (0, 1) or won not in (None, 0, 1) or isinstance(won, bool):
        return None
    if not isinstance(moves, list) or not all(isinstance(after, str) for after in moves) or (moves and won is not None):
        return None
    return player, tuple(moves), won
