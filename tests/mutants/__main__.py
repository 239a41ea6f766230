"""`python -m tests.mutants [PATH…]`: change the code in small ways and count what the tests notice.

One room after another, in a copy of the checkout under build/mutants/, with the tests that mirror the room; of these,
mutmut runs for each mutant only those that enter its function. With `--sample N`, N mutants of each room are drawn,
and those that survive are made in the copy itself and tried with all these tests: what a test enters in another
process, or in a fixture that an earlier test has made, mutmut does not see it enter. A room that mutmut refuses for
that is tried so as a whole. Functions with a decorator, which the compiled kernels are, are not changed.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.mutants.results import Stratum, as_markdown, correct, fates, left, names, sampled_share, source
from tests.mutants.rooms import LAW, Room, chosen, rooms

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "mutants"
HIDDEN, MADE = (".*",), ("build", "dist", "demo*")
TIMED_OUT, TOO_LONG = 36, 600
"""Exit code of a run that does not end, as mutmut keeps it, and after how many seconds."""
COMPILED = "solvers.compiled."
NONE = "none.such"
"""The name of no mutant: asked for it, mutmut writes all of them, tries none, and fails."""


def main() -> int:
    """Mutate the rooms and print the table; return 1 if some room's own tests fail before anything is changed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="Mutants of the code, killed or not.")
    parser.add_argument("paths", nargs="*", help="files or folders of answers/ or solvers/ (default: all)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="mutants tried at the same time")
    parser.add_argument("--sample", type=int, help="mutants drawn in each room (default: all of them)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the draw")
    options = parser.parse_args()
    try:
        wanted = chosen(rooms(ROOT), options.paths)
    except ValueError as error:
        parser.error(str(error))
    done = [_mutated(room, options) for room in wanted]
    sys.stdout.write(as_markdown([fate for room in wanted for fate in fates(BUILD / room.folder)]))
    if options.sample:
        sampled = [BUILD / room.folder for room, is_done in zip(wanted, done, strict=True) if is_done]
        strata = [Stratum(len(names(folder)), fates(folder)) for folder in sampled]
        sys.stdout.write("killed of all, by the sample: {:.1%}, at least {:.1%}\n".format(*sampled_share(strata)))
    return int(not all(done))


def _mutated(room: Room, options: argparse.Namespace) -> bool:
    folder, start = BUILD / room.folder, time.monotonic()
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
    alive = left(folder, drawn or names(folder))
    if alive and (options.sample or not done):
        with tempfile.TemporaryDirectory() as kernels:
            done = done or _code(folder, room, kernels) == 0
        if done:
            _tried_in_the_copy(folder, room, alive)
    (folder / "survivors.txt").write_text("".join(f"{name}\n" for name in left(folder, alive)), encoding="utf-8")
    said = f"{time.monotonic() - start:.0f} s" if done else "its tests fail before anything is changed: see mutmut.log"
    sys.stderr.write(f"{room.name}: {said}; in {folder}: survivors.txt, and `mutmut show NAME` for each\n")
    return done


def _mutmut(folder: Path, jobs: int, mutants: list[str]) -> bool:
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", str(jobs), *mutants]
    with (folder / "mutmut.log").open("w", encoding="utf-8") as log:
        return subprocess.run(command, cwd=folder, stdout=log, stderr=subprocess.STDOUT, check=False).returncode == 0


def _tried_in_the_copy(folder: Path, room: Room, alive: list[str]) -> None:
    """Change the copy itself: a process that a test starts has the change too, and so has what is done at import."""
    with tempfile.TemporaryDirectory() as kernels:
        for name in alive:
            changed = folder / source(name)
            kept = changed.read_bytes()
            subprocess.run([sys.executable, "-m", "mutmut", "apply", name], cwd=folder, capture_output=True, check=True)
            if name.startswith(COMPILED):  # kernels on disk know no change but that of their own file
                shutil.rmtree(kernels, ignore_errors=True)
            correct(folder, name, _code(folder, room, kernels))
            changed.write_bytes(kept)


def _code(folder: Path, room: Room, kernels: str) -> int:
    """Return the exit code of the tests of a room in its copy."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", *_restricted(room), *room.tests]
    own = {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", "NUMBA_CACHE_DIR": kernels}
    try:
        return subprocess.run(
            command, cwd=folder, env=os.environ | own, stdout=subprocess.DEVNULL, check=False, timeout=TOO_LONG
        ).returncode
    except subprocess.TimeoutExpired:
        return TIMED_OUT


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
