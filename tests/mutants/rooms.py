"""The rooms that are mutated one after another, each with the tests that mirror it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

# The house law is a test of each exam, and, held to one, of what an exam is: to all five it takes minutes a mutant.
LAW, ONE_EXAM = "tests/test_every_exam.py", "nash"
BUILDINGS = ("answers", "solvers")


@dataclass(frozen=True)
class Room:
    """Files to mutate, and the tests that should notice; paths from the root of the checkout.

    With the law among the tests, `exam` is the one that is held to it.
    """

    name: str
    files: tuple[str, ...]
    tests: tuple[str, ...]
    exam: str | None = None

    @property
    def folder(self) -> str:
        """Where its copy stands: not in that of another room."""
        return self.name.replace("/", "-")


def rooms(root: Path) -> list[Room]:
    """Return the rooms of both buildings: each exam, each other folder, and the loose modules of a building."""
    found = []
    for building in BUILDINGS:
        house, mirror = root / building, root / "tests" / building
        folders = [folder for folder in house.iterdir() if folder.name != "exams"]
        folders += (house / "exams").iterdir() if (house / "exams").is_dir() else []
        found.append(Room(building, _names(root, house.glob("*.py")), _names(root, mirror.glob("test_*.py"))))
        found += [_room(root, folder) for folder in sorted(folders) if (folder / "__init__.py").is_file()]
    return [room for room in found if room.files]


def chosen(found: Sequence[Room], wanted: Sequence[str]) -> list[Room]:
    """Return the rooms with only those files that are, or stand under, a path in `wanted`; all if it is empty.

    Raises
    ------
    ValueError
        If a path holds no file of any room.
    """
    for path in wanted:
        if not any(_under(file, path) for room in found for file in room.files):
            raise ValueError(f"{path}: no file to mutate there; expected files or folders of answers/ or solvers/")
    files = {room: tuple(file for file in room.files if any(_under(file, path) for path in wanted)) for room in found}
    return [replace(room, files=files[room]) for room in found if files[room]] if wanted else list(found)


def _room(root: Path, folder: Path) -> Room:
    name = folder.relative_to(root).as_posix()
    exam = ONE_EXAM if name == "answers/exam" else _exam(folder) if name.startswith("answers/exams/") else None
    commands = f"tests/{folder.parent.name}/cli/{folder.name}"
    tests = [f"tests/{name}", *([commands] if (root / commands).is_dir() else [])]
    return Room(name, _names(root, folder.rglob("*.py")), tuple(tests + [LAW] * bool(exam)), exam)


def _exam(folder: Path) -> str:
    """The exam of a folder, or the first of those that share it."""
    return next((one.parent.name for one in sorted(folder.glob("*/exam.py"))), folder.name)


def _names(root: Path, paths: Iterable[Path]) -> tuple[str, ...]:
    return tuple(
        sorted(path.relative_to(root).as_posix() for path in paths if path.read_text(encoding="utf-8").strip())
    )


def _under(file: str, path: str) -> bool:
    return file == path or file.startswith(path.rstrip("/") + "/")
