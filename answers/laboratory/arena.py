"""Attractors of an arena (a game on a graph), which a teacher writes as JSON or as one line for each state."""

import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from answers.errors import CorrigeError
from answers.laboratory import counts
from answers.laboratory.result import SolverResult, svg
from answers.laboratory.user_input import Faults, read_json, read_text
from answers.messages import Message
from solvers.graph_games.arena import Arena
from solvers.graph_games.attractors import attractor
from solvers.graph_games.drawing.arena_svg import arena_svg

S = TypeVar("S", bound=Hashable)
MOST_STATES, SHOWN_STATES = 100_000, 30
LINES = "write one line per state, the start first: `a 0: b c` (player 0 moves to b or c), `b 1: wins 0`, `c 1: draw`"
OBJECT = 'write {"start": "a", "states": {"a": {"player": 0, "moves": ["b", "c"]}, "b": {"player": 1, "wins": 0}}}'
LINE = re.compile(r"\s*(\S+)\s+([01])\s*:\s*(.*?)\s*")
ENDS = {"wins 0": 0, "wins 1": 1, "draw": None}

State = tuple[int, tuple[str, ...], int | None]
"""A state: the player to move, the next states, and for a final state the winner, 0 or 1, None for a draw."""


def arena(file: Path, play: str | None, strategy: str | None) -> SolverResult:
    """Return the attractors of the arena in a file: for each player, the states from which the player can force a win.

    With `play`, a path such as "a,b,c", return its winner instead. With `strategy`, moves such as "a=b,c=d", return the
    states from which the strategy wins every play.
    """
    board = parse_arena(read_text(file), str(file))
    if play is not None:
        states = play.split(",")
        if states[0] != board.start:
            cause = Message(
                "a play must begin at the first state of the arena, {start}, not at {first}",
                start=board.start,
                first=states[0][:40],
            )
            raise CorrigeError.single(cause, remedy="write the states in the order of the play, for instance a,b,c")
        for before, after in pairwise(states):
            _check_move(board, before, after)
        is_over = not board.moves(states[-1])
        winner = next((player for player in (0, 1) if states[-1] in board.wins[player]), None)
        line = _winner_line(winner) if is_over else Message("the play is not over: its last state has moves")
        return SolverResult({"play": states, "over": is_over, "winner": winner}, [line])
    return attractors(board) if strategy is None else _followed(board, strategy)


def named(board: Arena[S], text: Callable[[S], str]) -> Arena[str]:
    """Return an arena with states named by the rows of their grid (by `text`) and the player, such as "XO/X.:1"."""
    names = {state: f"{'/'.join(text(state).split())}:{player}" for state, player in board.owners.items()}
    first, second = (tuple(map(names.__getitem__, states)) for states in board.states)
    arcs = {names[state]: tuple(map(names.__getitem__, after)) for state, after in board.arcs.items()}
    ends = [frozenset(map(names.__getitem__, states)) for states in (*board.wins, board.draws)]
    return Arena((first, second), arcs, (ends[0], ends[1]), ends[2], names[board.start])


def attractors(board: Arena[str]) -> SolverResult:
    """Return the attractors of both players of an arena, step by step, with winning moves and a drawing."""
    both = [attractor(board, player) for player in (0, 1)]
    winner = next((attracted.player for attracted in both if board.start in attracted.rank), None)
    states, arcs = board.count
    lines: list[str] = [
        Message(
            "arena    {states}, {count} arc, start {start}",
            plural="arena    {states}, {count} arcs, start {start}",
            states=counts.states(states),
            count=arcs,
            start=board.start,
        ),
        _winner_line(winner),
    ]
    documents = []
    for player, attracted in enumerate(both):
        own, rank = board.controlled(player), attracted.rank
        # a winning move leads to a state of least rank (remark 1.4)
        strategy = {
            state: min((after for after in board.moves(state) if after in rank), key=rank.__getitem__)
            for state in rank
            if state in own and board.moves(state)
        }
        documents.append({"player": player, "layers": attracted.layers, "strategy": strategy})
        lines.append("")
        for n, added in enumerate(attracted.layers):
            layer = (" ".join(added) or "∅") if len(added) <= SHOWN_STATES else counts.states(len(added))
            lines.append(f"A{n}({player})    + {layer}")
        moves = ", ".join(f"{state} → {after}" for state, after in strategy.items())
        lines.append(
            Message("player {player} wins by {moves}", player=player, moves=moves)
            if moves
            else Message("player {player} has no winning move", player=player)
        )
    document = {"states": states, "arcs": arcs, "winner": winner, "attractors": documents}
    return SolverResult(document, lines, svg(lambda: arena_svg(board)))


def _winner_line(winner: int | None) -> Message:
    won = Message("no player") if winner is None else Message("player {winner}", winner=winner)
    return Message("winner   {winner}", winner=won)


