"""Exams and settings in force in the current folder."""

from pathlib import Path

from answers.exam.adjust import load_adjusted
from answers.exam.catalogue import exam_names, load_exam
from answers.exam.exam import Exam
from answers.exam.settings import Settings
from answers.exam.settings_in_force import load_settings


def all_exams(folders: list[Path] | None) -> list[Exam]:
    """Return all exams, with those of the folders named on the command line and in the settings."""
    places = settings_here(folders).places
    return [load_exam(name, places) for name in exam_names(places)]


def exam_here(name: str, folders: list[Path] | None) -> tuple[Exam, Settings]:
    """Return an exam with the teacher's choices, and the settings in force."""
    settings = settings_here(folders)
    return load_adjusted(name, settings), settings


def settings_here(folders: list[Path] | None) -> Settings:
    """Return the settings in force, with the folders of exams named on the command line."""
    return load_settings(Path.cwd(), tuple(folders or ()))
