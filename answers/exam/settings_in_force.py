"""The settings in force: those of the environment, the nearest `corrige.toml`, the user's own, the defaults."""

import os
from pathlib import Path

from answers.exam.settings import FILE_NAME, Settings

VARIABLES = {"lang": "CORRIGE_LANG", "secret": "CORRIGE_SECRET"}


def load_settings(folder: Path, exam_folders: tuple[Path, ...] = ()) -> Settings:
    """Return the settings in force in `folder`.

    Each key comes from the environment (CORRIGE_LANG, CORRIGE_SECRET), else from the nearest `corrige.toml` in
    `folder` or above, else from the user's configuration folder, else from the defaults.

    Folders of exams named on the command line come before those of the files. A file that is not TOML, or has unknown
    or ill-typed keys, is a `CorrigeError` with all of them.
    """
    paths = [path for path in (_user_file(), nearest_file(folder)) if path is not None]
    environment = {key: os.environ[name] for key, name in VARIABLES.items() if os.environ.get(name)}
    if not paths and not environment:
        return Settings(exam_folders=exam_folders)
    from answers.exam.settings_file import read_settings

    return read_settings(paths, environment, exam_folders)


def _user_file() -> Path | None:
    home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    path = home / "corrige" / FILE_NAME
    return path if path.is_file() else None


def nearest_file(folder: Path) -> Path | None:
    """Return the nearest `corrige.toml` in a folder or above."""
    candidates = (parent / FILE_NAME for parent in (folder.resolve(), *folder.resolve().parents))
    return next((path for path in candidates if path.is_file()), None)
