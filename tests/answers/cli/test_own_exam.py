import json
import re
import shutil
import zipfile
from pathlib import Path

import pytest

from answers.cli import check
from tests.answers.cli.running import Corrige


@pytest.mark.slow
def test_what_is_written_passes_the_checks(corrige: Corrige, here: Path) -> None:
    outcome = corrige("exam", "new", "sticks")
    assert (outcome.code, "corrige check sticks.py" in outcome.err) == (0, True)
    assert [path.name for path in here.iterdir()] == ["sticks.py"]
    checked = corrige("check", "sticks.py", "--json")
    assert (checked.code, json.loads(checked.out)["exam"]) == (0, "sticks")


def test_nothing_is_overwritten(corrige: Corrige, here: Path) -> None:
    (here / "sticks.py").write_text("mine\n")
    for name in ("sticks", "sticks.py"):
        outcome = corrige("exam", "new", name)
        assert outcome.code == 2
        assert outcome.err.startswith("sticks.py: the file exists already and was left unchanged")
    assert (here / "sticks.py").read_text() == "mine\n"


@pytest.mark.parametrize(
    ("command", "name", "text"),
    [
        ("new", "My exam", "is not a valid name"),
        ("new", "../nim", "is not a valid name"),
        ("new", "nash", "is already the name of an exam"),
        ("export", "nash", "comes with corrige"),
    ],
)
def test_a_name_that_cannot_be_is_told(command: str, name: str, text: str, corrige: Corrige, here: Path) -> None:
    outcome = corrige("exam", command, name)
    assert (outcome.code, text in outcome.err) == (2, True)
    assert list(here.iterdir()) == []


EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"


def test_an_exported_paper_works_where_it_is_unpacked(corrige: Corrige, here: Path) -> None:
    places = ("--exams", EXAMPLES)
    composed = ("compose", "chemins:1", "chemins:2", "--title", "TD", "--minutes", 30, *places, "-o", "week.toml")
    assert corrige(*composed).code == 0
    assert corrige("exam", "export", "week.toml", *places).code == 0
    with zipfile.ZipFile(here / "week.zip") as archive:
        assert sorted(archive.namelist()) == ["week/README.txt", "week/chemins.py", "week/week.toml"]
        archive.extractall(here / "there")
    there = here / "there" / "week"
    key = ("key", there / "week.toml", "--exams", there, "--u0", 17, "--json")
    ours = json.loads(corrige("key", "week.toml", *places, "--u0", 17, "--json").out)
    assert json.loads(corrige(*key).out)["answers"] == ours["answers"]
    (here / "week.zip").write_bytes(b"mine")
    assert corrige("exam", "export", "week.toml", *places).code == 2
    assert (here / "week.zip").read_bytes() == b"mine"


def test_the_templates_beside_an_exam_in_one_file_are_exported_and_nothing_else_there(
    corrige: Corrige, here: Path
) -> None:
    shutil.copy(EXAMPLES / "chemins.py", here)
    for name in ("templates/evidence.html", "fixtures/answers.csv", "students.csv", "notes.txt"):
        path = here / "chemins" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    (here / "chemins/templates/link.html").symlink_to(here / "chemins/notes.txt")
    (here / "chemins.key.json").symlink_to(here / "chemins/notes.txt")
    assert corrige("exam", "export", "chemins.py").code == 0
    with zipfile.ZipFile(here / "chemins.zip") as archive:
        names = sorted(archive.namelist())
    beside = [f"chemins/chemins/{name}" for name in ("fixtures/answers.csv", "templates/evidence.html")]
    assert names == ["chemins/README.txt", "chemins/chemins.py", *beside]


