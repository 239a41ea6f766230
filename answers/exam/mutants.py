"""List the mutations to try on the code of a question: mistakes in one place, as students' programs have them."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeAlias, TypeVar

from answers.errors import CorrigeError
from answers.exam.location import ExamLocation
from answers.exam.mutation import RESULT, ClassMistake, ExamCode, Executed, Mutation, Types

T = TypeVar("T")
COMPARISONS: Mapping[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq, ast.LtE, ast.GtE),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OPERATIONS: Mapping[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add, ast.FloorDiv),
    ast.FloorDiv: (ast.Mult,),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.Pow: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.BitAnd: (ast.BitOr, ast.BitXor),
    ast.BitOr: (ast.BitAnd, ast.BitXor),
    ast.BitXor: (ast.BitOr, ast.BitAnd),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
}
NAMES: Mapping[str, tuple[str, ...]] = {
    "min": ("max",),
    "max": ("min", "sum"),
    "sum": ("max",),
    "minimum": ("maximum",),
    "maximum": ("minimum",),
    "argmin": ("argmax",),
    "argmax": ("argmin",),
    "any": ("all",),
    "all": ("any",),
    "logical_and": ("logical_or",),
    "logical_or": ("logical_and",),
    "union": ("intersection",),
    "intersection": ("union",),
    "issubset": ("issuperset",),
    "issuperset": ("issubset",),
    "combinations": ("permutations",),
    "permutations": ("combinations",),
    "floor": ("ceil",),
    "ceil": ("floor",),
}
"""Functions and methods, each with those that a student may take for it."""
COUNTS = ("len", "sum", "count", "bit_count")
"""Functions and methods whose result a student may count one too many or too few."""
DEDUPLICATING = ("set", "frozenset", "dict.fromkeys")
"""Functions without which what is met twice counts twice."""
TRANSPARENT = ("abs", "reversed", "sorted", "set", "frozenset")
"""Functions that a student may forget to call, so that the first argument is used itself."""
LONGEST_WORD, MOST_WORDS = 12, 6
"""A text of at most `LONGEST_WORD` characters is a word; each word is replaced by at most `MOST_WORDS` others."""
MOST_VARIABLES = 8
"""Largest number of variables of a function without known types in which one variable is replaced by another."""
MOST_OTHERS = 6
"""Each constant is replaced by at most this number of others of the file."""
LEAST, MOST = -2, 128
"""Integers outside of this range are data, not bounds; only integers inside are changed by one."""
RARER = ("attribute", "constant", "variable", "word")
"""Kinds of changes that put another name or text of the code in place of one, of which there are many."""
EXACT_TYPES = frozenset(("int", "Fraction"))
"""Types of results that a student may give one too large or too small."""


Replacement: TypeAlias = tuple[ast.expr | ast.stmt, str, str]
"""A node of the syntax tree, the kind of change, and the code that replaces the node."""
SameType: TypeAlias = Mapping[str, tuple[str, ...]]
"""The variables of a function that have had a type in common with a variable, by name of the variable."""


@dataclass(frozen=True, slots=True)
class _File:
    """What a student may take for something else in the code of a file."""

    words: tuple[str, ...]
    constants: tuple[str, ...]
    attributes: Mapping[str, tuple[str, ...]]


def mutations(code: ExamCode, executed: Executed) -> Iterator[Mutation]:
    """Yield all mutations of the executed lines, in the order of the files and of the definitions in a file.

    Where the types of variables are known, a variable is replaced only by others of its type.
    """
    for file, lines in sorted(executed.lines.items()):
        yield from _mutations(code, file, lines, executed.types.get(file, {}))


def present_mistakes(location: ExamLocation, mistakes: Iterable[ClassMistake]) -> Iterator[ClassMistake]:
    """Yield the mistakes found in a class whose changes `mutations` can make in the exam's present code.

    Other changes are left out, since the store of a class that somebody else sent may contain any code.
    """
    code = ExamCode(location)
    for mistake in mistakes:
        with suppress(CorrigeError):
            definition = code.definition(mistake.mutation)
            lines = range(definition.above + 1, definition.above + len(definition.source.splitlines()) + 1)
            if mistake.mutation in _mutations(code, definition.file, frozenset(lines), None):
                yield mistake


def _mutations(
    code: ExamCode, file: str, lines: frozenset[int], types: Mapping[int, Types] | None
) -> Iterator[Mutation]:
    """Yield the mutations of some lines of a file; with `types` None, those for variables of any types."""
    trees = [definition.tree for definition in code.definitions(file)]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    words = {word for node in nodes if (word := _word(node))}
    constants = {node.id for node in nodes if isinstance(node, ast.Name) and _is_constant(node)}
    names = _File(tuple(sorted(words)), tuple(sorted(constants)), _attributes(trees))
    for definition, tree in zip(code.definitions(file), trees, strict=True):
        inside = frozenset(line - definition.above for line in lines)
        of_definition = types and {line - definition.above: variables for line, variables in types.items()}
        seen = set[tuple[object, ...]]()
        for node, operator, replacement in _replacements(tree, inside, names, of_definition):
            start = node.lineno - 1, node.col_offset
            end = (node.end_lineno or 0) - 1, node.end_col_offset or 0
            if (start, end, replacement) not in seen and replacement != ast.unparse(node):
                seen.add((start, end, replacement))
                yield Mutation(file, definition.name, operator, start, end, replacement, definition.digest)


def _attributes(trees: Iterable[ast.stmt]) -> Mapping[str, tuple[str, ...]]:
    """Return the attributes that code reads, except methods that it calls, by the object as it is written."""
    attributes = defaultdict[str, set[str]](set)
    for tree in trees:
        called = {node.func for node in ast.walk(tree) if isinstance(node, ast.Call)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and node not in called:
                attributes[ast.unparse(node.value)].add(node.attr)
    return {value: tuple(sorted(names)) for value, names in attributes.items()}


def _replacements(
    definition: ast.stmt, executed: frozenset[int], names: _File, types: Mapping[int, Types] | None
) -> Iterator[Replacement]:
    """Yield the replacements of nodes on the lines `executed`, except in annotations, texts and errors."""
    attributes = {
        **names.attributes,
        **{value: of_value for value, of_value in _attributes([definition]).items() if _root(value) == "self"},
    }
    for function in (node for node in ast.walk(definition) if isinstance(node, ast.FunctionDef)):
        first = min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])
        known, variables = types.get(first) if types is not None else None, _assigned(function)
        if known is None:
            any_other = tuple(sorted(variables)) if types is None or len(variables) <= MOST_VARIABLES else ()
            same_type, results = dict.fromkeys(variables, any_other), frozenset[str]()
        else:
            typed = {name: of_name for name in sorted(variables) if (of_name := known.get(name))}
            same_type = {name: tuple(n for n, other in typed.items() if other & own) for name, own in typed.items()}
            results = known.get(RESULT, frozenset())
        roots = (*variables, "self")
        own = {value: others for value, others in attributes.items() if _root(value) in roots or _root(value).isupper()}
        of_function = replace(names, attributes=own)
        is_exact = types is None or bool(results & EXACT_TYPES)
        flags = {
            node.test.id
            for node in ast.walk(function)
            if isinstance(node, ast.If | ast.IfExp) and isinstance(node.test, ast.Name)
        }
        for statement in _statements(function):
            # the lines of the statement itself, for a compound statement those of its head
            last = min([inner.lineno - 1 for inner in getattr(statement, "body", ())] or [statement.end_lineno or 0])
            if executed.isdisjoint(range(statement.lineno, max(last, statement.lineno) + 1)):
                continue
            yield from _of_statement(statement, flags, is_exact=is_exact)
            yield from _of_variables(statement, same_type)
            is_check = isinstance(statement, ast.If) and isinstance(statement.body[0], ast.Raise)
            for node in () if is_check else _expressions(statement):
                if isinstance(node, ast.expr):
                    yield from _of_expression(node)
                    yield from _of_names(node, of_function)


def _assigned(function: ast.FunctionDef) -> set[str]:
    nodes = [*ast.walk(function)]
    names = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return names | {node.arg for node in nodes if isinstance(node, ast.arg)} - {"self"}


def _root(value: str) -> str:
    return value.split(".", maxsplit=1)[0].split("[", maxsplit=1)[0].split("(", maxsplit=1)[0]


def _of_names(node: ast.expr, names: _File) -> Iterator[Replacement]:
    """Yield the replacements of an attribute, a constant or a short text by another one of the file."""
    if isinstance(node, ast.Attribute):
        value = ast.unparse(node.value)
        for other in (*names.attributes.get(value, ()), *NAMES.get(node.attr, ())):
            if other != node.attr:
                yield node, "attribute", f"{value}.{other}"
    elif isinstance(node, ast.Name) and _is_constant(node):
        for other in [other for other in names.constants if other != node.id][:MOST_OTHERS]:
            yield node, "constant", other
    elif word := _word(node):
        for other in [other for other in names.words if other != word][:MOST_WORDS]:
            yield node, "word", repr(other)


def _is_constant(node: ast.Name) -> bool:
    return len(node.id) > 1 and node.id.isupper() and isinstance(node.ctx, ast.Load)


def _word(node: ast.AST) -> str:
    value = node.value if isinstance(node, ast.Constant) else ""
    return value if isinstance(value, str) and 1 < len(value) <= LONGEST_WORD and value.isidentifier() else ""


def _of_variables(statement: ast.stmt, same_type: SameType) -> Iterator[Replacement]:
    """Yield replacements of a variable in a calculation, comparison, index, call or result by another variable."""
    operands = list[ast.AST | None]()
    for node in (statement, *_expressions(statement)):
        match node:
            case ast.BinOp(left, _, right) | ast.Compare(left, _, [right]):
                operands += [left, right]
            case ast.AugAssign(_, _, value) | ast.Return(value) | ast.UnaryOp(_, value):
                operands.append(value)
            case ast.Subscript(array, index, ast.Load()):
                operands += [array, index]
            case ast.Call(_, arguments):
                operands += arguments
            case ast.Tuple(elements, ast.Load()):
                operands += elements
            case ast.IfExp(_, body, alternative):
                operands += [body, alternative]
    for operand in operands:
        if isinstance(operand, ast.Name):
            for other in same_type.get(operand.id, ()):
                if other != operand.id:
                    yield operand, "variable", other


def _statements(definition: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements inside a definition that compute something."""
    for node in ast.iter_child_nodes(definition):
        if isinstance(node, ast.stmt | ast.excepthandler | ast.match_case):
            is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            is_code = not isinstance(node, ast.Raise | ast.Assert | ast.Import | ast.FunctionDef | ast.ClassDef)
            if isinstance(node, ast.stmt) and is_code and not is_text:
                yield node
            yield from _statements(node)


