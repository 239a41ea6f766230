"""Methods by which Babel finds the sentences that corrige says: `[tool.babel]` in pyproject.toml names them."""

import ast
import errno
import os
from collections.abc import Iterator, Mapping
from typing import IO, Any

from typer.main import get_command

from answers.cli.app import app
from answers.cli.common.command import PLACEHOLDERS, paragraphs

MADE = {"Message", "Sentence", "InvalidInput", "Translatable", "ForfeitError"}
"""Called with a template."""
TELLING = {
    "print_message", "print_line", "translate", "working", "counting", "ask", "ask_number", "table", "Tabular",
    "Problem", "refusal", "outdated",
}  # fmt: skip
"""Functions called with sentences as they are; braces in them are braces."""
METHODS = {"single", "wrong"}
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

Found = Iterator[tuple[int, str | None, str | tuple[str, str], list[str]]]
"""The line, the function by which Babel knows that there is a plural, the sentence, and comments."""


def sentences(file: IO[bytes], *_: object, **__: object) -> Found:
    """Find the sentences of a module."""
    for text, plural, line in _of_tree(ast.parse(file.read())):
        is_option = text.startswith("--") and " " not in text  # the place of a problem
        if not is_option and (any(letter.isalpha() for letter in _outside(text)) or set(":;") & set(text)):
            yield (line, "ngettext", (text, plural), []) if plural else (line, None, text, [])


def helps(*_: object, **__: object) -> Found:
    """Find the help of all commands, and what a system says that refuses."""
    for text in map(os.strerror, REFUSALS):
        yield 0, None, text.lower(), []
    for text in _helps(get_command(app)):
        yield 0, None, _escaped(text), []


def _of_tree(tree: ast.Module) -> Iterator[tuple[str, str, int]]:
    constants: dict[str, ast.List] = {}  # all values that a name has anywhere in the module
    for node in ast.walk(tree):
        for target in node.targets if isinstance(node, ast.Assign) else ():
            if isinstance(target, ast.Name):
                before = constants.get(target.id, ast.List([]))
                constants[target.id] = ast.List([*before.elts, node.value])
    for name in sorted(TABLES & constants.keys()):
        for table in constants[name].elts:
            values = table.values if isinstance(table, ast.Dict) else getattr(table, "elts", [])
            yield from ((text, "", table.lineno) for value in values for text in _texts(value, {}))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _of_call(node, constants)


def _of_call(node: ast.Call, constants: Mapping[str, ast.expr]) -> Iterator[tuple[str, str, int]]:
    name, method = getattr(node.func, "id", ""), getattr(node.func, "attr", "")
    if node.args and (name in MADE or (name in {"print_message", "print_line", "working"} and node.keywords)):
        plural = next(
            (text for keyword in node.keywords if keyword.arg == "plural" for text in _texts(keyword.value, {})), ""
        )
        yield from ((text, plural, node.lineno) for text in _texts(node.args[0], {}))
    elif name in TELLING or method in METHODS:
        messages = [*node.args, *(keyword.value for keyword in node.keywords if keyword.arg in WORDS)]
        yield from ((_escaped(text), "", node.lineno) for one in messages for text in _texts(one, constants))


def _texts(node: ast.expr, constants: Mapping[str, ast.expr]) -> Iterator[str]:
    """The sentences that an argument may be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body, constants)
        yield from _texts(node.orelse, constants)
    elif isinstance(node, ast.Tuple | ast.List):
        for elt in node.elts:
            yield from _texts(elt, constants)
    elif isinstance(node, ast.Name) and node.id in constants:
        yield from _texts(constants[node.id], {})


def _helps(command: Any) -> Iterator[str]:
    """The help of a command, of its options, and of the commands below it."""
    for item in (command, *command.params):
        yield from filter(None, paragraphs(getattr(item, "help", None) or ""))
        yield from PLACEHOLDERS.findall(getattr(item, "metavar", None) or "")
    yield "Show this message and exit."
    for below in getattr(command, "commands", {}).values():
        yield from _helps(below)


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _outside(template: str) -> str:
    """A template without what stands in braces."""
    return "".join(part.rpartition("}")[2] for part in template.split("{"))
