"""Collect the files of a teacher's own exam, to send to another teacher."""

import os
from collections.abc import Iterator
from pathlib import Path

from answers.exam.location import ExamLocation, is_left_out
from answers.files import read_limited


def exported_files(location: ExamLocation) -> tuple[tuple[str, bytes], ...]:
    """Return the files of a teacher's own exam as pairs of relative name and content, sorted by name.

    An exam in one file comes with its stored key. A composed paper comes with the teacher's own exams from which it
    takes questions. Hidden files, caches and symbolic links are left out. Exams that come with corrige or with an
    installed package have no files here. A file that cannot be read, or is larger than 20 MB, is a CorrigeError.
    """
    files: dict[str, bytes] = {}
    for own in location.outside:
        code = own.code
        if not isinstance(code, Path) or own.place != str(code):
            continue
        paths = list(_files(code)) if code.is_dir() else [code]
        key = own.stored_key(0)
        if own.texts and isinstance(key, Path) and key.is_file():
            paths.append(key)
        files |= {path.relative_to(code.parent).as_posix(): read_limited(path) for path in paths}
    return tuple(sorted(files.items()))


def _files(folder: Path) -> Iterator[Path]:
    """Yield the regular files of a folder and its subfolders."""
    for place, inside, names in os.walk(folder):
        inside[:] = [name for name in inside if not is_left_out(name)]
        for name in names:
            path = Path(place, name)
            if not name.startswith(".") and path.is_file() and not path.is_symlink():
                yield path
