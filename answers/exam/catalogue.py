"""Finds exams: the modules of `answers.exams` by file name, and those that other packages offer by entry point."""

from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from typing import Any

from answers.errors import CorrigeError, did_you_mean
from answers.exam.exam import Exam

GROUP = "corrige.exams"


def exam_names() -> tuple[str, ...]:
    """Return the names of all exams, sorted, without importing any of them."""
    return tuple(sorted({*_built_in(), *_installed()}))


def load_exam(name: str) -> Exam[Any]:
    """Return the exam called `name`.

    Raises
    ------
    CorrigeError
        If there is none, with the nearest names; or if an installed one does not provide an `Exam` of that name.
    """
    if name in _built_in():
        exam = import_module(f"answers.exams.{name}.questions").EXAM
    elif name in _installed():
        exam = _installed()[name].load()
    else:
        raise CorrigeError.one(f"there is no exam {name!r}", remedy=did_you_mean(name, exam_names()))
    if not isinstance(exam, Exam) or exam.name != name:
        raise CorrigeError.one(f"the installed exam {name!r} is not an Exam of that name", remedy="reinstall it")
    return exam


def _built_in() -> set[str]:
    folders = files("answers").joinpath("exams").iterdir()
    return {folder.name for folder in folders if folder.joinpath("questions.py").is_file()}


def _installed() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}
