"""Who comes into a class late and who leaves it: the list changes, and nothing of anybody is deleted.

Both raise CorrigeError where there is no class, it does not have the student, or a file cannot be written.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from answers.classroom.folder import FEEDBACK, ROSTER, SET_ASIDE, open_class, roster_folder, sittings
from answers.classroom.roster import Pupil, Roster, file_names, parse_roster, read_roster, roster_csv
from answers.errors import CorrigeError, did_you_mean
from answers.files import json_bytes, json_of, make_folder, read_limited, write_atomic, write_keeping
from answers.messages import Message
from answers.sheets.given import SHEETS

MARKS = "marks.json"


@dataclass(frozen=True, slots=True)
class Added:
    """The class after it, who is new in it, and who was in it already."""

    roster: Roster
    new: tuple[Pupil, ...]
    known: tuple[Pupil, ...]


def add_pupils(folder: Path, pupils: Sequence[Pupil]) -> Added:
    """Add pupils to the list of a class; those who are in it, by identifier, are left as they are.

    Somebody who had left comes back with the same seed and the same file names.
    """
    home = roster_folder(folder.absolute())
    present, left = open_class(home).pupils, leavers(home)
    gone = {_plain(pupil): pupil for pupil in left}
    here = {_plain(pupil) for pupil in present}
    coming = [gone.get(_plain(pupil), pupil) for pupil in pupils if _plain(pupil) not in here]
    known = tuple(pupil for pupil in pupils if _plain(pupil) in here)
    new = _with_free_names(coming, (*present, *left))
    content = roster_csv((*present, *new))
    roster = read_roster(content, str(home / ROSTER))
    write_atomic(home / ROSTER, content, overwrite=True)
    return Added(roster, new, known)


def remove_pupil(folder: Path, identifier: str) -> tuple[Path, ...]:
    """Take a pupil off the list, set their sheets, feedback and marks aside, and return where these are now.

    The row is kept in `set-aside/students.csv`. What they handed in stays where it is. Interrupted and run again, it
    goes on where it was.
    """
    home = roster_folder(folder.absolute())
    present, left = open_class(home).pupils, leavers(home)
    pupil = _named(identifier, present, left)
    rest = [one for one in present if one != pupil]
    if not rest:
        raise CorrigeError.one("a class has at least one student", place=str(home / ROSTER))
    _remember(home, pupil, present, left)
    moves = [move for sitting in sittings(home) for move in _moves(sitting, pupil.student.stem)]
    for old, new in moves:
        write_keeping(make_folder(new.parent) / new.name, read_limited(old))
    marks = filter(None, [_keep_marks(sitting, pupil) for sitting in sittings(home)])
    write_atomic(home / ROSTER, roster_csv(rest), overwrite=True)
    for old, _ in moves:
        old.unlink()
    return (*(new for _, new in moves), *marks)


def _remember(home: Path, pupil: Pupil, present: Sequence[Pupil], left: Sequence[Pupil]) -> None:
    """Keep the row of a pupil who leaves, unless that was done before an interruption."""
    if pupil in present:
        others = [one for one in left if _plain(one) != _plain(pupil)]
        write_atomic(make_folder(home / SET_ASIDE) / ROSTER, roster_csv([*others, pupil]), overwrite=True)


def leavers(folder: Path) -> tuple[Pupil, ...]:
    """Return those who were taken off the list of the class in `folder`, with their seeds; some may be back in it."""
    path = folder / SET_ASIDE / ROSTER
    return parse_roster(read_limited(path), str(path)) if path.exists() else ()


def _named(identifier: str, present: Iterable[Pupil], left: Iterable[Pupil]) -> Pupil:
    """The pupil of an identifier; one who has left counts, for what was interrupted to be ended."""
    known = {_plain(pupil): pupil for pupil in (*left, *present)}
    found = known.get(identifier.strip().casefold())
    if found is None:
        remedy = did_you_mean(identifier, [pupil.student.id for pupil in known.values()][:5000])
        raise CorrigeError.one(
            Message("nobody in the class is called {identifier!r}", identifier=identifier[:60]), remedy=remedy
        )
    return found


def _plain(pupil: Pupil) -> str:
    return pupil.student.id.casefold()


def _with_free_names(coming: Sequence[Pupil], others: Sequence[Pupil]) -> tuple[Pupil, ...]:
    """Those who come, their files called like nobody else's, not even like those of somebody who left."""
    before = [pupil for pupil in others if pupil not in coming]
    everyone = [*before, *coming]
    given = [pupil.student.stem for pupil in before] + [
        pupil.student.stem if pupil in others else "" for pupil in coming
    ]
    stems = list(file_names([pupil.student.id for pupil in everyone], given))[len(before) :]
    return tuple(
        replace(pupil, student=replace(pupil.student, file="" if stem == pupil.student.id else stem))
        for pupil, stem in zip(coming, stems, strict=True)
    )


def _moves(sitting: Path, stem: str) -> list[tuple[Path, Path]]:
    """Each file of a pupil in a sitting, and where it goes."""
    files = (Path(inside, f"{stem}.pdf") for inside in (SHEETS, FEEDBACK))
    return [(sitting / file, sitting / SET_ASIDE / file) for file in files if (sitting / file).is_file()]


def _keep_marks(sitting: Path, pupil: Pupil) -> Path | None:
    """Copy the papers of a pupil out of `marks.json`, which the next marking writes without them."""
    try:
        document = json_of(read_limited(sitting / MARKS))
        papers = [paper for paper in document["papers"] if paper["student"] == pupil.student.id]
    except (CorrigeError, ValueError, TypeError, KeyError):  # not marked yet, or no longer what was written
        return None
    if not papers:
        return None
    path = make_folder(sitting / SET_ASIDE) / f"{pupil.student.stem}.json"
    write_keeping(path, json_bytes({**document, "papers": papers, "problems": []}))
    return path
