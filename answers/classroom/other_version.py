"""Compare the store of a class with another version of it, such as the second one of a synchronised drive."""

import tempfile
from dataclasses import replace
from pathlib import Path
from shutil import copyfile

from answers.classroom.db import FILE
from answers.classroom.history import Action, history
from answers.errors import CorrigeError
from answers.files import shown, unusable
from answers.messages import Message


def actions_of_other(folder: Path, other: Path) -> tuple[Action, ...]:
    """Return the actions that only the other version of the store has, in the order of their times.

    All saves of a student in an exam in a browser are one action, which is other if their number or time is. Nothing is
    taken over, since rows follow from one another: the teacher repeats what should count. Raises CorrigeError if a
    store cannot be used.
    """
    if not other.is_file():
        raise CorrigeError.single(
            "the file does not exist", place=shown(other), remedy="check the name of the file or folder"
        )
    known = set(history(folder))
    with tempfile.TemporaryDirectory() as place:  # a copy, so that the store is checked and stays as it is
        try:
            if not other.stat().st_size:  # which SQLite takes for a store without rows
                raise CorrigeError.single("the file is damaged, or is not the database of a class")
            copyfile(other, Path(place) / FILE)
            return tuple(action for action in history(Path(place)) if action not in known)
        except OSError as error:
            raise unusable(other, error) from error
        except CorrigeError as error:
            remedy = Message("check that this file is another version of class.db, and that it was copied whole")
            problems = [replace(problem, place=shown(other), remedy=remedy) for problem in error.problems]
            raise CorrigeError(problems) from error
