"""Words of an exam: found by their names, typeset, escaped, and missed by their names."""

from pathlib import Path

import pytest
from markupsafe import Markup

from answers.exam.question import Params
from answers.exam.words import MissingWordsError, Words, plain, words_at
from tests.answers.exam.homes import home
from tests.answers.tiny import TINY

ONE_A, ONE_B, TWO = TINY.parts
DRAWN = Params(17)
FR = """
{% set title = "Vrai & <faux> : essai" %}
{% set source = lang %}
{% macro question_1(drawn) %}u₀ = {{ drawn.u0 }}{% endmacro %}
{% macro note_1(drawn, lang) %}<b>{{ drawn.u0 }}</b> {{ lang }}{% endmacro %}
{% macro labels_1a(part, drawn) %}

{{ part }} :
 {{ drawn.u0 }} <
{% endmacro %}
{% macro labels_1(part) %}{{ part }}{% endmacro %}
{% macro labels_2() %}only{% endmacro %}
{% macro oral_why_not() %}Pourquoi pas ?{% endmacro %}
{% macro labels_oral_why_not() %}
a = 1
b
{% endmacro %}
{% macro greeting(who, mark="!") %}{{ who }}{{ mark }}{% endmacro %}
"""


@pytest.fixture
def words(tmp_path: Path) -> Words:
    return Words(home(tmp_path, fr=FR), "fr")


def test_texts_are_escaped_typeset_and_markup(words: Words) -> None:
    assert words.title == Markup("Vrai &amp; &lt;faux&gt;\N{NO-BREAK SPACE}: essai")
    assert isinstance(words.title, Markup)
    assert (words.lang, words.source) == ("fr", "fr")


def test_macros_are_given_what_they_name(words: Words) -> None:
    equals = "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}"
    assert words.prompt(1, DRAWN) == f"u₀{equals}17"
    assert words.note(1, DRAWN) == Markup("<b>17</b> fr")
    assert words.note(2, DRAWN) is None
    assert words.say("greeting", who="Zoé", unasked=1) == "Zoé!"
    assert words.say("greeting", who="Zoé", mark="?") == "Zoé?"
    assert words.oral("why-not") == "Pourquoi pas\N{NO-BREAK SPACE}?"
    assert words.oral_labels("why-not") == (f"a{equals}1", "b")


def test_a_part_has_labels_of_its_own_or_those_of_its_question(words: Words) -> None:
    labels = words.labels(ONE_A, DRAWN)
    assert labels == ("a\N{NO-BREAK SPACE}:", "17 <")
    assert all(isinstance(label, Markup) for label in labels)
    assert words.labels(TWO, DRAWN) == ("only",)


def test_as_many_labels_as_items(words: Words) -> None:
    with pytest.raises(MissingWordsError) as caught:
        words.labels(ONE_B, DRAWN)
    assert str(caught.value) == "templates/exams/mine/fr.html: labels_1 has 1 line for the 2 values of part 1b"


def test_what_is_not_there_is_named_with_its_file(words: Words, tmp_path: Path) -> None:
    with pytest.raises(MissingWordsError) as caught:
        words.prompt(7, DRAWN)
    assert str(caught.value) == "templates/exams/mine/fr.html: there is no question_7"
    with pytest.raises(MissingWordsError) as caught:
        _ = Words(home(tmp_path, "/mine", en=""), "en").title
    assert str(caught.value) == f"{tmp_path}/templates/en.html: there is no title"
    assert (caught.value.cause, caught.value.place) == ("there is no title", f"{tmp_path}/templates/en.html")


def test_a_language_without_a_file_is_told(tmp_path: Path) -> None:
    for place, folder in (("", "templates/exams/mine"), ("/mine", f"{tmp_path}/templates")):
        with pytest.raises(MissingWordsError) as caught:
            words_at(home(tmp_path, place), "en")
        assert str(caught.value) == f"{folder}/en.html: there is no such file"


def test_there_are_two_languages(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^words are in fr or en, not 'de'$"):
        Words(home(tmp_path, de=""), "de")


def test_names_are_those_that_the_file_defines(words: Words) -> None:
    assert words.has("title")
    assert words.has("question_1")
    assert not words.has("question_2")
    assert words.names == {
        *("title", "source", "question_1", "note_1", "labels_1a", "labels_1", "labels_2"),
        *("oral_why_not", "labels_oral_why_not", "greeting"),
    }


def test_what_both_languages_write_alike_stands_once(tmp_path: Path) -> None:
    shared = "{% macro labels_2() %}{{ lang }} ={% endmacro %}{% set title = 'both' %}"
    place = home(tmp_path, fr="{% set title = 'Essai' %}", en="", shared=shared)
    french, english = Words(place, "fr"), Words(place, "en")
    assert [str(words.labels(TWO, DRAWN)[0]) for words in (french, english)] == ["fr =", "en ="]
    assert (french.title, english.title) == ("Essai", "both")
    assert french.names == english.names == {"title", "labels_2"}


def test_labels_that_are_short_are_told_where_they_stand(tmp_path: Path) -> None:
    """In the shared file, or in a language's own when it has them too."""
    labels = "{% macro labels_1() %}x ={% endmacro %}{% macro labels_2() %}{% endmacro %}"
    place = home(tmp_path, fr="{% macro labels_2() %}a =\nb ={% endmacro %}", en="", shared=labels)
    told = []
    for lang in ("fr", "en"):
        for part in (ONE_B, TWO):
            with pytest.raises(MissingWordsError) as caught:
                Words(place, lang).labels(part, DRAWN)
            told.append((caught.value.place.rpartition("/")[2], caught.value.cause))
    assert told == [
        ("shared.html", "labels_1 has 1 line for the 2 values of part 1b"),
        ("fr.html", "labels_2 has 2 lines for the value of part 2"),
        ("shared.html", "labels_1 has 1 line for the 2 values of part 1b"),
        ("shared.html", "labels_2 has 0 lines for the value of part 2"),
    ]


def test_a_book_of_several_exams_is_looked_into_last(tmp_path: Path) -> None:
    book = "books/phantom_domineering/mistakes_en.html"
    words = Words(home(tmp_path, en=f"{{% set also = '{book}' %}}{{% set mistake_last_elements = 'mine' %}}"), "en")
    assert words.say("mistake_last_elements") == "mine"
    assert words.has("mistake_one_term_more")
    assert not words.has("also")
    with pytest.raises(MissingWordsError, match="there is no book books/none"):
        Words(home(tmp_path, "/mine", en="{% set also = 'books/none.html' %}"), "en")


def test_plain_text_has_no_tags_and_no_entities() -> None:
    assert plain(Markup("a &amp; <b>b</b> &lt; c")) == "a & b < c"
