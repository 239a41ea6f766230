"""A class: its list, its seeds, its first marks."""

import csv
import io
import json
from pathlib import Path

import pytest

from answers.exam.trust import CONVERSATION
from tests.answers.cli.running import Corrige, Outcome
from tests.answers.tiny import EXAMS

ROSTER = "student,name,first_name,u0\ns01,One,Student,17\ns02,Two,Student,\n"


def started(corrige: Corrige, folder: str, content: str = ROSTER) -> Outcome:
    Path("list.csv").write_text(content)
    return corrige(
        "class", "init", folder, "--exam", "tiny", "--exams", EXAMS, "--students", "list.csv", "--lang", "en"
    )


def test_a_class_from_its_list_to_its_gradebook(corrige: Corrige, here: Path) -> None:
    assert started(corrige, "algo").code == 0
    drawn = json.loads(corrige("class", "seeds", "algo", "--draw", "1", "--json").out)
    assert [student["student"] for student in drawn["students"]] == ["s01", "s02"]
    assert drawn["students"][0]["u0"] == 17
    assert drawn["students"][1]["u0"] not in (0, 17, None)
    assert corrige("class", "sheets", "algo").code == 0
    assert sorted(path.name for path in (here / "algo/sheets").iterdir()) == ["s01.pdf", "s02.pdf"]
    (here / "algo/submissions/s01.txt").write_text("1a: 17 34\n")
    outcome = corrige("class", "grade", "algo")
    assert outcome.code == 1
    assert "\n  s02, Two Student: no paper received [no-paper]\n" in outcome.out
    (row,) = [line.split() for line in outcome.out.splitlines() if line.startswith("s02")]
    assert row == ["s02", "Two", "Student", "—"]
    settle = ["class", "decide", "algo", "s02"]
    assert "algo" in corrige(*settle, "no-paper", "--seen", "--reason", "ill that day").err
    settled = corrige("class", "grade", "algo").out
    remarked = settled.partition("\nFor information, nothing to do:\n")[2]
    assert remarked.startswith("  s02, Two Student: excused absence (ill that day) [no-paper] (settled)\n")
    assert (
        "\nthe marks of 2 students have not changed and are not listed; 1 student has answers or flags to examine;"
        in settled
    )
    assert not any(line.startswith("s01") for line in settled.splitlines())
    assert "To be examined by the teacher:\n  s02" not in settled
    with (here / "algo/gradebook.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [(row["student"], row["score"], row["settled"]) for row in rows] == [
        ("s01", "1.0", ""), ("s02", "", "no-paper: ill that day"),
    ]  # fmt: skip
    document = json.loads(corrige("class", "grade", "algo", "--json").out)
    assert document["papers"][0]["u0"] == 17


def test_what_is_settled_alike_for_several_is_said_once(algo: Path, corrige: Corrige) -> None:
    assert corrige("class", "decide", algo, "no-paper", "--seen", "--all-equal").code == 0
    settled = [line for line in corrige("class", "grade", algo).out.splitlines() if "(settled)" in line]
    assert settled == ["  2 papers: excused absence [no-paper] (settled)"]


def test_seeds_are_drawn_anew_only_when_a_person_says_so_and_what_was_is_set_aside(
    corrige: Corrige, here: Path
) -> None:
    started(corrige, "algo", "student,u0\ns01,5\ns02,6\n")
    folder, report = here / "algo", here / "seeds.json"
    (folder / "sheets").mkdir()
    (folder / "sheets" / "s01.pdf").write_bytes(b"given out")
    before = (folder / "students.csv").read_bytes()
    report.write_text("earlier list")
    assert corrige("class", "seeds", "algo", "--json", "-o", report, "--force").code == 0
    assert [one["u0"] for one in json.loads(report.read_text())["students"]] == [5, 6]
    refused = corrige("class", "seeds", "algo", "--redraw", "--draw", "1", "--candidates", "0")
    assert (refused.code, "--yes" in refused.err) == (2, True)
    assert (folder / "students.csv").read_bytes() == before
    redrawn = corrige("class", "seeds", "algo", "--redraw", "--yes", "--draw", "1", "--candidates", "2")
    assert (redrawn.code, "sheets issued with the present seeds: 1" in redrawn.err) == (0, True)
    drawn = json.loads(corrige("class", "seeds", "algo", "--json").out)
    assert not {5, 6} & {student["u0"] for student in drawn["students"]}
    assert [fact["fact"] for fact in drawn["fairness"]][:2] == ["shared-mean", "shared-most"]
    assert json.loads(corrige("class", "seeds", "algo", "--json").out) == drawn
    assert (folder / "set-aside" / "students.csv").read_bytes() == before
    assert (folder / "set-aside" / "sheets" / "s01.pdf").read_bytes() == b"given out"
    assert not (folder / "sheets" / "s01.pdf").exists()
    options = ("class", "seeds", "algo", "--redraw", "--yes", "--candidates", "0", "--json")
    first, second = ({one["u0"] for one in json.loads(corrige(*options).out)["students"]} for _ in range(2))
    assert not first & second  # though both are drawn from the secret of the class


