"""What is said of a folder that is no class: the class beside it whose name is near, else how one is started."""

from difflib import get_close_matches
from pathlib import Path

from answers.errors import Problem
from answers.exam.settings import FILE_NAME
from answers.messages import Message, either


def no_class(folder: Path) -> Problem:
    """Return the problem of a folder without settings; folders that cannot be read are passed over."""
    near = get_close_matches(folder.name, _classes(folder.parent), cutoff=0.5)
    remedy = (
        Message("did you mean {names}?", names=either([str(folder.parent / name) for name in near]))
        if near
        else Message("start one with `corrige class init`")
    )
    return Problem("there is no class here", str(folder), remedy)


def _classes(parent: Path) -> list[str]:
    """The names of the classes in a folder."""
    try:
        return sorted(path.name for path in parent.iterdir() if (path / FILE_NAME).is_file())
    except OSError:
        return []
