"""The pages of a first test, in both languages: files written and commands typed as they stand, they hold."""

import csv
import re
import shlex
from pathlib import Path

import pytest

from tests.answers.cli.running import run

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r'^```(\w+)(?: title="(.+?)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "folder"), [("fr/premiere-interrogation.md", "interro"), ("en/first-test.md", "quiz")]
)
def test_from_nothing_to_marks_for_the_platform(
    page: str, folder: str, capsys: pytest.CaptureFixture[str], here: Path
) -> None:
    typed = []
    for kind, title, text in BLOCK.findall((DOCS / page).read_text("utf-8")):
        if title:
            (here / title).parent.mkdir(exist_ok=True)
            (here / title).write_text(text, encoding="utf-8")
        for line in text.splitlines() if kind == "sh" else ():
            corrige, _, command, *_ = words = shlex.split(line)
            assert corrige == "corrige"
            typed.append((command, run(capsys, *words[1:])))
    assert [(command, outcome.err) for command, outcome in typed if outcome.code not in (0, 1)] == []
    waiting = [command for command, outcome in typed if outcome.code]
    assert waiting == ["grade", "review"]  # after that all is decided
    for made in ("subject.pdf", "sheets.zip", "report.html", "exports/feedback.zip"):
        assert (here / folder / made).is_file()
    with (here / folder / "exports" / "moodle.csv").open(encoding="utf-8", newline="") as stream:
        marks = [(row[2].partition("@")[0], row[3]) for row in list(csv.reader(stream))[1:]]
    names = {"interro": ("premier", "deuxieme"), "quiz": ("first", "second")}[folder]
    assert marks == list(zip(names, ("3.5", "2.333"), strict=True))  # of 1a 1, 1b half of 1, 5 all of 2 or two thirds


@pytest.mark.parametrize("page", [path for lang in ("fr", "en") for path in sorted((DOCS / lang).glob("*.md"))])
def test_short_pages_are_short_and_have_a_twin(page: Path) -> None:
    assert len(page.read_text("utf-8").splitlines()) <= 130
    assert len(list((DOCS / "fr").glob("*.md"))) == len(list((DOCS / "en").glob("*.md")))


@pytest.mark.parametrize("text", [*sorted((DOCS / "fr").glob("*.md")), DOCS.parent / "templates" / "words" / "fr.toml"])
def test_one_word_for_one_thing_in_french(text: Path) -> None:
    """A sheet is « fiche », a seed « u₀ », as the students' own say; who sits the exam is « étudiant »."""
    assert re.findall(r"graines?|feuilles?|élèves?", text.read_text("utf-8")) == []
