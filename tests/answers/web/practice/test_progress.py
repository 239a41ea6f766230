from pathlib import Path

import pytest

from answers.web.practice.progress import FILE, LAST, Progress, read_progress, write_progress


def test_what_goes_wrong_most_comes_again() -> None:
    progress = Progress().after("nash", "first", 1.0).after("nash", "second", 0.0)
    assert progress.weakest("nash", ["first", "second", "third"]) == "second"
    for _ in range(LAST):
        progress = progress.after("nash", "second", 1.0)
    assert progress.weakest("nash", ["first", "second", "third"]) == "third"  # what went wrong long ago is forgotten
    assert progress.weakest("dice", ["a", "b"]) == "a"


def test_it_is_kept_on_this_machine(tmp_path: Path) -> None:
    progress = Progress().after("nash", "first", 0.25).after("dice", "mean", 1.0)
    write_progress(progress, tmp_path / "deep")
    assert read_progress(tmp_path / "deep") == progress


@pytest.mark.parametrize("content", ["", "[]", '{"exams": {"nash": {"a": "x"}}}', '{"exams": 3}'])
def test_a_damaged_file_is_no_progress(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_text(content)
    assert read_progress(tmp_path) == Progress()
