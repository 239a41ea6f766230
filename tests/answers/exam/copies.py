"""Copies of the exam `tiny` that a test may change."""

import shutil
from pathlib import Path

from tests.answers.tiny import EXAMS


def copy_of_tiny(folder: Path, name: str = "tiny") -> Path:
    """Copy the exam into `folder`, and return the folder of the copy."""
    shutil.copytree(EXAMS / "tiny", folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder / name


def edit(folder: Path, old: str, new: str, file: str = "exam.py") -> None:
    """Replace a text in a file of the exam."""
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
