"""Templates: escaping, the folders of their files, and the cache of compiled templates."""

import errno
import os
import re
from pathlib import Path

import pytest
from jinja2 import TemplateNotFound

from answers.exam.environment import FormulaError, environment, math
from tests.answers.exam.locations import home

ROOT = Path(__file__).parents[3]
NO_BREAK = "\N{NO-BREAK SPACE}"


def rendered(tmp_path: Path, text: str, **document: object) -> str:
    return environment(home(tmp_path, page=text)).get_template("exam/page.html").render(document)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{ document }}", "&lt;b&gt; &amp; é"),
        ("{{ document | safe }}", "<b> & é"),
        ("a\n  {% if true %}\nb\n  {% endif %}\nc", "a\nb\nc"),  # a line of a statement leaves none
        ("{{ 0.25 | decimal }} {{ 0.25 | decimal('en') }}", "0,25 0.25"),
        ("{{ -3 | signed }} {{ 3 | signed }}", "−3 3"),
        ("{{ [1, 'a', 2] | together }}", f"1{NO_BREAK}a{NO_BREAK}2"),
        ("{{ [1, 2] | together(' · ') }}", f"1{NO_BREAK}·{NO_BREAK}2"),
        ("{{ [1, 2] | zip('ab') | list | length }}", "2"),
        ("é", "é"),
    ],
)
def test_what_a_template_may_write(text: str, expected: str, tmp_path: Path) -> None:
    assert rendered(tmp_path, text, document="<b> & é") == expected


def test_the_exams_own_templates_and_the_houses_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "templates" / "deep").mkdir(parents=True)
    (tmp_path / "templates" / "deep" / "own.html").write_text("own")
    result = environment(home(tmp_path, base="own base"))
    assert result.get_template("exam/base.html").render() == "own base"
    assert result.get_template("exam/deep/own.html").render() == "own"
    assert result.loader is not None
    house, *_ = result.loader.get_source(result, "faces/blank.html")
    assert house == (ROOT / "templates" / "faces" / "blank.html").read_text("utf-8")
    for absent in ("exam/sheet.css", "deep/own.html", "exam/absent.html", "absent.html", "exam/deep"):
        with pytest.raises(TemplateNotFound) as caught:
            result.get_template(absent)
        assert caught.value.name == absent


@pytest.mark.parametrize("name", ["exam/../secret.html", "../pyproject.toml", "exam/deep/../../secret.html"])
def test_no_other_file_is_opened(name: str, tmp_path: Path) -> None:
    (tmp_path / "secret.html").write_text("secret")
    with pytest.raises(TemplateNotFound):
        environment(home(tmp_path)).get_template(name)


@pytest.fixture
def templates_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of compiled templates, in a cache that does not exist yet."""
    monkeypatch.setenv("CORRIGE_CACHE", str(tmp_path / "deep" / "cache"))
    return tmp_path / "deep" / "cache" / "templates"


def test_a_compiled_template_serves_the_next_run(
    tmp_path: Path, templates_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exam = home(tmp_path, page="{{ 1 + 1 }}")
    environment(exam).get_template("exam/page.html")
    environment.cache_clear()
    again = environment(exam)
    monkeypatch.setattr(again, "compile", None)  # it cannot
    assert again.get_template("exam/page.html").render() == "2"


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT])
def test_where_there_is_no_room_templates_are_made_anew(
    code: int, tmp_path: Path, templates_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    assert rendered(tmp_path, "as ever") == "as ever"
    assert not [path for path in templates_folder.rglob("*") if path.is_file()]


def test_compiled_templates_which_are_code_are_not_kept_where_others_can_write(
    tmp_path: Path, templates_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("answers.exam.environment.is_own", lambda folder: folder != templates_folder)
    assert rendered(tmp_path, "as ever") == "as ever"
    assert not list(templates_folder.iterdir())


def test_a_formula_is_one_drawing_named_by_its_source():
    svg = str(math(r"\frac{1}{2} < x"))
    assert svg.startswith('<svg class="math" role="img" aria-label="\\frac{1}{2} &lt; x"')
    assert svg.count("<svg") == 1
    assert " id=" not in svg  # formulas of one page share no name


@pytest.mark.parametrize("latex", [r"\frac{1", "", "{"])
def test_what_is_no_formula_is_told_with_its_source(latex):
    with pytest.raises(FormulaError, match=re.escape(repr(latex))):
        math(latex)
