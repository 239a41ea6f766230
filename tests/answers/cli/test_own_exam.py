import json
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
    ("name", "text"),
    [("My exam", "is not a valid name"), ("../nim", "is not a valid name"), ("nash", "is already the name of an exam")],
)
def test_a_name_that_cannot_be_is_told(name: str, text: str, corrige: Corrige, here: Path) -> None:
    outcome = corrige("exam", "new", name)
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


def test_the_export_of_a_folder_leaves_hidden_files_and_links_out(corrige: Corrige, here: Path) -> None:
    shutil.copytree(EXAMPLES / "nim", here / "nim", ignore=shutil.ignore_patterns("__pycache__"))
    (here / "secret.txt").write_text("secret")
    (here / "nim" / ".hidden").write_text("hidden")
    (here / "nim" / "link.txt").symlink_to(here / "secret.txt")
    assert corrige("exam", "export", "nim", "--exams", "nim").code == 0
    with zipfile.ZipFile(here / "nim.zip") as archive:
        names = archive.namelist()
    assert {"nim/nim/exam.py", "nim/nim/templates/fr.html", "nim/nim/fixtures/answers.csv"} <= set(names)
    assert [name for name in names if "hidden" in name or "link" in name] == []


def test_an_exam_of_corrige_is_not_exported(corrige: Corrige, here: Path) -> None:
    outcome = corrige("exam", "export", "nash")
    assert (outcome.code, list(here.iterdir())) == (2, [])


@pytest.mark.slow
def test_a_text_that_takes_too_long_is_told_with_its_line(
    corrige: Corrige, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "SECONDS", 0.01)
    slow = "{% for a in range(40) %}{% for b in range(9000) %}{% if a + b < 0 %}x{% endif %}{% endfor %}{% endfor %}"
    assert corrige("exam", "new", "nim").code == 0
    file = here / "nim.py"
    file.write_text(file.read_text("utf-8").replace("    A heap of {{", f"    {slow}\n    A heap of {{"), "utf-8")
    line = 1 + file.read_text("utf-8").splitlines().index(f"    {slow}")
    assert f"line {line}: still computing" in corrige("check", "nim.py").err


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
