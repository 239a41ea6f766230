"""Load the settings from environment variables, the nearest `corrige.toml`, and the user's own `corrige.toml`."""

import os
from collections.abc import Iterable
from pathlib import Path

from answers.exam.settings import FILE_NAME, Settings
from answers.exam.trust import CONVERSATION, config_folder, may_use_settings
from answers.files import shown
from answers.messages import Message

VARIABLES = {"lang": "CORRIGE_LANG", "secret": "CORRIGE_SECRET"}


def load_settings(folder: Path, exam_folders: Iterable[Path] | None = None, *, is_class: bool = False) -> Settings:
    """Return the settings for commands run in `folder`, or if it `is_class`, for the class in this folder.

    Each setting is taken from the first of these places that has it: the environment (CORRIGE_LANG, CORRIGE_SECRET),
    the nearest `corrige.toml` in `folder` or above that the teacher trusts, the `corrige.toml` of the user's
    configuration folder, the defaults. The `exam_folders` of the command line come before those of the files. The
    `corrige.toml` of a class, which the command names, needs no trust.

    CorrigeError if a file is not TOML, or with all unknown keys and invalid values together.
    """
    if is_class:
        path = folder / FILE_NAME if (folder / FILE_NAME).is_file() else None
    elif (path := nearest_file(folder)) is not None:
        CONVERSATION.inform(Message("the settings in {file} are used", file=shown(path)))
    user, added = config_folder() / FILE_NAME, tuple(exam_folders or ())
    paths = [file for file in (user if user.is_file() else None, path) if file is not None]
    environment = {key: os.environ[name] for key, name in VARIABLES.items() if os.environ.get(name)}
    if not paths and not environment:
        return Settings(exam_folders=added)
    from answers.exam.settings_file import read_settings

    return read_settings(paths, environment, added)


def nearest_file(folder: Path) -> Path | None:
    """Return the nearest `corrige.toml` in `folder` or above that the teacher trusts; None if there is none.

    The teacher is informed of each file on the way that is not trusted.
    """
    for place in (folder.resolve(), *folder.resolve().parents):
        path = place / FILE_NAME
        if path.is_file():
            if may_use_settings(place):
                return path
            CONVERSATION.passed_over.add(path)
            message = Message(
                "{file}: you have not trusted these settings, so they are not used\n    → {remedy}",
                file=shown(path),
                remedy=Message(
                    "if you wrote these settings: `corrige trust {folder}`; `corrige class …` always uses the "
                    "settings of its class folder",
                    folder=shown(place),
                ),
            )
            CONVERSATION.inform(message)
    return None
