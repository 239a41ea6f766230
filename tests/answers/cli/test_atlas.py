import json
from pathlib import Path

import pytest

from tests.answers.cli.running import run
from tests.answers.tiny import EXAMS

TINY = ("atlas", "tiny", "--exams", EXAMS, "--seeds", 65, "--jobs", 1)


def test_an_exam_whose_answers_are_earned(capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run(capsys, *TINY, "--lang", "en")
    assert outcome.code == 0
    assert "tiny, 65 seeds" in outcome.out
    assert "met  copied paper, mean mark out of 20" in outcome.out
    assert "MISSED" not in outcome.out
    assert "copied: what another student's paper earns" in outcome.out
    assert "Nothing is had more easily than " in outcome.out.splitlines()[-1]
    french = run(capsys, *TINY).out
    assert "copie du voisin, note moyenne sur 20" in french
    assert "copied" not in french


def test_an_exam_whose_answers_are_worth_something_without_work(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "tiny"
    folder.mkdir()
    source = (EXAMS / "tiny" / "exam.py").read_text(encoding="utf-8")
    always = source.replace("Solution((Fraction(given.params.n, 4),))", "Solution((Fraction(1, 3),), margin=0.0)")
    (folder / "exam.py").write_text(always, encoding="utf-8")
    arguments = ("atlas", "tiny", "--exams", folder, "--seeds", 65, "--jobs", 1)
    outcome = run(capsys, *arguments, "--json")
    assert outcome.code == 1
    document = json.loads(outcome.out)
    assert document["questions"][1]["copied"] == {"mean": 3, "most": 3, "share": 1}
    missed = {goal["goal"]: goal["questions"] for goal in document["goals"] if not goal["met"]}
    assert missed == {
        "copied-mean": [], "copied-most": [], "constants-mean": [], "copied-question": [2], "constants-question": [2],
        "nearest-tie": [2],
    }  # fmt: skip
    assert "2" in next(line for line in run(capsys, *arguments, "--lang", "en").out.splitlines() if "of a que" in line)


def test_what_is_asked_wrongly(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, told in [
        (("nash", "--seeds", 64), "ask for 65 to 64006 seeds"),
        (("nash", "--seeds", 100, "--all"), "--seeds and --all are both given"),
        (("nash", "--jobs", 2, "--dask", "tcp://127.0.0.1:9"), "--jobs and --dask are both given"),
        (("nash", "--dask", "nonsense"), "--dask nonsense: no Dask scheduler answers"),
        (("nasch",), "did you mean nash"),
    ]:
        outcome = run(capsys, "atlas", *arguments)
        assert (outcome.code, outcome.out) == (2, "")
        assert told in outcome.err
