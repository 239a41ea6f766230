"""Which files that a class was given back as are of marks before those of now."""

from pathlib import Path

from answers.classroom.give_back import GIVEN_BACK
from answers.exports.exports import EXPORTS, FORMS


def outdated_exports(folder: Path) -> tuple[str, ...]:
    """Return the forms, "zip", whose file in `exports/` is older than the marks; one that is not there is not.

    Marking leaves a file of marks that says the same as it is, with its time. Not guaranteed: that an older file would
    be another today, nor anything of a file that was written elsewhere or changed since.
    """
    marks = [_time(folder / name) for name in EXPORTS]
    files = {form: folder / GIVEN_BACK / made.name for form, made in FORMS.items() if made.has_marks}
    return tuple(form for form, path in files.items() if path.is_file() and _time(path) < max(marks))


def _time(path: Path) -> int:
    return path.stat().st_mtime_ns if path.is_file() else 0
