"""The exam of docs/exams.md, made in an empty folder from that page alone, sits, marks and keeps the law."""

import csv
import re
from fractions import Fraction
from pathlib import Path
from shutil import copytree

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exam.question import Part
from answers.grading.mark import mark, mark_response, parse_response, parse_responses
from answers.kinds.numbers.numbers import integers
from answers.kinds.tolerance import Tolerance
from tests.answers.cli.running import run
from tests.answers.grading.test_exam_checks import check_named

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "exams.md"
NIM = DOCS / "examples" / "nim"
WITH_SETTINGS = ("settings.md", "fr/reglages.md", "fr/absents-et-retards.md", "en/settings.md", "en/absent-and-late.md")


def page() -> str:
    return PAGE.read_text("utf-8")


def block(language: str, place: int = 0) -> str:
    texts: list[str] = re.findall(rf"```{language}\n(.*?)```", page(), re.DOTALL)
    return texts[place]


@pytest.fixture
def nim(tmp_path: Path) -> Path:
    return Path(copytree(NIM, tmp_path / "nim"))


@pytest.mark.parametrize(
    ("language", "place", "file"),
    [
        ("python", 4, "../../../templates/start/exam.py"),
        ("python", 7, "exam.py"),
        ("html", 0, "templates/fr.html"),
        ("html", 1, "templates/en.html"),
        # Its rows by hand: for u₀ = 17, 26 sticks, of which 1 or 2 may be taken, lose at every multiple of 3.
        ("csv", 0, "fixtures/answers.csv"),
        # For u₀ = 4321, 46 sticks, of which 1 to 4 may be taken, lose at every multiple of 5: the move is 1.
        ("toml", 0, "fixtures/papers/one.toml"),
    ],
)
def test_the_page_shows_what_exam_new_writes(language: str, place: int, file: str) -> None:
    assert block(language, place) == (NIM / file).read_text("utf-8")


def test_the_first_exam_of_the_page_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "sums.py"
    file.write_text(block("python", 0), "utf-8")
    exam = load_exam(str(file))
    first, second = exam.drawn(17).pair  # type: ignore[attr-defined]
    assert make_key(exam, 17).answers == {"1": (first + second,)}
    assert f"{first} + {second}" in exam.words("en").prompt(exam.questions[0], exam.drawn(17)).replace(
        "\N{NO-BREAK SPACE}", " "
    )


def test_the_short_forms_of_the_page_make_an_exam(tmp_path: Path) -> None:
    """They are those of docs/examples/reseau.py, from which the function that they leave out is taken."""
    source = (DOCS / "examples" / "reseau.py").read_text("utf-8")
    head, kruskal = source[: source.index("@cache")], source[source.index("def kruskal") :].split("\n\n\n")[0]
    words = "@shared\ndef words(draws: Draws) -> tuple[str, str]:\n    return 'abcab', 'cabba'\n"
    texts = [block("python", place) for place in (1, 2, 3)]
    file = tmp_path / "short.py"
    file.write_text("\n".join((head, kruskal, words, *texts, "EXAM = exam(__name__, title='Short')")), "utf-8")
    exam = load_exam(str(file))
    (edges,) = make_key(exam, 17).answers["2"]
    assert isinstance(edges, tuple)
    turned = " ".join(str(edge)[::-1] for edge in edges)
    marks = mark(exam, make_key(exam, 17), parse_responses(exam, {"1": ("3",), "2": (turned,)}))
    assert [part.score for part in marks.values()] == [2, 3]  # abcab, cabcab, cabbab, cabba


@pytest.mark.slow
def test_the_exam_that_is_compared_with_other_systems_is_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "shortest.py"
    file.write_text(
        re.findall(r"```python\n(.*?)```", (DOCS / "compared.md").read_text("utf-8"), re.DOTALL)[0], "utf-8"
    )
    assert run(capsys, "check", file).code == 0


