import csv
import json
from pathlib import Path

import pytest

from tests.answers.cli.running import run

ROSTER = "student,name,first_name,u0\ns01,One,Student,17\ns02,Two,Student,\n"


def test_a_class_from_its_list_to_its_gradebook(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    (here / "list.csv").write_text(ROSTER)
    assert run(capsys, "class", "init", "algo", "--exam", "nash", "--students", "list.csv", "--lang", "en").code == 0
    drawn = json.loads(run(capsys, "class", "seeds", "algo", "--draw", "1", "--json").out)
    assert [student["student"] for student in drawn["students"]] == ["s01", "s02"]
    assert drawn["students"][0]["u0"] == 17
    assert drawn["students"][1]["u0"] not in (0, 17, None)
    assert run(capsys, "class", "sheets", "algo").code == 0
    assert sorted(path.name for path in (here / "algo/sheets").iterdir()) == ["s01.pdf", "s02.pdf"]
    (here / "algo/submissions/s01.txt").write_text("1a: 17 519 23375\n")
    outcome = run(capsys, "class", "grade", "algo")
    assert outcome.code == 1
    assert "For the teacher:\n  s02: no paper received [no-paper]\n" in outcome.out
    (row,) = [line.split() for line in outcome.out.splitlines() if line.startswith("s02")]
    assert row == ["s02", "Two", "Student", str(drawn["students"][1]["u0"]), *["—"] * 9]
    settle = ["class", "decide", "algo", "s02"]
    assert "algo" in run(capsys, *settle, "no-paper", "--seen", "--reason", "ill that day").err
    settled = run(capsys, "class", "grade", "algo").out
    assert (
        "\nAlso remarked, and waiting for nobody:\n  s02: no paper received (ill that day) [no-paper] (settled)\n"
        in settled
    )
    assert "For the teacher:\n  s02" not in settled
    with (here / "algo/gradebook.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [(row["student"], row["score"], row["settled"]) for row in rows] == [
        ("s01", "0.5", ""), ("s02", "", "no-paper: ill that day"),
    ]  # fmt: skip
    document = json.loads(run(capsys, "class", "grade", "algo", "--json").out)
    assert document["papers"][0]["u0"] == 17


def test_seeds_drawn_again_are_the_same_and_given_ones_stay(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    for folder in ("one", "two"):
        (here / "list.csv").write_text(ROSTER)
        run(capsys, "class", "init", folder, "--exam", "nash", "--students", "list.csv")
        run(capsys, "class", "seeds", folder, "--draw", "5")
    assert (here / "one/students.csv").read_text() == (here / "two/students.csv").read_text()
    before = (here / "one/students.csv").read_text()
    run(capsys, "class", "seeds", "one", "--draw", "6")
    assert (here / "one/students.csv").read_text() == before


def test_given_seeds_change_only_when_asked(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    (here / "list.csv").write_text("student,u0\ns01,5\ns02,6\n")
    run(capsys, "class", "init", "algo", "--exam", "nash", "--students", "list.csv")
    kept = json.loads(run(capsys, "class", "seeds", "algo", "--json", "--draw", "1").out)
    assert [student["u0"] for student in kept["students"]] == [5, 6]
    drawn = json.loads(run(capsys, "class", "seeds", "algo", "--json", "--draw", "1", "--force").out)
    assert not {5, 6} & {student["u0"] for student in drawn["students"]}
    assert [fact["fact"] for fact in drawn["fairness"]][:2] == ["shared-mean", "shared-most"]
    again = json.loads(run(capsys, "class", "seeds", "algo", "--json").out)
    assert again == drawn


@pytest.mark.parametrize(
    ("content", "told"),
    [("student\n", "no student"), ("name\nA\n", "'student' is missing"), ("student,u0\ns01,70000\n", "line 2")],
)
def test_a_wrong_list_starts_no_class(capsys: pytest.CaptureFixture[str], here: Path, content: str, told: str) -> None:
    (here / "list.csv").write_text(content)
    outcome = run(capsys, "class", "init", "algo", "--exam", "nash", "--students", "list.csv")
    assert outcome.code == 2
    assert told in outcome.err
    assert not (here / "algo").exists()


def test_a_class_is_never_started_over(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    (here / "list.csv").write_text(ROSTER)
    arguments = ["class", "init", "algo", "--exam", "nash", "--students", "list.csv"]
    run(capsys, *arguments)
    before = {path: path.read_bytes() for path in (here / "algo").rglob("*") if path.is_file()}
    assert run(capsys, *arguments).code == 2
    assert {path: path.read_bytes() for path in (here / "algo").rglob("*") if path.is_file()} == before


def test_demo_prints_the_table_and_what_needs_the_teacher(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    outcome = run(capsys, "demo", "--lang", "en")
    assert outcome.code == 0
    for told in ("s01", "20.00", "answers-of-seed-17", "ambiguous", "blank-paper", "flattened", "s08: no paper"):
        assert told in outcome.out
    assert "damaged" in outcome.err
    assert run(capsys, "demo").code == 2


def test_a_name_that_is_the_identifier_stands_once(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    (here / "list.csv").write_text("name,first_name\nLe Goff,Ana\nLe Goff,Bo\n")
    assert run(capsys, "class", "init", "c", "--exam", "nash", "--students", "list.csv", "--lang", "en").code == 0
    assert run(capsys, "class", "seeds", "c", "--draw", "1").code == 0
    header, *rows = (
        line for line in run(capsys, "class", "grade", "c").out.splitlines() if "Le Goff" in line or "Q1" in line
    )
    assert header.split()[:3] == ["student", "u0", "Q1"]
    assert [row.count("Le Goff") for row in rows[:2]] == [1, 1]
