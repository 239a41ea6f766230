"""`python -m tests.mutants [PATH…]`: change the code in small ways and count what the tests notice.

One room after another, in a copy of the checkout under build/mutants/, with the tests that mirror the room; of these,
mutmut runs for each mutant only those that enter its function. With `--sample N`, N mutants of each room are drawn.
With `--again`, those that survive are made in the copy itself and tried with all tests of the room, and the slow ones
of the module: what a test enters in another process, or in a fixture that an earlier test has made, mutmut does not see
it enter.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.mutants.results import Stratum, as_markdown, correct, fates, names, sampled_share, source, survivors
from tests.mutants.rooms import LAW, Room, chosen, mirrored, rooms

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "mutants"
HIDDEN, MADE = (".*",), ("build", "dist", "demo*")
UNNOTICED = (0, 4, 5)
"""Exit codes of pytest: all passed, asked wrongly, no test."""
NONE = "none.such"
"""The name of no mutant: asked for it, mutmut writes all of them, tries none, and fails."""


def main() -> int:
    """Mutate the rooms and print the table; return 1 if some room's own tests fail before anything is changed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="Mutants of the code, killed or not.")
    parser.add_argument("paths", nargs="*", help="files or folders of answers/ or solvers/ (default: all)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="mutants tried at the same time")
    parser.add_argument("--sample", type=int, help="mutants drawn in each room (default: all of them)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the draw")
    parser.add_argument("--again", action="store_true", help="try survivors again with all tests of their room")
    options = parser.parse_args()
    try:
        wanted = chosen(rooms(ROOT), options.paths)
    except ValueError as error:
        parser.error(str(error))
    done = [_mutated(room, options) for room in wanted]
    sys.stdout.write(as_markdown([fate for room in wanted for fate in fates(BUILD / room.name)]))
    if options.sample:
        sampled = [BUILD / room.name for room, is_done in zip(wanted, done, strict=True) if is_done]
        strata = [Stratum(len(names(folder)), fates(folder)) for folder in sampled]
        sys.stdout.write("killed of all, by the sample: {:.1%}, at least {:.1%}\n".format(*sampled_share(strata)))
    return int(not all(done))


def _mutated(room: Room, options: argparse.Namespace) -> bool:
    folder, start = BUILD / room.name, time.monotonic()
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT, folder, ignore=_uncopied)
    with (folder / "pyproject.toml").open("a", encoding="utf-8") as stream:
        stream.write(configuration(room, sorted(path.name for path in folder.iterdir())))
    drawn = []
    if options.sample:
        _mutmut(folder, options.jobs, [NONE])
        every = names(folder)
        drawn = random.Random(options.seed).sample(every, min(options.sample, len(every)))
    done = _mutmut(folder, options.jobs, drawn)
    if options.again:
        _try_again(folder, room)
    (folder / "survivors.txt").write_text("".join(f"{name}\n" for name in survivors(folder)), encoding="utf-8")
    said = f"{time.monotonic() - start:.0f} s" if done else "not done: see mutmut.log"
    sys.stderr.write(f"{room.name}: {said}; in {folder}: survivors.txt, and `mutmut show NAME` for each\n")
    return done


def _mutmut(folder: Path, jobs: int, mutants: list[str]) -> bool:
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", str(jobs), *mutants]
    with (folder / "mutmut.log").open("w", encoding="utf-8") as log:
        return subprocess.run(command, cwd=folder, stdout=log, stderr=subprocess.STDOUT, check=False).returncode == 0


def _try_again(folder: Path, room: Room) -> None:
    """Change the copy itself: a process that a test starts in an environment of its own has the change too."""
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    for name in survivors(folder):
        changed = folder / source(name)
        kept = changed.read_bytes()
        subprocess.run([sys.executable, "-m", "mutmut", "apply", name], cwd=folder, capture_output=True, check=True)
        for tests in _more_tests(folder, room, mirrored(source(name))):
            command = [sys.executable, "-m", "pytest", "-x", "-q", *tests]
            done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, check=False)
            if done.returncode not in UNNOTICED:
                correct(folder, name, done.returncode)
                break
        changed.write_bytes(kept)


def _more_tests(folder: Path, room: Room, own: str) -> Iterator[list[str]]:
    """All tests of the room that are not slow; then the slow ones of the module too."""
    yield [*_restricted(room), *room.tests]
    if (folder / own).is_file():
        yield ["-m", "slow and not long", "-p", "no:cacheprovider", own]


def _restricted(room: Room) -> list[str]:
    """Which of a room's tests are run, as pytest is told."""
    one_exam = ["-k", f"{room.exam} or not {Path(LAW).stem}"] if room.exam else []
    return ["-m", "not slow and not long", "-p", "no:cacheprovider", *one_exam]


def _uncopied(folder: str, names: list[str]) -> set[str]:
    """What stays out of the copy; what is made by use, only at the root: a module may be called demo."""
    return shutil.ignore_patterns(*HIDDEN, *(MADE if Path(folder) == ROOT else ()))(folder, names)


def configuration(room: Room, copied: list[str]) -> str:
    """Return the section of pyproject.toml that tells mutmut what to change and what to run."""
    settings = {
        "source_paths": ["answers", "solvers"],
        "only_mutate": room.files,
        "also_copy": [name for name in copied if name not in ("answers", "solvers")],
        "pytest_add_cli_args": _restricted(room),
        "pytest_add_cli_args_test_selection": room.tests,
    }
    return "\n[tool.mutmut]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in settings.items())


if __name__ == "__main__":
    sys.exit(main())
