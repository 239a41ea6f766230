"""`python -m tests.house [ROOT] [--json] [--all]`: the marks of the house, as CI sees them."""

import argparse
import sys
from pathlib import Path

from tests.house.marks import lines_below, marks
from tests.house.sources import read
from tests.house.table import as_json, as_text, fails
from tests.house.walks import HOUSE, walks

PLACES = 8


def main(arguments: list[str] | None = None) -> int:
    """Print the marks and return 1 if one that binds is not met: a cycle, a function too long or too tangled."""
    parser = argparse.ArgumentParser(prog="python -m tests.house", description="Marks of the code, beside their goals.")
    parser.add_argument(
        "root", nargs="?", type=Path, default=Path(), help="the folder that holds answers/ and solvers/"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document, with every place")
    parser.add_argument("--all", action="store_true", help=f"list every place, not only {PLACES} a mark")
    options = parser.parse_args(arguments)
    found = marks(read(options.root), lines_below(options.root / "tests"))
    if options.root.resolve() == HOUSE:
        found += [mark for name, walk in walks().items() for mark in walk.marks(name)]
    sys.stdout.write(as_json(found) if options.json else as_text(found, places=sys.maxsize if options.all else PLACES))
    return int(any(fails(mark) for mark in found))


if __name__ == "__main__":
    sys.exit(main())
