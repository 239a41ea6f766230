"""A class in a folder: who sits the exam, with which seeds, and their blank sheets.

`corrige.toml` holds the exam, the language and the secret that signatures the sheets; `students.csv` the identifiers,
names and seeds; `subject.pdf` the subject; `sheets/` one blank sheet a student; `submissions/` what students hand in,
in any format. Marking adds `marks.json`, `gradebook.csv` and `feedback/`. Another exam of the same class, or another
sitting, is a folder inside with the same files but for the list, which stands once, and its seeds in `seeds.csv`.

Functions raise CorrigeError, with what to mend, if a file is missing, wrong, not ours to replace or cannot be written,
or the exam is unknown.
"""

import json
import os
import random
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import partial
from pathlib import Path

from answers.classroom.roster import Enrollment, draw_seeds, parse_roster, roster_csv
from answers.errors import CorrigeError, Problem, reason
from answers.exam.adjust import load_adjusted
from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.identity import Student
from answers.exam.key import Key
from answers.exam.key_cache import cached_key
from answers.exam.scenario import Scenario
from answers.exam.settings import FILE_NAME, Settings
from answers.exam.settings_in_force import class_settings, load_settings
from answers.exam.trust import CONVERSATION, trust_new
from answers.files import close_to_others, make_folder, read_limited, safe_name, shown, write_atomic
from answers.messages import Message, either
from answers.sheets.issued_files import SHEETS

LOCK = ".corrige.lock"
POLL = 0.02


@contextmanager
def locked(folder: Path, patience: float = 0) -> Iterator[None]:
    """Hold the folder of a class; the system lets go of it when the program ends, however it ends.

    A folder that another program holds for longer than `patience` seconds, or that cannot be written, raises
    CorrigeError. Not guaranteed: on a network drive whose system does not pass locks on.
    """
    from filelock import FileLock, Timeout

    if not folder.is_dir():  # whoever opens the class says so
        yield
        return
    lock = FileLock(folder / LOCK, timeout=patience, poll_interval=POLL)
    try:
        lock.acquire()
    except Timeout as error:
        raise CorrigeError.one(
            "another command is using this class", place=str(folder), remedy="wait until the other command has ended"
        ) from error
    except OSError as error:
        raise CorrigeError.one(
            Message("cannot be used: {cause}", cause=reason(error)),
            place=str(folder / LOCK),
            remedy="check that you may write to the folder",
        ) from error
    try:
        _close_class(folder)
        yield
    finally:
        lock.release()


def _close_class(folder: Path) -> None:
    """Let this account alone read a class that others could read: its folder, what stands there, what was sat."""
    if not (folder / FILE_NAME).is_file():
        return
    open_before = close_to_others(folder)
    try:
        inside = [path for place in (folder, folder / SITTING) if place.is_dir() for path in place.iterdir()]
    except OSError:
        return
    for path in inside:
        if not path.is_symlink() and path.name not in (EXPORTS_FOLDER, LOCK):
            close_to_others(path)
    if open_before:
        message = Message(
            "{folder} was readable by other accounts of this machine; it no longer is", folder=shown(folder)
        )
        CONVERSATION.inform(message)


ROSTER = "students.csv"
SEEDS = "seeds.csv"
SUBMISSIONS, SUBJECT = "submissions", "subject.pdf"
FEEDBACK, SET_ASIDE, SITTING = "feedback", "set-aside", "sitting"
"""What is given back; what is no longer; what happened in the browser: codes, and the log of all that was saved."""
EXPORTS_FOLDER = "exports"
FOLDERS = (SHEETS, SUBMISSIONS, FEEDBACK, "collected", SET_ASIDE, EXPORTS_FOLDER, SITTING)
"""What a class folder holds: no sitting is called so."""
LARGE_TOLERANCE = 1
"""A relative tolerance from which on zero is a right answer."""


@dataclass(frozen=True, slots=True)
class ClassData:
    """A class that was read from its folder: the exam as the teacher adjusted it, the settings and the students."""

    folder: Path
    exam: Exam
    settings: Settings
    enrollments: tuple[Enrollment, ...]

    @property
    def load(self) -> Callable[[], Exam]:
        """What loads the exam again, as the teacher adjusted it, wherever it is sent to."""
        return partial(load_adjusted, self.settings.exam or self.exam.name, self.settings)

    def key(self, scenario: Scenario) -> Key:
        """Return the key of a scenario."""
        return cached_key(self.exam, scenario)


