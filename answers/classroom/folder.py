"""The folder of a class: settings, students, seeds, blank sheets, submissions, marks.

`corrige.toml` has the exam, the language and the secret of signatures; `students.csv` the identifiers, names and seeds;
`class.db` the decisions of people; `sheets/` one blank sheet for each student; `submissions/` the students' files.
Marking adds `marks.json`, `gradebook.csv` and `feedback/`. A further sitting (another exam of the same class) is a
folder inside with the same files except the class list; its seeds are in its own store.

Functions raise CorrigeError with a remedy if a file is missing, wrong, not written by corrige or not writable, or if
the exam is unknown.
"""

import json
import os
import random
import secrets
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import partial
from operator import itemgetter
from pathlib import Path
from time import time
from typing import TYPE_CHECKING

from answers.classroom.db import FILE, file_name, insert, log_rows, now_text, reading, transaction, understood_values
from answers.classroom.roster import NO_FILES, Enrollment, draw_seeds, named_student, read_own_roster, roster_csv
from answers.errors import CorrigeError, Problem
from answers.exam.catalogue import load_adjusted, load_exam
from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.key_cache import cached_key
from answers.exam.scenario import Scenario
from answers.exam.settings import FILE_NAME, Settings, signed_amount
from answers.exam.settings_in_force import load_settings
from answers.exam.trust import CONVERSATION, trust_new
from answers.files import PART, close_to_others, make_folder, read_limited, safe_name, shown, unusable, write_atomic
from answers.kinds.written import Criterion
from answers.messages import Message, either, shortened
from answers.sheets.identity import Student
from answers.sheets.issued_files import SHEETS

if TYPE_CHECKING:
    from answers.exam.mutation import ClassMistake

LOCK = ".corrige.lock"
"""The name of the file that locks a class folder."""
POLL = 0.02
"""The seconds between two attempts to get a lock."""
UNFINISHED = 600.0
"""Seconds after which a file that is still being written belongs to a command that was killed."""
PATIENCE = 10.0
"""The seconds that a short command waits for the lock, which another command, a teacher or the desk may have."""


@contextmanager
def locked(folder: Path, patience: float = 0, name: str = LOCK) -> Iterator[None]:
    """Lock the folder of a class while the block runs; the lock ends with the program, even if the program is killed.

    Locks with different `name` are independent. A folder that does not exist is not locked. Raises CorrigeError if
    another program has the lock for more than `patience` seconds, or if the folder cannot be written. Network drives
    that do not support locks do not keep other programs out.
    """
    from filelock import FileLock, Timeout

    if not folder.is_dir():  # `open_class` reports it
        yield
        return
    if os.path.lexists(folder / FILE_NAME):
        refuse_links(folder)
    lock = FileLock(folder / name, timeout=patience, poll_interval=POLL)
    try:
        lock.acquire()
    except Timeout as error:
        raise CorrigeError.single(
            "another command is using this class; nothing was done",
            place=str(folder),
            remedy="wait until the other command has ended, then run this one again",
        ) from error
    except OSError as error:
        raise unusable(folder, error) from error
    try:
        with suppress(OSError):
            if (folder / FILE_NAME).is_file() and close_to_others(folder):
                message = Message(
                    "{folder} was readable by other accounts of this machine; corrige has closed it to them",
                    folder=shown(folder),
                )
                CONVERSATION.inform(message)
            inside = [path for place in (folder, folder / SITTING) if place.is_dir() for path in place.iterdir()]
            for path in inside if (folder / FILE_NAME).is_file() else ():
                if not path.is_symlink() and path.name not in (EXPORTS_FOLDER, LOCK):
                    close_to_others(path)
            for path in folder.glob(f".*{PART}") if name == LOCK else ():  # what killed commands were writing
                if time() - path.lstat().st_mtime > UNFINISHED:  # a server of an exam writes without this lock
                    path.unlink()
        yield
    finally:
        lock.release()


