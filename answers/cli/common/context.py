"""Load the exams and the settings that apply in the current folder; find the folder from which a browser is opened."""

import os
import sys
from pathlib import Path

from answers.exam.catalogue import exam_names, load_adjusted, load_exam
from answers.exam.exam import Exam
from answers.exam.settings import Settings
from answers.exam.settings_in_force import load_settings


def all_exams(folders: list[Path] | None) -> list[Exam]:
    """Return all exams: those of corrige, and those in `folders` and in the folders named by the settings."""
    places = load_settings(Path.cwd(), folders).places
    return [load_exam(name, places) for name in exam_names(places)]


def exam_here(name: str, folders: list[Path] | None) -> tuple[Exam, Settings]:
    """Return an exam adjusted by the settings that apply in the current folder, and these settings."""
    settings = load_settings(Path.cwd(), folders)
    return load_adjusted(name, settings), settings


def folder_for_browser() -> Path | None:
    """Return the current folder if the user is at a terminal and files can be written there; otherwise None."""
    return Path.cwd() if sys.stderr.isatty() and os.access(Path.cwd(), os.W_OK) else None
