"""The questions of the jeux exam, answered by plain recursion on sets, strings and lists."""

from functools import cache

from tests.oracles.board_games import cram_grundy

ROWS = [[(i, j) for j in range(4)] for i in range(4)]
COLUMNS = [[(i, j) for i in range(4)] for j in range(4)]
DIAGONALS = [[(i, i) for i in range(4)], [(i, 3 - i) for i in range(4)]]
LINES = [tuple(4 * i + j for i, j in line) for line in ROWS + COLUMNS + DIAGONALS]


def squares(bar):
    return frozenset((i, j) for i, length in enumerate(bar) for j in range(length))


def chomp_graphs(bar):
    """Vertices and arcs without players, then of the states (bar, player) that play reaches."""
    start = squares(bar)
    bars, states = {start}, {(start, 0)}
    todo = [(start, 0)]
    while todo:
        bar, player = todo.pop()
        for i, j in bar:
            left = frozenset(s for s in bar if s[0] < i or s[1] < j)
            bars.add(left)
            if (left, 1 - player) not in states:
                states.add((left, 1 - player))
                todo.append((left, 1 - player))
    return (len(bars), sum(map(len, bars))), (len(states), sum(len(bar) for bar, _ in states))


def bitten(bar):
    """What each bite leaves, from the lengths of the rows."""
    for i, length in enumerate(bar):
        for j in range(length):
            yield tuple(n for n in (*bar[:i], *(min(n, j) for n in bar[i:])) if n)


@cache
def chomp_loses(bar):
    return bar != () and not any(chomp_loses(after) for after in bitten(bar))


def winning_bites(bar):
    """The bites that leave a losing bar, row by row."""
    bites = [(i, j) for i, length in enumerate(bar) for j in range(length)]
    return [bite for bite, left in zip(bites, bitten(bar), strict=True) if chomp_loses(left)]


def losing_inside(bar):
    """How many bars that play reaches from this one, itself included, lose for the player to move."""
    bars, todo = {bar}, [bar]
    while todo:
        for after in bitten(todo.pop()):
            if after not in bars:
                bars.add(after)
                todo.append(after)
    return sum(map(chomp_loses, bars))


def grid(crosses, noughts):
    return "".join("X" if crosses >> k & 1 else "O" if noughts >> k & 1 else "." for k in range(16))


def winner(cells):
    """0, 1, or None."""
    for line in LINES:
        marks = {cells[k] for k in line}
        if len(marks) == 1 and marks != {"."}:
            return "XO".index(cells[line[0]])
    return None


def player(cells):
    return cells.count("X") - cells.count("O")


@cache
def successors(cells):
    if winner(cells) is not None:
        return []
    mark = "XO"[player(cells)]
    return [cells[:k] + mark + cells[k + 1 :] for k in range(16) if cells[k] == "."]


def reachable(cells):
    grids = {cells}
    todo = [cells]
    while todo:
        for after in successors(todo.pop()):
            if after not in grids:
                grids.add(after)
                todo.append(after)
    return grids


def attractor_steps(cells, who, count):
    """A₀ … A₍count₋₁₎ by definition 1.5, and the number of all grids."""
    states = reachable(cells)
    sets = [{s for s in states if winner(s) == who}]
    while len(sets) < count:
        last = sets[-1]
        rule = {True: any, False: all}
        sets.append(
            last | {s for s in states if successors(s) and rule[player(s) == who](a in last for a in successors(s))}
        )
    return sets, len(states)


@cache
def calls(cells):
    return 1 + sum(map(calls, successors(cells)))


def calls_with_memory(cells):
    """Every grid that is reached is evaluated once, and then calls the function once for each successor."""
    states = reachable(cells)
    return 1 + sum(len(successors(s)) for s in states), len(states)


@cache
def heuristic(cells):
    if winner(cells) is not None:
        return (100, -100)[winner(cells)]
    total = 0
    for line in LINES:
        crosses, noughts = ([cells[k] for k in line].count(mark) for mark in "XO")
        if not noughts:
            total += crosses * crosses
        if not crosses:
            total -= noughts * noughts
    return total


def limited(cells, depth):
    after = successors(cells)
    if depth == 0 or not after:
        return heuristic(cells)
    return (max, min)[player(cells)](limited(a, depth - 1) for a in after)


def best_cells(cells, depth):
    best = limited(cells, depth)
    best_moves = set()
    for after in successors(cells):
        if limited(after, depth - 1) == best:
            k = next(k for k in range(16) if cells[k] != after[k])
            best_moves.add(divmod(k, 4))
    return best_moves


def dominoes(cells):
    return [(i, j, d) for i, j in sorted(cells) for d, cell in enumerate(((i, j + 1), (i + 1, j))) if cell in cells]


def covered(domino):
    i, j, d = domino
    return frozenset({(i, j), (i + d, j + 1 - d)})


def cram_winning(cells):
    return {domino for domino in dominoes(cells) if not cram_grundy(cells - covered(domino))}


def symmetry_play(rows, columns, covered_cells=()):
    """Who wins, dominoes laid, the last one: one player turns the last domino by half a turn, the other lays the first
    in the order (i, j, d); on odd × even player 0 turns and begins in the middle."""
    turner = 0 if rows % 2 or columns % 2 else 1
    free = frozenset((i, j) for i in range(rows) for j in range(columns)) - set(covered_cells)
    played = []
    while places := dominoes(free):
        if len(played) % 2 != turner:
            domino = min(places)
        elif played:
            image = sorted((rows - 1 - i, columns - 1 - j) for i, j in covered(played[-1]))
            domino = (*image[0], image[1][0] - image[0][0])
        else:
            middle = {(rows - 1) // 2, rows // 2}, {(columns - 1) // 2, columns // 2}
            domino = (min(middle[0]), min(middle[1]), len(middle[0]) - 1)
        assert domino in places
        played.append(domino)
        free -= covered(domino)
    return ((len(played) - 1) % 2, len(played), *played[-1])


def cram_tree(cells, mover=0):
    """Nodes and leaves of the tree of plays, nodes that player 0 wins."""
    below = [cram_tree(cells - covered(domino), 1 - mover) for domino in dominoes(cells)]
    won = bool(cram_grundy(cells)) == (mover == 0)
    return (
        1 + sum(n for n, _, _ in below),
        sum(f for _, f, _ in below) or 1,
        won + sum(w for _, _, w in below),
    )


def tree_value(node, level=0):
    if isinstance(node, int):
        return node
    return (max, min)[level % 2](tree_value(child, level + 1) for child in node)


def pruned_leaves(node, step=1):
    """Alpha-beta as textbooks write it; the value of the root and the leaves that it meets, children by `step`."""
    met = []

    def value(node, level, alpha, beta):
        if isinstance(node, int):
            met.append(node)
            return node
        for child in node[::step]:
            if level % 2 == 0:
                alpha = max(alpha, value(child, level + 1, alpha, beta))
            else:
                beta = min(beta, value(child, level + 1, alpha, beta))
            if alpha >= beta:
                break
        return alpha if level % 2 == 0 else beta

    return value(node, 0, -100, 100), met
