"""Data files and words of the house, found in a checkout and in an installed package."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from answers import assets
from answers.assets import asset, shared_words

ROOT = Path(__file__).parents[2]


def test_in_a_wheel_data_stands_inside_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packages: dict[str, Path] = {"answers": tmp_path / "answers"}
    find: Callable[[str], Path] = packages.__getitem__
    monkeypatch.setattr(assets, "files", find)
    assert asset("templates", "a.html") == tmp_path / "templates" / "a.html"
    (tmp_path / "answers" / "_data").mkdir(parents=True)
    assert asset("templates", "a.html") == tmp_path / "answers" / "_data" / "templates" / "a.html"


def keys(table: object, path: str = "") -> set[str]:
    if not hasattr(table, "items"):
        return {path}
    return {key for name, inner in table.items() for key in keys(inner, f"{path}.{name}")}


def test_both_languages_have_the_same_words() -> None:
    assert keys(shared_words("fr")) == keys(shared_words("en"))
    assert (shared_words("fr")["name"], shared_words("en")["name"]) == ("Nom", "Last name")


def texts(table: object) -> list[str]:
    return [text for inner in table.values() for text in texts(inner)] if hasattr(table, "values") else [str(table)]


def test_a_teacher_reads_one_name_for_students_and_the_apostrophe_of_print() -> None:
    """Only the box on the sheet, for their own name, calls them otherwise."""
    words = texts(shared_words("fr"))
    assert [text for text in words if "andidat" in text.replace("--candidates", "")] == ["Candidat"]
    assert [text for text in words if re.search(r"[^\W\d]'[^\W\d]", text)] == []


@pytest.mark.parametrize("lang", ["de", "", "FR", "../words/fr", "fr.toml"])
def test_there_are_two_languages(lang: str) -> None:
    with pytest.raises(ValueError, match=f"there are no words in {lang!r}"):
        shared_words(lang)


def test_words_are_not_changed_by_those_who_read_them() -> None:
    with pytest.raises(TypeError):
        shared_words("fr")["name"] = "Name"  # type: ignore[index]
