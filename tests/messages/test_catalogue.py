"""Every sentence is translated, says the same values, and is what the program reads."""

from string import Formatter

import pytest

from answers.messages import LANGUAGES
from tests.messages.catalogue import FOLDER, mo_bytes, po_bytes, read, updated
from tests.messages.extract import extracted

OTHERS = [lang for lang in LANGUAGES if lang != "en"]


def names(template: str) -> list[str]:
    """The values of a template, each as often as it stands there."""
    return sorted(name for _, name, _, _ in Formatter().parse(template) if name is not None)


def forms(lang: str) -> list[tuple[str, str]]:
    """Each English form with its translation."""
    found = []
    for one in read(FOLDER / f"{lang}.po"):
        ids, texts = ((one.id,), (one.string,)) if isinstance(one.id, str) else (one.id, one.string)
        found += list(zip(ids, texts, strict=True))
    return [(text, told) for text, told in found if text]


@pytest.mark.parametrize("lang", OTHERS)
def test_a_catalogue_has_each_sentence_of_the_code_and_no_other(lang: str) -> None:
    expected = {form for text, (plural, _) in extracted().items() for form in (text, plural) if form}
    assert {text for text, _ in forms(lang)} == expected, "run: python -m tests.messages"


@pytest.mark.parametrize("lang", OTHERS)
def test_every_sentence_is_translated_with_the_same_values(lang: str) -> None:
    assert [text for text, told in forms(lang) if not told] == []
    assert [text for text, told in forms(lang) if names(text) != names(told)] == []


@pytest.mark.parametrize("lang", OTHERS)
def test_the_files_are_those_that_the_tool_writes(lang: str) -> None:
    path = FOLDER / f"{lang}.po"
    catalogue = updated(path)
    assert path.read_bytes() == po_bytes(catalogue), "run: python -m tests.messages"
    assert path.with_suffix(".mo").read_bytes() == mo_bytes(catalogue), "run: python -m tests.messages"


def test_french_has_unbreakable_spaces_before_its_signs() -> None:
    wrong = [told for _, told in forms("fr") if any(f" {sign} " in f"{told} " for sign in ":;?!»") or "« " in told]
    assert wrong == []


def test_sentences_are_found_where_they_are_said() -> None:
    found = extracted()
    assert "answers/exam/catalogue.py" in {place.partition(":")[0] for place in found["there is no exam {name!r}"][1]}
    assert found["{count} point"][0] == "{count} points"
    assert "corrige list --help" in found["List the exams."][1]
