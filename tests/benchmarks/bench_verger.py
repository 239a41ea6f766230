"""The orchard game, warm, on one core: python -m tests.benchmarks.bench_verger [--jouets PYTHON] [--long].

Times are the fastest of REPEATS, compilation and imports excluded. With `--jouets`, the interpreter of an
environment that has the PyPI package jouets 0.8.0, its `probabilite` computes the same chances in the same
run, its memo cleared before each. `--long` adds the orchards on which it takes seconds.
"""

import argparse
import json
import subprocess

from solvers.verger.orchard import Orchard
from solvers.verger.positions import positions
from solvers.verger.win_chance import win_chance
from tests.benchmarks.timing import exponent, fastest

RAVENS = 9
REPEATS = 5
SHORT = [(4, 10), (4, 20), (5, 10), (6, 10), (7, 10), (1, 500), (2, 250)]
LONG = [(4, 30), (4, 40), (8, 10), (9, 10), (10, 10), (11, 11), (12, 12)]
JOUETS_TREES = 10  # beyond, jouets takes minutes

JOUETS = """
import json, sys, time
from jouets.verger import STRATEGIES, probabilite
times = []
for trees, fruits, ravens, repeats in json.loads(sys.argv[1]):
    best = None
    for _ in range(repeats):
        probabilite.cache_clear()
        start = time.perf_counter()
        try:
            chance = probabilite(ravens, STRATEGIES["max"], *[fruits] * trees)
        except RecursionError:
            best = None
            break
        seconds = time.perf_counter() - start
        best = [min(seconds, best[0]) if best else seconds, chance]
    times.append(best)
print(json.dumps(times))
"""


def jouets(python: str, sizes: list[tuple[int, int]]) -> list[tuple[float, float] | None]:
    """Return seconds and chance of jouets for each orchard, None where its recursion is too deep."""
    games = [(trees, fruits, RAVENS, REPEATS if trees * fruits < 60 else 1) for trees, fruits in sizes]
    run = subprocess.run([python, "-c", JOUETS, json.dumps(games)], capture_output=True, check=True, text=True)
    return [tuple(result) if result else None for result in json.loads(run.stdout)]


def growth(sizes: list[tuple[int, int]], python: str | None) -> None:
    """Print a row an orchard of equal trees, nine ravens, strategy max."""
    peers = jouets(python, [size for size in sizes if size[0] <= JOUETS_TREES]) if python else []
    print("| trees × fruits | positions × ravens | floats | jouets | floats : jouets |")
    print("|---|---|---|---|---|")
    ours: list[tuple[float, float]] = []
    theirs: list[tuple[float, float]] = []
    for trees, fruits in sizes:
        orchard = Orchard.of_equal_trees(trees, fruits, RAVENS)
        count = len(positions(orchard.trees).after)
        floats = fastest(lambda orchard=orchard: win_chance(orchard))
        ours.append((count * RAVENS, floats))
        row = [f"{trees} × {fruits}", f"{count * RAVENS:,}".replace(",", " "), f"{1e3 * floats:.2f} ms"]
        if trees <= JOUETS_TREES and peers:
            peer = peers.pop(0)
            if peer:
                assert abs(peer[1] - win_chance(orchard)) < 1e-12
                theirs.append((count * RAVENS, peer[0]))
            row += [f"{1e3 * peer[0]:.0f} ms", f"1 : {peer[0] / floats:.0f}"] if peer else ["RecursionError", ""]
        else:
            row += ["", ""]
        print("| " + " | ".join(row) + " |", flush=True)
    for name, timed in {"floats": ours, "jouets": theirs}.items():
        print(f"{name}: exponent {exponent(timed):.2f} in positions × ravens" if timed else "")


def main() -> None:
    """Read the arguments and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--jouets", metavar="PYTHON", help="interpreter of an environment with jouets 0.8.0")
    parser.add_argument("--long", action="store_true", help="add the orchards on which jouets takes seconds")
    arguments = parser.parse_args()
    growth(sorted(SHORT + LONG * arguments.long), arguments.jouets)


if __name__ == "__main__":
    main()
