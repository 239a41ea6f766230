"""What a teacher may choose: environment, then the nearest `corrige.toml`, then the user's own, then defaults."""

import os
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from answers.errors import CorrigeError, Problem, did_you_mean
from answers.files import read_limited

FILE_NAME = "corrige.toml"
MAX_BYTES = 1_000_000


def _as_written(value: object) -> object:
    """Decimal numbers of a TOML file are exact: 0.1 is one tenth."""
    return str(value) if isinstance(value, float) else value


Amount = Annotated[Fraction, BeforeValidator(_as_written), Field(ge=0, le=1_000_000)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ToleranceSetting(_Model):
    """A tolerance such as ``{ absolute = 0.05 }`` or ``{ relative = 0.02 }``."""

    absolute: Amount = Fraction(0)
    relative: Amount = Fraction(0)


class ExamSettings(_Model):
    """Choices for one exam; the keys of `points` and `tolerance` are questions ("7") or parts ("7a").

    `all_or_nothing` lists questions and parts whose items earn nothing unless all are right, or is true or false for
    all; without it the exam decides.
    """

    points: dict[str, Amount] = {}
    tolerance: dict[str, ToleranceSetting] = {}
    all_or_nothing: bool | tuple[str, ...] | None = None


class Settings(_Model):
    """Everything that can be chosen. `secret` keys the digest printed on the sheets."""

    lang: Literal["fr", "en"] = "fr"
    secret: str = ""
    exam: str | None = None
    exams: dict[str, ExamSettings] = {}


def load_settings(folder: Path) -> Settings:
    """Return the settings in force in `folder`.

    Each key comes from the environment (CORRIGE_LANG, CORRIGE_SECRET), else from the nearest `corrige.toml` in
    `folder` or above, else from the user's configuration folder, else from the defaults.

    Raises
    ------
    CorrigeError
        If a file is not TOML, or has unknown or ill-typed keys: all of them together.
    """
    paths = [path for path in (_user_file(), _nearest(folder.resolve())) if path is not None]
    chosen: dict[str, Any] = {}
    for path in paths:
        chosen |= _read(path).model_dump(exclude_unset=True)
    from_environment = {key: os.environ[name] for key, name in _variables() if os.environ.get(name)}
    return _validated({**chosen, **from_environment}, "environment")


def _variables() -> list[tuple[str, str]]:
    return [("lang", "CORRIGE_LANG"), ("secret", "CORRIGE_SECRET")]


def _user_file() -> Path | None:
    home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    path = home / "corrige" / FILE_NAME
    return path if path.is_file() else None


def _nearest(folder: Path) -> Path | None:
    candidates = (parent / FILE_NAME for parent in (folder, *folder.parents))
    return next((path for path in candidates if path.is_file()), None)


def _read(path: Path) -> Settings:
    try:
        document = tomllib.loads(read_limited(path, MAX_BYTES).decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # not UTF-8, not TOML, or a number of thousands of digits
        raise CorrigeError.one(f"is not valid TOML: {error}", place=str(path), remedy="mend that line") from error
    return _validated(document, str(path))


def _validated(document: Mapping[str, Any], place: str) -> Settings:
    try:
        return Settings.model_validate(document)
    except ValidationError as error:
        raise CorrigeError(_problem(dict(detail), place) for detail in error.errors()) from error


def _problem(detail: dict[str, Any], place: str) -> Problem:
    *parents, key = map(str, detail["loc"])
    where = f"{place}, {'.'.join((*parents, key))}"
    if detail["type"] == "extra_forbidden":
        return Problem(f"unknown key {key!r}", where, did_you_mean(key, _known_keys(parents)))
    return Problem(detail["msg"], where, f"got {detail['input']!r}")


def _known_keys(parents: list[str]) -> list[str]:
    """Keys that may stand at a depth: settings, one exam's settings, one tolerance."""
    models: dict[int, type[BaseModel]] = {0: Settings, 2: ExamSettings, 4: ToleranceSetting}
    return list(models.get(len(parents), Settings).model_fields)