ROSTER = "students.csv"
SUBMISSIONS, SUBJECT, REPORT = "submissions", "subject.pdf", "report.html"
FEEDBACK, SET_ASIDE, SITTING = "feedback", "set-aside", "sitting"
"""Folders of feedback sheets, of replaced feedback sheets, and of the codes and events of a sitting in a browser."""
EXPORTS_FOLDER, IMPORTED = "exports", "imported"
"""Folders of exports, and of imported files: those of earlier versions, and edited tables of decisions."""
FOLDERS = (SHEETS, SUBMISSIONS, FEEDBACK, "collected", "scans", SET_ASIDE, EXPORTS_FOLDER, SITTING, IMPORTED)
"""The names of folders inside a class folder; a sitting cannot have one of these names."""
MOST_LINKS = 20
"""The most links that are reported at once."""
LARGE_TOLERANCE = 1
"""The relative tolerance from which zero is accepted as a right answer."""


@dataclass(frozen=True, slots=True)
class ClassData:
    """A class as read from its folder: the exam with the teacher's adjustments, the settings and the students."""

    folder: Path
    exam: Exam
    settings: Settings
    enrollments: tuple[Enrollment, ...]

    @property
    def by_id(self) -> dict[str, Enrollment]:
        """The students with their seeds, by identifier."""
        return {enrollment.student.id: enrollment for enrollment in self.enrollments}

    @property
    def seeds(self) -> list[int]:
        """The seeds given to students, in the order of the class list."""
        return [enrollment.u0 for enrollment in self.enrollments if enrollment.u0 is not None]

    @property
    def load(self) -> Callable[[], Exam]:
        """A picklable function that loads the exam with the teacher's adjustments, for worker processes."""
        return partial(load_adjusted, self.settings.exam or self.exam.name, self.settings)

    def student(self, text: str, files: Mapping[str, str] = NO_FILES) -> Student:
        """Return the student whom a text names, as `named_student` does; CorrigeError if it names none, or several."""
        return named_student((enrollment.student for enrollment in self.enrollments), text, files)

    def key(self, scenario: Scenario) -> Key:
        """Return the key of the exam in a scenario: a seed, perhaps with a known mistake or overridden answers."""
        return cached_key(self.exam, scenario)


def create_class(
    folder: Path, exam_name: str, roster: bytes, lang: str = "fr", exam_folders: tuple[Path, ...] = ()
) -> ClassData:
    """Create a class from the bytes of its class list, for the exam called `exam_name`; see `start_class`."""
    return start_class(folder, exam_name, read_own_roster(roster, ROSTER).enrollments, lang, exam_folders)


def start_class(
    folder: Path,
    exam_name: str,
    enrollments: Sequence[Enrollment],
    lang: str = "fr",
    exam_folders: tuple[Path, ...] = (),
) -> ClassData:
    """Create a class: write `corrige.toml` with a new secret, and `students.csv` with the students.

    The exam is one of corrige's own, or from `exam_folders` or the folders that the settings of an enclosing folder
    name; the new settings record its folder. Raises CorrigeError if the folder already has a class.
    """
    settings = _first_settings(folder, folder, exam_name, lang, exam_folders)
    make_folder(folder, mode=0o700)
    if (folder / FILE_NAME).exists():
        raise CorrigeError.single(
            "the folder already holds a class, which was left unchanged",
            place=str(folder),
            remedy="choose another folder, or delete this one if none of its sheets was given out",
        )
    refuse_links(folder)
    write_atomic(folder / ROSTER, roster_csv(enrollments), mode=0o600)
    make_folder(folder / SUBMISSIONS, mode=0o700)
    write_atomic(folder / FILE_NAME, settings, mode=0o600)
    trust_new("settings", folder)
    return open_class(folder)


def start_sitting(
    folder: Path, exam_name: str, name: str = "", lang: str = "fr", exam_folders: tuple[Path, ...] = ()
) -> ClassData:
    """Create a further sitting of a class, with the same or another exam, in a folder inside the class folder.

    The sitting has the students of the class list, which may change, and seeds of its own. Its folder has the name of
    the exam, or `name`. Raises CorrigeError if the name is not possible or already used.
    """
    class_data = open_class(folder)
    if not name and class_data.exam.name == exam_name:
        cause = Message(
            "the folder already holds a class, whose exam is {exam_name}; it was left unchanged", exam_name=exam_name
        )
        remedy = Message(
            "to hold a further exam with the same class: --sitting NAME; to add students: corrige class add"
        )
        raise CorrigeError.single(cause, place=str(folder), remedy=remedy)
    name = name or exam_name
    if safe_name(name, "") != name or name.casefold() in FOLDERS:
        raise CorrigeError.single(
            Message("a sitting cannot be called {name!r}", name=name),
            remedy="use only letters, digits, '-' or '_' in the name of a sitting",
        )
    sitting = folder / name
    settings = _first_settings(folder, sitting, exam_name, lang, exam_folders)
    if (sitting / FILE_NAME).exists():
        raise CorrigeError.single(
            "a sitting with this name exists already in the class",
            place=str(sitting),
            remedy="give another name to the sitting: --sitting NAME",
        )
    make_folder(sitting, mode=0o700)
    make_folder(sitting / SUBMISSIONS, mode=0o700)
    write_atomic(sitting / FILE_NAME, settings, mode=0o600)
    trust_new("settings", sitting)
    return open_class(sitting)


