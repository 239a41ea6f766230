"""What a teacher may choose: environment, then the nearest `corrige.toml`, then the user's own, then defaults."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from answers.kinds.tolerance import Tolerance

FILE_NAME = "corrige.toml"
VARIABLES = {"lang": "CORRIGE_LANG", "secret": "CORRIGE_SECRET"}


@dataclass(frozen=True, slots=True)
class ExamSettings:
    """Choices for one exam; the keys of `points` and `tolerance` are questions ("7") or parts ("7a").

    `all_or_nothing` lists questions and parts whose items earn nothing unless all are right, or is true or false for
    all; without it the exam decides. `folder` is where an exam of the teacher's own lives.
    """

    points: Mapping[str, Fraction] = field(default_factory=dict)
    tolerance: Mapping[str, Tolerance] = field(default_factory=dict)
    all_or_nothing: bool | tuple[str, ...] | None = None
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be chosen. `secret` keys the digest printed on the sheets.

    `exam_folders` are where to look for exams of the teacher's own, `exams` the choices for each exam by name.
    """

    lang: str = "fr"
    secret: str = ""
    exam: str | None = None
    exam_folders: tuple[Path, ...] = ()
    exams: Mapping[str, ExamSettings] = field(default_factory=dict)

    @property
    def places(self) -> tuple[Path, ...]:
        """All folders where exams of the teacher's own are."""
        own = (chosen.folder for chosen in self.exams.values() if chosen.folder is not None)
        return (*self.exam_folders, *own)


def load_settings(folder: Path, exam_folders: tuple[Path, ...] = ()) -> Settings:
    """Return the settings in force in `folder`.

    Each key comes from the environment (CORRIGE_LANG, CORRIGE_SECRET), else from the nearest `corrige.toml` in
    `folder` or above, else from the user's configuration folder, else from the defaults.

    Parameters
    ----------
    exam_folders
        Named on the command line; they come before those of the files.

    Raises
    ------
    CorrigeError
        If a file is not TOML, or has unknown or ill-typed keys: all of them together.
    """
    paths = [path for path in (_user_file(), _nearest(folder.resolve())) if path is not None]
    environment = {key: os.environ[name] for key, name in VARIABLES.items() if os.environ.get(name)}
    if not paths and not environment:
        return Settings(exam_folders=exam_folders)
    from answers.exam.settings_file import read_settings

    return read_settings(paths, environment, exam_folders)


def _user_file() -> Path | None:
    home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    path = home / "corrige" / FILE_NAME
    return path if path.is_file() else None


def _nearest(folder: Path) -> Path | None:
    candidates = (parent / FILE_NAME for parent in (folder, *folder.parents))
    return next((path for path in candidates if path.is_file()), None)
