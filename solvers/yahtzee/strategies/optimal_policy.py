"""Turn the optimum into a strategy, with decisions from the table of expectations, and save this table in a file."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final, NamedTuple

import numpy as np

from solvers.compiled.arrays import Floats, Integers
from solvers.compiled.jit import jit
from solvers.invalid_input import InvalidInput
from solvers.yahtzee.rules.lattice import Moves, average_down, lattice
from solvers.yahtzee.rules.rule_tables import RuleTables, allowed, rule_tables, worth
from solvers.yahtzee.rules.rules import YahtzeeRules
from solvers.yahtzee.strategies.optimal import THREADS, Optimum, TurnKey, UpperRanges, optimal, upper_ranges
from solvers.yahtzee.strategies.strategy import TIE, Contexts, Decisions, Policy

LAYOUT: Final = 1
"""Version of the file; to be increased when the meaning of the table changes, so that older files are not used."""


class _Game(NamedTuple):
    """The data of a game that determine the decisions; `values` as in `Optimum`."""

    tables: RuleTables
    moves: Moves
    ranges: UpperRanges
    values: Floats


def optimal_policy(optimum: Optimum) -> Policy:
    """Return the decisions with the best expected score, in every position.

    Among equal expectations (closer than 1e-9) the choice that keeps the most dice is taken, then the first in
    lexicographic order; among equal boxes, the first on the sheet. A context is a set of positions with the same
    decisions and takes 3 R bytes for R rolls: the official game has 404 348 contexts, 306 MB in all.
    """
    rules = optimum.rules
    dice, ranges = lattice(rules.dice, rules.faces), upper_ranges(rules)
    contexts = _numbered(optimum)
    policy = Policy.blank(rules, contexts, int(contexts.max()) + 1)
    game = _Game(rule_tables(rules), dice.moves, ranges, optimum.values)
    sets = np.arange(1, len(ranges.lows))
    with ThreadPoolExecutor(THREADS) as pool:
        parts = [sets[i::THREADS].copy() for i in range(THREADS)]
        list(pool.map(lambda part: _decide(game, part, contexts, (policy.kept, policy.filled)), parts))
    return policy


def _numbered(optimum: Optimum) -> Contexts:
    """Return a number for each position with an open box; those of one set and one flag are consecutive."""
    lows, _ = upper_ranges(optimum.rules)
    possible = ~np.isnan(optimum.values)
    possible[:, 0] = False
    totals = np.arange(optimum.values.shape[2])
    counted = possible & (totals >= lows[:, None])
    numbers = np.cumsum(counted).reshape(counted.shape) - 1
    # A total below the lowest one shares its context.
    first = np.take_along_axis(numbers, np.broadcast_to(lows[:, None], (2, len(lows), 1)), axis=2)
    return np.where(possible, np.where(counted, numbers, first), -1).astype(np.int32)


@jit
def _decide(game: _Game, sets: Integers, contexts: Contexts, decisions: Decisions) -> None:
    tables, (add, _, choices), ranges, values = game
    array, filled = decisions
    for boxes in sets:
        low, width = ranges.lows[boxes], ranges.highs[boxes] + 1 - ranges.lows[boxes]
        rows = np.empty((add[-1, -1] + 1, width))
        best, chosen = np.empty(width), np.empty(width)
        for flag in range(2):
            first = contexts[flag, boxes, low]
            if first >= 0:
                ends = rows[add.shape[0] :]
                for roll in range(ends.shape[0]):
                    _best_box(tables, values, TurnKey(boxes, flag, low), roll, ends[roll], chosen)
                    for u in range(width):
                        filled[first + u, roll] = int(chosen[u])
                for again in range(2):
                    average_down(add, rows)
                    for roll in range(ends.shape[0]):
                        _best_keep(rows, choices[roll], best, chosen)
                        for u in range(width):
                            ends[roll, u] = best[u]
                            array[again, first + u, roll] = int(chosen[u])


@jit
def _best_box(tables: RuleTables, values: Floats, turn: TurnKey, roll: int, best: Floats, chosen: Floats) -> None:
    """Write the best box of a roll and the worth of this box, for the upper totals from `low` on."""
    (boxes, flag, low), natural, gain, width = turn, tables.natural, tables.gain, best.shape[0]
    best[:] = -1.0
    ordinary = tables.face[roll] < 0
    choices, joker = (boxes, False) if ordinary else allowed(tables, boxes, flag, roll)
    for box in range(natural.shape[0]):
        if choices >> box & 1:
            points, after = (natural[box, roll], flag) if ordinary else worth(tables, flag, roll, box, joker)
            rest, first = values[after, boxes ^ (1 << box)], low + gain[box, roll]
            below, top = rest[first : first + width], points + rest[-1]
            for u in range(width):
                value = points + below[u] if u < below.shape[0] else top
                if value > best[u] + TIE:
                    best[u], chosen[u] = value, box


@jit
def _best_keep(rows: Floats, keeps: Integers, best: Floats, chosen: Floats) -> None:
    """Write, in every column, the index of the best of some keeps and the worth of this keep."""
    best[:] = -1.0
    for place in range(keeps.shape[0]):
        row, name = rows[keeps[place]], float(place)
        for u in range(best.shape[0]):
            # Selections of one type, not a branch: they run on several columns at a time.
            a, b, other = row[u], best[u], chosen[u]
            better = a > b + TIE
            best[u] = a if better else b
            chosen[u] = name if better else other
        if keeps[place] == 0:  # the empty keep is the last; what follows repeats it
            break


def optimum_file(rules: YahtzeeRules, folder: Path) -> Optimum:
    """Return the optimum from its file in `folder`, or solve the game and write the file if there is none.

    Its table is a read-only memory map, of which the system reads only the parts in use. The name of the file contains
    the fields of the rules. A missing folder is created. `OSError` if the folder cannot be read or written.
    """
    name = sha256(f"{LAYOUT} {rules}".encode()).hexdigest()[:16]
    path = folder / f"yahtzee-{rules.dice}x{rules.faces}-{rules.threshold}-{rules.joker}-{name}.npy"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        # Write to a temporary file and rename it in one step, so that no reader sees a partial file.
        with NamedTemporaryFile(dir=folder, suffix=".tmp", delete=False) as file:
            unfinished = Path(file.name)
            try:
                np.save(file, optimal(rules).values)
                file.flush()
                unfinished.replace(path)
            except BaseException:
                unfinished.unlink(missing_ok=True)
                raise
    shape = (2, 1 << len(rules.boxes), rules.cap + 1)
    with suppress(ValueError, EOFError):
        values = np.load(path, mmap_mode="r", allow_pickle=False)
        if values.shape == shape and values.dtype == np.float64:
            return Optimum(rules, values)
    raise InvalidInput(
        "{path} is not a table of {shape} numbers of 8 bytes: remove it, and corrige makes it again",
        path=path,
        shape=shape,
    )
