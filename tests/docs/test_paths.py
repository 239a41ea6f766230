"""Every path and module that a page names is there; the author's reference is that of the code."""

import re
from pathlib import Path

import pytest

from tests.docs.authors import PAGE, reference

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
FOLDERS = ("answers", "solvers", "templates", "fixtures", "tests", "docs")
PATH = re.compile(rf"(?<![\w/.<-])(?:{'|'.join(FOLDERS)})/[\w./<>{{}}*…-]*")
MODULE = re.compile(r"(?<![\w/.-])(?:answers|solvers|tests)(?!\.csv\b)(?:\.\w+)+")
MADE_UP = {"foo", "hex", "nim", "tiny", "de"}
"""Exams and languages that pages take as examples."""
HISTORY = "CHANGELOG.md"
"""It names what there was."""


def stale(text: str) -> list[str]:
    """The paths and modules in a text that are not there; one with a gap, as fixtures/<exam>/, only up to the gap."""
    paths = (path for path in map(str, PATH.findall(text)) if not MADE_UP & set(re.split(r"[/.]", path)))
    return [
        *(path for path in paths if not (ROOT / re.split(r"[^/]*[<>{}*…]", path)[0].rstrip(".")).exists()),
        *(name for name in MODULE.findall(text) if not _is_module(name.split("."))),
    ]


def _is_module(parts: list[str]) -> bool:
    """Whether a dotted name is a module, or something that its module names."""
    path = ROOT.joinpath(*parts)
    if path.is_dir() or path.with_suffix(".py").is_file():
        return True
    module = path.parent.with_suffix(".py")
    return module.is_file() and parts[-1] in module.read_text("utf-8")


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != HISTORY], ids=lambda page: page.name)
def test_a_page_names_only_what_is_there(page: Path) -> None:
    assert stale(page.read_text("utf-8")) == []


def test_the_reference_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == reference()  # otherwise run `python -m tests.docs.authors`
