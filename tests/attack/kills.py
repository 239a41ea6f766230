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

from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key_cache import cached_key
from answers.sheets.identity import Student, field_name
from answers.sheets.sheet import BlankSheet, sheet_pdf
from tests.answers.submissions.sheets import filled, flattened_by_pdfium

WHEN = re.compile(rb"\d{4}-\d\d-\d\d[T ]\d\d:\d\d[^,\n]*")  # a decision is kept with its time
PROGRAM = "from answers.cli.app import main; main()"
STUDENTS = [f"s{number:02}" for number in range(1, 9)]


def commands(exam: Exam) -> tuple[tuple[str, ...], ...]:
    """What a class goes through after its papers have come."""
    return (
        ("seeds", "--draw", "1"),
        ("sheets",),
        ("grade",),
        ("decide", "s03", f"{exam.parts[0].id}.1", "--wrong", "--reason", "copied", "--author", "teacher"),
        ("grade",),
        ("report",),
        ("export", "--to", "csv", "--force"),
        ("export", "--to", "zip", "--force"),
    )


def kills(count: int, seed: int, exam_name: str = "nash") -> Iterator[str]:
    """Yield what came of each kill: "as before or after", or a failure, which begins with "LOST".

    Each is of a command on a class of eight, at a moment drawn between its start and its end.
    """
    rng, exam = Random(seed), load_exam(exam_name)
    todo = commands(exam)
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        stages = _stages(root, exam)
        for number in range(count):
            index = rng.randrange(len(todo))
            folder = root / f"{number}"
            shutil.copytree(stages[index][0], folder)
            _killed(folder, todo[index], rng.uniform(0, stages[index][1]))
            yield _outcome(folder, todo[index], stages[index + 1][0])
            shutil.rmtree(folder)


def _stages(root: Path, exam: Exam) -> list[tuple[Path, float]]:
    """The class before each command and after the last, with how long the command takes."""
    stages, folder = [], root / "stage-0"
    roster = root / "list.csv"
    roster.write_text("\n".join(("student", *STUDENTS, "")))
    _run("class", "init", str(folder), "--exam", exam.name, "--students", str(roster))
    _hand_in(folder / "submissions", exam)
    for number, command in enumerate(commands(exam), start=1):
        after, start = root / f"stage-{number}", monotonic()
        shutil.copytree(folder, after)
        _run("class", command[0], str(after), *command[1:])
        stages.append((folder, monotonic() - start))
        folder = after
    return [*stages, (folder, 0.0)]


def _hand_in(folder: Path, exam: Exam) -> None:
    """Each has the answers of some seed: forms of that seed, forms printed to PDF, and texts."""
    folder.mkdir(exist_ok=True)
    for seed, student in enumerate(STUDENTS, start=30):
        answers = cached_key(exam, seed).answers
        texts = {part.id: [part.kind.format(value, "en") for value in answers[part.id]] for part in exam.parts}
        if seed % 3 == 0:
            (folder / f"{student}.txt").write_text(
                "".join(f"{part}: {'; '.join(entry)}\n" for part, entry in texts.items())
            )
            continue
        fields = {field_name(part, place): text for part, entry in texts.items() for place, text in enumerate(entry, 1)}
        form = filled(fields, sheet_pdf(BlankSheet(exam, seed, Student(id=student))))
        (folder / f"{student}.pdf").write_bytes(flattened_by_pdfium(form) if seed % 3 == 1 else form)


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
    ours, expected = _contents(folder), _contents(after)
    if ours != expected:
        other = sorted(name for name in ours.keys() | expected.keys() if ours.get(name) != expected.get(name))
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
    results = {str(path.relative_to(folder)): path for path in _files(folder)}
    return {
        name: sha256(WHEN.sub(b"", path.read_bytes())).hexdigest()
        for name, path in results.items()
        if not path.name.startswith(".")
    }
