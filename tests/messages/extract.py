"""The sentences that corrige says, found in its code: what stands in `templates/messages/*.po`."""

import ast
import errno
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from typer.main import get_command

from answers.cli.app import app
from answers.cli.common.command import PLACES, paragraphs

ROOT = Path(__file__).parents[2]
MADE = {"Message", "Sentence", "Refusal", "Phrase", "ForfeitError"}
"""Called with a template."""
TELLING = {"say", "tell", "told", "working", "counting", "ask", "ask_number", "table", "Tabular", "Problem", "Law"}
"""Functions called with sentences as they are; braces in them are braces."""
METHODS = {"one", "wrong"}
"""Methods called so."""
WORDS = {"cause", "place", "remedy"}
"""Arguments by name that are sentences."""
TABLES = {"TEMPLATES", "HEADINGS", "NOTES"}
"""Tables of templates: the values of a mapping, or all of a tuple."""
REFUSALS = (
    errno.EACCES, errno.EEXIST, errno.EISDIR, errno.ELOOP, errno.ENAMETOOLONG, errno.ENOENT, errno.ENOSPC,
    errno.ENOTDIR, errno.EPERM, errno.EROFS, errno.EINVAL, errno.EMFILE, errno.EIO,
)  # fmt: skip
"""What a system refuses, in its own words."""

Found = dict[str, tuple[str, list[str]]]
"""The plural (or nothing) and the places of each sentence."""


@cache
def extracted() -> Found:
    """Return every sentence of the code and of the help."""
    found: Found = {}
    for path in sorted((ROOT / "answers").rglob("*.py")) + sorted((ROOT / "solvers").rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        for text, plural, line in _of_tree(tree):
            if any(letter.isalpha() for letter in _outside(text)) or set(":;") & set(text):
                found.setdefault(text, (plural, []))[1].append(f"{path.relative_to(ROOT)}:{line}")
    for number in REFUSALS:
        found.setdefault(os.strerror(number).lower(), ("", []))[1].append("system")
    for name, text in _helps(get_command(app), "corrige"):
        found.setdefault(_escaped(text), ("", []))[1].append(name)
    return found


def _of_tree(tree: ast.Module) -> Iterator[tuple[str, str, int]]:
    constants = {
        target.id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for name in sorted(TABLES & constants.keys()):
        table = constants[name]
        values = table.values if isinstance(table, ast.Dict) else getattr(table, "elts", [])
        yield from ((text, "", table.lineno) for value in values for text in _texts(value, {}))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _of_call(node, constants)


def _of_call(node: ast.Call, constants: dict[str, ast.expr]) -> Iterator[tuple[str, str, int]]:
    name, method = getattr(node.func, "id", ""), getattr(node.func, "attr", "")
    if node.args and (name in MADE or (name in {"say", "tell", "working"} and node.keywords)):
        plural = next((text for one in node.keywords if one.arg == "plural" for text in _texts(one.value, {})), "")
        yield from ((text, plural, node.lineno) for text in _texts(node.args[0], {}))
    elif name in TELLING or method in METHODS:
        told = [
            *(node.args[1:] if name == "Law" else node.args),
            *(one.value for one in node.keywords if one.arg in WORDS),
        ]
        yield from ((_escaped(text), "", node.lineno) for one in told for text in _texts(one, constants))


def _texts(node: ast.expr, constants: dict[str, ast.expr]) -> Iterator[str]:
    """The sentences that an argument may be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body, constants)
        yield from _texts(node.orelse, constants)
    elif isinstance(node, ast.Tuple | ast.List):
        for one in node.elts:
            yield from _texts(one, constants)
    elif isinstance(node, ast.Name) and node.id in constants:
        yield from _texts(constants[node.id], {})


def _helps(command: Any, name: str) -> Iterator[tuple[str, str]]:
    """The help of a command, of its options, and of the commands below it."""
    for one in (command, *command.params):
        for text in paragraphs(getattr(one, "help", None) or ""):
            if text:
                yield f"{name} --help", text
        yield from ((f"{name} --help", word) for word in PLACES.findall(getattr(one, "metavar", None) or ""))
    yield f"{name} --help", "Show this message and exit."
    for below, inner in getattr(command, "commands", {}).items():
        yield from _helps(inner, f"{name} {below}")


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _outside(template: str) -> str:
    """A template without what stands in braces."""
    return "".join(part.rpartition("}")[2] for part in template.split("{"))