def create_class(
    folder: Path, exam_name: str, roster: bytes, lang: str = "fr", exam_folders: tuple[Path, ...] = ()
) -> ClassData:
    """Start a class from the content of its list, as `start_class` does."""
    return start_class(folder, exam_name, parse_roster(roster, ROSTER), lang, exam_folders)


def start_class(
    folder: Path,
    exam_name: str,
    enrollments: Sequence[Enrollment],
    lang: str = "fr",
    exam_folders: tuple[Path, ...] = (),
) -> ClassData:
    """Start a class: write `corrige.toml` with a fresh secret, and `students.csv`.

    An exam of the teacher's own, found in `exam_folders` or where the settings say, is remembered with its folder.
    """
    settings = _first_settings(folder, folder, exam_name, lang, exam_folders)
    make_folder(folder, mode=0o700)
    if (folder / FILE_NAME).exists():
        raise CorrigeError.one(
            "the folder already holds a class",
            place=str(folder),
            remedy="choose another folder, or delete this one if none of its sheets was given out",
        )
    write_atomic(folder / ROSTER, roster_csv(enrollments), mode=0o600)
    make_folder(folder / SUBMISSIONS, mode=0o700)
    write_atomic(folder / FILE_NAME, settings, mode=0o600)
    trust_new("settings", folder)
    return open_class(folder)


def start_sitting(
    folder: Path, exam_name: str, name: str = "", lang: str = "fr", exam_folders: tuple[Path, ...] = ()
) -> ClassData:
    """Start another exam of a class, or another sitting of it, in a folder of its own in that of the class.

    Its students are those of the class, whoever comes or leaves; their seeds for it are kept in its `seeds.csv`. The
    folder is called like the exam, unless it has a `name`.
    """
    own = open_class(folder)
    if not name and own.exam.name == exam_name:
        cause = Message("the folder already holds a class, whose exam is {exam_name}", exam_name=exam_name)
        raise CorrigeError.one(
            cause, place=str(folder), remedy="open another session with --sitting NAME, or add students"
        )
    name = name or exam_name
    if safe_name(name, "") != name or name in FOLDERS:
        raise CorrigeError.one(
            Message("a sitting cannot be called {name!r}", name=name), remedy="use letters, digits, '-' or '_'"
        )
    sitting = folder / name
    settings = _first_settings(folder, sitting, exam_name, lang, exam_folders)
    if (sitting / FILE_NAME).exists():
        raise CorrigeError.one(
            "this session exists already", place=str(sitting), remedy="give another name: --sitting NAME"
        )
    make_folder(sitting, mode=0o700)
    make_folder(sitting / SUBMISSIONS, mode=0o700)
    write_atomic(sitting / FILE_NAME, settings, mode=0o600)
    trust_new("settings", sitting)
    return open_class(sitting)


def sittings(folder: Path) -> tuple[Path, ...]:
    """Return the folders of a class that hold marks: its own, and one for each further sitting."""
    inside = (path.parent for path in sorted(folder.glob(f"*/{FILE_NAME}")))
    return (folder, *(path for path in inside if not (path / ROSTER).exists()))


def roster_folder(folder: Path) -> Path:
    """Return where the list is that a class folder goes by: there, or for a sitting the folder above."""
    is_sitting = not (folder / ROSTER).exists() and (folder.parent / ROSTER).is_file()
    return folder.parent if is_sitting else folder


def open_class(folder: Path) -> ClassData:
    """Read a class from its folder."""
    if not (folder / FILE_NAME).is_file():
        near = get_close_matches(folder.name, _classes(folder.parent), cutoff=0.5)
        remedy = (
            Message("did you mean {names}?", names=either([str(folder.parent / name) for name in near]))
            if near
            else Message("create it from the list: `corrige class init DIR --exam EXAM --students FILE`")
        )
        raise CorrigeError([Problem("there is no class in this folder", str(folder), remedy)])
    settings = class_settings(folder)
    if settings.exam is None:
        raise CorrigeError.one("the exam is missing", place=str(folder / FILE_NAME), remedy='add: exam = "nash"')
    exam = load_adjusted(settings.exam, settings)
    home = roster_folder(folder.absolute())
    roster = folder / ROSTER if home == folder.absolute() else home / ROSTER
    enrollments = parse_roster(read_limited(roster), str(roster))
    return ClassData(
        folder, exam, settings, enrollments if roster.parent == folder else _sitting_enrollments(folder, enrollments)
    )