def _expressions(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the expressions of a statement, not those of statements inside, nor annotations and formatted texts."""
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            is_left_out = name in ("annotation", "targets") or isinstance(child, ast.JoinedStr | ast.stmt)
            if isinstance(child, ast.AST) and not is_left_out:
                yield child
                yield from _expressions(child)


def _of_statement(  # noqa: PLR0912 - a case for each kind
    node: ast.stmt, flags: Iterable[str], *, is_exact: bool
) -> Iterator[Replacement]:
    """Yield the replacements of a statement or of its condition; results are changed by one if `is_exact`."""
    match node:
        case ast.Assign([ast.Name()]):
            yield (node, "removed-statement", "pass")
        case ast.Assign([ast.Subscript() as target], value):
            yield (node, "assignment-statement", f"{ast.unparse(target)} += {ast.unparse(value)}")
            yield (node, "removed-statement", "pass")
        case ast.Assign([ast.Tuple([first, second])], value):
            swapped = ast.Assign([ast.Tuple([second, first], ast.Store())], value)
            yield (node, "exchanged-statement", ast.unparse(ast.fix_missing_locations(swapped)))
        case ast.AugAssign(target, operation, value):
            left, right = ast.unparse(target), ast.unparse(value)
            yield (node, "assignment-statement", f"{left} = {right}")
            for other in OPERATIONS.get(type(operation), ()):
                yield (node, "operation-statement", ast.unparse(ast.AugAssign(target, other(), value)))
            yield (node, "removed-statement", "pass")
        case ast.Expr(ast.Call()) | ast.Continue() | ast.Break():
            yield (node, "removed-statement", "pass")
        case ast.Return(ast.expr() as value) if is_exact and not isinstance(value, ast.Constant | ast.Tuple):
            yield from ((value, "off-by-one", ast.unparse(moved)) for moved in _by_one(value))
        case ast.For(_, iterated):
            yield from _bounds(iterated)
        case ast.If(_, [ast.Raise()], []):
            return
        case ast.If(test) | ast.While(test):
            yield (test, "condition", "False")
            for flag in sorted(flags):
                if not isinstance(test, ast.Name):
                    yield (test, "condition", f"({ast.unparse(test)}) and {flag}")
                    yield (test, "condition", f"({ast.unparse(test)}) and (not {flag})")
            if isinstance(node, ast.If):
                yield (test, "condition", "True")
            if not isinstance(test, ast.UnaryOp):
                yield (test, "condition", ast.unparse(ast.UnaryOp(ast.Not(), test)))


def _of_expression(node: ast.expr) -> Iterator[Replacement]:  # noqa: PLR0912, PLR0915 - a case for each kind
    """Yield the expressions that a mutation may put in place of an expression."""

    def changed(operator: str, *new: ast.expr) -> Iterator[Replacement]:
        for expression in new:
            yield (node, operator, ast.unparse(expression))

    match node:
        case ast.Compare(left, [operation], [right]):
            others = COMPARISONS.get(type(operation), ())
            if isinstance(right, ast.Constant) and isinstance(right.value, str):
                others = others[:1]
            yield from changed("comparison", *(ast.Compare(left, [other()], [right]) for other in others))
            if isinstance(operation, ast.Lt | ast.LtE | ast.Gt | ast.GtE) and not isinstance(right, ast.Constant):
                # the other neighbour of the bound is that of the comparison with or without equality
                moved = _by_one(right)[isinstance(operation, ast.Lt | ast.GtE)]
                yield from changed("bound", ast.Compare(left, [operation], [moved]))
        case ast.Compare(left, operations, values):
            for at, operation in enumerate(operations):
                for other in COMPARISONS.get(type(operation), ())[:1]:
                    yield from changed("comparison", ast.Compare(left, _with(operations, at, other()), values))
        case ast.BinOp(left, operation, right):
            yield from changed(
                "operation", *(ast.BinOp(left, other(), right) for other in OPERATIONS.get(type(operation), ()))
            )
            yield from changed("term-left-out", left, right)
            if isinstance(operation, ast.Sub | ast.Div | ast.FloorDiv | ast.Mod | ast.Pow | ast.LShift):
                yield from changed("exchanged", ast.BinOp(right, operation, left))
        case ast.BoolOp(operation, values):
            yield from changed("logic", ast.BoolOp(ast.And() if isinstance(operation, ast.Or) else ast.Or(), values))
            for at in range(len(values)):
                rest = _with(values, at)
                yield from changed("term-left-out", rest[0] if len(rest) == 1 else ast.BoolOp(operation, rest))
        case ast.UnaryOp(_, operand):
            yield from changed("term-left-out", operand)
        case ast.IfExp(test, body, other):
            yield from changed("condition", body, other, ast.IfExp(test, other, body))
        case ast.Constant(bool(value)):
            yield from changed("constant", ast.Constant(not value))
        case ast.Constant(int(value)) if LEAST <= value <= MOST:
            yield from changed("off-by-one", ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.Constant(float(value)) if 0 <= value <= 1:
            yield from changed("constant", ast.Constant(1 - value))
        case ast.Call(function, arguments, keywords):
            yield from _of_call(node, function, arguments, keywords)
        case ast.Name(name, ast.Load()) if name in NAMES:
            yield from changed("min-or-max", *map(ast.Name, NAMES[name]))
        case ast.Tuple(elements, ast.Load()) if 2 <= len(elements) <= 3:
            for at in range(len(elements) - 1):
                swapped = [*elements[:at], elements[at + 1], elements[at], *elements[at + 2 :]]
                yield from changed("exchanged", ast.Tuple(swapped, ast.Load()))
        case ast.Subscript(ast.Subscript(array, first), second) if not isinstance(first, ast.Slice):
            yield from changed("index", ast.Subscript(ast.Subscript(array, second), first))
        case ast.Subscript(array, ast.Slice(lower, upper, step), ast.Load()):
            slices = [ast.Slice(None, upper, step), ast.Slice(lower, None, step)]
            slices += [ast.Slice(lower, moved, step) for moved in (_by_one(upper) if upper else ())]
            slices += [ast.Slice(moved, upper, step) for moved in (_by_one(lower) if lower else ())]
            yield from changed("bound", *(ast.Subscript(array, new) for new in slices))
    match node:
        case ast.Subscript(array, index, ast.Load()) if not isinstance(index, ast.Slice | ast.Tuple | ast.Constant):
            yield from changed("off-by-one", *(ast.Subscript(array, moved) for moved in _by_one(index)))
        case ast.Subscript(array, ast.Constant(0), ast.Load()):
            yield from changed("index", ast.Subscript(array, ast.UnaryOp(ast.USub(), ast.Constant(1))))
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            for at, generator in enumerate(node.generators):
                for condition in range(len(generator.ifs)):
                    ifs = _with(generator.ifs, condition)
                    weaker = ast.comprehension(generator.target, generator.iter, ifs, generator.is_async)
                    fields = {**dict(ast.iter_fields(node)), "generators": _with(node.generators, at, weaker)}
                    yield from changed("condition-left-out", type(node)(**fields))
            for generator in node.generators:
                yield from _bounds(generator.iter)
            if isinstance(node, ast.SetComp):  # what is met twice counts twice
                yield from changed("function-left-out", ast.ListComp(node.elt, node.generators))


def _by_one(number: ast.expr) -> tuple[ast.expr, ast.expr]:
    """Return a number that is one too large, and one that is one too small."""
    return ast.BinOp(number, ast.Add(), ast.Constant(1)), ast.BinOp(number, ast.Sub(), ast.Constant(1))


def _with(nodes: list[T], at: int, *new: T) -> list[T]:
    return [*nodes[:at], *new, *nodes[at + 1 :]]


def _bounds(iterated: ast.expr) -> Iterator[Replacement]:
    """Yield what a loop runs through without its first or last element; the bounds of `range` are changed elsewhere."""
    is_range = isinstance(iterated, ast.Call) and isinstance(iterated.func, ast.Name) and iterated.func.id == "range"
    if not is_range:
        yield iterated, "bound", f"list({ast.unparse(iterated)})[1:]"
        yield iterated, "bound", f"list({ast.unparse(iterated)})[:-1]"


def _of_call(  # noqa: PLR0912 - a loop for each kind of change
    node: ast.Call, function: ast.expr, arguments: list[ast.expr], keywords: list[ast.keyword]
) -> Iterator[Replacement]:
    """Yield the calls that a mutation may put in place of a call."""

    def call(operator: str, new: list[ast.expr], named: list[ast.keyword] = keywords) -> Replacement:
        return (node, operator, ast.unparse(ast.Call(function, new, named)))

    name = function.id if isinstance(function, ast.Name) else ""
    if name == "range":
        for at, bound in enumerate(arguments[:2]):
            if not isinstance(bound, ast.Constant):
                yield from (call("bound", _with(arguments, at, moved)) for moved in reversed(_by_one(bound)))
        return
    if name in TRANSPARENT and arguments:
        yield (node, "function-left-out", ast.unparse(arguments[0]))
    if ast.unparse(function) in (*DEDUPLICATING, "sorted") and arguments:
        yield (node, "function-left-out", f"list({ast.unparse(arguments[0])})")
    if (name or getattr(function, "attr", "")) in COUNTS:
        yield from ((node, "off-by-one", ast.unparse(moved)) for moved in _by_one(node))
    if name in ("min", "max") and len(arguments) > 1:
        yield from ((node, "term-left-out", ast.unparse(argument)) for argument in arguments)
    if name == "enumerate" and len(arguments) == 1:
        yield call("off-by-one", [*arguments, ast.Constant(1)])
    for at, (first, second) in enumerate(pairwise(arguments)):
        if not isinstance(first, ast.Starred) and not isinstance(second, ast.Starred):
            yield call("exchanged", [*arguments[:at], second, first, *arguments[at + 2 :]])
    for at, argument in enumerate(arguments):
        if isinstance(argument, ast.Name | ast.Attribute | ast.BinOp | ast.Subscript):
            yield from (call("off-by-one", _with(arguments, at, moved)) for moved in _by_one(argument))
        elif isinstance(argument, ast.Tuple):  # such as the numbers of an answer, each of which may be a count
            for number in argument.elts:
                if isinstance(number, ast.Name | ast.Attribute | ast.BinOp | ast.Subscript):
                    yield from ((number, "off-by-one", ast.unparse(moved)) for moved in _by_one(number))
    for at in range(len(keywords)):
        yield call("argument-left-out", arguments, _with(keywords, at))
    if len(arguments) > 1:
        yield call("argument-left-out", arguments[:-1])


def simplicity(mutation: Mutation) -> tuple[bool, int, int]:
    """Return a sort key that puts the simplest of several mutations with equal effects first.

    Mutations of the kinds in `RARER` come last; of the others, the one with the shortest replacement comes first, then
    the one that changes the fewest lines.
    """
    return mutation.operator in RARER, len(mutation.replacement), mutation.end[0] - mutation.start[0]
