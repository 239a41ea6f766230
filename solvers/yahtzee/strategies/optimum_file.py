"""The table of the optimum on disk: written whole or not at all, opened without being read."""

from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

import numpy as np

from solvers.refusal import Refusal
from solvers.yahtzee.rules.rules import Rules
from solvers.yahtzee.strategies.optimal import Optimum, optimal

LAYOUT: Final = 1
"""To be increased when the meaning of the table changes: older files are then no longer found."""


def optimum_file(rules: Rules, folder: Path) -> Optimum:
    """Return the optimum from its file in a folder; solve the game and write the file if it is not there.

    Parameters
    ----------
    rules : Rules
        The game; its fields are part of the name of the file.
    folder : Path
        Made if it does not exist.

    Returns
    -------
    Optimum
        Its table is a read-only memory map: the system reads what is looked up.

    Raises
    ------
    Refusal
        If the file is not such a table: cut short, or another thing under its name.
    OSError
        If the folder cannot be read or written.

    Source: ours; a memory map, written beside its place and renamed.
    """
    path = _path(rules, folder)
    if not path.exists():
        _write(optimal(rules), path)
    shape = (2, 1 << len(rules.boxes), rules.cap + 1)
    with suppress(ValueError, EOFError):
        values = np.load(path, mmap_mode="r", allow_pickle=False)
        if values.shape == shape and values.dtype == np.float64:
            return Optimum(rules, values)
    raise Refusal(
        "{path} is not a table of {shape} numbers of 8 bytes: remove it, and it will be made again",
        path=path,
        shape=shape,
    )


def _path(rules: Rules, folder: Path) -> Path:
    name = sha256(f"{LAYOUT} {rules}".encode()).hexdigest()[:16]
    return folder / f"yahtzee-{rules.dice}x{rules.faces}-{rules.threshold}-{rules.joker}-{name}.npy"


def _write(optimum: Optimum, path: Path) -> None:
    """Write beside the file, then give it its name in one step: no reader ever sees a part of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, suffix=".tmp", delete=False) as file:
        unfinished = Path(file.name)
        try:
            np.save(file, optimum.values)
            file.flush()
            unfinished.replace(path)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
