import json
from pathlib import Path

import pytest

from tests.answers.cli.running import Corrige
from tests.answers.tiny import EXAMS

TINY = ("atlas", "tiny", "--exams", EXAMS, "--seeds", 65, "--jobs", 1)


@pytest.mark.slow
def test_an_exam_whose_answers_are_earned(corrige: Corrige) -> None:
    outcome = corrige(*TINY, "--lang", "en")
    assert outcome.code == 0
    assert "tiny, 65 seeds" in outcome.out
    assert "MISSED" not in outcome.out
    goals = [line for line in outcome.out.splitlines() if line.startswith("met  ")]
    assert len(goals) == len(json.loads(corrige(*TINY, "--json").out)["goals"])
    assert "1a.1" in outcome.out.splitlines()[-1]
    french = corrige(*TINY, "--lang", "fr").out
    assert "copied" not in french


@pytest.mark.slow
def test_an_exam_whose_answers_are_worth_something_without_work(corrige: Corrige, tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    folder.mkdir()
    source = (EXAMS / "tiny" / "exam.py").read_text(encoding="utf-8")
    always = source.replace("Solution((Fraction(context.params.n, 4),))", "Solution((Fraction(1, 3),), margin=0.0)")
    (folder / "exam.py").write_text(always, encoding="utf-8")
    arguments = ("atlas", "tiny", "--exams", folder, "--seeds", 65, "--jobs", 1)
    outcome = corrige(*arguments, "--json")
    assert outcome.code == 1
    document = json.loads(outcome.out)
    assert document["questions"][1]["copied"] == {"mean": 3, "most": 3, "share": 1}
    missed = {goal["goal"]: goal["questions"] for goal in document["goals"] if not goal["met"]}
    assert missed == {
        "copied-mean": [], "copied-most": [], "constants-mean": [], "copied-question": [2], "constants-question": [2],
        "nearest-tie": [2],
    }  # fmt: skip
    missed_lines = [line for line in corrige(*arguments, "--lang", "en").out.splitlines() if line.startswith("MISSED")]
    assert len(missed_lines) == len(missed)
