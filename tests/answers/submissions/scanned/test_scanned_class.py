from pathlib import Path

import pytest

from tests.simulations.scanned_class import run


@pytest.mark.slow
@pytest.mark.parametrize(("exam", "students"), [("dice", 2), ("nash", 2)])
def test_a_class_that_writes_by_hand_is_read_whole(tmp_path: Path, exam: str, students: int) -> None:
    """Truth known of each box: pages attributed, all ink in the pictures, none told where there is none."""
    tally, _, _ = run(exam, students, 5, tmp_path)
    counts = tally.counts
    assert counts["written"] > 20 * students
    assert counts["written beyond"]
    assert tally.odd == []
