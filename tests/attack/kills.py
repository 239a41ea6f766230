"""Commands on a class killed at random moments: what is there is whole, what was handed in is untouched, and running
the command again ends where an undisturbed run does."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from time import monotonic, sleep

COMMANDS = (
    ("seeds", "--draw", "1"),
    ("sheets",),
    ("grade",),
    ("decide", "s03", "1a.1", "--wrong", "--reason", "copied", "--author", "teacher"),
    ("grade",),
    ("report",),
    ("export", "--to", "csv", "--force"),
    ("export", "--to", "zip", "--force"),
)
WHEN = re.compile(rb"\d{4}-\d\d-\d\d[T ]\d\d:\d\d[^,\n]*")  # a decision is kept with its time
PROGRAM = "from answers.cli.app import main; main()"


def kills(count: int, seed: int) -> Iterator[str]:
    """Yield what came of each kill: "as before or after", or a failure, which begins with "LOST".

    Each is of a command on a class of eight, at a moment drawn between its start and its end.
    """
    rng = Random(seed)
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        stages = _stages(root)
        for number in range(count):
            index = rng.randrange(len(COMMANDS))
            folder = root / f"{number}"
            shutil.copytree(stages[index][0], folder)
            _killed(folder, COMMANDS[index], rng.uniform(0, stages[index][1]))
            yield _outcome(folder, COMMANDS[index], stages[index + 1][0])
            shutil.rmtree(folder)


def _stages(root: Path) -> list[tuple[Path, float]]:
    """The class before each command and after the last, with how long the command takes."""
    _run("demo", "-o", str(root / "demo"))
    stages, folder = [], root / "stage-0"
    _run("class", "init", str(folder), "--exam", "nash", "--students", str(_roster(root)))
    shutil.copytree(root / "demo" / "submissions", folder / "submissions", dirs_exist_ok=True)
    for number, command in enumerate(COMMANDS, start=1):
        after, start = root / f"stage-{number}", monotonic()
        shutil.copytree(folder, after)
        _run("class", command[0], str(after), *command[1:])
        stages.append((folder, monotonic() - start))
        folder = after
    return [*stages, (folder, 0.0)]


def _roster(root: Path) -> Path:
    path = root / "list.csv"
    path.write_text("student\n" + "".join(f"s{number:02}\n" for number in range(1, 9)))
    return path


def _run(*arguments: str) -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM, *arguments], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{arguments}: {done.stderr}")


def _killed(folder: Path, command: tuple[str, ...], seconds: float) -> None:
    arguments = [sys.executable, "-c", PROGRAM, "class", command[0], str(folder), *command[1:]]
    nothing = subprocess.DEVNULL
    running = subprocess.Popen(arguments, stdout=nothing, stderr=nothing, start_new_session=True)
    sleep(seconds)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()


def _outcome(folder: Path, command: tuple[str, ...], after: Path) -> str:
    torn = [str(path.relative_to(folder)) for path in _files(folder) if not _is_whole(path)]
    if torn:
        return f"LOST {command[0]}: torn {torn}"
    _run("class", command[0], str(folder), *command[1:])
    ours, wanted = _contents(folder), _contents(after)
    if ours != wanted:
        other = sorted(name for name in ours.keys() | wanted.keys() if ours.get(name) != wanted.get(name))
        return f"LOST {command[0]}: differs in {other}"
    return "as before or after"


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def _is_whole(path: Path) -> bool:
    """Whether a finished name has a finished content; what is being written bears another name."""
    content = path.read_bytes()
    if path.name.startswith("."):
        return True
    if path.suffix == ".pdf" and path.parent.name != "submissions":
        return content.rstrip().endswith(b"%%EOF")
    if path.suffix == ".json" and path.parent.name != "submissions":
        return isinstance(json.loads(content), dict)
    return bool(content)


def _contents(folder: Path) -> dict[str, str]:
    """A digest of every file of the class, what hides apart."""
    found = {str(path.relative_to(folder)): path for path in _files(folder)}
    return {
        name: sha256(WHEN.sub(b"", path.read_bytes())).hexdigest()
        for name, path in found.items()
        if not path.name.startswith(".")
    }
