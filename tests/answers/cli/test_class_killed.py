"""Commands killed, on a full disk, and at the same time: what was acknowledged stays, and the next command ends."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import which

import pytest
from PIL import ImageDraw
from pypdfium2 import PdfDocument

from answers.classroom.db import FILE, LAST_ACTION
from answers.classroom.decisions import load_decisions
from answers.classroom.folder import LOCK, ClassData, create_class, open_class
from answers.classroom.upload_index import read_index
from tests.answers.classroom.handing_in import moodle, submit, tiny_class, zipped
from tests.answers.cli.forked import run_forked, step
from tests.answers.exam.weighted import weighted_class
from tests.answers.tiny import EXAMS

KILLS = 30
AGAIN = 5
"""After each tenth kill the command is run again, to its end."""
LOGS = (
    *("override", "transcription", "placement", "upload", "assignment", "removal", "seed", "issue"),
    *("class_mistake", "mistake_found", "scan_page", "scan_box"),
)
TIMES = frozenset({"id", "at", "collected_at"})
UNLIKE = {"decide": ("rows", "files"), "export": ("files",), "redraw": ("rows", "files"), "accept": ("rows",)}
"""What may differ from a single run when a command that had ended but was killed is run again."""

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="kill -9 and fork are of Unix")]


def with_papers(folder: Path) -> ClassData:
    class_data = tiny_class(folder, 10_000)
    submit(class_data, s01="1a: 10 20\n2: 2,500\n", s02="1a: 7 x\n")
    return class_data


def with_decision(folder: Path) -> None:
    with_papers(folder)
    assert run_forked([step(["decide", folder, "s01", "2", "--right"])])[0][0] == [0]


def without_seeds(folder: Path) -> None:
    create_class(folder, "tiny", b"student\ns01\ns02\ns03\n", "en", (EXAMS,))


def with_sheets(folder: Path) -> None:
    with_decision(folder)
    assert run_forked([step(["sheets", folder, "--jobs", "1"])])[0][0] == [0]


def with_scans(folder: Path) -> None:
    """A class of which two students have scanned a page of their sheets each, with a line of ink."""
    class_data = tiny_class(folder)
    assert run_forked([step(["sheets", folder, "--jobs", "1"])])[0][0] == [0]
    for student in ("s01", "s02"):
        (sheet,) = (folder / "sheets").glob(f"{student}*.pdf")
        with PdfDocument(sheet) as document:
            picture = document[0].render(scale=150 / 72).to_pil()
        ImageDraw.Draw(picture).line((400, 500, 440, 520), 0, 4)
        picture.save(class_data.folder / "submissions" / f"{student}.png")


def with_finds(folder: Path) -> None:
    weighted_class(folder)
    assert run_forked([step(["mistakes", folder, "--jobs", "1"])])[0][0] == [0]


def with_archive(folder: Path) -> None:
    with_decision(folder)
    names = {f"{moodle('Éa Aa', 1)}/{at}.txt": (f"1a: 10 {at}\n2: 2,500\n", at) for at in range(24)}
    zipped(folder.parent / "all.zip", names)


CASES: dict[str, tuple[Callable[[Path], object], tuple[str, ...]]] = {
    "seeds": (without_seeds, ("--draw", "1", "--candidates", "0", "--jobs", "1")),
    "sheets": (with_papers, ("--jobs", "1")),
    "collect": (with_archive, ("all.zip",)),
    "grade": (with_decision, ("--jobs", "1")),
    "decide": (with_decision, ("s02", "1a.1", "--points", "0.25")),
    "export": (with_decision, ("--to", "csv")),
    "remove": (with_decision, ("s02",)),
    "redraw": (with_sheets, ("--redraw", "--yes", "--draw", "1", "--candidates", "0", "--jobs", "1")),
    "scans": (with_scans, ()),
    "mistakes": (weighted_class, ("--jobs", "1")),
    "accept": (with_finds, ("--accept", "1", "--label", "Trop tôt.")),
}
COMMANDS = {"redraw": "seeds", "accept": "mistakes"}
"""The commands of the cases with another name."""


def command(name: str, folder: Path) -> list[object]:
    """Return a command of a case: `all.zip` is beside the folder."""
    words = CASES[name][1]
    files = (folder.parent / text if text.endswith(".zip") else text for text in words)
    return [COMMANDS.get(name, name), folder, *files]


def rows(folder: Path, tables: tuple[str, ...] = LOGS) -> dict[str, list[dict[str, object]]]:
    """Return the rows of the logs of a class, without numbers and times."""
    content: dict[str, list[sqlite3.Row]] = {table: [] for table in tables}
    if not (folder / FILE).exists():
        return {table: [] for table in tables}
    with closing(sqlite3.connect(folder / FILE)) as connection:
        connection.row_factory = sqlite3.Row
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        if connection.execute("PRAGMA user_version").fetchone()[0]:  # else it was only created
            content = {table: connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall() for table in tables}
    return {table: [{key: row[key] for key in {*row.keys()} - TIMES} for row in of] for table, of in content.items()}


def files(folder: Path) -> dict[str, bytes]:
    """Return the files of a class that people use, without hidden files, of imports, and the last action."""
    paths = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith((FILE, LAST_ACTION)))
    names = {path.relative_to(folder).as_posix(): path for path in paths}
    return {name: path.read_bytes() for name, path in names.items() if not any(p[0] == "." for p in name.split("/"))}


def check(folder: Path, before: Path, after: Path, name: str) -> None:
    """Check a class after a kill: each file and log is as before the command or as after it, and nothing is lost."""
    old, new, now = files(before), files(after), files(folder)
    for path, content in now.items():
        assert content in (old.get(path), new.get(path), old.get(path.removeprefix("set-aside/"))), (name, path)
    moved = {path.removeprefix("set-aside/") for path in now}
    assert old.keys() <= {*now, *moved}, name
    old_rows, new_rows, now_rows = rows(before), rows(after), rows(folder)
    for table, of_table in now_rows.items():
        if table == "scan_page":  # stored one by one; the positions are stored at the end
            assert [{**row, "position": at} for at, row in enumerate(of_table)] == new_rows[table][: len(of_table)]
        elif table == "scan_box":
            assert of_table == new_rows[table][: len(of_table)]
        else:
            assert of_table in (old_rows[table], new_rows[table]), (name, table)


@pytest.mark.parametrize("name", CASES)
def test_a_killed_command_loses_nothing_and_the_next_one_ends(tmp_path: Path, name: str) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    CASES[name][0](before)
    shutil.copytree(before, after)
    (_, _), (codes, seconds) = run_forked([step(["history", before]), step(command(name, after))])
    assert codes in ([0], [1])
    folders = [tmp_path / str(number) for number in range(KILLS)]
    for folder in folders:
        shutil.copytree(before, folder)
    moments = [seconds * (number + 1) / KILLS for number in range(KILLS)]
    run_forked([step(command(name, folder), seconds=at) for folder, at in zip(folders, moments, strict=True)])
    for folder in folders:
        check(folder, before, after, name)
    again = folders[::AGAIN]
    for (ended, _), folder in zip(run_forked([step(command(name, one)) for one in again]), again, strict=True):
        done = name == "remove" and ended == [2]  # the student has left
        assert ended == codes or done or name == "decide", (folder, ended)
        if "files" not in UNLIKE.get(name, ()):
            assert files(folder) == files(after), folder
        if "rows" not in UNLIKE.get(name, ()):
            logs = rows(folder)
            if name == "remove":  # a command killed before it wrote the list is in the history beside the second one
                logs["removal"] = [row for at, row in enumerate(logs["removal"]) if row not in logs["removal"][:at]]
            assert logs == rows(after), folder


@pytest.mark.parametrize("name", ["collect", "grade"])
def test_a_full_disk_is_explained_and_loses_nothing(tmp_path: Path, name: str) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    CASES[name][0](before)
    shutil.copytree(before, after)
    ((codes, _),) = run_forked([step(command(name, after))])
    limits = [10, 100, 1_000, 4_096, 10_000, 20_000, 50_000, 90_000, 100_000, 120_000]
    folders = [tmp_path / str(limit) for limit in limits]
    for folder in folders:
        shutil.copytree(before, folder)
    steps = [step(command(name, folder), limit=limit) for folder, limit in zip(folders, limits, strict=True)]
    for (ended, _), folder in zip(run_forked(steps), folders, strict=True):
        assert ended == codes or ended == [2], (folder, ended)
        check(folder, before, after, name)


UNPRIVILEGED = ("setpriv", "--bounding-set=-all", "--inh-caps=-all") if os.geteuid() == 0 else ()
"""Words that run a command without the right of the administrator to read and write everything."""
DENIED = {
    "folder": (0o500, 0o600, "class: this file or folder cannot be used: permission denied", "copy the folder"),
    "store": (0o700, 0o400, "class.db: you have no permission to write to this file", "check the permissions"),
    "list": (0o700, 0o000, "students.csv: this file or folder cannot be used: permission denied", "copy the folder"),
}
"""What may not be used: the modes of the folder and of the file, the place and cause, and a part of the remedy."""


@pytest.mark.skipif(bool(UNPRIVILEGED) and not which("setpriv"), reason="the administrator may write everything")
@pytest.mark.parametrize("what", DENIED)
def test_whoever_may_not_write_is_told_and_changes_nothing(tmp_path: Path, what: str) -> None:
    mode, of_file, cause, remedy = DENIED[what]
    folder, file = tmp_path / "class", FILE if what == "store" else "students.csv"
    with_decision(folder)
    before = files(folder)
    (folder / LOCK).unlink(missing_ok=True)
    (folder / file).chmod(of_file)
    folder.chmod(mode)
    run = (*UNPRIVILEGED, sys.executable, "-c", "from answers.cli.app import main; main()", "class")
    env = {**os.environ, "LANG": "C", "CORRIGE_LANG": "en"}
    done = subprocess.run([*run, "remove", folder, "s02"], capture_output=True, text=True, env=env, check=False)
    folder.chmod(0o700)
    (folder / file).chmod(0o600)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert f"/{cause}" in done.stderr
    assert remedy in done.stderr
    assert files(folder) == before
    assert (len(rows(folder)["override"]), rows(folder)["removal"]) == (1, [])


def test_decisions_of_several_programs_at_once_are_all_kept_or_refused(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    with_papers(folder)
    points = [f"0.{number}" for number in range(10, 16)]
    steps = [step(*(["decide", folder, "s01", "2", "--points", text] for text in points))]
    ((codes, _),) = run_forked(steps)
    kept = [decision.value for decision in load_decisions(open_class(folder)).decisions]
    assert set(codes) <= {0, 1, 2}
    assert sorted(kept) == sorted(text for text, code in zip(points, codes, strict=True) if code != 2)
    assert kept


def test_collecting_and_marking_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    with_archive(folder)
    steps = [step(command("collect", folder), command("grade", folder), command("grade", folder))] * 3
    codes = [code for of_step, _ in run_forked(steps) for code in of_step]
    assert set(codes) <= {0, 1, 2}
    run_forked([step(command("collect", folder)), step(command("grade", folder))])
    assert len(read_index(folder).files) == 24
    assert len(rows(folder)["override"]) == 1