def assign_seeds(class_data: ClassData, source: random.Random) -> ClassData:
    """Draw a seed for each student who has none, and keep them."""
    return save_seeds(class_data, draw_seeds(class_data.enrollments, class_data.exam.model_seed, source))


def save_seeds(class_data: ClassData, enrollments: tuple[Enrollment, ...]) -> ClassData:
    """Write the students with their seeds: to `students.csv`, or for a sitting, whose list is above, to `seeds.csv`."""
    path, content = seeds_file(class_data, enrollments)
    write_atomic(path, content, overwrite=True)
    return replace(class_data, enrollments=enrollments)


def seeds_file(class_data: ClassData, enrollments: tuple[Enrollment, ...]) -> tuple[Path, bytes]:
    """Return the file that has the seeds of a class, or of a sitting, and what it holds with those of `students`."""
    if roster_folder(class_data.folder.absolute()) == class_data.folder.absolute():
        return class_data.folder / ROSTER, roster_csv(enrollments)
    bare = [Enrollment(Student(enrollment.student.id), enrollment.u0) for enrollment in enrollments]
    return class_data.folder / SEEDS, roster_csv(bare)


def _sitting_enrollments(folder: Path, enrollments: Sequence[Enrollment]) -> tuple[Enrollment, ...]:
    """The students of the class with the seeds of a sitting."""
    path = folder / SEEDS
    given = parse_roster(read_limited(path), str(path)) if path.exists() else ()
    seeds = {enrollment.student.id: enrollment.u0 for enrollment in given}
    return tuple(replace(enrollment, u0=seeds.get(enrollment.student.id)) for enrollment in enrollments)


def _first_settings(folder: Path, home: Path, exam_name: str, lang: str, exam_folders: tuple[Path, ...]) -> bytes:
    """What `corrige.toml` in `home` says at first: the exam, where it is from there if it is one's own, a secret."""
    named = (folder / FILE_NAME).is_file()
    around = class_settings(folder) if named else load_settings(folder if folder.is_dir() else Path.cwd())
    places = (*around.places, *exam_folders)
    exam = load_exam(exam_name, places)
    settings = f'exam = "{exam.name}"\nlang = "{lang}"\nsecret = "{secrets.token_hex(16)}"\n'
    codes = [
        exam_location.code.resolve() for exam_location in exam.location.outside if isinstance(exam_location.code, Path)
    ]
    own = [_seen_from(home.resolve(), code) for code in codes]
    return (settings + (f"exams = {json.dumps(own)}\n" if own else "")).encode()


def _seen_from(home: Path, place: Path) -> str:
    """A place beside a folder or in it, from there, so that both may be moved together; any other as it is."""
    return Path(os.path.relpath(place, home)).as_posix() if home.parent in place.parents else str(place)


def config_warnings(class_data: ClassData) -> Iterator[Problem]:
    """Yield what is hardly meant: a total that is not the exam's, a tolerance that takes nearly anything."""
    exam, place = class_data.exam, str(class_data.folder / FILE_NAME)
    usual = load_exam(exam.name, class_data.settings.places).points
    if exam.points != usual:
        cause = Message(
            "the points of {name} add up to {points:g}, usually {usual:g}",
            name=exam.name,
            points=float(exam.points),
            usual=float(usual),
        )
        yield Problem(cause, place, "correct [exams.….points] if this is not intended")
    for part in exam.parts:
        if part.tolerance.relative >= LARGE_TOLERANCE:
            cause = Message(
                "{id} accepts any answer within {relative:.0%} of the right answer, and also 0",
                id=part.id,
                relative=float(part.tolerance.relative),
            )
            yield Problem(cause, place, "a relative tolerance is a share: 0.05 is 5 %")


def _classes(parent: Path) -> list[str]:
    """The names of the classes in a folder."""
    try:
        return sorted(path.name for path in parent.iterdir() if (path / FILE_NAME).is_file())
    except OSError:
        return []
