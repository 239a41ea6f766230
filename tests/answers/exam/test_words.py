"""Texts of an exam are found by name, typeset and escaped; missing texts are reported by name."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from answers.exam.question import Params
from answers.exam.words import MissingWordsError, Words, plain, words_at
from answers.typesetting import NO_BREAK, typeset, typeset_page, with_variables
from tests.answers.exam.locations import home
from tests.answers.tiny import TINY

ONE_A, ONE_B, TWO = TINY.parts
DOUBLE, QUARTER = TINY.questions
DRAWN = Params(17)
FR = """
{% set title = "Vrai & <faux> : essai" %}
{% set source = lang %}
{% macro question_double(drawn) %}u₀ = {{ drawn.u0 }}{% endmacro %}
{% macro note_double(drawn, lang) %}<b>{{ drawn.u0 }}</b> {{ lang }}{% endmacro %}
{% macro labels_double_a(part, drawn) %}

{{ part }} :
 {{ drawn.u0 }} <
{% endmacro %}
{% macro labels_double(part) %}{{ part }}{% endmacro %}
{% macro labels_quarter() %}only{% endmacro %}
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
    assert words.title == Markup("Vrai &amp;\N{NO-BREAK SPACE}&lt;faux&gt;\N{NO-BREAK SPACE}: essai")
    assert isinstance(words.title, Markup)
    assert (words.lang, words.source) == ("fr", "fr")


def test_macros_are_given_what_they_name(words: Words) -> None:
    equals = "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}"
    assert words.prompt(DOUBLE, DRAWN) == f"<var>u</var>₀{equals}17"
    assert words.note(DOUBLE, DRAWN) == Markup("<b>17</b> fr")
    assert words.note(QUARTER, DRAWN) is None
    assert words.snippet("greeting", who="Zoé", unasked=1) == "Zoé!"
    assert words.snippet("greeting", who="Zoé", mark="?") == "Zoé?"
    assert words.oral("why-not") == "Pourquoi pas\N{NO-BREAK SPACE}?"
    assert words.oral_labels("why-not") == (f"<var>a</var>{equals}1", "<var>b</var>")


def test_a_part_has_labels_of_its_own_or_those_of_its_question(words: Words) -> None:
    labels = words.labels(ONE_A, DRAWN)
    assert labels == ("a\N{NO-BREAK SPACE}:", "17\N{NO-BREAK SPACE}&lt;")
    assert all(isinstance(label, Markup) for label in labels)
    assert words.labels(TWO, DRAWN) == ("only",)


def test_what_is_not_there_is_named_with_its_file(words: Words, tmp_path: Path) -> None:
    for ask in (lambda: words.labels(ONE_B, DRAWN), lambda: words.prompt(replace(QUARTER, name="third"), DRAWN)):
        with pytest.raises(MissingWordsError) as caught:
            ask()
        assert caught.value.place == "templates/exams/mine/fr.html"
    with pytest.raises(MissingWordsError, match="the text title of the exam is missing") as caught:
        _ = Words(home(tmp_path, "/mine", en=""), "en").title
    assert caught.value.place == f"{tmp_path}/templates/en.html"
    for place, folder in (("", "templates/exams/mine"), ("/mine", f"{tmp_path}/other/templates")):
        with pytest.raises(MissingWordsError) as caught:
            words_at(home(tmp_path / "other", place), "en")
        assert str(caught.value) == f"{folder}/en.html: there is no such file"


def test_labels_that_are_short_are_told_where_they_stand(tmp_path: Path) -> None:
    """A text in the file of a language wins over that in the shared file."""
    labels = "{% macro labels_double() %}x ={% endmacro %}{% macro labels_quarter() %}{% endmacro %}"
    place = home(tmp_path, fr="{% macro labels_quarter() %}a =\nb ={% endmacro %}", en="", shared=labels)
    problems = []
    for lang in ("fr", "en"):
        for part in (ONE_B, TWO):
            with pytest.raises(MissingWordsError) as caught:
                Words(place, lang).labels(part, DRAWN)
            problems.append(caught.value.place.rpartition("/")[2])
    assert problems == ["shared.html", "fr.html", "shared.html", "shared.html"]


def test_plain_text_has_no_tags_and_no_entities() -> None:
    assert plain(Markup("a &amp; <b>b</b> &lt; c")) == "a & b < c"