def test_seeds_are_not_drawn_anew_if_sheets_are_issued_while_a_person_thinks(
    corrige: Corrige, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(corrige, "algo", "student,u0\ns01,5\ns02,6\n")
    folder = here / "algo"
    before = (folder / "students.csv").read_bytes()

    def think(_: object) -> bool:
        (folder / "sheets").mkdir()
        (folder / "sheets" / "s01.pdf").write_bytes(b"issued by another teacher")
        return True

    monkeypatch.setattr("answers.cli.app.converse", lambda: None)
    monkeypatch.setattr(CONVERSATION, "ask", think)
    refused = corrige("class", "seeds", "algo", "--redraw", "--draw", "1", "--candidates", "0")
    assert (refused.code, (folder / "students.csv").read_bytes() == before) == (2, True)
    assert (folder / "sheets" / "s01.pdf").exists()


@pytest.mark.parametrize(
    ("content", "text"),
    [("student\n", "no student"), ("name\nA\n", "its columns are: 'name'"), ("student,u0\ns01,70000\n", "line 2")],
)
def test_a_wrong_list_starts_no_class(corrige: Corrige, here: Path, content: str, text: str) -> None:
    outcome = started(corrige, "algo", content)
    assert outcome.code == 2
    assert text in outcome.err
    assert not (here / "algo").exists()


SEVERAL = "Prénom;Nom;Numéro;Courriel;INE\nZoé;Aa;22;z@x.fr;1234567890A\nÉric;Bb;23;e@x.fr;1234567890B\n"


@pytest.mark.parametrize(("typed", "identifiers"), [("2\n", "z@x.fr"), ("\n", "22"), ("7\n", None), ("", None)])
def test_which_column_identifies_is_asked_where_there_are_several(
    corrige: Corrige, here: Path, monkeypatch: pytest.MonkeyPatch, typed: str, identifiers: str | None
) -> None:
    refused = started(corrige, "algo", SEVERAL)
    assert refused.code == 2
    assert "several columns could identify the students: 'Numéro', 'Courriel'" in refused.err
    assert "--known-by 'Numéro'" in refused.err

    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    assert started(corrige, "algo", SEVERAL).code == (2 if identifiers is None else 0)
    if identifiers is not None:
        assert f"\n{identifiers},Aa,Zoé," in (here / "algo/students.csv").read_text()
        assert "1234567890A" not in corrige("class", "export", "algo", "--to", "csv", "-o", "-").out


def test_a_later_list_identifies_by_the_column_of_the_first(corrige: Corrige, here: Path) -> None:
    Path("list.csv").write_text(SEVERAL)
    listed = ("--exam", "tiny", "--exams", EXAMS, "--students", "list.csv", "--known-by", "Courriel")
    assert corrige("class", "init", "algo", *listed).code == 0
    Path("late.csv").write_text("Prénom;Nom;Numéro;Courriel\nAna;Cc;24;a@x.fr\n")
    assert corrige("class", "add", "algo", "late.csv").code == 0
    assert "\na@x.fr,Cc,Ana," in (here / "algo/students.csv").read_text()


@pytest.mark.slow
def test_demo_prints_the_table_and_what_needs_the_teacher(corrige: Corrige, here: Path) -> None:
    outcome = corrige("demo", "--lang", "en")
    assert outcome.code == 0
    flags = "answers-of-seed-17", "ambiguous", "flattened", "corrige desk demo"
    for text in ("s01", "20.00", *flags, "s08, Demo 8 Student: received, not readable: submissions/s08.pdf"):
        assert text in outcome.out
    assert "damaged" in outcome.err
    assert corrige("demo").code == 2


@pytest.mark.slow
def test_a_name_that_is_the_identifier_stands_once(corrige: Corrige, here: Path) -> None:
    assert started(corrige, "c", "name,first_name\nLe Goff,Ana\nLe Goff,Bo\n").code == 0
    assert corrige("class", "seeds", "c", "--draw", "1").code == 0
    header, *rows = (
        line for line in corrige("class", "grade", "c").out.splitlines() if "Le Goff" in line or "score" in line
    )
    assert header.split()[:2] == ["student", "score"]
    assert [row.count("Le Goff") for row in rows[:2]] == [1, 1]
