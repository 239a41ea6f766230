"""Options are read in the words of students; a text that may be another option is left to the teacher."""

import pytest

from answers.kinds.choices import OneOf, Option, choice, choices, yes_or_no
from answers.kinds.parsing import Blank, ParseResult, Unreadable
from answers.kinds.tolerance import EXACT

LETTERS, ABC = choice("A", "B", "C"), choices("A", "B", "C")
SORTS = choices("tri fusion", "tri rapide", "tas")
ALGORITHMS = choice(
    Option("bellman", "Bellman-Ford", also=("algorithme de Bellman et Ford",)), Option("dijkstra", "Dijkstra")
)


def reason(reading: ParseResult) -> str:
    assert isinstance(reading, Unreadable)
    return reading.reason


@pytest.mark.parametrize(
    ("kind", "texts", "value"),
    [
        (LETTERS, ["B", "b", " B ", "(B)", "b.", "réponse B", "Option b", "B ?", "“B”"], "B"),
        (LETTERS, ["À"], "A"),
        (choice("été", "hiver"), ["e\u0301te\u0301"], "été"),
        (ALGORITHMS, ["dijkstra", "DIJKSTRA", "Dijkstra."], "dijkstra"),
        (ALGORITHMS, ["Bellman–Ford", "bellman ford", "Algorithme de Bellman et Ford", "BELLMAN"], "bellman"),
        (ABC, ["A, C", "C A", "AC", "a et c", "A;C", "c/a", "A + C", "{A, C}", "A, C, A"], ("A", "C")),
        (ABC, ["aucune", "∅", "none", "{}"], ()),
        (SORTS, ["Tri rapide, tas"], ("tri rapide", "tas")),
    ],
)
def test_an_option_is_read_in_the_words_of_students(kind: OneOf, texts: list[str], value: object) -> None:
    assert [kind.read((text,)) for text in texts] == [(value,)] * len(texts)


@pytest.mark.parametrize(
    ("kind", "texts", "why"),
    [
        (LETTERS, ["D", "17", "Ā"], "unknown-word"),  # U+0100: "not A"
        (LETTERS, ["A B", "A ou C"], "several-choices"),
        (LETTERS, ["x" * 501], "too-long"),
        (SORTS, ["tri, tas"], "unknown-word"),
        (
            choices("A", "B", "C", "D", "E"),
            ["de A", "A-C", "A à C", "ABC -D", "Abc", "A et D ou E non"],
            "unknown-word",
        ),
    ],
)
def test_what_is_no_option_is_left_to_the_teacher(kind: OneOf, texts: list[str], why: str) -> None:
    assert [reason(kind.read((text,))[0]) for text in texts] == [why] * len(texts)


@pytest.mark.parametrize("kind", [LETTERS, choices("A", "B"), yes_or_no()])
@pytest.mark.parametrize("text", ["", "  ", "?", "–", "…", "___"])
def test_an_empty_box_is_blank(kind: object, text: str) -> None:
    assert kind.read((text,)) == (Blank(),)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "value"), [("oui", "yes"), ("Non", "no"), ("N", "no"), ("vrai", "yes"), ("False", "no"), ("yes", "yes")]
)
def test_yes_and_no_in_both_languages(text: str, value: str) -> None:
    assert yes_or_no().read((text,)) == (value,)
    assert yes_or_no().to_value(value == "yes") == value
    assert yes_or_no().format(value, "fr") == {"yes": "oui", "no": "non"}[value]


@pytest.mark.parametrize(
    "kind", [LETTERS, ALGORITHMS, yes_or_no(), choices("A", "B", "C"), choices("tri fusion", "tas")]
)
def test_what_is_printed_is_read_back(kind: object) -> None:
    values = [option.name for option in kind.options]  # type: ignore[attr-defined]
    for value in values if type(kind).__name__ == "OneOf" else [(), tuple(values), (values[0],)]:
        for lang in ("fr", "en"):
            assert kind.read((kind.format(value, lang),)) == (value,)  # type: ignore[attr-defined]
        assert kind.agrees(value, value, EXACT)  # type: ignore[attr-defined]


def test_a_solution_names_an_option() -> None:
    assert LETTERS.to_value("A") == "A"
    assert choices("A", "B").to_value(["B", "A"]) == ("A", "B")
    with pytest.raises(ValueError, match="A, B, C"):
        LETTERS.to_value("D")


@pytest.mark.parametrize("options", [("A",), ("A", "a"), ("été", "Ete"), ("A", "!")])
def test_options_differ_in_letters_or_digits(options: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="two options"):
        choice(*options)


@pytest.mark.parametrize("text", ["¬B", "≠B", "!B", "B\u0336", "A\\B", "−B", "B\u0304", "A\u0304B"])
def test_a_sign_that_may_change_the_meaning_is_left_to_the_teacher(text: str) -> None:
    for kind in (LETTERS, choices("A", "B", "C")):
        assert isinstance(kind.read((text,))[0], Unreadable)
    assert isinstance(yes_or_no().read((text.replace("B", "vrai"),))[0], Unreadable)
