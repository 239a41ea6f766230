"""Keys that are made elsewhere and kept here: by other processes, or on machines that share no folder with this one."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from answers.exam.exam import Exam
from answers.exam.home import fingerprint
from answers.exam.key import Key
from answers.exam.key_file import Address, keep, read_kept
from answers.exam.store import kept_key
from answers.exam.store_folder import store_folder

Sent: TypeAlias = bytes | None
"""What is to be kept of a key, None when it is kept already."""


@contextmanager
def sender(exam: Exam) -> Iterator[Callable[[int], tuple[Key, Sent]]]:
    """Give what finds the key of a seed and says what `keep_sent` is to keep of it.

    A key of this machine's store is only read; one that is not there is made, in a store of its own that does not last.

    Raises
    ------
    CorrigeError
        If a seed is outside 0 … 64006.
    """
    with tempfile.TemporaryDirectory() as name:
        own = Path(name)

        def found(u0: int) -> tuple[Key, Sent]:
            if is_kept(exam, u0):
                return kept_key(exam, u0), None
            return kept_key(exam, u0, own), read_kept(own, _address(exam, u0))

        yield found


def is_kept(exam: Exam, u0: int) -> bool:
    """Return whether the store of this machine has something for the key of a seed."""
    return read_kept(store_folder(), _address(exam, u0)) is not None


def keep_sent(exam: Exam, u0: int, content: Sent) -> None:
    """Keep in the store of this machine what a sender gave for the same seed, wherever that was."""
    if content is not None:
        keep(store_folder(), _address(exam, u0), content)


def _address(exam: Exam, u0: int) -> Address:
    return Address(exam.name, u0, "", fingerprint(exam.home))
