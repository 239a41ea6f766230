"""List the mutations to try on the code of a question: mistakes in one place, as students' programs have them."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import pairwise
from typing import TypeAlias

from answers.errors import CorrigeError
from answers.exam.location import ExamLocation
from answers.exam.mutation import ClassMistake, ExamCode, ExecutedLines, Mutation

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
    ast.Div: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.BitAnd: (ast.BitOr, ast.BitXor),
    ast.BitOr: (ast.BitAnd, ast.BitXor),
    ast.BitXor: (ast.BitOr, ast.BitAnd),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
}
NAMES: Mapping[str, str] = {
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "combinations": "permutations",
    "permutations": "combinations",
    "floor": "ceil",
    "ceil": "floor",
}
TRANSPARENT = ("abs", "reversed", "sorted", "set", "frozenset")
"""Functions that a student may forget to call, so that the first argument is used itself."""
LONGEST_WORD, MOST_WORDS = 12, 6
"""A text of at most `LONGEST_WORD` characters is a word; each word is replaced by at most `MOST_WORDS` others."""
MOST_VARIABLES = 8
"""Largest number of variables in a definition in which one variable is replaced by another."""
LEAST, MOST = -2, 16
"""Integers outside of this range are data, not bounds; only integers inside are changed by one."""


Replacement: TypeAlias = tuple[ast.expr | ast.stmt, str, str]
"""A node of the syntax tree, the kind of change, and the code that replaces the node."""


def mutations(code: ExamCode, lines: ExecutedLines) -> Iterator[Mutation]:
    """Yield all mutations of the executed lines, in the order of the files and of the definitions in a file."""
    for file, executed in sorted(lines.items()):
        trees = [definition.tree for definition in code.definitions(file)]
        words = sorted({word for tree in trees for node in ast.walk(tree) if (word := _word(node))})
        for definition in code.definitions(file):
            inside = frozenset(line - definition.above for line in executed)
            seen = set[tuple[object, ...]]()
            for node, operator, replacement in _replacements(definition.tree, inside, words):
                start = node.lineno - 1, node.col_offset
                end = (node.end_lineno or 0) - 1, node.end_col_offset or 0
                if (start, end, replacement) not in seen and replacement != ast.unparse(node):
                    seen.add((start, end, replacement))
                    yield Mutation(file, definition.name, operator, start, end, replacement, definition.digest)


def present_mistakes(location: ExamLocation, mistakes: Iterable[ClassMistake]) -> Iterator[ClassMistake]:
    """Yield the mistakes found in a class whose changes `mutations` can make in the exam's present code.

    Other changes are left out, since the store of a class that somebody else sent may contain any code.
    """
    code = ExamCode(location)
    for mistake in mistakes:
        with suppress(CorrigeError):
            definition = code.definition(mistake.mutation)
            lines = range(definition.above + 1, definition.above + len(definition.source.splitlines()) + 1)
            if mistake.mutation in mutations(code, {definition.file: frozenset(lines)}):
                yield mistake


def _replacements(definition: ast.stmt, executed: frozenset[int], words: Iterable[str]) -> Iterator[Replacement]:
    """Yield the replacements of nodes on the lines `executed` of a definition, except in annotations, texts and errors.

    `words` are the short texts of the file, such as names of strategies.
    """
    flags, attributes = _flags_and_attributes(definition)
    nodes = [*ast.walk(definition)]
    names = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    names |= {node.arg for node in nodes if isinstance(node, ast.arg)} - {"self"}
    variables = sorted(names) if len(names) <= MOST_VARIABLES else []
    for statement in _statements(definition):
        # the lines of the statement itself, for a compound statement those of its head
        last = min([inner.lineno - 1 for inner in getattr(statement, "body", ())] or [statement.end_lineno or 0])
        if executed.isdisjoint(range(statement.lineno, max(last, statement.lineno) + 1)):
            continue
        yield from _of_statement(statement, flags)
        yield from _of_variables(statement, variables)
        is_check = isinstance(statement, ast.If) and isinstance(statement.body[0], ast.Raise)
        for node in () if is_check else _expressions(statement):
            if isinstance(node, ast.expr):
                yield from _of_expression(node)
            if isinstance(node, ast.Attribute):
                for other in sorted(attributes[ast.unparse(node.value)] - {node.attr}):
                    yield node, "attribute", f"{ast.unparse(node.value)}.{other}"
            if isinstance(node, ast.Constant) and (word := _word(node)):
                for other in [other for other in words if other != word][:MOST_WORDS]:
                    yield node, "word", repr(other)


def _word(node: ast.AST) -> str:
    """Return the text of a constant that is a short word, such as the name of a strategy; else ""."""
    value = node.value if isinstance(node, ast.Constant) else ""
    return value if isinstance(value, str) and 1 < len(value) <= LONGEST_WORD and value.isidentifier() else ""


def _of_variables(statement: ast.stmt, variables: Iterable[str]) -> Iterator[Replacement]:
    """Yield replacements of each operand of a calculation or comparison by another variable of the function."""
    operands = []
    for node in (statement, *_expressions(statement)):
        match node:
            case ast.BinOp(left, _, right) | ast.Compare(left, _, [right]):
                operands += [left, right]
            case ast.AugAssign(_, _, value):
                operands.append(value)
    for operand in operands:
        if isinstance(operand, ast.Name):
            for other in variables:
                if other != operand.id:
                    yield operand, "variable", other


def _flags_and_attributes(definition: ast.stmt) -> tuple[set[str], Mapping[str, set[str]]]:
    """Return the names that are conditions in a definition, and the attributes that it reads, by their object."""
    flags, attributes = set(), defaultdict[str, set[str]](set)
    called = {node.func for node in ast.walk(definition) if isinstance(node, ast.Call)}
    for node in ast.walk(definition):
        if isinstance(node, ast.If | ast.IfExp) and isinstance(node.test, ast.Name):
            flags.add(node.test.id)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and node not in called:
            attributes[ast.unparse(node.value)].add(node.attr)
    return flags, attributes


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


def _of_statement(node: ast.stmt, flags: Iterable[str]) -> Iterator[Replacement]:  # noqa: C901 - a case for each kind
    """Yield the replacements of a statement or of its condition."""
    match node:
        case ast.Assign([ast.Name()]):
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


def _of_expression(node: ast.expr) -> Iterator[Replacement]:  # noqa: C901, PLR0912, PLR0915 - a case for each kind
    """Yield the expressions that a mutation may put in place of an expression."""

    def changed(operator: str, *new: ast.expr) -> Iterator[Replacement]:
        """Yield the replacements of this expression by each of the new ones."""
        for expression in new:
            yield (node, operator, ast.unparse(expression))

    match node:
        case ast.Compare(left, [operation], [right]):
            others = COMPARISONS.get(type(operation), ())
            if isinstance(right, ast.Constant) and isinstance(right.value, str):
                others = others[:1]
            yield from changed("comparison", *(ast.Compare(left, [other()], [right]) for other in others))
        case ast.Compare(left, operations, values):
            for at, operation in enumerate(operations):
                for other in COMPARISONS.get(type(operation), ())[:1]:
                    new = [*operations[:at], other(), *operations[at + 1 :]]
                    yield from changed("comparison", ast.Compare(left, new, values))
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
                rest = [*values[:at], *values[at + 1 :]]
                yield from changed("term-left-out", rest[0] if len(rest) == 1 else ast.BoolOp(operation, rest))
        case ast.UnaryOp(_, operand):
            yield from changed("term-left-out", operand)
        case ast.IfExp(test, body, other):
            yield from changed("condition", body, other, ast.IfExp(test, other, body))
        case ast.Constant(bool(value)):
            yield from changed("constant", ast.Constant(not value))
        case ast.Constant(int(value)) if LEAST <= value <= MOST:
            yield from changed("off-by-one", ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.Call(function, arguments, keywords):
            yield from _of_call(node, function, arguments, keywords)
        case ast.Name(name, ast.Load()) if name in NAMES:
            yield from changed("min-or-max", ast.Name(NAMES[name]))
        case ast.Tuple(elements, ast.Load()) if 2 <= len(elements) <= 3:
            for at in range(len(elements) - 1):
                swapped = [*elements[:at], elements[at + 1], elements[at], *elements[at + 2 :]]
                yield from changed("exchanged", ast.Tuple(swapped, ast.Load()))
        case ast.Subscript(ast.Subscript(array, first), second) if not isinstance(first, ast.Slice):
            yield from changed("index", ast.Subscript(ast.Subscript(array, second), first))
        case ast.Subscript(array, ast.Slice(lower, upper, step), ast.Load()):
            slices = [ast.Slice(None, upper, step), ast.Slice(lower, None, step)]
            for sign in (ast.Add(), ast.Sub()):
                if upper is not None:
                    slices.append(ast.Slice(lower, ast.BinOp(upper, sign, ast.Constant(1)), step))
                if lower is not None:
                    slices.append(ast.Slice(ast.BinOp(lower, sign, ast.Constant(1)), upper, step))
            yield from changed("bound", *(ast.Subscript(array, new) for new in slices))
    match node:
        case ast.Subscript(array, index, ast.Load()) if not isinstance(index, ast.Slice | ast.Tuple | ast.Constant):
            for sign in (ast.Add(), ast.Sub()):
                yield from changed("off-by-one", ast.Subscript(array, ast.BinOp(index, sign, ast.Constant(1))))
        case ast.Subscript(array, ast.Constant(0), ast.Load()):
            yield from changed("index", ast.Subscript(array, ast.UnaryOp(ast.USub(), ast.Constant(1))))
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            yield from _of_comprehension(node)


def _of_call(  # noqa: C901 - a loop for each kind of change
    node: ast.Call, function: ast.expr, arguments: list[ast.expr], keywords: list[ast.keyword]
) -> Iterator[Replacement]:
    """Yield the calls that a mutation may put in place of a call.

    In them a bound is moved by one, two neighbouring arguments are exchanged, or an argument is missing.
    """

    def call(operator: str, new: list[ast.expr], named: list[ast.keyword] = keywords) -> Replacement:
        """Return the replacement of this call by one with other arguments."""
        return (node, operator, ast.unparse(ast.Call(function, new, named)))

    name = function.id if isinstance(function, ast.Name) else ""
    if name == "range":
        for at, bound in enumerate(arguments[:2]):
            for step in (ast.Sub(), ast.Add()):
                moved = ast.BinOp(bound, step, ast.Constant(1))
                if not isinstance(bound, ast.Constant):
                    yield call("bound", [*arguments[:at], moved, *arguments[at + 1 :]])
        return
    if name in TRANSPARENT and arguments:
        yield (node, "function-left-out", ast.unparse(arguments[0]))
    for at, (first, second) in enumerate(pairwise(arguments)):
        if not isinstance(first, ast.Starred) and not isinstance(second, ast.Starred):
            yield call("exchanged", [*arguments[:at], second, first, *arguments[at + 2 :]])
    for at, argument in enumerate(arguments):
        if isinstance(argument, ast.Name | ast.Attribute | ast.BinOp | ast.Subscript):
            for sign in (ast.Add(), ast.Sub()):
                moved = ast.BinOp(argument, sign, ast.Constant(1))
                yield call("off-by-one", [*arguments[:at], moved, *arguments[at + 1 :]])
    for at in range(len(keywords)):
        yield call("argument-left-out", arguments, [*keywords[:at], *keywords[at + 1 :]])
    if len(arguments) > 1:
        yield call("argument-left-out", arguments[:-1])


def _of_comprehension(node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Iterator[Replacement]:
    """Yield comprehensions without one of their conditions."""
    for at, generator in enumerate(node.generators):
        for condition in generator.ifs:
            rest = [other for other in generator.ifs if other is not condition]
            new = ast.comprehension(generator.target, generator.iter, rest, generator.is_async)
            generators = [*node.generators[:at], new, *node.generators[at + 1 :]]
            fields = {**dict(ast.iter_fields(node)), "generators": generators}
            yield (node, "condition-left-out", ast.unparse(type(node)(**fields)))


def simplicity(mutation: Mutation) -> tuple[int, int]:
    """Return a sort key that puts the simplest of several mutations with equal effects first."""
    return len(mutation.replacement), mutation.end[0] - mutation.start[0]
