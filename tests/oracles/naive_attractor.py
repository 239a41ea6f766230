"""Definitions 1.4 and 1.5 of document 003, word for word, and all strategies one by one."""

from itertools import product


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
