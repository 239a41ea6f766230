"""Define mutations, small changes of the code of an exam or its solvers, and compute results with the changed code.

A mutation stands for a mistake in students' programs that the exam does not name. Results are computed in a forked copy
of this process (`answers.sandbox.process`), in which the code of the changed functions is replaced; nothing is changed
in this process. A changed function that Numba has compiled is interpreted, with the compiled functions that call it.
Without fork, nothing is computed.
"""

import ast
import gc
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import unified_diff
from functools import _lru_cache_wrapper, cached_property, lru_cache
from hashlib import sha256
from importlib.resources import files
from inspect import getsourcelines
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, TypeAlias, TypeVar

from answers.errors import CorrigeError
from answers.exam.location import ExamLocation, fingerprint_sources
from answers.messages import Message
from answers.sandbox.process import SECONDS, iterate_limited

T = TypeVar("T")
Position: TypeAlias = tuple[int, int]
"""A place in the source of a definition: the line, from 0, and the column in bytes, as `ast` counts it."""
Types: TypeAlias = Mapping[str, frozenset[str]]
"""The names of the types that each variable of a function had, and of the results of the function, named `RESULT`."""
RESULT = "return"
DIGITS = 16
MOST_SECONDS = 60.0
"""Time limit in seconds for tracing a solution."""


@dataclass(frozen=True, slots=True)
class Executed:
    """The code that a computation has executed.

    Attributes
    ----------
    lines
        The numbers of the executed lines inside functions, by name of the file.
    types
        The types of the variables of each executed function, by name of the file and first line of the function.

    Both lack functions that Numba has compiled.
    """

    lines: Mapping[str, frozenset[int]]
    types: Mapping[str, Mapping[int, Types]]


@dataclass(frozen=True, slots=True)
class Mutation:
    """The replacement of one expression or statement in a function or class of a module, as a possible mistake.

    Students may have made it; see `grading/class_mistakes.py`. The function or class is at the top of its module.

    Attributes
    ----------
    file
        Name of the file: its path below the folder with the package, or with the exam.
    operator
        Kind of the change, such as "comparison"; it ends with "statement" if a statement is replaced.
    start, end
        Where the replaced code begins and ends in the source of the function.
    digest
        Digest of the source of the function before the change: the mutation applies to this source only.
    """

    file: str
    function: str
    operator: str
    start: Position
    end: Position
    replacement: str
    digest: str

    @property
    def slug(self) -> str:
        """The name of the mutation as a known mistake; different mutations have different names."""
        return f"class-{sha256(repr(self).encode()).hexdigest()[:12]}"

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> "Mutation":
        """Return the mutation with the fields in `document`, a result of `dataclasses.asdict`."""
        values: dict[str, Any] = {**document, "start": tuple(document["start"]), "end": tuple(document["end"])}
        return cls(**values)


@dataclass(frozen=True, slots=True)
class ClassMistake:
    """A mistake found in a class and accepted by the teacher: a change of code and a sentence for students."""

    mutation: Mutation
    sentence: str


@dataclass(frozen=True, slots=True)
class Definition:
    """A function or class at the top of a module, with `above` lines of the file before it, and its source text."""

    name: str
    file: str
    path: Path
    above: int
    source: str

    @property
    def digest(self) -> str:
        """The digest of the source, 16 hexadecimal digits."""
        return sha256(self.source.encode()).hexdigest()[:DIGITS]

    @property
    def tree(self) -> ast.stmt:
        """The syntax tree of the definition, with line numbers from 1 at its first line."""
        return ast.parse(self.source).body[0]


