"""`python -m tests.mutants [PATH…]`: change the code of `answers` in small ways and count what the tests notice.

One room after another, in a copy of the checkout under build/mutants/, with the tests that mirror the room; of these,
mutmut runs for each mutant only those that enter its function.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tests.mutants.results import as_markdown, fates, survivors
from tests.mutants.rooms import LAW, Room, chosen, rooms

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "mutants"
HIDDEN, MADE = (".*", "__pycache__"), ("build", "dist", "demo*")


def main() -> int:
    """Mutate the rooms and print the table; return 1 if some room's own tests fail before anything is changed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="Mutants of the code, killed or not.")
    parser.add_argument("paths", nargs="*", help="files or folders of answers/ (default: all but answers/cli)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="mutants tried at the same time")
    options = parser.parse_args()
    try:
        wanted = chosen(rooms(ROOT), options.paths)
    except ValueError as error:
        parser.error(str(error))
    done = [_mutated(room, options.jobs) for room in wanted]
    sys.stdout.write(as_markdown([fate for room in wanted for fate in fates(BUILD / room.name)]))
    return int(not all(done))


def _mutated(room: Room, jobs: int) -> bool:
    folder, start = BUILD / room.name, time.monotonic()
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT, folder, ignore=_uncopied)
    with (folder / "pyproject.toml").open("a", encoding="utf-8") as stream:
        stream.write(configuration(room, sorted(path.name for path in folder.iterdir())))
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", str(jobs)]
    with (folder / "mutmut.log").open("w", encoding="utf-8") as log:
        done = subprocess.run(command, cwd=folder, stdout=log, stderr=subprocess.STDOUT, check=False).returncode == 0
    (folder / "survivors.txt").write_text("".join(f"{name}\n" for name in survivors(folder)), encoding="utf-8")
    said = f"{time.monotonic() - start:.0f} s" if done else "not done: see mutmut.log"
    sys.stderr.write(f"{room.name}: {said}; in {folder}: survivors.txt, and `mutmut show NAME` for each\n")
    return done


def _uncopied(folder: str, names: list[str]) -> set[str]:
    """What stays out of the copy; what is made by use, only at the root: a module may be called demo."""
    return shutil.ignore_patterns(*HIDDEN, *(MADE if Path(folder) == ROOT else ()))(folder, names)


def configuration(room: Room, copied: list[str]) -> str:
    """Return the section of pyproject.toml that tells mutmut what to change and what to run."""
    one_exam = ["-k", f"{room.exam} or not {Path(LAW).stem}"] if room.exam else []
    settings = {
        "source_paths": ["answers", "solvers"],
        "only_mutate": room.files,
        "also_copy": [name for name in copied if name not in ("answers", "solvers")],
        "pytest_add_cli_args": ["-m", "not slow", "-p", "no:cacheprovider", *one_exam],
        "pytest_add_cli_args_test_selection": room.tests,
    }
    return "\n[tool.mutmut]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in settings.items())


if __name__ == "__main__":
    sys.exit(main())
