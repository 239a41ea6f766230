"""Every sentence is translated, says the same values, and is what the program reads."""

import re
from string import Formatter

import pytest

from answers.messages import LANGUAGES, Message
from tests.messages.catalogue import FOLDER, po_bytes, read, updated
from tests.messages.extract import extracted

SEVERAL = {
    "an atlas of {count} seeds",
    "holds {count} files, more than {max_members}",
    "{count} students are called {text!r}",
    "{count} students may be meant by the name on it or on its file: {students}",
    (
        "the column {column!r} of the list was not used: it contradicts the names of {count} students, such as line "
        "{line}, {name}, where it says {student}"
    ),
    "{count} students, at most {max_students}",
    "{value!r} is not a list of {count} values for {part}",
    "{count} files handed in, in {output}",
    "marks in {marks} and {gradebook}, {count} feedback sheets in {output}",
    "--grid has {count} cells, which are no square",
    "has {count} rows, at most {max_rows} are read",
    "has the codes of {count} pages",
    "the file has {count} pages, more than {most}",
    "it has {count} characters",
    "it has {count} sentences",
    "the PDF has {count} pages, no answer sheet has",
}
"""Sentences said only of two or more: of what is above a limit, of homonyms, of a column that is wrong several times,
of the class of the demonstration."""
NO_NOUNS = ("in", "of", "on", "to", "sur", "dans", "de")
"""What may stand after a number that counts nothing there."""

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
def test_the_catalogue_is_what_the_tool_writes(lang: str) -> None:
    path = FOLDER / f"{lang}.po"
    assert path.read_bytes() == po_bytes(updated(path)), "run: python -m tests.messages"


def test_french_has_unbreakable_spaces_before_its_signs() -> None:
    wrong = [told for _, told in forms("fr") if any(f" {sign} " in f"{told} " for sign in ":;?!»") or "« " in told]
    assert wrong == []


def test_sentences_are_found_where_they_are_said() -> None:
    found = extracted()
    assert "answers/exam/catalogue.py" in {place.partition(":")[0] for place in found["there is no exam {name!r}"][1]}
    assert found["{count} point"][0] == "{count} points"
    assert "corrige list --help" in found["List the exams."][1]


def test_what_is_counted_has_a_singular() -> None:
    """A sentence of the teacher's commands that counts things has both forms; those of the solvers have limits."""
    counting = re.compile(rf"\{{count(?::[^}}]*)?\}} (?!(?:{'|'.join(NO_NOUNS)})\b)[a-z]")
    said = {text: places for text, (plural, places) in extracted().items() if not plural and counting.search(text)}
    ours = {text for text, places in said.items() if not all(place.startswith("solvers") for place in places)}
    assert ours == SEVERAL


def test_the_words_of_french_have_the_apostrophe_of_print_and_one_name_for_students() -> None:
    told = [text for _, text in forms("fr")]
    assert [text for text in told if re.search(r"[^\W\d]'[^\W\d]", text)] == []
    assert [text for text in told if re.search(r"candidat(?!es\b)", text.replace("--candidates", ""))] == []


def test_nothing_of_a_message_is_lost_in_numbers() -> None:
    """Thousands, decimals, per cents and powers of ten, as a French page has them."""
    message = Message("{a:,} {b:g} {c:.0%} {d:.3g} {e:.2g}", a=12_000, b=0.5, c=0.25, d=4.79e8, e=-1.5e-7)
    assert message.told("fr") == "12\u202f000 0,5 25\u00a0% 4,79·10⁸ -1,5·10⁻⁷"
    assert message.told("en") == "12,000 0.5 25% 4.79e+08 -1.5e-07"
