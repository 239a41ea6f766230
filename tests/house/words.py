"""What the code says of itself: docstrings, sources, types; and where it says "trust me"."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from tests.house.sources import DEFINITIONS, Module, comments, docstring_of, public

SOURCE = re.compile(r"^\s*Source:", re.MULTILINE)
GENERIC = {"tuple", "list", "dict", "set", "frozenset", "type"}


def undocumented(module: Module) -> list[str]:
    """Return the public functions, classes and methods without a docstring."""
    return [_place(module, node) for node in public(module) if not docstring_of(node)]


def unsourced(module: Module, *, with_module: bool = False) -> list[str]:
    """Return the public functions and classes at the top of a module whose docstring has no line "Source: …".

    With `with_module` a line in the docstring of the module is enough.
    """
    if with_module and _has_source(module.tree):
        return []
    return [_place(module, node) for node in public_at_top(module) if not _has_source(node)]


def public_at_top(module: Module) -> list[ast.stmt]:
    """Return the public functions and classes of a module, without the methods."""
    return [each for each in module.tree.body if isinstance(each, DEFINITIONS) and not each.name.startswith("_")]


def any_uses(module: Module) -> int:
    """Return how often `Any` is written, its import apart, annotations between quotes too."""
    bare = sum("Any" in (getattr(node, "id", None), getattr(node, "attr", None)) for node in module.nodes)
    return bare + sum(len(re.findall(r"\bAny\b", text)) for text in _quoted_annotations(module))


def casts(module: Module) -> int:
    """Return how often `cast` is called."""
    calls = (node.func for node in module.nodes if isinstance(node, ast.Call))
    return sum(ast.unparse(function) in ("cast", "typing.cast") for function in calls)


def comments_with(module: Module, words: str) -> int:
    """Return how many comments hold `words`, such as "type: ignore"."""
    return sum(words in comment for comment in comments(module))


def repeated_aliases(modules: Iterable[Module]) -> list[tuple[str, int]]:
    """Return the names of types that several modules define, each with how many do."""
    places: defaultdict[str, set[str]] = defaultdict(set)
    for module in modules:
        for statement in module.tree.body:
            name = _alias(statement)
            if name:
                places[name].add(module.name)
    return sorted((name, len(found)) for name, found in places.items() if len(found) > 1)


def _quoted_annotations(module: Module) -> Iterator[str]:
    fields = (getattr(node, field, None) for node in module.nodes for field in ("annotation", "returns"))
    for node in (node for annotation in fields if isinstance(annotation, ast.expr) for node in ast.walk(annotation)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _alias(statement: ast.stmt) -> str | None:
    """Return the name that ``X = tuple[...]``, ``X = A | B`` or ``X: TypeAlias = …`` gives to a type."""
    if isinstance(statement, ast.AnnAssign) and ast.unparse(statement.annotation).endswith("TypeAlias"):
        return ast.unparse(statement.target)
    if isinstance(statement, ast.Assign) and _is_type(statement.value):
        return ast.unparse(statement.targets[0])
    return None


def _is_type(node: ast.expr) -> bool:
    if isinstance(node, ast.Subscript):
        base = ast.unparse(node.value).rpartition(".")[2]
        return base in GENERIC or (base[0].isupper() and not base.isupper())
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _is_type(node.left) or _is_type(node.right)
    return False


def _has_source(node: ast.AST) -> bool:
    if not isinstance(node, (ast.Module, *DEFINITIONS)):
        return False
    return bool(SOURCE.search(ast.get_docstring(node) or ""))


def _place(module: Module, node: ast.AST) -> str:
    return f"{module.path}:{getattr(node, 'lineno', 1)} {getattr(node, 'name', '')}"
