"""The pages of the site that say every command: what `--help` prints of each, in both languages; a hook of MkDocs."""

from collections.abc import Iterator

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from typer import Context
from typer.core import TyperGroup
from typer.main import get_group

from answers.cli.app import app
from answers.cli.common.command import Made
from answers.messages import speak

PAGES = {"fr": ("fr/commandes.md", "Toutes les commandes"), "en": ("en/commands.md", "Every command")}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add a page of each language to those of the site."""
    for lang, (path, title) in PAGES.items():
        speak(lang)
        content = "\n".join((f"# {title}\n", *_told(get_group(app), "corrige")))
        files.append(File.generated(config, path, content=content))
    return files


def _told(command: Made, name: str, parent: Context | None = None) -> Iterator[str]:
    """The help of a command, then those of its own."""
    context = Context(command, info_name=name, parent=parent, **command.context_settings)
    yield f"## {context.command_path}\n\n```text\n{command.get_help(context)}\n```\n"
    if isinstance(command, TyperGroup):
        for own in command.commands:
            yield from _told(command.commands[own], own, context)
