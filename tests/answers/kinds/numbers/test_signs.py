"""Marks of numbers are normalized; the tables of Unicode are the oracle where they apply."""

import sys
import unicodedata

import pytest

from answers.kinds.numbers import signs
from answers.kinds.numbers.signs import RefusedError, plain_marks


def usual(odds: str) -> dict[int, str]:
    """Return the Unicode equivalent of a full-width form, a mathematical or a subscript digit; else the character."""
    known = {ord(odd): spelling for spelling, all_odd in signs._SAME.items() for odd in all_odd}
    results = {}
    for odd in odds:
        twin = unicodedata.normalize("NFKC", odd)
        is_low = unicodedata.decomposition(odd).startswith("<sub>")
        results[ord(odd)] = f"_{twin}" if is_low else known.get(ord(twin), twin)
    return known | results


def test_odd_characters_follow_their_usual_twin() -> None:
    every = map(chr, range(sys.maxunicode + 1))
    families = "".join(
        char
        for char in every
        if unicodedata.name(char, "").startswith(("MATHEMATICAL ", "SUBSCRIPT ", "FULLWIDTH "))
        and unicodedata.normalize("NFKC", char).isascii()
        and (char.isdigit() or unicodedata.name(char).startswith("FULLWIDTH "))
    )
    assert len(families) == 50 + 10 + 94
    assert usual(families) == signs._TABLE


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("１７，５", "17,5"),
        ("－５", "-5"),
        ("𝟏𝟕 𝟘𝟡 𝟶𝟿", "17 09 09"),
        ("u₀ = u₉", "u_0 = u_9"),
        ("−1 –1 —1 ‑1", "-1 -1 -1 -1"),
        ("2³ 10⁻⁵ 10⁺¹²", "2^{3} 10^{-5} 10^{+12}"),
        ("1⁄3 1÷3 1∕3", "1/3 1/3 1/3"),
        ("2 ∗ 3 · 4 ⋅ 5", "2 * 3 × 4 × 5"),
        ("u0 -> 17", "u0 → 17"),
        ("u0 => 17 ⇒ 17", "u0 → 17 → 17"),
        ("ENVIRON 5", "≈ 5"),
        ("Env. 5, env 5, 5 env.", "≈ 5, ≈ 5, 5 ≈"),
        ("approximately 5, approximativement 5, approx. 5", "≈ 5, ≈ 5, ≈ 5"),
        ("about 5, around 5, roughly 5, circa 5, c. 5, ca. 5", "≈ 5, ≈ 5, ≈ 5, ≈ 5, ≈ 5, ≈ 5"),
        ("50 pour cent, 50 pourcents, 50 percent, 50 PER CENT", "50 %, 50 %, 50 %, 50 %"),
        ("1 et 2 and 3 ET 4", "1 & 2 & 3 & 4"),
        ("1et2", "1&2"),
        ("poulet etage", "poulet etage"),
        (r"\frac{1}{2} \dfrac {3} {4} \tfrac{5}{6}", "(1/2) (3/4) (5/6)"),
        (r"1{,}5 \times 2 \cdot 3", "1{,}5 × 2 × 3"),
        (r"\simeq 1 \approx 2 \sim 3 \cong 4", "≈ 1 ≈ 2 ≈ 3 ≈ 4"),
        (r"$50\,\%$ a~b\;c\:d\ e", "50 % a b c d e"),
        ("~5", "≈5"),
        ("$~5$", "5"),  # in LaTeX a tilde is a space
        ("e\u0301", "é"),
        ("  1  2\u202f\u202f3 ", "1\n2\n3"),  # a wide gap between digits is a change of cell
        ("x  =  1  ;  -  2", "x = 1 ; - 2"),
        ("$17$519", "$17$519"),
        ("$17$,$519$ 17$519 $$5$$", "17 , 519\n17$519\n5"),
        ("1 \r\n\t 2\n3", "1\n2\n3"),
        ("1\u00a0234 567", "1'234 567"),
        ("1\u00a0234\u202f567", "1 234 567"),
        ("a\u00a0234 567 8", "a 234 567 8"),
    ],
)
def test_one_spelling_for_each_mark(text: str, plain: str) -> None:
    assert plain_marks(text) == plain


@pytest.mark.parametrize("hidden", ["\0", "\x1f", "\x7f", "\xad", "\u061c", "\u200b", "\u2028", "\u202e", "\ufeff"])
def test_hidden_characters_are_refused(hidden: str) -> None:
    with pytest.raises(RefusedError, match=r"^control-character$"):
        plain_marks(f"1{hidden}7")
