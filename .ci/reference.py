"""The pages of the site made from the code: commands, mistakes, flags, objects of the documents, what authors call."""

import csv
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from textwrap import dedent
from types import FunctionType

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from typer import Context
from typer.core import TyperGroup
from typer.main import get_group

from answers.assets import house_words
from answers.cli.app import app
from answers.cli.common.command import Made
from answers.exam.catalogue import exam_names, load_exam
from answers.exam.words import typeset
from answers.messages import speak

PAGES = {
    "fr": (
        ("fr/commandes.md", "Toutes les commandes"),
        ("fr/erreurs.md", "Les erreurs connues"),
        ("fr/remarques.md", "Tous les signalements"),
    ),
    "en": (
        ("en/commands.md", "Every command"),
        ("en/mistakes.md", "Known mistakes"),
        ("en/flags.md", "Every flag and note"),
    ),
}
OBJECTS = "documents.md"
AUTHORS = "authors.md"
CALLED = {
    "answers.exam.draw": ("Draw.integer", "Draw.choice", "Draw.sample", "Draw.until"),
    "answers.exam.exam": ("Exam",),
    "answers.exam.question": (
        "question",
        *(f"Declaration.{name}" for name in ("accepts", "mistake", "retold", "variants", "remarks", "drawing")),
        *("Declaration.steps", "Declaration.worked", "questions_of", "Given", "Solution", "Case", "Part"),
        *("drawn_otherwise", "Misreading", "Oral"),
    ),
    "answers.exam.subject": ("Subject",),
    "answers.exam.document": ("Document",),
    "answers.kinds.numbers.numbers": ("integers", "probabilities", "Numbers"),
    "answers.kinds.numbers.domain": ("Domain",),
    "answers.kinds.tolerance": ("Tolerance",),
}
TABLE = Path(__file__).parents[1] / "fixtures" / "laboratory.csv"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages to those of the site."""
    for lang, pages in PAGES.items():
        speak(lang)
        made = (_told(get_group(app), "corrige"), _mistakes(lang), _flags(lang))
        for (path, title), lines in zip(pages, made, strict=True):
            files.append(File.generated(config, path, content="\n".join((f"# {title}\n", *lines))))
    files.append(File.generated(config, OBJECTS, content="\n".join(_objects())))
    files.append(File.generated(config, AUTHORS, content="\n".join(_called())))
    return files


def _told(command: Made, name: str, parent: Context | None = None) -> Iterator[str]:
    """The help of a command, then those of its own."""
    context = Context(command, info_name=name, parent=parent, **command.context_settings)
    yield f"## {context.command_path}\n\n```text\n{command.get_help(context)}\n```\n"
    if isinstance(command, TyperGroup):
        for own in command.commands:
            yield from _told(command.commands[own], own, context)


def _mistakes(lang: str) -> Iterator[str]:
    """The sentence of each known mistake, those of a whole exam first."""
    for exam in map(load_exam, exam_names()):
        yield f"## {exam.name}\n"
        yield from (f"- **`{slug}`** {exam.words(lang).mistake(slug)}" for slug in exam.mistakes)
        yield ""


def _flags(lang: str) -> Iterator[str]:
    """What each flag of a paper and each note of an item says and means."""
    words = house_words(lang)
    for slug, meaning in words["meanings"].items():
        says = words["slugs"][slug].replace("{}", "…").removesuffix(".")
        yield f"- **`{slug.rstrip(':-')}`** {typeset(f'{says}. {meaning}', lang)}"


def _objects() -> Iterator[str]:
    """The table of each document: an item, and the commands that have it."""
    yield "# Every object of the documents\n"
    with TABLE.open(encoding="utf-8", newline="") as stream:
        for name, rows in groupby(csv.DictReader(stream), lambda row: row["document"]):
            yield f"## {name}\n\n| item | command |\n|---|---|"
            for item, same in groupby(rows, lambda row: row["item"]):
                yield f"| {item} | {', '.join('`' + row['command'] + '`' for row in same)} |"
            yield ""


def _called() -> Iterator[str]:
    """What an exam calls, each as its source begins."""
    yield "# Author's reference\n"
    for module, names in CALLED.items():
        yield f"## {module}\n"
        for name in names:
            begins = _beginning(attrgetter(name)(import_module(module)))
            yield f"### {name.rpartition('.')[2]}\n\n```python\n{begins.rstrip()}\n```\n"


def _beginning(thing: type | FunctionType) -> str:
    """The source of a function up to its body, of a class up to its first method."""
    source = dedent(inspect.getsource(thing))
    if inspect.isclass(thing):
        return re.split(r"\n    (?:def |@)", source)[0]
    return '"""'.join((*source.split('"""')[:2], ""))