def sittings(folder: Path) -> tuple[Path, ...]:
    """Return the class folder, then the folder of each further sitting."""
    inside = (path.parent for path in sorted(folder.glob(f"*/{FILE_NAME}")))
    return (folder, *(path for path in inside if not (path / ROSTER).exists()))


def further_seeds(class_data: ClassData) -> tuple[int, ...]:
    """Return the former seeds of the class and those of its other sittings with the same exam, sorted."""
    home, seeds = roster_folder(class_data.folder), set[int | None]()
    present = {enrollment.u0 for enrollment in class_data.enrollments}
    for folder in sittings(home):
        with suppress(CorrigeError):  # a mistake in another sitting must not stop the marking of this one
            exam = load_settings(folder, is_class=True).exam
            if exam == class_data.settings.exam:
                with reading(folder) as connection:
                    issued = {row["u0"] for row in connection.execute("SELECT u0 FROM issue")}
                    seeds |= {*sitting_seeds(connection).values(), *issued}
                if folder == home:
                    seeds |= {each.u0 for each in read_own_roster(read_limited(home / ROSTER), ROSTER).enrollments}
    return tuple(sorted(u0 for u0 in seeds - present if u0 is not None))


def roster_folder(folder: Path) -> Path:
    """Return the absolute path of the folder with the class list: the class folder, or for a sitting its parent."""
    folder = folder.absolute()
    return folder.parent if not (folder / ROSTER).exists() and (folder.parent / ROSTER).is_file() else folder


def class_folder(place: Path) -> Path | None:
    """Return the nearest folder of a class or sitting that is `place` or contains it; None if there is none."""
    for folder in (place, *place.parents):
        if (folder / FILE_NAME).is_file() and (roster_folder(folder) / ROSTER).is_file():
            return folder
    return None


def require_class(folder: Path) -> None:
    """Raise CorrigeError if a folder is not a class folder, or if it has links that lead out of it."""
    if not (folder / FILE_NAME).is_file():
        others: list[str] = []
        with suppress(OSError):
            others = sorted(path.name for path in folder.parent.iterdir() if (path / FILE_NAME).is_file())
        near = get_close_matches(folder.name, others, cutoff=0.5)
        remedy = Message("create a class from a list of students: `corrige class init DIR --exam EXAM --students FILE`")
        if near:
            remedy = Message("did you mean {names}?", names=either([str(folder.parent / name) for name in near]))
        raise CorrigeError.single("there is no class in this folder", place=str(folder), remedy=remedy)
    refuse_links(folder)


def refuse_links(folder: Path) -> None:
    """Raise CorrigeError if the folder of a class or of a sitting has links that lead out of it, or devices or pipes.

    Through a link that the sender of a folder has put into it, corrige would read or write another file of the teacher.
    The class folder, its further sittings, and the folders that corrige writes are checked. Links in `submissions/` are
    not followed, and are reported with the papers.
    """
    home = roster_folder(folder).resolve()
    places, problems = [(home, home)], list[Problem]()  # each with the folder that its links may not leave
    while places and len(problems) < MOST_LINKS:
        place, inside = places.pop()
        try:
            entries = sorted(os.scandir(place), key=lambda entry: entry.name)
        except OSError as error:
            raise unusable(place, error) from error
        for entry in entries:
            if entry.is_symlink():
                target = Path(os.path.realpath(entry.path))
                if not target.is_relative_to(inside):
                    cause = Message(
                        "this is a link to {target}, outside the folder of the class; the class was not opened",
                        target=shown(target),
                    )
                    remedy = Message("replace the link by the file or folder itself, or remove the link")
                    problems.append(Problem(cause, shown(entry.path), remedy))
            elif entry.is_dir(follow_symlinks=False):
                is_used = place != home or entry.name in FOLDERS
                is_sitting = place == home and os.path.lexists(Path(entry.path, FILE_NAME))
                if entry.name != SUBMISSIONS and (is_used or is_sitting):
                    places.append((Path(entry.path), Path(entry.path) if is_sitting else inside))
            elif not entry.is_file(follow_symlinks=False):
                cause = Message(
                    "this entry of the class folder is neither a file nor a folder; the class was not opened"
                )
                remedy = Message("remove this entry from the folder of the class")
                problems.append(Problem(cause, shown(entry.path), remedy))
    if problems:
        raise CorrigeError(problems[:MOST_LINKS])


