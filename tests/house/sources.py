"""The modules of a tree, parsed but never imported: another version of the project can be measured."""

import ast
from dataclasses import dataclass
from pathlib import Path

BUILDINGS = ("answers", "solvers")

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True)
class Module:
    """One file: its dotted name, its path from the root, its text and tree, and all nodes of the tree.

    The `__init__.py` of a folder has the name of the folder.
    """

    name: str
    path: str
    text: str
    tree: ast.Module
    nodes: tuple[ast.AST, ...]

    @property
    def folder(self) -> str:
        """The dotted name of the folder it stands in."""
        return self.name if self.is_package else self.name.rpartition(".")[0]

    @property
    def is_package(self) -> bool:
        """Whether it is the `__init__.py` of a folder."""
        return self.path.endswith("__init__.py")

    @property
    def lines(self) -> int:
        """How many lines the file has."""
        return len(self.text.splitlines())


def module(path: str, text: str) -> Module:
    """Return the module of a file at `path`, relative to the root, that holds `text`."""
    parts = path.removesuffix(".py").removesuffix("/__init__").split("/")
    tree = ast.parse(text)
    return Module(".".join(parts), path, text, tree, tuple(ast.walk(tree)))


def read(root: Path) -> dict[str, Module]:
    """Return the modules of the buildings under `root`, by name."""
    paths = sorted(path for building in BUILDINGS for path in (root / building).rglob("*.py"))
    found = (module(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")) for path in paths)
    return {each.name: each for each in found}


def docstring_of(node: ast.AST) -> ast.Expr | None:
    """Return the statement that is the docstring of a module, class or function, if it has one."""
    body = getattr(node, "body", None)
    first = body[0] if isinstance(body, list) and body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        return first
    return None
