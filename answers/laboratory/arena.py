"""The attractors of an arena of a teacher's own, which is written as JSON or a line a state."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeGuard

from answers.errors import CorrigeError
from answers.laboratory import counts
from answers.laboratory.solution import Solution, svg
from answers.laboratory.text_file import Faults, read_json, read_text
from answers.messages import Message
from solvers.graph_games.arena import Arena
from solvers.graph_games.attractors import Attractor, attractor
from solvers.graph_games.drawing.arena_svg import arena_svg

MOST_STATES = 100_000
LINES = "write a line a state, the first one first: `a 0: b c` (player 0 moves to b or c), `b 1: wins 0`, `c 1: draw`"
OBJECT = 'write {"start": "a", "states": {"a": {"player": 0, "moves": ["b", "c"]}, "b": {"player": 1, "wins": 0}}}'
LINE = re.compile(r"\s*(\S+)\s+([01])\s*:\s*(.*?)\s*")
ENDS = {"wins 0": 0, "wins 1": 1, "draw": None}

State = tuple[int, tuple[str, ...], int | None]
"""Who moves, to where; who has won where nobody can move, None for a draw."""


def arena(file: Path) -> Solution:
    """Return the attractors of both players, step by step, with winning moves."""
    board = parse_arena(read_text(file), str(file))
    both = [attractor(board, player) for player in (0, 1)]
    winner = next((one.player for one in both if board.start in one.rank), None)
    states, arcs = board.count
    document = {
        "states": states,
        "arcs": arcs,
        "winner": winner,
        "attractors": [{"player": one.player, "layers": one.layers, "strategy": _strategy(board, one)} for one in both],
    }
    lines = [
        Message(
            "arena    {states}, {count} arc, start {start}",
            plural="arena    {states}, {count} arcs, start {start}",
            states=counts.states(states),
            count=arcs,
            start=board.start,
        ),
        Message(
            "winner   {winner}",
            winner=Message("nobody") if winner is None else Message("player {winner}", winner=winner),
        ),
        *(line for one in both for line in _lines(board, one)),
    ]
    return Solution(document, lines, svg(lambda: arena_svg(board)))


def _strategy(board: Arena[str], attractor: Attractor[str]) -> dict[str, str]:
    """A move nearer to the end from each winning state of the player (remark 1.4)."""
    own, rank = board.controlled(attractor.player), attractor.rank
    return {
        state: min((after for after in board.moves(state) if after in rank), key=rank.__getitem__)
        for state in rank
        if state in own and board.moves(state)
    }


def _lines(board: Arena[str], attractor: Attractor[str]) -> list[str]:
    player = attractor.player
    layers = [f"A{n}({player})    + {' '.join(layer) or '∅'}" for n, layer in enumerate(attractor.layers)]
    moves = ", ".join(f"{state} → {after}" for state, after in _strategy(board, attractor).items())
    return [
        "",
        *layers,
        Message("player {player} wins by {moves}", player=player, moves=moves)
        if moves
        else Message("player {player} has no winning move", player=player),
    ]


def parse_arena(text: str, place: str) -> Arena[str]:
    """Read an arena: JSON when the text begins with a brace, lines otherwise; # begins a comment."""
    start, states = _json(text, place) if text.lstrip().startswith("{") else _states(text, place)
    faults = Faults(place)
    for name, (_, moves, _) in states.items():
        for after in moves:
            if after not in states:
                cause = Message(
                    "the state {name!r} moves to {after!r}, of which nothing is said", name=name, after=after
                )
                faults.wrong(cause, "add it")
    faults.check()

    def named(wanted: Callable[[State], bool]) -> tuple[str, ...]:
        return tuple(name for name, state in states.items() if wanted(state))

    def ended(winner: int | None) -> frozenset[str]:
        return frozenset(named(lambda state: not state[1] and state[2] == winner))

    return Arena(
        (named(lambda state: state[0] == 0), named(lambda state: state[0] == 1)),
        {name: moves for name, (_, moves, _) in states.items()},
        (ended(0), ended(1)),
        ended(None),
        start,
    )


def _states(text: str, place: str) -> tuple[str, dict[str, State]]:
    states: dict[str, State] = {}
    faults = Faults(place)
    for number, written in enumerate(text.splitlines(), 1):
        line = written.partition("#")[0]
        if not line.strip():
            continue
        parts = LINE.fullmatch(line)
        if parts is None or not parts[3]:
            faults.wrong(Message("{said!r} is no state", said=line.strip()[:40]), LINES, line=number)
        elif parts[1] in states:
            cause = Message("the state {name!r} stands here again", name=parts[1])
            faults.wrong(cause, "name each state once", line=number)
        elif parts[3] in ENDS:
            states[parts[1]] = int(parts[2]), (), ENDS[parts[3]]
        else:
            states[parts[1]] = int(parts[2]), tuple(parts[3].split()), None
        if len(states) > MOST_STATES:
            break
    faults.check()
    if not states:
        raise CorrigeError.one("the arena is empty", place=place, remedy=LINES)
    _check_size(len(states), place)
    return next(iter(states)), states


def _json(text: str, place: str) -> tuple[str, dict[str, State]]:
    given = read_json(text, place, OBJECT)
    start, states = (given.get("start"), given.get("states")) if isinstance(given, dict) else (None, None)
    if not isinstance(states, dict) or not isinstance(start, str) or start not in states:
        raise CorrigeError.one("an arena has states, and a start among them", place=place, remedy=OBJECT)
    _check_size(len(states), place)
    read, faults = dict[str, State](), Faults(place)
    for name, value in states.items():
        state = _state(value)
        if state is None:
            faults.wrong(Message("the state {name!r} is none", name=name[:40]), OBJECT)
        else:
            read[name] = state
    faults.check()
    return start, read


def _check_size(states: int, place: str) -> None:
    if states > MOST_STATES:
        cause = Message("the arena has more than {most_states} states", most_states=MOST_STATES)
        raise CorrigeError.one(cause, place=place, remedy="search a part of it")


def _state(value: object) -> State | None:
    """A state of the JSON form; None if it is none."""
    if not isinstance(value, Mapping):
        return None
    player, moves, won = value.get("player"), value.get("moves", []), value.get("wins")
    if not _is_player(player) or not (won is None or _is_player(won)):
        return None
    if not isinstance(moves, list) or not all(isinstance(after, str) for after in moves) or (moves and won is not None):
        return None
    return player, tuple(moves), won


def _is_player(value: object) -> TypeGuard[int]:
    return type(value) is int and value in (0, 1)
