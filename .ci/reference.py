"""The pages of the site made from the code: commands, mistakes, flags, objects of the documents."""

import csv
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from typer import Context
from typer.core import TyperGroup
from typer.main import get_group

from answers.assets import shared_words
from answers.cli.app import app
from answers.cli.common.command import AnyCommand
from answers.exam.catalogue import exam_names, load_exam
from answers.exam.words import typeset
from answers.messages import set_language

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
TABLE = Path(__file__).parents[1] / "fixtures" / "laboratory.csv"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages to those of the site."""
    for lang, pages in PAGES.items():
        set_language(lang)
        made = (_command_help(get_group(app), "corrige"), _mistakes(lang), _flags(lang))
        for (path, title), lines in zip(pages, made, strict=True):
            files.append(File.generated(config, path, content="\n".join((f"# {title}\n", *lines))))
    files.append(File.generated(config, OBJECTS, content="\n".join(_objects())))
    return files


def _command_help(command: AnyCommand, name: str, parent: Context | None = None) -> Iterator[str]:
    """Yield the help of a command, then of its subcommands."""
    context = Context(command, info_name=name, parent=parent, **command.context_settings)
    yield f"## {context.command_path}\n\n```text\n{command.get_help(context)}\n```\n"
    if isinstance(command, TyperGroup):
        for subcommand in command.commands:
            yield from _command_help(command.commands[subcommand], subcommand, context)


def _mistakes(lang: str) -> Iterator[str]:
    """The sentence of each known mistake, those of a whole exam first."""
    for exam in map(load_exam, exam_names()):
        yield f"## {exam.name}\n"
        yield from (f"- **`{slug}`** {exam.words(lang).mistake(slug)}" for slug in exam.mistakes)
        yield ""


def _flags(lang: str) -> Iterator[str]:
    """What each flag of a paper and each note of an item says and means."""
    words = shared_words(lang)
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
