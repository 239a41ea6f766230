"""Messages remember their values, and are told in another language with them."""

import copy
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from answers.messages import (
    Message,
    Worded,
    _catalogue,
    clauses,
    duration,
    either,
    joined,
    language,
    set_language,
    translate,
)


@pytest.fixture(autouse=True)
def _french() -> Iterator[None]:
    """Whatever another test has set."""
    before = language()
    set_language("fr")
    yield
    set_language(before)


EXAM = Message("there is no exam {name!r}", name="nahs")


def test_a_message_is_told_with_its_values() -> None:
    assert translate(EXAM) == "l’épreuve «\xa0nahs\xa0» n’existe pas"
    assert translate("all or nothing") == "tout ou rien"
    assert translate("nobody says this") == "nobody says this"
    assert translate("{braces} of nobody") == "{braces} of nobody"
    assert translate("") == ""


def test_messages_within_a_message_are_told_and_other_values_are_not() -> None:
    inner = Message("did you mean {names}?", names=either(["nash", "dice"]))
    assert (
        translate(joined(" ", ("yes", inner, "this page does not exist")))
        == "yes vouliez-vous dire nash ou dice\u00a0? this page does not exist"
    )


def test_a_place_has_another_beginning_and_is_told_as_before() -> None:
    header = Message("{place}, header", place="original.csv")
    place = Message("{place}, column {column}", place=header, column=5).with_place("s01/typed.csv")
    assert (place, place.render("fr")) == ("s01/typed.csv, header, column 5", "s01/typed.csv, en-tête, colonne 5")
    assert Message.of("original.pdf, page 2").with_place("typed.pdf") == "typed.pdf, page 2"


def test_semicolons_are_spaced_as_in_the_language() -> None:
    parts = (Message("all or nothing"), "5.3", "this page does not exist")
    assert clauses(parts) == "all or nothing; 5.3; this page does not exist"
    assert translate(clauses(parts)) == "tout ou rien\u00a0; 5.3\u00a0; this page does not exist"
    assert (translate(clauses(("{5.3}",))), translate(clauses(()))) == ("{5.3}", "")


@pytest.mark.parametrize(
    ("count", "english", "french"), [(0, "points", "point"), (1, "point", "point"), (2, "points", "points")]
)
def test_a_plural_is_that_of_the_language(count: int, english: str, french: str) -> None:
    message = Message("{count} point", plural="{count} points", count=count)
    assert message == f"{count} {english}"
    assert message.render("fr") == f"{count} {french}"  # in French none is singular
    assert message.render("en") == f"{count} {english}"


@pytest.mark.parametrize("message", [EXAM, Message("{count} point", plural="{count} points", count=3), either("ab")])
def test_a_message_travels_between_processes_and_is_copied(message: Message) -> None:
    for result in (pickle.loads(pickle.dumps(message)), copy.deepcopy(message)):
        assert result == message
        assert result.render("fr") == message.render("fr")


def test_a_value_that_is_no_text_and_no_number_becomes_text_at_once() -> None:
    names = ["a"]
    message = Message("{names} in {path}", names=names, path=Path("x"))
    names.append("b")
    assert message == message.render("en") == "['a'] in x"
    assert message.values == {"names": "['a']", "path": "x"}


def test_what_has_words_of_its_own_in_each_language_is_told_in_them_and_travels() -> None:
    worded = Worded("half a quarter", fr="la moitié {du} quart")
    within = Message("{place}: {cause}", place="2.1", cause=worded)
    for message in (within, pickle.loads(pickle.dumps(within))):
        assert (message, message.render("fr"), message.render("en")) == (
            "2.1: half a quarter", "2.1\u00a0: la moitié {du} quart", "2.1: half a quarter"
        )  # fmt: skip
    assert worded.render("de") == "half a quarter"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(40, "40 s"), (720, "12 min"), (3600, "1.0 h"), (2 * 86_400 - 1, "48.0 h"), (12 * 86_400, "12 days")],
)
def test_a_duration_as_people_say_it(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_without_a_compiled_catalogue_english_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("answers.messages.asset", tmp_path.joinpath)
    _catalogue.cache_clear()
    try:
        assert Message("give a whole number from 0 to {modulus}", modulus=5).render("fr") == (
            "give a whole number from 0 to 5"
        )
    finally:
        _catalogue.cache_clear()
