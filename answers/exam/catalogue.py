"""Finds exams: those that come with corrige, those that installed packages offer, those in a teacher's folders.

`places` are folders of a teacher's: each is the folder of an exam, or holds folders of exams and files of composed
papers, or is the file of one. What is not there, or cannot be loaded, is a `CorrigeError`, with the nearest names.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from importlib import import_module
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from importlib.resources import files
from importlib.util import module_from_spec
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING

from answers.assets import asset
from answers.errors import CorrigeError, Problem, did_you_mean
from answers.exam.compose import compose
from answers.exam.exam import Exam
from answers.exam.location import ExamLocation, fault, lines
from answers.exam.paper_file import PaperPlan, is_paper, paper_name, read_plan
from answers.exam.trust import require_trusted_exam
from answers.messages import Message

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "corrige.exams"
FOLDER_PACKAGE = "corrige_exam_"

Places = Iterable[Path]


def exam_names(places: Places = ()) -> tuple[str, ...]:
    """Return the names of all exams, sorted, without importing any of them."""
    return tuple(sorted({*_built_in(), *_installed(), *_in_folders(places)}))


def load_exam(name: str, places: Places = ()) -> Exam:
    """Return the exam called `name`, with its home.

    An exam in `places` comes first, then those that come with corrige, then installed ones.
    """
    places = tuple(places)
    location, folders = find_exam_location(name, places), _in_folders(places)
    if name in folders:
        for folder in _folders_of_code(folders[name]):
            require_trusted_exam(folder)
    if isinstance(location.code, Path) and location.code.is_file():
        return composed_paper(*read_plan(location.code), location, places)
    try:
        exam = getattr(import_module(f"{location.package}.exam"), "EXAM", None)
    except Exception as error:
        if not location.is_outside:
            raise
        problem = fault(error, location)
        cause = Message("the exam {name!r} cannot be loaded: {cause}", name=name, cause=problem.cause)
        raise CorrigeError.one(
            cause, place=problem.place or location.place, remedy="correct it, then run `corrige check`"
        ) from error
    if not isinstance(exam, Exam):
        raise CorrigeError.one(
            Message("the exam {name!r} has no EXAM", name=name),
            place=location.place,
            remedy="see docs/exams.md: exam.py",
        )
    if exam.name != name:
        names = {"own": exam.name, "name": name}
        cause = (
            Message("EXAM has the name {own!r}, but the folder has {name!r}", **names)
            if name in folders
            else Message("EXAM has the name {own!r}, but the entry point has {name!r}", **names)
        )
        raise CorrigeError.one(cause, place=location.place, remedy="give both the same name")
    return replace(exam, location=location)


def find_exam_location(name: str, places: Places = ()) -> ExamLocation:
    """Return the home of the exam called `name`."""
    places = tuple(places)
    folders = _in_folders(places)
    if name in folders:
        path = folders[name]
        if path.is_dir():
            return _folder_location(name, path)
        digest, beside = sha256(path.read_bytes()).hexdigest()[:12], path.with_suffix("")
        return ExamLocation(f"corrige_paper_{digest}", path, beside / "templates", beside / "fixtures", str(path))
    if name in (built_in := _built_in()):
        place = built_in[name]
        code, templates = files("answers").joinpath("exams", *place), asset("templates", "exams", *place)
        return ExamLocation(".".join(("answers.exams", *place)), code, templates, asset("fixtures", name))
    entry = _installed().get(name)
    if entry is None:
        near = did_you_mean(name, exam_names(places))
        remedy = near if places else Message("{near} (corrige finds your own exams with --exams DIR)", near=near)
        raise CorrigeError.one(Message("there is no exam {name!r}", name=name), remedy=remedy)
    package = entry.module.removesuffix(".exam")
    try:
        code = files(package)
    except Exception as error:
        raise CorrigeError.one(
            Message("the installed exam {name!r} cannot be found: {error}", name=entry.name, error=error),
            place=Message("entry point {name} = {value}", name=entry.name, value=entry.value),
            remedy="the entry point must name a package that holds exam.py, templates/ and fixtures/",
        ) from error
    return ExamLocation(package, code, code.joinpath("templates"), code.joinpath("fixtures"), f"package {package}")


def composed_paper(plan: PaperPlan, problems: Iterable[Problem], location: ExamLocation, places: Places = ()) -> Exam:
    """Return the paper that a plan asks for, whose questions come from exams, never from another paper.

    What is wrong with it is told together with the `problems` that are already known.
    """
    folders = _in_folders(place for place in _ones(places) if place.is_dir())
    known = sorted({*_built_in(), *_installed(), *folders})

    def load(name: str) -> Exam:
        if name not in known:
            raise CorrigeError.one(Message("there is no exam {name!r}", name=name), remedy=did_you_mean(name, known))
        return load_exam(name, [folders[name]] if name in folders else ())

    if plan.name in known:
        taken = Problem(
            Message("{name!r} is already the name of an exam", name=plan.name),
            plan.place,
            "give the paper another: name = …",
        )
        problems = (*problems, taken)
    return compose(plan, load, location, problems)


def folders_of_code(place: Path) -> tuple[Path, ...]:
    """Return the folders whose code runs for the exams and papers in a place: exam folders, templates of papers."""
    return tuple(folder for path in _ones([place]) for folder in _folders_of_code(path.resolve()))


def outside_exam_at_fault(error: BaseException) -> str | None:
    """Return the name of the outside exam in whose files `error` was raised, None when it was in corrige itself."""
    installed = {entry.module.removesuffix(".exam"): name for name, entry in _installed().items()}
    folders: dict[str, str] = {}
    for package, module in list(sys.modules.items()):
        name = installed.get(package)
        if package.startswith(FOLDER_PACKAGE) and "." not in package:
            name = package.removeprefix(FOLDER_PACKAGE).rpartition("_")[0]
        if name is not None:
            folders |= dict.fromkeys(getattr(module, "__path__", ()), name)
    passed = (name for file, _ in lines(error) for folder, name in folders.items() if Path(file).is_relative_to(folder))
    return next(passed, None)


def _built_in() -> dict[str, tuple[str, ...]]:
    """The exams that come with corrige, each with its folder: one of its own, or one in a room of several exams."""
    found: dict[str, tuple[str, ...]] = {}
    for room in files("answers").joinpath("exams").iterdir():
        if room.joinpath("exam.py").is_file():
            found[room.name] = (room.name,)
        elif room.is_dir():
            inside = (folder for folder in room.iterdir() if folder.joinpath("exam.py").is_file())
            found |= {folder.name: (room.name, folder.name) for folder in inside}
    return found


def _installed() -> "dict[str, EntryPoint]":
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _in_folders(places: Places) -> dict[str, Path]:
    """Folders of exams, and files of papers, by name, those of the first place first."""
    named: dict[str, Path] = {}
    for path in _ones(places):
        name = path.resolve().name
        if path.is_file():
            name = paper_name(path)
        named.setdefault(name, path.resolve())
    return named


def _ones(places: Places) -> Iterator[Path]:
    """The exams and papers in places: a place itself, or those in it."""
    for place in places:
        if _is_one(place):
            yield place
            continue
        if not place.is_dir():
            raise CorrigeError.one("there is no such folder of exams", place=str(place), remedy="check the name")
        inside = [path for path in sorted(place.iterdir()) if _is_one(path)]
        if not inside:
            remedy = Message("an exam is a folder with exam.py, a composed exam a TOML file with [paper]")
            raise CorrigeError.one("there is no exam in this folder", place=str(place), remedy=remedy)
        yield from inside


def _is_one(path: Path) -> bool:
    return (path / "exam.py").is_file() or (path / "exam" / "__init__.py").is_file() or is_paper(path)


def _folders_of_code(path: Path) -> Iterator[Path]:
    """The folder of an exam; beside the file of a paper, that of its templates, if it has any."""
    if path.is_dir():
        yield path
    elif (path.with_suffix("") / "templates").is_dir():
        yield path.with_suffix("")


def _folder_location(name: str, folder: Path) -> ExamLocation:
    """Make the folder importable under a name of its own, without a change to the places where Python looks."""
    package = f"{FOLDER_PACKAGE}{name}_{sha256(os.fsencode(folder)).hexdigest()[:12]}"
    _FROM_SOURCE.add(folder)
    if _source_finder not in sys.path_hooks:
        sys.path_hooks.insert(0, _source_finder)
    if package not in sys.modules:
        spec = ModuleSpec(package, None)
        spec.submodule_search_locations = [str(folder)]
        sys.modules[package] = module_from_spec(spec)
    return ExamLocation(package, folder, folder / "templates", folder / "fixtures", str(folder))


_FROM_SOURCE: set[Path] = set()
"""Folders of exams: of the files in them only Python's sources are loaded."""


class _SourceOnly(SourceFileLoader):
    """Loads a module from its source: what was compiled before may come from elsewhere than from that source."""

    def get_code(self, fullname: str) -> CodeType:
        """Return the compiled source of a module."""
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


def _source_finder(path: str) -> FileFinder:
    """Return the finder of modules in the folder of an exam, or in one below."""
    if not any(Path(path).is_relative_to(folder) for folder in _FROM_SOURCE):
        raise ImportError(path)
    return FileFinder(path, (_SourceOnly, SOURCE_SUFFIXES))