class ExamCode:
    """The code of an exam and the solvers, in files and in memory; create an instance after importing the code."""

    def __init__(self, location: ExamLocation) -> None:
        self._location = location
        self._definitions: dict[str, tuple[Definition, ...]] = {}

    @cached_property
    def files(self) -> Mapping[str, Path]:
        """The paths of the Python files of the exam and of the solvers that it uses, by name.

        A name is the path from the folder that contains the exam or the package, with "/", such as
        "solvers/dice_battle/duel.py". Files of `answers.kinds` and `answers.exam` are left out.
        """
        ours, known = Path(str(files("answers"))), {}
        codes = [Path(str(location.code)) for location in self._location.outside]
        for path in (Path(str(source)) for source in fingerprint_sources(self._location)):
            if not any(path.is_relative_to(ours / folder) for folder in ("kinds", "exam")):
                home = next((code.parent for code in codes if path.is_relative_to(code)), ours.parent)
                known[path.relative_to(home).as_posix()] = path
        return known

    def definitions(self, file: str) -> tuple[Definition, ...]:
        """Return the functions and classes at the top of a file; () if there is no such file."""
        if file not in self._definitions:
            path = self.files.get(file)
            text = path.read_text("utf-8") if path and path.is_file() else ""
            lines, found = text.splitlines(keepends=True), []
            for node in ast.parse(text).body:
                if path and isinstance(node, ast.FunctionDef | ast.ClassDef):
                    above = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]) - 1
                    found.append(Definition(node.name, file, path, above, "".join(lines[above : node.end_lineno])))
            self._definitions[file] = tuple(found)
        return self._definitions[file]

    def definition(self, mutation: Mutation) -> Definition:
        """Return the function or class that a mutation changes; CorrigeError if its source has changed since."""
        for definition in self.definitions(mutation.file):
            if definition.name == mutation.function and definition.digest == mutation.digest:
                return definition
        cause = Message(
            "the function {function} of the exam has changed since this mistake was found", function=mutation.function
        )
        remedy = "search for the mistakes again: `corrige class mistakes DIR`"
        raise CorrigeError.single(cause, place=mutation.file, remedy=remedy)

    def difference(self, mutation: Mutation) -> tuple[int, tuple[str, ...]]:
        """Return the line that a mutation changes, and a unified diff; CorrigeError if the source has changed."""
        definition = self.definition(mutation)
        tree = ast.dump(_changed(definition, mutation))
        changed = _changed_source(definition, mutation, "{}")
        try:
            is_same = ast.dump(ast.parse(changed)) == tree
        except SyntaxError:
            is_same = False
        if not is_same:
            changed = _changed_source(definition, mutation, "({})")
        lines = definition.path.read_text("utf-8").splitlines()
        after = [*lines[: definition.above], *changed.splitlines()]
        after += lines[definition.above + len(definition.source.splitlines()) :]
        return definition.above + mutation.start[0] + 1, tuple(
            unified_diff(lines, after, mutation.file, mutation.file, n=2, lineterm="")
        )

    def is_loaded(self, mutation: Mutation) -> bool:
        """Return whether the functions of the file that a mutation changes are in memory."""
        path = str(self.definition(mutation).path)
        return any(file == path for file, _, _ in self._functions)

    def executed(self, compute: Callable[[], object]) -> Executed | None:
        """Run `compute` in a forked process with empty caches; return the code that is executed, None if it fails.

        All lines of a compiled function that executed code names count, since they cannot be traced.
        """

        def traced() -> Iterator[Executed]:
            tracer = _Tracer({str(path): name for name, path in self.files.items()})
            self._clear_caches()
            sys.settrace(tracer)
            compute()
            sys.settrace(None)
            below, waiting = set[FunctionType](), list(tracer.executed)
            while waiting:  # the compiled functions that executed code names, with those that these name, and so on
                for function in _named_functions(*waiting.pop()):
                    if function in self._compiled and function not in below:
                        below.add(function)
                        waiting.append((function.__code__, function.__globals__))
                        source, first = getsourcelines(function)
                        file = tracer.names[function.__code__.co_filename]
                        tracer.lines[file].update(range(first, first + len(source)))
            yield tracer.result()

        _ = self._caches, self._compiled  # found before the fork
        return next(iterate_limited(traced(), MOST_SECONDS), None)

    def results(
        self, mutations: Sequence[Mutation], compute: Callable[[Mutation], T], seconds: float = SECONDS
    ) -> Iterator[T | None]:
        """Yield, for each mutation, the result of `compute(mutation)` with the code changed by this mutation.

        The result must be picklable. It is None if `compute` raises an exception or takes more than `seconds` or too
        much memory, and if the source has changed since the mutation was made.
        """
        if not hasattr(os, "fork"):
            yield from (None for _ in mutations)
            return
        _ = self._functions, self._caches, self._compiled  # found before the fork
        done = 0
        while done < len(mutations):
            for result in iterate_limited(self._in_turn(mutations[done:], compute), seconds):
                done += 1
                yield result
            if done < len(mutations):  # the process has ended with this mutation
                done += 1
                yield None

    def _in_turn(self, mutations: Sequence[Mutation], compute: Callable[[Mutation], T]) -> Iterator[T | None]:
        """Yield, for each mutation, the result of `compute` with changed code; the process must be a forked copy."""
        gc.freeze()  # so that the memory stays shared with the parent
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # warnings and complaints of what is computed wrongly
        for mutation in mutations:
            result, before = None, list[tuple[FunctionType, CodeType]]()
            replaced = list[tuple[dict[str, Any], str, object]]()
            try:
                definition = self.definition(mutation)
                path, tree = str(definition.path), _changed(definition, mutation)
                ast.increment_lineno(tree, definition.above)
                for code in _codes_in(compile(tree, path, "exec", dont_inherit=True)):
                    for function in self._functions.get((path, code.co_qualname, code.co_firstlineno), []):
                        before.append((function, function.__code__))
                        function.__code__ = code
                for function in self._interpreted_with([function for function, _ in before]):
                    for namespace, name in self._compiled[function]:
                        replaced.append((namespace, name, namespace[name]))
                        namespace[name] = function
                self._clear_caches()
                result = compute(mutation) if before else None
            except Exception:  # noqa: BLE001, S110 - a mutant that fails has no result
                pass
            for function, code in before:
                function.__code__ = code
            for namespace, name, compiled in replaced:
                namespace[name] = compiled
            yield result

    @cached_property
    def _functions(self) -> Mapping[tuple[str, str, int], list[FunctionType]]:
        """The functions in memory, by file, qualified name and first line."""
        paths = set(map(str, self.files.values()))
        found = defaultdict[tuple[str, str, int], list[FunctionType]](list)
        for function in _objects():
            if isinstance(function, FunctionType) and function.__code__.co_filename in paths:
                code = function.__code__
                found[code.co_filename, code.co_qualname, code.co_firstlineno].append(function)
        return found

    @cached_property
    def _compiled(self) -> Mapping[FunctionType, list[tuple[dict[str, Any], str]]]:
        """The functions that Numba has compiled, each with the global names of its compiled form."""
        paths = set(map(str, self.files.values()))
        found = defaultdict[FunctionType, list[tuple[dict[str, Any], str]]](list)
        for module in list(sys.modules.values()):
            if getattr(module, "__file__", None) in paths:
                for name, value in vars(module).items():
                    if function := _python_form(value):
                        found[function].append((vars(module), name))
        return found

    def is_compiled(self, mutation: Mutation) -> bool:
        """Return whether a mutation changes a function that Numba has compiled."""
        path = str(self.definition(mutation).path)
        return any(
            function.__code__.co_filename == path and function.__name__ == mutation.function
            for function in self._compiled
        )

    def _interpreted_with(self, functions: Iterable[FunctionType]) -> set[FunctionType]:
        """Return the compiled functions among `functions`, with those that call them, directly or not."""
        found = {function for function in functions if function in self._compiled}
        size = 0
        while size < len(found):
            size = len(found)
            found |= {
                function
                for function in self._compiled
                if not found.isdisjoint(_named_functions(function.__code__, function.__globals__))
            }
        return found

    @cached_property
    def _caches(self) -> "list[_lru_cache_wrapper[object]]":
        packages = ("solvers.", "answers.exams.", *(location.package for location in self._location.outside))
        wrappers = (thing for thing in _objects() if type(thing) is _lru_cache_wrapper)
        return [wrapper for wrapper in wrappers if str(wrapper.__module__).startswith(packages)]

    def _clear_caches(self) -> None:
        for cache in self._caches:
            cache.cache_clear()