def open_class(folder: Path) -> ClassData:
    """Read a class from its folder: settings, students, and the exam with accepted mistakes and changed criteria."""
    require_class(folder)
    settings = load_settings(folder, is_class=True)
    exam_name = settings.exam
    if exam_name is None:
        remedy = Message('add a line with the name of the exam, such as exam = "phantom"')
        place = str(folder / FILE_NAME)
        raise CorrigeError.single("the settings of the class do not name an exam", place=place, remedy=remedy)
    if (folder / FILE).exists():
        with reading(folder) as connection:
            with understood_values(folder, "class_mistake"):
                mistakes = accepted_mistakes(connection)
            last = {(row["part"], row["slug"]): row for row in log_rows(connection, "criterion")}
        criteria = []
        with understood_values(folder, "criterion"):
            for (part, slug), row in last.items():
                points = signed_amount(row["points"])
                if row["points"] and points is None:  # a number that would take long to compute
                    raise ValueError(row["points"])
                if points is not None:
                    criteria.append((part, Criterion(slug, points, row["fr"], row["en"])))
        settings = replace(settings, class_mistakes=mistakes, criteria=tuple(criteria))
    exam = load_adjusted(exam_name, settings)
    home = roster_folder(folder)
    roster = folder / ROSTER if home == folder.absolute() else home / ROSTER
    enrollments = read_own_roster(read_limited(roster), str(roster)).enrollments
    if roster.parent != folder:
        with reading(folder) as connection:
            seeds = sitting_seeds(connection)
        enrollments = tuple(replace(enrollment, u0=seeds.get(enrollment.student.id)) for enrollment in enrollments)
    return ClassData(folder, exam, settings, enrollments)


def accepted_mistakes(connection: sqlite3.Connection) -> "tuple[ClassMistake, ...]":
    """Return the misconceptions found in the class that the teacher has accepted, oldest acceptance first."""
    last = {row["slug"]: row for row in log_rows(connection, "class_mistake")}
    rows = sorted((row for row in last.values() if row["sentence"]), key=itemgetter("id"))
    if not rows:
        return ()
    from answers.exam.mutation import ClassMistake, Mutation  # rarely needed

    return tuple(ClassMistake(Mutation.from_json(json.loads(row["mutation"])), row["sentence"]) for row in rows)


def removal_row(enrollment: Enrollment, author: str, at: str) -> dict[str, object]:
    """Return the row of the store for a student who is removed from the class, by `author`, at the time `at`."""
    student, extra = enrollment.student, json.dumps(enrollment.extra)
    names = {"student": student.id, "name": student.name, "first_name": student.first_name, "file": student.file}
    return {**names, "u0": enrollment.u0, "extra": extra, "author": author, "at": at}


def removed_students(folder: Path) -> tuple[Enrollment, ...]:
    """Return the students removed from a class, with their seeds; some may be in the class again."""
    folder = roster_folder(folder)
    with reading(folder) as connection:
        rows = log_rows(connection, "removal")
    last = {row["student"].casefold(): row for row in rows}
    with understood_values(folder, "removal"):
        return tuple(
            Enrollment(
                Student(row["student"], row["name"], row["first_name"], file_name(folder, row["file"])),
                row["u0"],
                tuple((str(header), str(text)) for header, text in json.loads(row["extra"])),
            )
            for row in last.values()
        )


