"""What is typed wrongly or in a hurry: a name, a date, an option twice, a size; what is said is what to do."""

from pathlib import Path

import pytest

from tests.answers.cli.running import Corrige

WRONG = {
    "key nash --u0 abc": "abc' is not a whole number",
    "key nash --u0 -1": "0 to 64006",
    "key nach --u0 1": "did you mean nash?",
    "key ../../etc --u0 1": "there is no exam",
    "key nash --u0 1 --question 7z": "did you mean",
    "sheet nash --u0 1 --face feedback": "feedback",
    "gade x": "grade",
    "grade missing.pdf": "missing.pdf: the file does not exist",
    "grade .": ".",
    "doctor nothing.pdf": "nothing.pdf: there is no such file",
    "class grade nowhere": "corrige class init",
    "solve phantom --board 9x9": "64 cells",
    "solve nash --matrix none.csv": "does not exist",
    "atlas nash --seeds 64": "from 65 to 64006",
    "atlas nash --seeds 100 --all": "--seeds and --all cannot be given together",
    "atlas nash --dask nonsense": "--dask nonsense: no Dask scheduler answers at this address",
    "key nash --u0 17 --u0 18": "the option --u0 is given twice\n",
    "list -o a --output b": "the option --output is given twice\n",
}


@pytest.mark.parametrize("line", WRONG)
def test_asked_wrongly_is_one_message_and_exit_code_2(corrige: Corrige, here: Path, line: str) -> None:
    outcome = corrige(*line.split())
    assert (outcome.code, outcome.out) == (2, "")
    assert WRONG[line] in outcome.err
    assert "Traceback" not in outcome.err
    assert list(here.iterdir()) == []


def test_options_that_may_be_repeated_are_not(corrige: Corrige) -> None:
    outcome = corrige("key", "nash", "--u0", "17", "--question", "1a", "--question", "1a")
    assert outcome.code == 0


@pytest.mark.parametrize(
    ("typed", "remedy"),
    [
        ("alog", "did you mean algo?"),
        ("june", "create a class from a list of students: `corrige class init DIR --exam EXAM --students FILE`"),
    ],
)
def test_the_class_beside_is_named(algo: Path, corrige: Corrige, typed: str, remedy: str) -> None:
    for command in ("grade", "collect", "seeds", "report"):
        outcome = corrige("class", command, typed)
        assert (outcome.code, outcome.err) == (2, f"{typed}: there is no class in this folder\n    → {remedy}\n")


def test_a_file_that_is_not_there_is_all_that_is_told(algo: Path, corrige: Corrige) -> None:
    (algo / "submissions/s01.txt").write_text("1a: 10 20\n")
    outcome = corrige("class", "collect", "algo", "missing-folder", "none.zip")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == "".join(
        f"{name}: the file does not exist\n    → check the name of the file or folder\n"
        for name in ("missing-folder", "none.zip")
    )


@pytest.mark.parametrize(("typed", "text"), [("--raison", "--reason"), ("--rihgt", "--right")])
def test_only_options_that_are_near_are_named(algo: Path, corrige: Corrige, typed: str, text: str) -> None:
    outcome = corrige("class", "decide", "algo", "s01", "1a", typed)
    assert f"    → did you mean {text}? – " in outcome.err


@pytest.mark.parametrize("content", [b"%PDF-1.7\n%\xe2\xe3\n", b"\xd0\xcf\x11\xe0\0\0", b"%PDF-1.4 student,name\n"])
def test_a_list_is_csv_or_xlsx(algo: Path, here: Path, corrige: Corrige, content: bytes) -> None:
    (here / "x.pdf").write_bytes(content)
    outcome = corrige("class", "add", "algo", "x.pdf")
    assert outcome.code == 2
    remedy = "\n    → give the list as CSV or XLSX, as the school"
    assert f"a PDF, not a list{remedy}" in outcome.err or f"not a list of students{remedy}" in outcome.err


@pytest.mark.parametrize("name", ["domineering", "chomp"])
def test_a_size_with_spaces(corrige: Corrige, name: str) -> None:
    within = corrige("solve", name, "--board", "2 x 3")
    assert within == corrige("solve", name, "--board", "2x3")
    outcome = corrige("solve", name, "--board", "2", "x", "3")
    assert "write a size without spaces, such as 3x4" in outcome.err
