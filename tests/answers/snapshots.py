"""Drawings and plots as somebody looked at them once, each in a file beside its tests."""

from pathlib import Path


def compare(file: Path, text: str) -> None:
    """Compare a text with the one on file.

    To record another, delete the file and run its test, which writes what it found and fails: look at it, then commit.
    """
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
        raise AssertionError(f"{file} is new: look at it")
    assert text == file.read_text("utf-8"), f"{file.name} is not as it was looked at"
