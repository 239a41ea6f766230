"""corrige solve arena: the attractors of an arena of the teacher's own."""

from typing import TYPE_CHECKING

from answers.cli.common import counts
from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output
from answers.cli.solve.common import deliver_solution, refusing
from answers.cli.solve.text_file import TextFile, read_text
from answers.messages import Message

if TYPE_CHECKING:
    from pathlib import Path

    from solvers.graph_games.arena import Arena
    from solvers.graph_games.attractors import Attractor


def arena(file: TextFile, *, as_json: AsJson = False, output: Output = TO_STDOUT, force: Force = False) -> None:
    """Find the attractors of both players in an arena, step by step, and winning moves; -o FILE.svg draws them.

    A line a state, the first one first: `a 0: b c` (player 0 moves to b or c), `b 1: wins 0`, `c 1: draw`. Cycles are
    allowed: a play without end is won by nobody. JSON is read too.
    """
    from solvers.graph_games.attractors import attractor
    from solvers.graph_games.drawing.arena_svg import arena_svg

    found = refusing(_read, file)
    both = [attractor(found, player) for player in (0, 1)]
    winner = next((one.player for one in both if found.start in one.rank), None)
    document = {
        "states": found.count[0],
        "arcs": found.count[1],
        "winner": winner,
        "attractors": [{"player": one.player, "layers": one.layers, "strategy": _strategy(found, one)} for one in both],
    }
    lines = [
        Message(
            "arena    {states}, {count} arc, start {start}",
            plural="arena    {states}, {count} arcs, start {start}",
            states=counts.states(found.count[0]),
            count=found.count[1],
            start=found.start,
        ),
        Message(
            "winner   {winner}",
            winner=Message("nobody") if winner is None else Message("player {winner}", winner=winner),
        ),
        *(line for one in both for line in _lines(found, one)),
    ]
    deliver_solution(
        document, lines, as_json=as_json, output=output, force=force, svg=lambda: refusing(arena_svg, found)
    )


def _read(file: "Path") -> "Arena[str]":
    from answers.cli.solve.arena_file import parse_arena

    return parse_arena(read_text(file), str(file))


def _strategy(arena: "Arena[str]", attractor: "Attractor[str]") -> dict[str, str]:
    """A move nearer to the end from each winning state of the player (remark 1.4)."""
    own = arena.controlled(attractor.player)
    rank = attractor.rank
    return {
        state: min((after for after in arena.moves(state) if after in rank), key=rank.__getitem__)
        for state in rank
        if state in own and arena.moves(state)
    }


def _lines(arena: "Arena[str]", attractor: "Attractor[str]") -> list[str]:
    player = attractor.player
    layers = [f"A{n}({player})    + {' '.join(layer) or '∅'}" for n, layer in enumerate(attractor.layers)]
    moves = ", ".join(f"{state} → {after}" for state, after in _strategy(arena, attractor).items())
    return [
        "",
        *layers,
        Message("player {player} wins by {moves}", player=player, moves=moves)
        if moves
        else Message("player {player} has no winning move", player=player),
    ]
