"""An underscore stands for a no-break space in what is expected."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.exam.typography import NO_BREAK, typeset, typeset_page

FRENCH = [(f"a {mark} b", f"a_{mark} b") for mark in ":;?!»%"]
SIGNS = [(f"a {sign} b", f"a_{sign}_b") for sign in "=≃≥≤×→|"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *FRENCH,
        *SIGNS,
        ("« a »", "«_a_»"),
        ("à ± 0,05 près", "à ±_0,05 près"),
        ("a, b. c", "a, b. c"),
        ("la case (1, 2) et 1, 2", "la case (1,_2) et 1, 2"),
        ("(a, b (c))", "(a, b (c))"),  # only what closes at once
        ("a) premier b) second", "a)_premier b)_second"),
        ("ab) A) 1) x", "ab) A) 1) x"),
        ("le couple (i, j) est", "le couple (i,_j) est"),
        (" \n two\r\n\tlines  and spaces ", "two lines and spaces"),
        ("", ""),
    ],
)
def test_where_a_line_may_not_end(text: str, expected: str) -> None:
    assert typeset(text) == expected.replace("_", NO_BREAK)


@given(st.text("ab) (,:=«\n\t" + NO_BREAK))
def test_only_spaces_change_and_only_once(text: str) -> None:
    found = typeset(text)
    assert found.replace(NO_BREAK, "").replace(" ", "") == "".join(text.split())
    assert typeset(found) == found


def test_a_page_keeps_its_drawings_and_listings():
    page = '<p class="a : b">Oui : non</p><pre>a :\n  b</pre><svg d="1, 2)"><text>x : y</text></svg> fin !'
    bound = page.replace("Oui : ", "Oui\u00a0: ").replace("fin !", "fin\u00a0!")
    assert typeset_page(page) == bound
