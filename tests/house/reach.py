"""What nothing leads to: modules that no command imports, public functions that no living code names."""

import ast
import re
from collections.abc import Iterator, Mapping

from tests.house.imports import Modules, import_graph, reachable, targets
from tests.house.sources import BUILDINGS, DEFINITIONS, Definition, Module

COMMAND = ("answers.cli.app", "main")
# A decorator that only wraps: any other may put the function where code finds it without its name (a command, a
# question of an exam).
WRAPS = {"cache", "cached_property", "contextmanager", "dataclass", "jit", "lru_cache", "njit", "overload", "wraps"}

LOADERS = {"import_module", "find_spec"}
PREFIXES = tuple(f"{building}." for building in BUILDINGS)

Node = tuple[str, str]
RUN = ""  # the code that runs when a module is imported


def living_modules(modules: Modules) -> set[str]:
    """Return what the command line imports, going on from the modules that strings of living modules name.

    A string names a module as "a.b.c", as "a.b.c:attribute", or with holes, as f"answers.{name}.c"; what
    `import_module` is given may begin with a hole, as f"{package}.exam", and names every module that fits.
    """
    graph = import_graph(modules)
    alive, found = set[str](), {COMMAND[0]} & modules.keys()
    while found - alive:
        alive |= reachable(graph, found)
        patterns = [pattern for name in alive for pattern in _module_patterns(modules[name])]
        found = {name for name in modules if any(pattern.fullmatch(name) for pattern in patterns)}
    return alive


def unreachable_modules(modules: Modules, alive: set[str]) -> list[str]:
    """Return the modules that are not `alive`, packages apart."""
    return [name for name, each in modules.items() if name not in alive and not each.is_package]


def unreachable_functions(modules: Modules, alive: set[str]) -> list[str]:
    """Return the public functions and classes of living modules that no living code names.

    A method is as alive as its class. A name asked for by `getattr` or by a loader is alive where some string is equal
    to it or ends in ":" and it.
    """
    uses = {node: used for name in sorted(alive) for node, used in _uses(modules[name], modules).items()}
    named = _asked_for(modules[name] for name in alive)
    start = [node for node in uses if node[1] == RUN or node == COMMAND or node[1] in named]
    living = reachable({node: frozenset(used & uses.keys()) for node, used in uses.items()}, start)
    return [
        f"{each.path}:{node.lineno} {node.name}"
        for each in modules.values()
        if each.name in alive
        for node in each.tree.body
        if isinstance(node, DEFINITIONS) and not node.name.startswith("_") and (each.name, node.name) not in living
    ]


def _module_patterns(module: Module) -> Iterator[re.Pattern[str]]:
    loaded = {call.args[0] for call in module.nodes if isinstance(call, ast.Call) and _loads(call)}
    for node in module.nodes:
        parts = node.values if isinstance(node, ast.JoinedStr) else [node]
        first = parts[0].value if parts and isinstance(parts[0], ast.Constant) else None
        if node in loaded or (isinstance(first, str) and first.startswith(PREFIXES)):
            text = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[\w.]+" for part in parts]
            yield re.compile("".join(text).partition(":")[0])


def _loads(call: ast.Call) -> bool:
    return _dotted(call.func).rpartition(".")[2] in LOADERS and isinstance(call.args[0], (ast.Constant, ast.JoinedStr))


def _asked_for(modules: Iterator[Module]) -> set[str]:
    strings = (node.value for each in modules for node in each.nodes if isinstance(node, ast.Constant))
    return {text.rpartition(":")[2] for text in strings if isinstance(text, str)}


def _uses(module: Module, modules: Modules) -> dict[Node, set[Node]]:
    """Return what each function and class of a module, and the code run when it is imported, names."""
    scope = _scope(module, modules)
    found: dict[Node, set[Node]] = {(module.name, RUN): set()}
    for statement in module.tree.body:
        node = (module.name, statement.name if isinstance(statement, DEFINITIONS) else RUN)
        found.setdefault(node, set()).update(_named(statement, scope))
        if isinstance(statement, DEFINITIONS) and _registered(statement):
            found[module.name, RUN].add(node)
    return found


def _scope(module: Module, modules: Modules) -> dict[str, Node]:
    """Return what the global names of a module stand for: (module, attribute), or (module, "") for a whole module."""
    own = {node.name: (module.name, node.name) for node in module.tree.body if isinstance(node, DEFINITIONS)}
    return own | {name: _first(target, attribute, modules) for target, attribute, name in targets(module, modules)}


def _first(target: str, attribute: str | None, modules: Modules) -> Node:
    """What a name stands for where it was imported from: a module, if that one handed a module on."""
    handed = {name: at for at, of, name in targets(modules[target], modules) if not of} if target in modules else {}
    return (handed[attribute], RUN) if attribute in handed else (target, attribute or RUN)


def _named(tree: ast.AST, scope: Mapping[str, Node]) -> Iterator[Node]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in scope:
            yield scope[node.id]
        elif isinstance(node, ast.Attribute):
            owner = scope.get(_dotted(node.value))
            if owner and owner[1] == RUN:
                yield owner[0], node.attr


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return f"{_dotted(node.value)}.{node.attr}" if isinstance(node, ast.Attribute) else ""


def _registered(definition: Definition) -> bool:
    calls = [each.func if isinstance(each, ast.Call) else each for each in definition.decorator_list]
    return any(ast.unparse(each).rpartition(".")[2] not in WRAPS for each in calls)