@pytest.mark.slow
def test_its_commands_are_those_of_the_page(nim: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = nim / "fixtures" / "u0-17.json"
    assert run(capsys, "check", "nim", "--exams", nim).code == 1
    assert run(capsys, "key", "nim", "--exams", nim, "--u0", "17", "--json", "-o", path).code == 0
    checked = run(capsys, "check", "nim", "--exams", nim)
    assert (checked.code, "BROKEN" in checked.out) == (0, False)


def test_several_values_of_a_part_are_judged_as_the_page_says() -> None:
    """Its question 3, whose answers are 9 and 4, for a point each."""
    part = Part(3, "", integers(2, 0, 45), Fraction(2), Tolerance())
    rows = list(csv.DictReader(block("csv", 1).splitlines(), ("part", "text", "verdicts", "share")))
    assert len(rows) == 4
    for row in rows:
        marks = mark_response(parse_response(part, (row["text"],)), (9, 4))
        assert (" ".join(mark.verdict for mark in marks.items), marks.score / 2) == (
            row["verdicts"],
            Fraction(row["share"]),
        )
    for text in ("9 4", "9 ; 4", "9, 4"):
        assert mark_response(parse_response(part, (text,)), (9, 4)).score == 2


def test_its_misreading_costs_the_first_part_where_it_is_made(nim: Path) -> None:
    """Of 46 sticks one may take up to 4; who reads up to 5 leaves a multiple of 6: takes 4, and names 42 and 48."""
    code = (nim / "exam.py").read_text("utf-8")
    (example,) = re.findall(r"```python\n(@misconception_from_params.*?)```", page(), re.DOTALL)
    imported = "from answers.exam.question import misconception_from_params\nfrom answers.exam.question"
    kept = code[: code.index("EXAM = ")].replace("from answers.exam.question", imported)
    (nim / "exam.py").write_text(kept + example, "utf-8")
    for lang in ("fr", "en"):
        with (nim / "templates" / f"{lang}.html").open("a", encoding="utf-8") as words:
            words.write("{% macro mistake_one_more() %}5{% endmacro %}\n")
    items = '"1.1" = "wrong: one-more"\n"2a.1" = "follow_through: one-more"\n"2b.1" = "follow_through: one-more"\n'
    paper = 'u0 = 4321\n[answers]\n1 = "4"\n2a = "42"\n2b = "48"\n[expected]\nscore = "2"\n[expected.items]\n' + items
    (nim / "fixtures" / "papers" / "one.toml").write_text(paper, "utf-8")
    exam = load_exam("nim", [nim])
    assert [problem for name in ("words", "worlds", "papers") for problem in check_named(name).problems(exam)] == []


def test_every_winning_move_is_right(nim: Path) -> None:
    """With 26 sticks and up to 2, the only move is 2; the property decides, on any seed."""
    exam = load_exam("nim", [nim])
    for u0 in range(1, 60):
        key = make_key(exam, u0)
        sticks, most = (getattr(key.params, name) for name in ("sticks", "most"))
        right = {n for n in range(1, most + 1) if (sticks - n) % (most + 1) == 0}
        for n in range(1, 6):
            score = mark(exam, key, parse_responses(exam, {"1": (str(n),)}), {"1"})["1"].score
            assert score == (Fraction(1) if n in right else 0)


def test_the_paper_of_the_page_is_marked(nim: Path, capsys: pytest.CaptureFixture[str], here: Path) -> None:
    (here / "paper.txt").write_text("u0: 17\n1: 2\n2a: 24\n2b: 27\n", "utf-8")
    marked = run(capsys, "grade", "paper.txt", "--exam", "nim", "--exams", nim)
    assert (marked.code, marked.out.split("\n")[1].split()) == (0, ["?", "17", "3.00", "1.00", "2.00"])
    assert run(capsys, "explain", "paper.txt", "--exam", "nim", "--exams", nim, "--item", "1").code == 0


@pytest.mark.slow
def test_settings_that_pages_show_are_read(nim: Path, capsys: pytest.CaptureFixture[str], here: Path) -> None:
    (here / "my-exams").mkdir()
    nim.rename(here / "my-exams" / "nim")
    for page in WITH_SETTINGS:
        for text in re.findall(r"```toml\n(.*?)```", (DOCS / page).read_text("utf-8"), re.DOTALL):
            (here / "corrige.toml").write_text(text, "utf-8")
            shown = run(capsys, "show", "nash")
            assert (shown.code, shown.err.splitlines()[1:]) == (0, []), (page, text)
            assert "corrige.toml" in shown.err  # settings that are used are told
