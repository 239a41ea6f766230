"""The language in which a command speaks."""

import os
from pathlib import Path

from answers.errors import CorrigeError
from answers.messages import LANGUAGES

MESSAGES, TEXTS = "CORRIGE_MESSAGES", "CORRIGE_LANG"


def run_language(option: str | None = None, folder: str | None = None) -> str:
    """Return the language of a run, "fr" or "en".

    It is that of CORRIGE_MESSAGES, of `--lang`, of CORRIGE_LANG, of the class in `folder`, or French. What is no
    language is passed over.
    """
    asked = (os.environ.get(MESSAGES), option, os.environ.get(TEXTS))
    return next((lang for lang in asked if lang in LANGUAGES), None) or _of_class(folder)


def _of_class(folder: str | None) -> str:
    if folder is None:
        return LANGUAGES[0]
    from answers.exam.settings_in_force import load_settings

    try:
        return load_settings(Path(folder)).lang
    except (CorrigeError, OSError):
        return LANGUAGES[0]
