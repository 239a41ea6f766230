"""The Jinja environment of an exam: its own templates under exams/<its name>/, the house's under all other names."""

import os
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from answers.assets import asset
from answers.exam.formula import formula, math
from answers.exam.home import Home
from answers.exam.store_folder import store_folder
from answers.kinds.numbers.format import MINUS, format_decimal

if TYPE_CHECKING:
    from jinja2 import BytecodeCache, Environment

OWN = "exam/"
"""Templates of the exam itself are asked for as "exam/fr.html", wherever it lives."""


@cache
def environment(home: Home) -> "Environment":
    """Return the environment that renders the templates of an exam; not to be changed by the caller.

    What is not marked as safe is escaped, and a name that is not defined is an error. No file outside the exam's
    templates and the house's is ever opened.
    """
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    made = Environment(
        loader=FunctionLoader(lambda name: _source(home, name)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=_kept_templates(home),
    )
    made.filters.update(decimal=format_decimal, signed=_signed, together=_together, zip=zip)
    made.globals.update(math=math, formula=formula)
    return made


def _kept_templates(home: Home) -> "BytecodeCache | None":
    """Where compiled templates are kept, as compiled modules are: compiling them takes longer than a sheet."""
    from jinja2 import FileSystemBytecodeCache

    folder = store_folder() / "templates"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    if not os.access(folder, os.W_OK):
        return None
    # Two exams may have templates of one name; a template that has changed is noticed by its checksum.
    owner = sha256(f"{home.package} {home.templates}".encode()).hexdigest()[:12]
    return FileSystemBytecodeCache(str(folder), f"{owner}-%s.cache")


def _source(home: Home, name: str) -> "tuple[str, str, None] | None":
    """Text of a template and the file it stands in, for errors to name it; None tells Jinja that there is none."""
    from jinja2.loaders import split_template_path

    own = name.startswith(OWN)
    steps = split_template_path(name.removeprefix(OWN))
    file = home.templates.joinpath(*steps) if own else asset("templates", *steps)
    return (file.read_text("utf-8"), str(file), None) if file.is_file() else None


def _signed(number: int) -> str:
    return str(number).replace("-", MINUS)


def _together(items: Iterable[object], mark: str = " ") -> str:
    """Join items by no-break spaces, so that no line ends between them."""
    return mark.replace(" ", "\N{NO-BREAK SPACE}").join(map(str, items))
