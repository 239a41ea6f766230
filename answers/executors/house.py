"""What must be the same on every machine that does work, for the results to be the same."""

import platform
from functools import cache
from hashlib import sha256
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING

from answers.assets import asset, contents

if TYPE_CHECKING:
    from collections.abc import Mapping

LIBRARIES = ("numpy", "scipy", "numba", "weasyprint", "pydyf", "tinycss2", "jinja2", "dask", "distributed")
"""Libraries that decide what comes out, or how it travels."""


def house() -> dict[str, str]:
    """Return the versions of Python and of the libraries here, and a digest of corrige's code and templates."""
    return dict(_house())


@cache
def _house() -> "Mapping[str, str]":
    from importlib.metadata import PackageNotFoundError, version

    found = {"Python": platform.python_version()}
    for library in LIBRARIES:
        try:
            found[library] = version(library)
        except PackageNotFoundError:
            found[library] = "none"
    digest = sha256()
    for folder in (files("answers"), files("solvers"), asset("templates")):
        for content in contents(folder):
            digest.update(content)
    return MappingProxyType(found | {"corrige": digest.hexdigest()[:16]})
