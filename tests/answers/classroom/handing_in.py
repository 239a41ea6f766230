"""A tiny class and what its students hand in, on the dates that a test wants."""

import os
import zipfile
from datetime import datetime
from pathlib import Path

from answers.classroom.decisions import Decision, Ruling
from answers.classroom.decisions_file import record
from answers.classroom.folder import Cohort, create_class
from answers.classroom.marks import grade_handed_in, marking_of
from answers.classroom.targets import decisions_about
from answers.classroom.versions import handed_in
from tests.answers.tiny import EXAMS

ROSTER = "student,name,first_name,u0\ns01,Aa,Éa,10\ns02,Cc,Dd,11\ns03,Ee,Ff,12\n".encode()
NOON = datetime(2026, 5, 30, 12)


def tiny_class(folder: Path, second: int = 11) -> Cohort:
    """Three students with the seeds 10, `second`, 12: 1a wants u0 and 2 u0, 2 a quarter of u0."""
    return create_class(folder, "tiny", ROSTER.replace(b",11", f",{second}".encode()), "en", (EXAMS,))


def submit(cohort: Cohort, **texts: str) -> None:
    """Put a text into `submissions/` for each name."""
    for name, text in texts.items():
        (cohort.folder / "submissions" / f"{name}.txt").write_text(text)


def decisions(cohort: Cohort, student: str, what: str, ruling: Ruling, *, equal: bool = False) -> tuple[Decision, ...]:
    """What a ruling comes to in a class as it stands."""
    received = handed_in(cohort)
    gradebook = grade_handed_in(cohort, marking_of(cohort, received))
    return decisions_about(received, gradebook, student, what, ruling, equal=equal)


def rule(cohort: Cohort, student: str, what: str, ruling: Ruling, *, equal: bool = False) -> tuple[Decision, ...]:
    """What a ruling comes to, written down: what is new of it."""
    return record(cohort, decisions(cohort, student, what, ruling, equal=equal))


def upload(folder: Path, who: str, text: str, hour: int = 12, name: str = "a.txt") -> Path:
    """Write a file as Moodle hands it out, last changed at an hour of 30 May 2026."""
    path = folder / who / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    moment = NOON.replace(hour=hour).timestamp()
    os.utime(path, (moment, moment))
    return path


def moodle(name: str, number: int) -> str:
    """What Moodle calls the folder of a student."""
    return f"{name}_{number}_assignsubmission_file_"


def zipped(path: Path, members: dict[str, tuple[str, int]]) -> Path:
    """An archive of texts, each with its hour of 30 May 2026."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, (text, hour) in members.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 5, 30, hour, 0, 0)), text)
    moment = NOON.replace(hour=23).timestamp()
    os.utime(path, (moment, moment))
    return path


def contents(folder: Path) -> dict[str, bytes]:
    """What each file of a folder holds, hidden ones too."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
