"""Programs of students: questions, answers, and errors."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from answers.errors import CorrigeError
from answers.laboratory.yahtzee.program import ForfeitError, PlayerProgram
from solvers.yahtzee.matches.referee import RefereeQuestion
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rules import OFFICIAL

QUESTION = RefereeQuestion((1, 2, 2, 3, 6), 2, {"ones": 3}, {"chance": 20, "sixes": 0}, Position.start(OFFICIAL), 0)
ASK = "def decide(dice, rerolls, mine, theirs):\n    "


@pytest.fixture
def decide_with(tmp_path: Path) -> Iterator[object]:
    def ask(body: str, seconds: float = 0.05) -> object:
        path = tmp_path / "decision.py"
        path.write_text(body)
        with closing(PlayerProgram(path, seconds)) as program:
            return program.decide([QUESTION, QUESTION._replace(rerolls=0)])

    return ask  # type: ignore[return-value]


REPORT = "def decision(valeurDes, nrelancer, feuilleScore, feuilleScoreAdv):\n    "


@pytest.mark.parametrize(
    ("text", "decided"),
    [
        (ASK + "return [dice, rerolls, mine, theirs]",
         [[[1, 2, 2, 3, 6], left, {"ones": 3}, {"chance": 20, "sixes": 0}] for left in (2, 0)]),
        (REPORT + "return [True, False, True, False, True] if nrelancer else 'Grande Suite'",
         [[1, 2, 6], "large_straight"]),
        (REPORT + "return [0] * 5 if nrelancer else 'Carré'", [[], "four_of_a_kind"]),
        (REPORT + "return 0\n" + ASK + "return 'ones'", ["ones", "ones"]),  # decide goes before decision
        ("print('hello')\n" + ASK + "print(dice); return 'ones'", ["ones", "ones"]),  # what it prints is no answer
        (ASK + "return ['ones', {}][1 if rerolls else 0]['x'] if rerolls else 'ones'",
         [{"error": "KeyError: 'x' at line 2"}, "ones"]),
        ("def decide(dice):\n    return 'ones'",
         [{"error": "TypeError: decide() takes 1 positional argument but 4 were given"}] * 2),
    ],
)  # fmt: skip
def test_it_is_told_the_dice_and_both_sheets_and_its_decisions_are_read(decide_with, text, decided) -> None:  # type: ignore[no-untyped-def]
    assert decide_with(text) == decided


def test_a_function_of_the_report_has_sheets_with_its_names(decide_with) -> None:  # type: ignore[no-untyped-def]
    body = "raise ValueError([valeurDes, feuilleScore['As'], feuilleScore['Deux'], feuilleScoreAdv])"
    first, _ = decide_with(REPORT + body)
    text = str(first["error"])
    assert text.startswith("ValueError: [[1, 2, 2, 3, 6], 3, None, {'As': None, ")
    first, _ = decide_with(REPORT + "raise ValueError([v for v in feuilleScoreAdv.items() if v[1] is not None])")
    assert first["error"].startswith("ValueError: [('Six', 0), ('Chance', 20), ('PrimeYahtzee', 0)]")


def test_points_of_further_yahtzees_are_in_no_box_of_the_report(tmp_path: Path) -> None:
    """A joker of 30 points with 100 more in chance: 30 in its box, 100 in `PrimeYahtzee`."""
    path = tmp_path / "decision.py"
    path.write_text(REPORT + "raise ValueError([feuilleScore[k] for k in ('Chance', 'Yahtzee', 'PrimeYahtzee')])")
    question = QUESTION._replace(mine={"yahtzee": 50, "chance": 130})
    with closing(PlayerProgram(path)) as program:
        (answer,) = program.decide([question])
    assert answer["error"].startswith("ValueError: [30, 50, 100]")  # type: ignore[index]


@pytest.mark.parametrize("answer", ["[True] * 4", "None", "'Full'", "5"])
def test_what_is_no_five_booleans_is_told(decide_with, answer: str) -> None:  # type: ignore[no-untyped-def]
    first, _ = decide_with(REPORT + f"return {answer} if nrelancer else 'As'")
    assert "5 booleans" in first["error"]


def test_no_line_is_told_when_none_of_its_own_was_reached(decide_with) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(CorrigeError) as caught:
        decide_with("x = 1\ndef decide(:\n    pass")
    assert "decision.py, line 2), on its first reading" in str(caught.value)
    assert "at line" not in str(caught.value)


def test_the_last_line_of_its_own_is_told_though_a_library_failed_below(decide_with) -> None:  # type: ignore[no-untyped-def]
    first, _ = decide_with(ASK + "import json\n    return json.loads('[')")
    assert first["error"].startswith("JSONDecodeError: ")  # type: ignore[index]
    assert first["error"].endswith(" at line 3")  # type: ignore[index]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("def decide(:", "SyntaxError"),
        ("x = 1 / 0", "ZeroDivisionError: division by zero at line 1"),
        ("x = 1", "defines no function decide"),
        ("decide = 3", "defines no function decide"),
        ("raise SystemExit", "SystemExit"),
    ],
)
def test_what_cannot_be_run_is_told(decide_with, body: str, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(CorrigeError, match="cannot be run") as caught:
        decide_with(body)
    assert message in str(caught.value)
    assert "docs/laboratory.md" in str(caught.value)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("import os; os._exit(0)", "took too much memory"),
        ("x = [0] * 10 ** 9; return 'ones'", None),
        ("import os; os.write(3, b'7\\n'); return 'ones'", None),
        ("return 'x' * 10_000_000", "too long"),
    ],
)
def test_what_breaks_it_is_a_forfeit_or_an_error(decide_with, body: str, message: str | None) -> None:  # type: ignore[no-untyped-def]
    if message is None:
        try:
            answers = decide_with(ASK + body)
        except ForfeitError:
            return
        assert answers == ["ones", "ones"] or all("error" in each for each in answers)
        return
    with pytest.raises(ForfeitError, match=message):
        decide_with(ASK + body)


@pytest.mark.slow
def test_one_that_never_answers_is_ended(decide_with, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("answers.laboratory.yahtzee.program.LEAST", 0.3)
    with pytest.raises(ForfeitError, match=r"more than 0\.4 seconds"):
        decide_with(ASK + "while True: pass")


def test_memory_and_files_are_limited(decide_with, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (fault, _) = decide_with(ASK + "x = bytearray(2 * 10 ** 9); return 'ones'")
    assert fault["error"].startswith("MemoryError")
    target = tmp_path / "written"
    (fault, _) = decide_with(ASK + f"f = open({str(target)!r}, 'w'); f.write('x'); f.flush(); return 'ones'")
    assert "error" in fault
    assert not target.exists() or target.stat().st_size == 0


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(CorrigeError, match="does not exist"):
        PlayerProgram(tmp_path / "none.py")