def test_no_class_no_secret_and_nothing_hidden_goes_out_with_an_exam(corrige: Corrige, here: Path) -> None:
    """A teacher may keep a class in the folder of its exam: its list, codes, answers and secret stay there."""
    shutil.copytree(EXAMPLES / "nim", here / "nim", ignore=shutil.ignore_patterns("__pycache__"))
    (here / "list.csv").write_text("student,name,u0\ns1,Aa,5\n")
    (here / "nim" / "corrige.toml").write_text('secret = "a secret of mine, which signs sheets"\n')
    (here / "nim" / ".hidden").write_text("hidden")
    (here / "nim" / "link.txt").symlink_to(here / "list.csv")
    init = ("class", "init", "--exam", "nim", "--exams", "nim", "--students", "list.csv")
    assert corrige(*init, "nim/2026/algo").code == 0
    outcome = corrige("exam", "export", "nim", "--exams", "nim")
    assert (outcome.code, "the folder of a class: nim/2026/algo" in outcome.err.replace(f"{here}/", "")) == (0, True)
    with zipfile.ZipFile(here / "nim.zip") as archive:
        names = archive.namelist()
    assert {"nim/nim/exam.py", "nim/nim/templates/fr.html"} <= {*names}
    private = ("algo", "hidden", "link", "corrige.toml", ".csv", ".db")
    assert [name for name in names if any(word in name for word in private)] == ["nim/nim/fixtures/answers.csv"]
    (here / "nim" / "students.csv").write_text("student,name\n")
    outcome = corrige("exam", "export", "nim", "--exams", "nim", "-o", "other.zip")
    assert (outcome.code, "is also that of a class" in outcome.err, (here / "other.zip").exists()) == (2, True, False)


def changed(here: Path, before: str, after: str) -> str:
    text = (here / "nim.py").read_text("utf-8")
    assert before in text
    (here / "nim.py").write_text(text.replace(before, after), "utf-8")
    return text.replace(before, after)


SLOW = "{% for a in range(9000) %}{% for b in range(9000) %}{% if a + b < 0 %}x{% endif %}{% endfor %}{% endfor %}"
LOOP = "while __name__:\n        pass\n"
LOOPS = {
    "solution": ("return heap.sticks % (heap.most + 1)\n", LOOP, "while", "part 1, u₀ = 1 and"),
    "draw": ("most = draws.integer(2, 5)\n", f"most = 2\n    {LOOP}", "while", "u₀ = 1:"),
    "text": ("    A heap of {{", f"    {SLOW}\n    A heap of {{{{", SLOW, ""),
    "module": ("from dataclasses import dataclass\n", f"from dataclasses import dataclass\n\n{LOOP}", "while", ""),
}
"""What is in place of a text of the exam, the line told, and the part and the seed."""


@pytest.mark.slow
@pytest.mark.parametrize("place", LOOPS)
def test_a_loop_that_does_not_end_is_stopped_and_told_once_with_its_line_and_seed(
    place: str, corrige: Corrige, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "SECONDS", 0.3)
    assert corrige("exam", "new", "nim").code == 0
    before, after, line, seed = LOOPS[place]
    text = changed(here, before, after)
    outcome = corrige("check", "nim.py")
    number = text[: text.index(line)].count("\n") + 1
    (told,) = (words for words in (outcome.out + outcome.err).splitlines() if "still being computed" in words)
    assert f"nim.py, line {number}" in told or f"nim.py, line {number + 1}" in told
    assert seed in told
    assert outcome.code == (2 if place == "module" else 1)


@pytest.mark.slow
def test_the_same_problem_is_told_once_with_its_first_seed_and_the_others_counted(corrige: Corrige, here: Path) -> None:
    """A wrong number of boxes breaks each check that computes a key, with another value for each seed."""
    assert corrige("exam", "new", "nim").code == 0
    changed(here, "kind=integers(1, 1, 5)", "kind=integers(2, 1, 5)")
    out = corrige("check", "nim.py").out
    assert out.count("the part has 2 items") == 1
    assert re.search(r"nim.py, line 25, u₀ = 1 and \d+ other seeds: .*winning_move", out)
    assert "not run" not in out
    assert "checks are not possible until these problems are solved" in out


@pytest.mark.slow
def test_a_draw_that_fails_for_some_seeds_is_told_with_line_and_seed(corrige: Corrige, here: Path) -> None:
    """Seeds are computed in other processes, whose traceback comes back as text."""
    corrige("exam", "new", "sticks")
    path = here / "sticks.py"
    first = "    most = draws.integer(2, 5)\n"
    text = path.read_text().replace(first, f"{first}    draws.choice([1] * draws.integer(0, 30))\n")
    path.write_text(text)
    line = text.splitlines().index("    draws.choice([1] * draws.integer(0, 30))") + 1
    (here / "list.csv").write_text("student,name,first_name\n" + "".join(f"s{n},N{n},P{n}\n" for n in range(60)))
    assert corrige("class", "init", "class", "--exam", path, "--students", "list.csv").code == 0
    outcome = corrige("class", "seeds", "class")
    assert outcome.code == 2
    assert f"sticks.py, line {line}: DrawError: " in outcome.err
    u0 = outcome.err.partition("u₀ = ")[2].split()[0]
    assert f"line {line}: DrawError: " in corrige("key", path, "--u0", u0).err