def _followed(board: Arena[str], text: str) -> SolverResult:
    """Return the states from which a strategy wins every play (definitions 1.3 and 1.6)."""
    chosen = dict(move.partition("=")[::2] for move in text.split(","))
    for before, after in chosen.items():
        _check_move(board, before, after)
    player = board.owners[next(iter(chosen))]
    several = {state for state in board.states[player] if len(board.moves(state)) > 1}
    if missing := sorted(several - chosen.keys()):
        cause = Message(
            "the strategy that was typed for player {player} has no move for the state {state}",
            player=player,
            state=missing[0],
        )
        raise CorrigeError.single(
            cause, remedy="give a move for each state of this player that has several moves, such as a=b,c=d"
        )
    if foreign := sorted(chosen.keys() - board.controlled(player)):
        cause = Message(
            "the strategy of player {player} has a move for the state {state}, in which the other player moves",
            state=foreign[0],
            player=player,
        )
        raise CorrigeError.single(cause, remedy="give moves only for the states of this player")
    arcs = dict(board.arcs) | {before: (after,) for before, after in chosen.items()}
    rank = attractor(replace(board, arcs=arcs), player).rank
    wins = [state for state in board.arcs if state in rank]
    lines = [
        Message("player   {player}", player=player),
        Message("winning  {winning}", winning=Message("yes") if board.start in rank else Message("no")),
        Message("wins from {states}", states=" ".join(wins) or "∅"),
    ]
    return SolverResult({"player": player, "winning": board.start in rank, "wins_from": wins}, lines)


def _check_move(board: Arena[str], before: str, after: str) -> None:
    """Refuse a move that the arena does not have."""
    if after not in board.moves(before):
        cause = Message("no move of the arena leads from {before} to {after}", before=before[:40], after=after[:40])
        raise CorrigeError.single(
            cause,
            remedy=Message(
                "the moves from {before} lead to: {moves}",
                before=before[:40],
                moves=" ".join(board.moves(before)) or Message("no state"),
            ),
        )


def parse_arena(text: str, place: str) -> Arena[str]:
    """Parse an arena: JSON if the text begins with a brace, else one line for each state, with # for comments.

    `place` names the file in errors. CorrigeError if the text is malformed, a state is not defined, or the arena has
    more than 100 000 states.
    """
    start, states = _json(text, place) if text.lstrip().startswith("{") else _states(text, place)
    if len(states) > MOST_STATES:
        cause = Message("the arena has more than {most_states} states", most_states=MOST_STATES)
        raise CorrigeError.single(
            cause, place=place, remedy="write a smaller arena, with only a part of the states of the game"
        )
    faults = Faults(place)
    for name, (_, moves, _) in states.items():
        for after in moves:
            if after not in states:
                cause = Message("the state {name!r} moves to {after!r}, which is not defined", name=name, after=after)
                faults.wrong(cause, "add a line that defines this state")
    faults.check()

    def names(condition: Callable[[State], bool]) -> tuple[str, ...]:
        return tuple(name for name, state in states.items() if condition(state))

    def final_states(winner: int | None) -> frozenset[str]:
        return frozenset(names(lambda state: not state[1] and state[2] == winner))

    return Arena(
        (names(lambda state: state[0] == 0), names(lambda state: state[0] == 1)),
        {name: moves for name, (_, moves, _) in states.items()},
        (final_states(0), final_states(1)),
        final_states(None),
        start,
    )


def _states(text: str, place: str) -> tuple[str, dict[str, State]]:
    """Parse an arena of one line for each state, and return its start and its states by name."""
    states: dict[str, State] = {}
    faults = Faults(place)
    for number, full_line in enumerate(text.splitlines(), 1):
        line = full_line.partition("#")[0]
        if not line.strip():
            continue
        parts = LINE.fullmatch(line)
        if parts is None or not parts[3]:
            faults.wrong(
                Message("the line {text!r} does not describe a state", text=line.strip()[:40]), LINES, line=number
            )
        elif parts[1] in states:
            cause = Message("the state {name!r} is defined twice", name=parts[1])
            faults.wrong(cause, "define each state only once", line=number)
        elif parts[3] in ENDS:
            states[parts[1]] = int(parts[2]), (), ENDS[parts[3]]
        else:
            states[parts[1]] = int(parts[2]), tuple(parts[3].split()), None
        if len(states) > MOST_STATES:
            break
    faults.check()
    if not states:
        raise CorrigeError.single("the arena is empty", place=place, remedy=LINES)
    return next(iter(states)), states


def _json(text: str, place: str) -> tuple[str, dict[str, State]]:
    """Parse an arena in JSON, and return its start and its states by name."""
    document = read_json(text, place, OBJECT)
    start, states = (document.get("start"), document.get("states")) if isinstance(document, dict) else (None, None)
    if not isinstance(states, dict) or not isinstance(start, str) or start not in states:
        raise CorrigeError.single(
            'the JSON of an arena must have "states", and one of them as its "start"', place=place, remedy=OBJECT
        )
    read, faults = dict[str, State](), Faults(place)
    for name, value in states.items():
        fields: Any = value if isinstance(value, Mapping) else {}  # JSON of a user, checked below
        player, moves, won = fields.get("player"), fields.get("moves", []), fields.get("wins")
        are_players = all(type(n) is int and n in (0, 1) for n in ((player,) if won is None else (player, won)))
        are_moves = isinstance(moves, list) and all(isinstance(after, str) for after in moves)
        if are_players and are_moves and (won is None or not moves):
            read[name] = player, tuple(moves), won
        else:
            faults.wrong(
                Message("the JSON of the state {name!r} does not have the form of a state", name=name[:40]), OBJECT
            )
    faults.check()
    return start, read