def _objects() -> list[object]:
    """Return all objects in memory, with those that the garbage collector leaves out since sheets were printed."""
    gc.unfreeze()
    return gc.get_objects()


def exam_code(location: ExamLocation) -> ExamCode:
    """Return the code of an exam that is in memory now; the result is cached until another module is imported."""
    return _exam_code(location, len(sys.modules))


@lru_cache(maxsize=2)
def _exam_code(location: ExamLocation, _modules: int) -> ExamCode:
    return ExamCode(location)


class _Tracer:
    """A function for `sys.settrace` that records executed lines, and the types of variables at the end of functions."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names
        self.lines = defaultdict[str, set[int]](set)
        self.executed = list[tuple[CodeType, Mapping[str, Any]]]()
        self._types = dict[CodeType, defaultdict[str, set[str]]]()

    def __call__(self, frame: FrameType, _event: str, _argument: Any) -> Callable[..., Any] | None:
        """Return the function that records a frame, None for code outside of functions and of the files."""
        code = frame.f_code
        name = self.names.get(code.co_filename)
        if name is None or code.co_name == "<module>":
            return None
        if code not in self._types:
            self._types[code] = defaultdict(set)
            self.executed.append((code, frame.f_globals))
        lines, types = self.lines[name], self._types[code]

        def trace_line(inner: FrameType, event: str, argument: Any) -> Callable[..., Any]:
            lines.add(inner.f_lineno)
            if event == "return":
                for variable, value in (*inner.f_locals.items(), (RESULT, argument)):
                    types[variable].add(type(value).__name__)
            return trace_line

        return trace_line

    def result(self) -> Executed:
        """Return what was recorded."""
        types = defaultdict[str, dict[int, Types]](dict)
        for code, of_code in self._types.items():
            variables = {variable: frozenset(names) for variable, names in of_code.items()}
            same_line = types[self.names[code.co_filename]].get(code.co_firstlineno, {})
            types[self.names[code.co_filename]][code.co_firstlineno] = {**variables, **same_line}
        return Executed({name: frozenset(lines) for name, lines in self.lines.items()}, dict(types))


def _python_form(value: object) -> FunctionType | None:
    """Return the Python function that Numba has compiled to `value`, None for any other object."""
    function = value.py_func if type(value).__module__.startswith("numba.") and hasattr(value, "py_func") else None
    return function if isinstance(function, FunctionType) else None


def _named_functions(code: CodeType, namespace: Mapping[str, Any]) -> Iterator[FunctionType]:
    """Yield the Python forms of the compiled functions that code names."""
    for part in (code, *_codes_in(code)):
        for name in part.co_names:
            if function := _python_form(namespace.get(name)):
                yield function


def _changed_source(definition: Definition, mutation: Mutation, form: str) -> str:
    """Return the source of a definition with the replacement, which is inserted into `form`, such as "({})"."""
    lines = definition.source.encode().splitlines(keepends=True)
    (first, column), (last, end) = mutation.start, mutation.end
    replacement = form.format(mutation.replacement).encode()
    lines[first : last + 1] = [lines[first][:column] + replacement + lines[last][end:]]
    return b"".join(lines).decode()


def _changed(definition: Definition, mutation: Mutation) -> ast.Module:
    rest = "\n" * (mutation.end[0] - mutation.start[0])
    form = f"{{}}{rest}" if mutation.operator.endswith("statement") else f"({{}}{rest})"
    return ast.parse(_changed_source(definition, mutation, form))


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    """Yield the code objects of all functions and classes inside a code object."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes_in(constant)
