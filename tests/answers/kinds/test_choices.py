"""Options are read in the words of students; a text that may be another option is left to the teacher."""

import pytest

from answers.kinds.choices import Option, choice, choices, yes_or_no
from answers.kinds.parsing import Blank, ParseResult, Unreadable
from answers.kinds.tolerance import EXACT

LETTERS = choice("A", "B", "C")
ALGORITHMS = choice(
    Option("bellman", "Bellman-Ford", also=("algorithme de Bellman et Ford",)), Option("dijkstra", "Dijkstra")
)


def reason(reading: ParseResult) -> str:
    assert isinstance(reading, Unreadable)
    return reading.reason


@pytest.mark.parametrize("text", ["B", "b", " B ", "(B)", "b.", "réponse B", "Option b", "B ?", "“B”"])
def test_a_letter_is_read_in_any_case_and_dress(text: str) -> None:
    assert LETTERS.read((text,)) == ("B",)


@pytest.mark.parametrize("text", ["dijkstra", "DIJKSTRA", "Dijkstra."])
def test_a_word_is_read_without_case(text: str) -> None:
    assert ALGORITHMS.read((text,)) == ("dijkstra",)


@pytest.mark.parametrize("text", ["Bellman–Ford", "bellman ford", "Algorithme de Bellman et Ford", "BELLMAN"])
def test_other_spellings_mean_the_option(text: str) -> None:
    assert ALGORITHMS.read((text,)) == ("bellman",)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("D", "unknown-word"),
        ("A B", "several-choices"),
        ("A ou C", "several-choices"),
        ("17", "unknown-word"),
        ("x" * 501, "too-long"),
    ],
)
def test_what_is_no_option_is_left_to_the_teacher(text: str, why: str) -> None:
    assert reason(LETTERS.read((text,))[0]) == why


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


@pytest.mark.parametrize("text", ["A, C", "C A", "AC", "a et c", "A;C", "c/a", "A + C", "{A, C}", "A, C, A"])
def test_several_options_in_any_order(text: str) -> None:
    assert choices("A", "B", "C").read((text,)) == (("A", "C"),)


@pytest.mark.parametrize("text", ["aucune", "∅", "none", "{}"])
def test_no_option_at_all(text: str) -> None:
    assert choices("A", "B", "C").read((text,)) == ((),)


def test_options_of_several_words_are_separated_by_commas() -> None:
    kind = choices("tri fusion", "tri rapide", "tas")
    assert kind.read(("Tri rapide, tas",)) == (("tri rapide", "tas"),)
    assert reason(kind.read(("tri, tas",))[0]) == "unknown-word"


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


def test_a_letter_with_a_macron_is_another_in_one_character_too() -> None:
    assert isinstance(LETTERS.read(("Ā",))[0], Unreadable)  # U+0100: "not A"
    assert LETTERS.read(("À",)) == ("A",)


@pytest.mark.parametrize("text", ["de A", "A-C", "A à C", "ABC -D", "Abc", "A et D ou E non"])
def test_prose_and_ranges_are_not_read_as_letters(text: str) -> None:
    assert reason(choices("A", "B", "C", "D", "E").read((text,))[0]) == "unknown-word"


def test_an_accent_of_two_characters_is_one() -> None:
    assert choice("été", "hiver").read(("e\u0301te\u0301",)) == ("été",)