def assign_seeds(class_data: ClassData, source: random.Random) -> ClassData:
    """Draw a seed for each student who has none, save the seeds, and return the class with them."""
    return save_seeds(class_data, draw_seeds(class_data.enrollments, class_data.exam.model_seed, source))


def save_seeds(class_data: ClassData, enrollments: tuple[Enrollment, ...]) -> ClassData:
    """Save the students' seeds in `students.csv`, or in the store of a sitting, and return the class with them."""
    if roster_folder(class_data.folder) != class_data.folder.absolute():
        with transaction(class_data.folder) as connection:
            add_seeds(connection, {enrollment.student.id: enrollment.u0 for enrollment in enrollments})
    else:
        write_atomic(class_data.folder / ROSTER, roster_csv(enrollments), overwrite=True)
    return replace(class_data, enrollments=enrollments)


def require_seeds(class_data: ClassData, seeded: Collection[str] = ()) -> None:
    """Raise CorrigeError if a student has no seed; students whose identifiers are in `seeded` need none."""
    students = [enrollment.student.id for enrollment in class_data.enrollments if enrollment.u0 is None]
    if without := [student for student in students if student not in seeded]:
        cause = Message("these students have no seed u₀ yet: {without}", without=shortened(without))
        place = str(class_data.folder / ROSTER)
        raise CorrigeError.single(cause, place=place, remedy="give these students seeds first: `corrige class seeds`")


def sitting_seeds(connection: sqlite3.Connection) -> dict[str, int | None]:
    """Return the last seed of each student in the store of a sitting, by identifier; None if the seed was removed."""
    return {row["student"]: row["u0"] for row in connection.execute("SELECT student, u0 FROM seed ORDER BY id")}


def last_seed(folder: Path) -> int:
    """Return the number of the last row of seeds of a sitting, which grows with each new seed; 0 without seeds."""
    with reading(folder) as connection:
        return int(connection.execute("SELECT coalesce(max(id), 0) FROM seed").fetchone()[0])


def add_seeds(connection: sqlite3.Connection, seeds: Mapping[str, int | None]) -> list[str]:
    """Append the seeds of a sitting that differ from the stored ones, and return the identifiers of their students."""
    last, now = sitting_seeds(connection), now_text()
    changed = [student for student, u0 in seeds.items() if last.get(student) != u0]
    insert(connection, "seed", ({"student": student, "u0": seeds[student], "at": now} for student in changed))
    return changed


def _first_settings(folder: Path, home: Path, exam_name: str, lang: str, exam_folders: tuple[Path, ...]) -> bytes:
    """Return the first content of `corrige.toml` for a class or sitting in the folder `home`."""
    is_class = (folder / FILE_NAME).is_file()
    surrounding = load_settings(folder if folder.is_dir() else Path.cwd(), is_class=is_class)
    places = (*surrounding.places, *exam_folders)
    exam = load_exam(exam_name, places)
    settings = f'exam = "{exam.name}"\nlang = "{lang}"\nsecret = "{secrets.token_hex(16)}"\n'
    home = home.resolve()
    codes = [location.code.resolve() for location in exam.location.outside if isinstance(location.code, Path)]
    paths = [  # relative beside or inside `home`, so that both can move together
        Path(os.path.relpath(code, home)).as_posix() if home.parent in code.parents else str(code) for code in codes
    ]
    return (settings + (f"exams = {json.dumps(paths)}\n" if paths else "")).encode()


def config_warnings(class_data: ClassData) -> Iterator[Problem]:
    """Yield a problem for each setting that is probably a mistake."""
    exam, place = class_data.exam, str(class_data.folder / FILE_NAME)
    usual = load_exam(exam.name, class_data.settings.places).points
    if exam.points != usual:
        cause = Message(
            "with the settings of this class, the points of the exam {name} add up to {points:g} instead of {usual:g}",
            name=exam.name,
            points=float(exam.points),
            usual=float(usual),
        )
        yield Problem(cause, place, "if this is not intended, correct the section [exams.….points] of the settings")
    for part in exam.parts:
        if part.tolerance.relative >= LARGE_TOLERANCE:
            cause = Message(
                "part {id} accepts any answer within {relative:.0%} of the right answer, so 0 counts as right",
                id=part.id,
                relative=float(part.tolerance.relative),
            )
            yield Problem(cause, place, "write a relative tolerance as a share: 0.05 for 5 %")
