"""Collect the files of a teacher's own exam, to send to another teacher."""

import os
from collections.abc import Iterator
from pathlib import Path

from answers.errors import CorrigeError
from answers.exam.location import ExamLocation, is_left_out
from answers.exam.settings import FILE_NAME
from answers.files import read_limited, shown

OF_CLASS = frozenset({"students.csv", "class.db"})
"""Files that only the folder of a class has: its list, and its store with answers, codes and marks."""


def exported_files(location: ExamLocation) -> tuple[tuple[tuple[str, bytes], ...], tuple[Path, ...]]:
    """Return the files of a teacher's own exam, and the folders of classes inside it, which are left out.

    The files are pairs of relative name and content, sorted by name. An exam in one file comes with its stored key, and
    with the `templates/` and `fixtures/` of the folder beside it. A composed paper comes with the teacher's own exams
    from which it takes questions. Hidden files, caches, symbolic links and settings, which may contain a secret, are
    left out too. Exams that come with corrige or with an installed package have no files here. CorrigeError if the exam
    is in the folder of a class, or if a file cannot be read or is larger than 20 MB.
    """
    files: dict[str, bytes] = {}
    classes: list[Path] = []
    for own in location.outside:
        code = own.code
        if not isinstance(code, Path) or own.place != str(code):
            continue
        beside = [folder for folder in (own.templates, own.fixtures) if isinstance(folder, Path)]
        folders = [code]
        if code.is_file():
            folders = [folder for folder in beside if not (folder.is_symlink() or folder.parent.is_symlink())]
        paths = [path for folder in folders for path in _files(folder, classes)]
        if code.is_file():
            paths.append(code)
        key = own.stored_key(0)
        if own.texts and isinstance(key, Path) and key.is_file() and not key.is_symlink():
            paths.append(key)
        files |= {path.relative_to(code.parent).as_posix(): read_limited(path) for path in paths}
    return tuple(sorted(files.items())), tuple(classes)


def _files(folder: Path, classes: list[Path]) -> Iterator[Path]:
    """Yield the files of an exam's folder and its subfolders; append the folders of classes to `classes` instead."""
    for place, inside, names in os.walk(folder):
        if not OF_CLASS.isdisjoint(names):
            if Path(place) == folder:
                raise CorrigeError.single(
                    "the folder of the exam is also that of a class, with the students' names and answers",
                    place=shown(folder),
                    remedy="move the files of the exam to a folder of their own",
                )
            classes.append(Path(place))
            inside.clear()
            continue
        inside[:] = [name for name in inside if not is_left_out(name)]
        for name in names:
            path = Path(place, name)
            if not name.startswith(".") and name != FILE_NAME and path.is_file() and not path.is_symlink():
                yield path
