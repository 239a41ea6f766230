"""Definitions 1.3 to 1.5 of document 003, word for word; strategies one by one, and that of remark 1.4."""

from itertools import product

from solvers.graph_games.attractors import attractor


def steps(arena, player):
    """The sequence A₀, A₁, … up to the first set that equals the next one."""
    mine, theirs = arena.states[player], arena.states[1 - player]
    sets = [set(arena.wins[player])]
    while True:
        last = sets[-1]
        after = set(last)
        after |= {u for u in mine if arena.arcs[u] and any(v in last for v in arena.arcs[u])}
        after |= {u for u in theirs if arena.arcs[u] and all(v in last for v in arena.arcs[u])}
        if after == last:
            return sets
        sets.append(after)


def wins_every_play(arena, player, strategy, start):
    """Whether all plays from `start` end in T_player: walks of at most one step more than there are states."""
    assert all(after in arena.arcs[state] for state, after in strategy.items())
    plays = {start}
    for _ in range(len(arena.arcs) + 1):
        plays = {
            after
            for state in plays
            for after in ([strategy[state]] if state in strategy else arena.arcs[state] or [state])
        }
    return plays <= arena.wins[player]


def strategies(arena, player):
    """Every strategy of the player: one move at each state that has some."""
    own = [state for state in arena.states[player] if arena.arcs[state]]
    for moves in product(*(arena.arcs[state] for state in own)):
        yield dict(zip(own, moves, strict=True))


def winning_strategy(arena, player):
    """From each winning position of the player to the one that was found first."""
    rank = attractor(arena, player).rank
    own = (state for state in arena.states[player] if state in rank and arena.arcs[state])
    return {state: min((s for s in arena.arcs[state] if s in rank), key=rank.__getitem__) for state in own}
