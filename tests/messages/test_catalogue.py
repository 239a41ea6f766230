"""Every sentence is translated, says the same values, and is what the program reads."""

import re
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from answers.messages import LANGUAGES, Message
from tests.messages.__main__ import FOLDER, extract

SEVERAL = {
    "an atlas (statistics of the right answers) cannot be made of {count} seeds",
    "the archive holds {count} files, but corrige opens archives of at most {max_members} files",
    "{count} students have the name {text!r}",
    (
        "the name on the paper or on its file is that of {count} students, so the paper counts for "
        "none of them: {students}"
    ),
    (
        "the column {column!r} of the list was not used: it contradicts the names of {count} students; on line "
        "{line}, for example, the name is {name}, but the column identifies {student}"
    ),
    "the list has {count} students, but a class may have at most {max_students}",
    "{value!r} is not a list of {count} values for {part}",
    "{count} files were handed in and are in {output}",
    "marks in {marks} and {gradebook}, {count} feedback sheets in {output}",
    "--grid has {count} cells, which is not the square of an integer",
    "this picture shows the codes of {count} pages of answer sheets, so none of them was read",
    "the file has {count} pages, but may have at most {most}",
    "the file has {count} appeals, the limit is {most}",
    "the explanation has {count} characters, too many for the feedback",
    "the explanation has {count} sentences, too many for the feedback",
    "the PDF has {count} pages, more than any answer sheet",
}
"""Sentences said only of two or more: of what is above a limit, of homonyms, of a column that is wrong several times,
of the class of the demonstration."""
NO_NOUNS = ("in", "of", "on", "to", "sur", "dans", "de")
"""What may stand after a number that counts nothing there."""

OTHERS = [lang for lang in LANGUAGES if lang != "en"]


def names(template: str) -> list[str]:
    """The values of a template, each as often as it stands there."""
    return sorted(name for _, name, _, _ in Formatter().parse(template) if name is not None)


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """The sentences of the code, each with where it stands."""
    template = tmp_path_factory.mktemp("messages") / "messages.pot"
    extract(template)
    return read(template)


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def forms(catalogue: Catalog) -> list[tuple[str, str]]:
    """Each English form with its translation."""
    results = []
    for message in catalogue:
        ids, texts = ((message.id,), (message.string,)) if isinstance(message.id, str) else (message.id, message.string)
        results += list(zip(ids, texts, strict=True))
    return [(text, translated) for text, translated in results if text]


@pytest.mark.parametrize("lang", OTHERS)
def test_a_catalogue_has_each_sentence_of_the_code_and_no_other(code: Catalog, lang: str) -> None:
    known = [text for text, _ in forms(read(FOLDER / f"{lang}.po"))]
    assert known == [text for text, _ in forms(code)], "run: python -m tests.messages"


@pytest.mark.parametrize("lang", OTHERS)
def test_every_sentence_is_translated_with_the_same_values(lang: str) -> None:
    catalogue = read(FOLDER / f"{lang}.po")
    assert [text for text, french in forms(catalogue) if not french or names(text) != names(french)] == []
    assert [message.id for message in catalogue if message.id and message.fuzzy] == []


def test_french_has_unbreakable_spaces_before_its_signs() -> None:
    wrong = [
        text
        for _, text in forms(read(FOLDER / "fr.po"))
        if any(f" {sign} " in f"{text} " for sign in ":;?!»") or "« " in text
    ]
    assert wrong == []


def test_sentences_are_found_where_they_are_said(code: Catalog) -> None:
    assert "answers/exam/catalogue.py" in dict(code["there is no exam {name!r}"].locations)
    assert code["{count} point"].id == ("{count} point", "{count} points")
    assert list(dict(code["File of the certificate with which the exam is served over https."].locations)) == [
        "pyproject.toml"
    ]


def test_what_is_counted_has_a_singular(code: Catalog) -> None:
    """A sentence of the teacher's commands that counts things has both forms; those of the solvers have limits."""
    counting = re.compile(rf"\{{count(?::[^}}]*)?\}} (?!(?:{'|'.join(NO_NOUNS)})\b)[a-z]")
    texts = {
        message.id: message.locations for message in code if isinstance(message.id, str) and counting.search(message.id)
    }
    assert {
        text for text, places in texts.items() if not all(name.startswith("solvers") for name, _ in places)
    } == SEVERAL


def test_the_words_of_french_have_the_apostrophe_of_print_and_one_name_for_students() -> None:
    texts = [text for _, text in forms(read(FOLDER / "fr.po"))]
    assert [text for text in texts if re.search(r"[^\W\d]'[^\W\d]", text)] == []
    assert [text for text in texts if re.search(r"candidat(?!es\b)", text.replace("--candidates", ""))] == []


def test_nothing_of_a_message_is_lost_in_numbers() -> None:
    """Thousands, decimals, per cents and powers of ten, as a French page has them."""
    values = {"a": 12_000, "b": 0.5, "c": 0.25, "d": 4.79e8, "e": -1.5e-7, "f": 12345.678, "g": "1.5"}
    message = Message("{a:,} {b:g} {c:.0%} {d:.3g} {e:.2g} {f:,.1f} {g}", **values)
    assert message.render("fr") == "12\u202f000 0,5 25\u00a0% 4,79·10⁸ -1,5·10⁻⁷ 12\u202f345,7 1.5"
    assert message.render("en") == "12,000 0.5 25% 4.79e+08 -1.5e-07 12,345.7 1.5"
