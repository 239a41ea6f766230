"""A class of three students with the tiny exam, and files for their submissions, with dates."""

import os
import sqlite3
import zipfile
from contextlib import closing
from datetime import datetime
from pathlib import Path

from answers.classroom.assigning import assign_to_nobody, assign_to_student, find_target
from answers.classroom.db import FILE, insert, transaction
from answers.classroom.decision_targets import decisions_about
from answers.classroom.decisions import Decision, Override, active_class_decisions, record_decisions
from answers.classroom.folder import ClassData, create_class, open_class
from answers.classroom.marks import grade_class, mark_submissions, other_seeds
from answers.classroom.submission_set import load_submissions
from answers.paper import Paper
from tests.answers.tiny import EXAMS

ROSTER = "student,name,first_name,u0\ns01,Aa,Éa,10\ns02,Cc,Dd,11\ns03,Ee,Ff,12\n".encode()
NOON = datetime(2026, 5, 30, 12)


def tiny_class(folder: Path, second: int = 11) -> ClassData:
    """Create a class of three students with the seeds 10, `second` and 12.

    The answers are u0 and 2 u0 to 1a, and u0 / 4 to 2.
    """
    return create_class(folder, "tiny", ROSTER.replace(b",11", f",{second}".encode()), "en", (EXAMS,))


def submit(class_data: ClassData, **texts: str) -> None:
    """Write each text to `submissions/` under its name."""
    for name, text in texts.items():
        (class_data.folder / "submissions" / f"{name}.txt").write_text(text)


def paper_of(class_data: ClassData, student: str = "s01") -> Paper:
    """Mark the class, and return the paper of a student, who must have one."""
    paper = next(row.paper for row in grade_class(class_data).rows if row.student.id == student)
    assert paper is not None
    return paper


def with_settings(class_data: ClassData, text: str) -> ClassData:
    """Append lines to `corrige.toml`, and return the class with these settings."""
    with (class_data.folder / "corrige.toml").open("a") as stream:
        stream.write(text)
    return open_class(class_data.folder)


def decisions(
    class_data: ClassData, student: str, name: str, override: Override, *, equal: bool = False
) -> tuple[Decision, ...]:
    """Return the decisions that an override for `what` makes in the class."""
    submissions = load_submissions(class_data)
    gradebook = mark_submissions(class_data, submissions).gradebook
    return decisions_about(submissions, gradebook, student, name, override, equal=equal)


def rule(
    class_data: ClassData, student: str, name: str, override: Override, *, equal: bool = False
) -> tuple[Decision, ...]:
    """Record the decisions that an override for `what` makes, and return the new ones."""
    submissions, active = load_submissions(class_data), active_class_decisions(class_data)
    new = decisions(class_data, student, name, override, equal=equal)
    return record_decisions(class_data, new, other_seeds=other_seeds(submissions, active))


def store_decisions(class_data: ClassData, *lines: str) -> None:
    """Store decisions as they are: student, item, kind, value, answer, reason, author and time, with commas between."""
    columns = ("student", "target", "kind", "value", "answer", "reason", "author", "at")
    with transaction(class_data.folder) as connection:
        rows = ([*line.split(","), *[""] * len(columns)] for line in lines)
        insert(connection, "override", (dict(zip(columns, row, strict=False)) for row in rows))


def assign(class_data: ClassData, student: str, file: str) -> None:
    """Assign a file to a student, both named as for `class assign`."""
    person = class_data.student(student)
    target = find_target(class_data, load_submissions(class_data), file)
    assign_to_student(class_data, target, person, "ada")


def set_aside(class_data: ClassData, file: str) -> None:
    """Set a file aside, as `class assign FILE --none` does."""
    submissions = load_submissions(class_data)
    assign_to_nobody(class_data, submissions, find_target(class_data, submissions, file), "ada")


def upload(folder: Path, subfolder: str, text: str, hour: int = 12, name: str = "a.txt") -> Path:
    """Write a file like a download from Moodle, with a date of change on 30 May 2026."""
    path = folder / subfolder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    moment = NOON.replace(hour=hour).timestamp()
    os.utime(path, (moment, moment))
    return path


def moodle(name: str, number: int) -> str:
    """Return the name of a student's folder in a download from Moodle."""
    return f"{name}_{number}_assignsubmission_file_"


def zipped(path: Path, members: dict[str, tuple[str, int]]) -> Path:
    """Write an archive of texts, each with an hour of 30 May 2026."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, (text, hour) in members.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 5, 30, hour, 0, 0)), text)
    moment = NOON.replace(hour=23).timestamp()
    os.utime(path, (moment, moment))
    return path


def contents(folder: Path) -> dict[str, bytes]:
    """Return the content of each file of a folder, hidden files included, by relative path; of `class.db` its rows."""
    files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    for path in folder.rglob(FILE):
        with closing(sqlite3.connect(path)) as connection:
            lines = [line for line in connection.iterdump() if line.startswith("INSERT")]
            rows = [line for line in lines if "removals" not in line]  # written when the store is created
        files[str(path.relative_to(folder))] = "\n".join(rows).encode()
    return {name: content for name, content in files.items() if content or not name.endswith(FILE)}
