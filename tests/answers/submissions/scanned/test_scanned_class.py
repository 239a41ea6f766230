from pathlib import Path
from shutil import rmtree

import pytest

from answers.classroom.folder import open_class
from answers.classroom.ingest import scan_pages
from tests.simulations.scanned_class import run


@pytest.mark.slow
@pytest.mark.parametrize(("exam", "students"), [("dice", 2), ("nash", 3)])
def test_a_class_that_writes_by_hand_is_read_whole(tmp_path: Path, exam: str, students: int) -> None:
    """Truth known of each box: pages attributed, all ink in the pictures; made again, all files are the same."""
    tally, _, _ = run(exam, students, 5, tmp_path)
    counts = tally.counts
    assert counts["written"] > 20 * students
    assert counts["written beyond"]
    assert [text for text in tally.odd if not text.startswith("ink told of an empty box")] == []
    assert counts["ink told of an empty box"] <= 2 * students  # what hangs out of the box beside it
    home = tmp_path / "class" / "scans"
    files = {path.name: path.read_bytes() for path in home.iterdir()}
    rmtree(home)
    scan_pages(open_class(tmp_path / "class"))
    assert {path.name: path.read_bytes() for path in home.iterdir()} == files
