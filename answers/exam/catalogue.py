"""Find and load exams, with a teacher's settings: exams of corrige, of installed packages, and in folders.

A place of the teacher is the folder of an exam, the Python file of an exam in one file, the file of a composed paper,
or a folder that contains such folders and files. For an exam that does not exist or cannot be loaded, a `CorrigeError`
is raised, with the most similar names. Settings for unknown exams, questions, parts and known mistakes are reported
together in one `CorrigeError`.
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from importlib import import_module
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from importlib.resources import files
from importlib.util import module_from_spec
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING

from answers.assets import asset
from answers.errors import CorrigeError, Problem, did_you_mean
from answers.exam.composed_exam import compose
from answers.exam.document import misprints
from answers.exam.exam import Exam
from answers.exam.location import ExamLocation, fault, is_left_out, lines
from answers.exam.paper_file import MAX_BYTES, PaperPlan, is_paper, paper_name, read_plan
from answers.exam.question import Misconception, Part, Question
from answers.exam.settings import FILE_NAME, ExamSettings, Settings
from answers.exam.trust import require_trusted_exam
from answers.files import protect_compiled_code, read_limited
from answers.messages import Message

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "corrige.exams"
FOLDER_PACKAGE = "corrige_exam_"

Places = Iterable[Path]


def exam_names(places: Places = ()) -> tuple[str, ...]:
    """Return the names of all exams, sorted, without importing an exam.

    They are the exams of corrige, of installed packages, and in the teacher's `places`.
    """
    return tuple(sorted({*_built_in(), *_installed(), *_in_folders(places)}))


def name_and_places(name: str, places: Places = ()) -> tuple[str, tuple[Path, ...]]:
    """Return the name of an exam and the places to search for this exam.

    `name` is the name of an exam or the path of an exam, such as "nim.py"; a path is added before the other places.
    CorrigeError if a Python file does not exist or is no exam.
    """
    path = Path(name)
    if (path.suffix in (".py", ".toml") or len(path.parts) > 1) and path.exists() and _is_exam(path):
        (only,) = _in_folders([path])
        return only, (path.resolve(), *places)
    if path.suffix == ".py" and path.is_file():
        cause = Message("this Python file is not an exam, since it does not import answers.author")
        raise CorrigeError.single(cause, place=name, remedy="docs/exams.md explains how to write an exam")
    if path.suffix == ".py":
        raise CorrigeError.single("there is no such file", place=name, remedy="check the name of the file or folder")
    return name, tuple(places)


def load_exam(name: str, places: Places = ()) -> Exam:
    """Return the exam called `name`, or the exam at the path `name`, with its location set.

    The places of the teacher are searched first, then the exams of corrige, then installed packages. The code of an
    exam in a place is run only if the teacher trusts its folder. CorrigeError if there is no such exam or it cannot be
    loaded.
    """
    name, places = name_and_places(name, places)
    location = find_exam_location(name, places)
    is_in_place = isinstance(location.code, Path) and location.place == str(location.code)
    if isinstance(location.code, Path) and is_in_place:
        require_trusted_code(location.code)
        if is_paper(location.code):
            return composed_paper(*read_plan(location.code), location, places)
    is_one_file = location.code.is_file()
    try:
        module = _file_module(location) if is_one_file else import_module(f"{location.package}.exam")
        exam = getattr(module, "EXAM", None)
    except CorrigeError:
        raise
    except Exception as error:
        if not location.is_outside:
            raise
        problem = fault(error, location)
        cause = Message("the exam {name!r} cannot be loaded: {cause}", name=name, cause=problem.cause)
        raise CorrigeError.single(
            cause, place=problem.place or location.place, remedy="correct the error, then run `corrige check`"
        ) from error
    if not isinstance(exam, Exam):
        raise CorrigeError.single(
            Message(
                "the file exam.py of the exam {name!r} does not define EXAM, so the exam cannot be loaded", name=name
            ),
            place=location.place,
            remedy="end the file with: EXAM = exam(__name__, title=…)"
            if is_one_file
            else "define EXAM in exam.py, as docs/exams.md shows",
        )
    if is_one_file:
        return replace(exam, location=replace(location, texts=exam.location.texts))
    if exam.name != name:
        names = {"own": exam.name, "name": name}
        cause = (
            Message("EXAM has the name {own!r}, but the folder has {name!r}", **names)
            if is_in_place
            else Message("EXAM has the name {own!r}, but the entry point has {name!r}", **names)
        )
        raise CorrigeError.single(cause, place=location.place, remedy="give the exam the same name in both places")
    return replace(exam, location=location)


def find_questions(
    tags: Iterable[str], difficulty: range, places: Places = ()
) -> tuple[tuple[Exam, tuple[Question, ...]], ...]:
    """Return exams with their questions that have all `tags` and a difficulty in the range.

    Exams without such a question are left out, and so are composed papers, since their questions belong to other exams.
    CorrigeError for an unknown tag, with the most similar tags.
    """
    folders = _in_folders(places)
    names = [name for name in exam_names(places) if name not in folders or not is_paper(folders[name])]
    exams = [load_exam(name, places) for name in names]
    known = {tag for exam in exams for question in exam.questions for tag in question.tags}
    wanted = frozenset(tags)
    if unknown := sorted(wanted - known):
        raise CorrigeError(
            [
                Problem(Message("no question has the tag {tag!r}", tag=tag), "--tag", did_you_mean(tag, known))
                for tag in unknown
            ]
        )
    matching = (
        (exam, tuple(q for q in exam.questions if wanted <= set(q.tags) and q.difficulty in difficulty))
        for exam in exams
    )
    return tuple((exam, questions) for exam, questions in matching if questions)


def load_adjusted(name: str, settings: Settings) -> Exam:
    """Return the exam called `name` with the teacher's settings: points, tolerances, mistakes and criteria.

    A mistake that was found in a class is left out if the code that it changes is no longer the same.
    """
    name, places = name_and_places(name, settings.places)
    known = exam_names(places) if settings.exams else ()
    problems = [
        Problem(
            Message("there is no exam {name!r}", name=name),
            Message("{file_name}, exams.{name}", file_name=FILE_NAME, name=name),
            did_you_mean(name, known),
        )
        for name in settings.exams
        if name not in known
    ]
    if problems:
        raise CorrigeError(problems)
    exam = load_exam(name, places)
    if settings.class_mistakes:
        from answers.exam.mutants import present_mistakes  # rarely needed

        mistakes = [
            Misconception(mistake.mutation.slug, mutation=mistake.mutation, sentence=mistake.sentence)
            for mistake in present_mistakes(exam.location, settings.class_mistakes)
        ]
        exam = replace(exam, misconceptions=(*exam.misconceptions, *mistakes))
    if name in settings.exams:
        exam = adjusted(exam, settings.exams[name])
    if settings.criteria:
        exam = exam.revised(lambda part: part.with_criteria(settings.criteria))
    return replace(exam, marking_policy=replace(exam.marking_policy, follow_through=settings.follow_through))


def adjusted(exam: Exam, choices: ExamSettings) -> Exam:
    """Return a copy of `exam` with the teacher's settings for this exam applied.

    An entry for a part takes precedence over the entry for its question. The points of a question are shared equally
    between its parts. CorrigeError with all entries for unknown questions, parts and known mistakes.
    """
    known = list(dict.fromkeys(name for part in exam.parts for name in (str(part.question), part.id)))
    chosen_parts = choices.all_or_nothing if isinstance(choices.all_or_nothing, tuple) else ()
    tables = {"points": choices.points, "tolerance": choices.tolerance, "all_or_nothing": chosen_parts}
    place = f"{FILE_NAME}, exams.{exam.name}"
    problems = [
        Problem(
            Message("the exam {exam} has no question or part {name!r}", exam=exam.name, name=name),
            f"{place}.{table}",
            did_you_mean(name, known),
        )
        for table, names in tables.items()
        for name in names
        if name not in known
    ]
    problems += [
        Problem(
            Message("the exam {name} has no known mistake {slug!r}", name=exam.name, slug=slug),
            Message("{place}.mistakes", place=place),
            did_you_mean(slug, exam.mistakes),
        )
        for slug in choices.mistakes
        if slug not in exam.mistakes
    ]
    if problems:
        raise CorrigeError(problems)
    sizes = {question.number: len(question.parts) for question in exam.questions}

    def revised(part: Part) -> Part:
        """Return a part with the points, tolerance and all-or-nothing rule that the teacher chose."""
        question = str(part.question)
        shared = choices.points[question] / sizes[part.question] if question in choices.points else part.points
        strict = part.all_or_nothing if choices.all_or_nothing is None else choices.all_or_nothing
        return replace(
            part.with_points(choices.points.get(part.id, shared)),
            tolerance=choices.tolerance.get(part.id, choices.tolerance.get(question, part.tolerance)),
            all_or_nothing=strict if isinstance(strict, bool) else part.id in strict or question in strict,
        )

    printed = misprints(exam) if choices.as_printed else ()
    rules = replace(exam.marking_policy, mistakes=tuple(choices.mistakes.items()), misprints=printed)
    return replace(exam.revised(revised), marking_policy=rules)


def find_exam_location(name: str, places: Places = ()) -> ExamLocation:
    """Return the location of the exam called `name`; CorrigeError if there is no such exam."""
    places = tuple(places)
    folders = _in_folders(places)
    if name in folders:
        path = folders[name]
        if path.is_dir():  # make the folder importable without changing `sys.path`
            package = f"{FOLDER_PACKAGE}{name}_{sha256(os.fsencode(path)).hexdigest()[:12]}"
            _FROM_SOURCE.add(path)
            if _source_finder not in sys.path_hooks:
                sys.path_hooks.insert(0, _source_finder)
            if package not in sys.modules:
                spec = ModuleSpec(package, None)
                spec.submodule_search_locations = [str(path)]
                sys.modules[package] = module_from_spec(spec)
            return ExamLocation(package, path, path / "templates", path / "fixtures", str(path))
        beside = path.with_suffix("")
        digest = sha256((b"" if is_paper(path) else os.fsencode(path)) + path.read_bytes()).hexdigest()[:12]
        package = f"corrige_paper_{digest}" if is_paper(path) else f"{FOLDER_PACKAGE}{name}_{digest}"
        return ExamLocation(package, path, beside / "templates", beside / "fixtures", str(path))
    if name in (built_in := _built_in()):
        place = built_in[name]
        code, templates = files("answers").joinpath("exams", *place), asset("templates", "exams", *place)
        return ExamLocation(".".join(("answers.exams", *place)), code, templates, asset("fixtures", name))
    entry = _installed().get(name)
    if entry is None:
        near = did_you_mean(name, exam_names(places))
        remedy = (
            near if places else Message("{suggestion} (corrige finds your own exams with --exams DIR)", suggestion=near)
        )
        raise CorrigeError.single(Message("there is no exam {name!r}", name=name), remedy=remedy)
    package = entry.module.removesuffix(".exam")
    try:
        code = files(package)
    except Exception as error:
        raise CorrigeError.single(
            Message("the installed exam {name!r} cannot be found: {error}", name=entry.name, error=error),
            place=Message("entry point {name} = {value}", name=entry.name, value=entry.value),
            remedy="the entry point must name a package that holds exam.py, templates/ and fixtures/",
        ) from error
    return ExamLocation(package, code, code.joinpath("templates"), code.joinpath("fixtures"), f"package {package}")


def composed_paper(plan: PaperPlan, problems: Iterable[Problem], location: ExamLocation, places: Places = ()) -> Exam:
    """Return the composed paper that a plan describes, with questions from exams, never from another composed paper.

    CorrigeError with all problems: those in `problems`, which the caller knows already, and those of the plan.
    """
    folders = _in_folders(place for place in _exam_paths(places) if not is_paper(place))
    known = sorted({*_built_in(), *_installed(), *folders})

    def load(name: str) -> Exam:
        if name not in known:
            raise CorrigeError.single(Message("there is no exam {name!r}", name=name), remedy=did_you_mean(name, known))
        return load_exam(name, [folders[name]] if name in folders else ())

    if plan.name in known:
        name_taken = Problem(
            Message("{name!r} is already the name of an exam", name=plan.name),
            plan.place,
            "give the paper another name: name = …",
        )
        problems = (*problems, name_taken)
    return compose(plan, load, location, problems)


def folders_of_code(place: Path) -> tuple[Path, ...]:
    """Return the folders and files with code or templates that the exams in a place can run, in a fixed order."""
    return tuple(folder for path in _exam_paths([place]) for folder in _folders_of_code(path.resolve()))


def require_trusted_code(path: Path) -> None:
    """Raise CorrigeError unless the teacher trusts all code of the exam at a path; on a terminal, ask first."""
    for folder in _folders_of_code(path):
        require_trusted_exam(folder, path)


def outside_exam_at_fault(error: BaseException) -> tuple[str, str, int] | None:
    """Return the exam whose files raised `error`, with the file and the line in it; None if there is none.

    Exams that come with corrige do not count. An exam is given by its name, or by its path if it is one file.
    """
    installed = {entry.module.removesuffix(".exam"): name for name, entry in _installed().items()}
    folders: dict[str, str] = {}
    for package, module in list(sys.modules.items()):
        name = installed.get(package)
        if package.startswith(FOLDER_PACKAGE) and "." not in package:
            name = package.removeprefix(FOLDER_PACKAGE).rpartition("_")[0]
        if name is not None:
            one_file = getattr(module, "__file__", None)
            paths = getattr(module, "__path__", None)
            folders |= dict.fromkeys(paths, name) if paths else {one_file: one_file} if one_file else {}
    passed = (
        (name, file, line)
        for file, line in lines(error)
        for folder, name in folders.items()
        if Path(file).is_relative_to(folder)
    )
    return next(passed, None)


def _built_in() -> dict[str, tuple[str, ...]]:
    """Return the path of each exam of corrige below `answers/exams`, as folder names, by name of the exam."""
    paths: dict[str, tuple[str, ...]] = {}
    for folder in files("answers").joinpath("exams").iterdir():
        if folder.joinpath("exam.py").is_file():
            paths[folder.name] = (folder.name,)
        if folder.is_dir():
            inside = (inner for inner in folder.iterdir() if inner.joinpath("exam.py").is_file())
            paths |= {inner.name: (folder.name, inner.name) for inner in inside}
    return paths


def _installed() -> "dict[str, EntryPoint]":
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _in_folders(places: Places) -> dict[str, Path]:
    """Return the paths of exams and composed papers in `places`, by name; of two with one name, the first."""
    by_name: dict[str, Path] = {}
    for path in _exam_paths(places):
        name = path.resolve().name
        if path.is_file():
            name = paper_name(path) if is_paper(path) else path.stem
        by_name.setdefault(name, path.resolve())
    return by_name


def _exam_paths(places: Places) -> Iterator[Path]:
    """Yield the paths of exams and composed papers: the places themselves, or the entries of a folder."""
    for place in places:
        if _is_exam(place):
            yield place
            continue
        if not place.is_dir():
            raise CorrigeError.single(
                "there is no such folder of exams", place=str(place), remedy="check the name of the file or folder"
            )
        inside = [path for path in sorted(place.iterdir()) if _is_exam(path)]
        if not inside:
            remedy = Message(
                "an exam is a folder with exam.py, or a Python file that imports answers.author; a composed exam is a "
                "TOML file with [paper]"
            )
            raise CorrigeError.single("there is no exam in this folder", place=str(place), remedy=remedy)
        yield from inside


def _is_exam(path: Path) -> bool:
    """Return whether a path may be that of an exam in a folder or in one file, or of a composed paper."""
    if path.suffix == ".py" and path.is_file():
        return _IMPORT.search(read_limited(path, MAX_BYTES).decode("utf-8", "replace")) is not None
    return is_paper(path) or (path / "exam.py").is_file() or (path / "exam" / "__init__.py").is_file()


_IMPORT = re.compile(r"^(?:from|import) answers\.author\b", re.MULTILINE)


def _folders_of_code(path: Path) -> Iterator[Path]:
    """Yield the folder or file with the code of an exam, unless it is a composed paper, which has no code."""
    # For a file, the folder beside it follows if it has templates, which can execute code too.
    if path.is_dir() or not is_paper(path):
        yield path
    if path.is_file() and (path.with_suffix("") / "templates").is_dir():
        yield path.with_suffix("")


def _file_module(location: ExamLocation) -> ModuleType:
    """Return the module of an exam in one file, loaded if necessary; a changed file has another module name."""
    if location.package not in sys.modules:
        loader = _SourceOnly(location.package, str(location.code))
        module = module_from_spec(ModuleSpec(location.package, loader, origin=str(location.code)))
        module.__file__ = str(location.code)
        sys.modules[location.package] = module
        try:
            loader.exec_module(module)
        except BaseException:
            del sys.modules[location.package]
            raise
    return sys.modules[location.package]


_FROM_SOURCE: set[Path] = set()
"""Folders of exams from which only Python sources are loaded."""


class _SourceOnly(SourceFileLoader):
    """A loader of modules from their source, never from a compiled file, which may not correspond to the source."""

    def get_code(self, fullname: str) -> CodeType:
        protect_compiled_code()
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


def _source_finder(path: str) -> FileFinder:
    """Return the finder of modules for a folder of an exam or below; ImportError for other folders."""
    # In hidden folders and `__pycache__`, which trust in the exam does not cover, it finds nothing; nor does it find
    # files that end in .pyw, which Windows imports too.
    inside = [Path(path).relative_to(folder) for folder in _FROM_SOURCE if Path(path).is_relative_to(folder)]
    if not inside:
        raise ImportError(path)
    is_covered = not any(is_left_out(name) for relative in inside for name in relative.parts)
    return FileFinder(path, (_SourceOnly, [".py"])) if is_covered else FileFinder(path)