def test_a_language_has_files_by_chapter(tmp_path: Path) -> None:
    place = home(
        tmp_path,
        fr="{% set title = 'Essai' %}",
        first_fr="{% macro question_double(Q) %}{{ Q('quarter') }}{% endmacro %}",
    )
    words = Words(place, "fr", (("double", "first", 4), ("quarter", "second", 5)))
    assert (words.title, words.prompt(DOUBLE, DRAWN)) == ("Essai", "5")
    assert words.file_of("statement_double") == words.file_of("labels_double_a") == "templates/exams/mine/first_fr.html"
    assert words.file_of("statement_quarter") == "templates/exams/mine/fr.html"


def test_what_one_language_lacks_is_to_be_written_beside_the_file_of_the_other(tmp_path: Path) -> None:
    of_mistake = "{% set mistake_half = 'moitié' %}"
    words = Words(home(tmp_path, fr="", en="", first_fr=of_mistake, first_en=""), "en")
    assert words.file_of("mistake_half") == "templates/exams/mine/first_en.html"
    assert words.file_of("mistake_next") == "templates/exams/mine/en.html"


FRENCH = [(f"a {mark} b", f"a_{mark} b") for mark in ":;?!»%"]
SIGNS = [(f"a {sign} b", f"a_{sign}_b") for sign in "=≃≈≥≤×→|"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *FRENCH,
        *SIGNS,
        ("« a »", "«_a_»"),
        ("n° 1 et s mod m &lt; t", "n°_1 et s_mod_m_&lt;_t"),
        ("50 · 11/36 et 205 − 513", "50 ·_11/36 et 205 −_513"),
        ("u(1001) mod P, montre 1.", "u(1001)_mod_P, montre_1."),
        ("à ± 0,05 près", "à ±_0,05 près"),
        ("a, b. c", "a, b. c"),
        ("la case (1, 2) et 1, 2", "la case (1,_2) et 1, 2"),
        ("le domino (i, 10, d) et (1, 2, 3, 4)", "le domino (i,_10,_d) et (1, 2,_3,_4)"),
        ("(un, lune, deux)", "(un, lune,_deux)"),
        ("(a, b (c))", "(a, b (c))"),  # only what closes at once
        ("a) premier b) second", "a)_premier b)_second"),
        ("max : (b) arbres ; n, (b) x", "max_: (b)_arbres_; n, (b) x"),
        ("les sommes i + j de 12 + k, U − 4 × 3", "les sommes i_+_j de 12 +_k, U_−_4_×_3"),
        ("ab) A) 1) x", "ab) A) 1) x"),
        ("le couple (i, j) est", "le couple (i,_j) est"),
        ("two\r\n\tlines  and spaces", "two lines and spaces"),
        ("", ""),
    ],
)
def test_where_a_line_may_not_end(text: str, expected: str) -> None:
    assert typeset(text) == expected.replace("_", NO_BREAK)


@pytest.mark.parametrize(
    ("text", "expected"), [("n = 1 : 3 ;", "n_=_1: 3;"), ("2 % ? 1:2", "2%? 1:2"), ("a :b", "a_:b")]
)
def test_an_english_text_sets_no_mark_apart(text: str, expected: str) -> None:
    assert typeset(text, "en") == expected.replace("_", NO_BREAK)


@given(st.text("ab) (,:=«\n\t" + NO_BREAK))
def test_only_spaces_change_and_only_once(text: str) -> None:
    result = typeset(text)
    assert result.replace(NO_BREAK, "").replace(" ", "") == "".join(text.split())
    assert typeset(result) == result


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        (
            "fr",
            "(a) Le nœud 1 a _i_ points, a-t-il _y_ = 2 en (_i_, _j_) ; b) d’où P(2_n_, _b_), _A_ et _u_₀ en 3 h 30.",
        ),
        ("fr", "b, c) Depuis (_b_, _c_), _f_(_c_, _b_) et _b_, _c_ ; a, b, d) rien."),
        ("en", "(a) A player’s two 1s: (40, 50), b) _a_ = 2 _x_; _y_ in _A_(_k_), e.g. 7b; I take _α_-_β_ × _v_(_i_)."),
    ],
)
def test_a_variable_is_set_as_in_formulas(lang: str, expected: str) -> None:
    """ISO 80000-2, 3: variables are printed in italics, words and names are not."""
    plain_text, names = expected.replace("_", ""), "P"
    text = with_variables(plain_text, lang, names)
    assert text.replace("<var>", "_").replace("</var>", "_") == expected
    assert with_variables(text, lang, names) == text


def test_a_page_keeps_its_drawings_and_listings():
    page = '<p class="a : b">Oui : non</p><pre>a :\n  b</pre><svg d="1, 2)"><text>x : y</text></svg> fin !'
    bound = page.replace("Oui : ", "Oui\u00a0: ").replace("fin !", "fin\u00a0!")
    assert typeset_page(page) == bound
