"""Texts whose value is known by construction: they are built from it, never read back from a rule of the reader.

`spelling` gives a text as a student may write it, with its one meaning; `trap` a text that has none, or several, and
must be refused whatever its domain says. Both draw from a `random.Random`, so that a seed is a text.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from answers.kinds.numbers.domain import Domain

REAL, PROBABILITY, SEED = Domain(), Domain(low=0, high=1), Domain(integer=True, low=0, high=64006)
PLACE, SIGNED = Domain(integer=True, low=0, high=3), Domain(low=-100, high=100)
RAISED = str.maketrans("0123456789-+", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺")
VULGAR = {"½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅙": (1, 6), "⅞": (7, 8)}


@dataclass(frozen=True, slots=True)
class Spelled:
    """A text, what is asked, and its values; None where it must be refused."""

    text: str
    count: int
    domain: Domain
    values: tuple[Fraction | None, ...] | None


def spelling(rng: Random) -> Spelled:
    """One value or a list, each value in a domain that holds it."""
    domain = rng.choice([REAL, PROBABILITY, SEED, PLACE, SIGNED])
    mark = rng.choice(",.")
    if rng.random() < 0.5:
        text, value = _number(rng, domain, mark)
        return Spelled(_decorated(rng, text), 1, domain, (value,))
    count = rng.randint(2, 5)
    if rng.random() < 0.2:
        return _bulleted(rng, count)
    numbers = [_number(rng, domain, mark) for _ in range(count)]
    blank = rng.choice(["?", "_", "…"])
    texts = [(blank, None) if rng.random() < 0.05 else number for number in numbers]
    separator = rng.choice(["; ", " ; ", ";", "\n", "\t", " | ", "|", ", ", " , "])
    before, after = rng.choice([("", "")] * 4 + [("(", ")"), ("[", "]"), ("{", "}"), ("e = (", ")")])
    return Spelled(
        before + separator.join(text for text, _ in texts) + after, count, domain, tuple(v for _, v in texts)
    )


def _bulleted(rng: Random, count: int) -> Spelled:
    values = [rng.randint(0, 64006) for _ in range(count)]
    bullet = rng.choice(["- ", "– ", "— ", "⁃ ", "⁃"])
    return Spelled("\n".join(f"{bullet}{value}" for value in values), count, SEED, tuple(map(Fraction, values)))


def _decorated(rng: Random, text: str) -> str:
    before = rng.choice(["", "", "", "≃ ", "environ ", "x = ", "a) ", "u₀ = ", "iPD(3,2) = ", "P(X=1) ≈ ", "λ : "])
    text = f"${text}$" if rng.random() < 0.05 and text.isascii() else text
    return before + text + rng.choice(["", "", "", ".", " (environ)"])


def _number(rng: Random, domain: Domain, mark: str) -> tuple[str, Fraction]:
    while True:
        text, value = rng.choice(_FORMS)(rng, domain, mark)
        if domain.low is None or domain.low < 0:
            sign = rng.choice(["", "", "", "-", "−"])
            text, value = sign + re.sub("([=≈≃] )", rf"\1{sign}", text), -value if sign else value
        if domain.fits(value):
            return text, value


def _whole(rng: Random, domain: Domain) -> int:
    high = int(domain.high) if domain.high is not None else 10 ** rng.randint(1, 9)
    return rng.randint(0, high)


def _decimal(rng: Random, domain: Domain, mark: str) -> tuple[str, Fraction]:
    whole = _whole(rng, domain)
    decimals = "" if domain.integer else "".join(rng.choices("0123456789", k=rng.randint(0, 6)))
    value = Fraction(int(f"{whole}{decimals}"), 10 ** len(decimals))
    group = rng.choice(["", "", "", " ", "\u202f", "\u00a0", "'", "’"])
    head = len(str(whole)) % 3 or 3
    grouped = group.join([str(whole)[:head], *(str(whole)[i : i + 3] for i in range(head, len(str(whole)), 3))])
    return grouped + (mark + decimals if decimals else ""), value


def _raised(rng: Random, exponent: int) -> str:
    plain = str(exponent)
    return rng.choice([f"^{plain}", f"^{{{plain}}}", plain.translate(RAISED), f"**{plain}"])


def _scientific(rng: Random, domain: Domain, mark: str) -> tuple[str, Fraction]:
    digits, exponent = rng.randint(1, 9999), rng.randint(-9, 12)
    decimals = len(str(digits)) - 1
    mantissa = str(digits) if not decimals else f"{str(digits)[0]}{mark}{str(digits)[1:]}"
    value = Fraction(digits, 10**decimals) * Fraction(10) ** exponent
    times = rng.choice(["·", " × ", "x", "*", " · ", "⋅"])
    return rng.choice([f"{mantissa}{times}10{_raised(rng, exponent)}", f"{mantissa}e{exponent}"]), value


def _fraction(rng: Random, domain: Domain, mark: str) -> tuple[str, Fraction]:
    above, below = rng.randint(0, 200), rng.randint(1, 200)
    return f"{above}{rng.choice(['/', ' / ', '⁄', '÷'])}{below}", Fraction(above, below)


def _vulgar(rng: Random, domain: Domain, mark: str) -> tuple[str, Fraction]:
    sign, (above, below) = rng.choice(list(VULGAR.items()))
    whole = rng.choice([0, 0, 1, 2, 17])
    return f"{whole or ''}{sign}", whole + Fraction(above, below)


def _power(rng: Random, domain: Domain, mark: str) -> tuple[str, Fraction]:
    base, exponent = rng.randint(1, 99), rng.randint(0, 20)
    return f"{base}{_raised(rng, exponent)}", Fraction(base) ** exponent


def _twice(rng: Random, domain: Domain, mark: str) -> tuple[str, Fraction]:
    """A fraction, then it cut at or rounded to its last decimal."""
    above, below, digits = rng.randint(1, 500), rng.randint(2, 500), rng.randint(1, 5)
    scaled = Fraction(above * 10**digits, below)
    shown = rng.choice([scaled.__floor__(), (scaled + Fraction(1, 2)).__floor__()])
    whole, decimals = divmod(shown, 10**digits)
    return f"{above}/{below} {rng.choice('=≈≃')} {whole}{mark}{decimals:0{digits}}", Fraction(above, below)


_FORMS: list[Callable[[Random, Domain, str], tuple[str, Fraction]]] = [
    _decimal, _decimal, _decimal, _scientific, _fraction, _vulgar, _power, _twice,
]  # fmt: skip


def trap(rng: Random) -> Spelled:
    """A text that says nothing certain of what is asked."""
    text, count, domain = rng.choice(_TRAPS)(rng)
    return Spelled(text, count, domain, None)


def _fused(rng: Random) -> tuple[str, int, Domain]:
    base = rng.choice(["2", "10", "6", "1,5·10", "3.2 × 10"])
    return f"{base}{str(rng.randint(0, 20)).translate(RAISED)}{rng.randint(0, 999)}", 1, rng.choice([REAL, SEED])


def _last_percent(rng: Random) -> tuple[str, int, Domain]:
    count = rng.randint(2, 5)
    values = [str(rng.randint(1, 100)) for _ in range(count)]
    sign = rng.choice(["%", " %", " pour cent", "‰"])
    text = rng.choice([", ", " ; ", " "]).join(values[:-1]) + rng.choice([" et ", ", ", " ; "]) + values[-1] + sign
    return text, count, rng.choice([PROBABILITY, REAL])


def _disagreeing(rng: Random) -> tuple[str, int, Domain]:
    above, below, digits = rng.randint(1, 500), rng.randint(2, 500), rng.randint(1, 5)
    scaled = Fraction(above * 10**digits, below)
    shown = scaled.__floor__() + rng.choice([2, 3, 10, 999])
    whole, decimals = divmod(shown, 10**digits)
    return f"{above}/{below} {rng.choice('=≈')} {whole},{decimals:0{digits}}", 1, REAL


def _wrong_integer(rng: Random) -> tuple[str, int, Domain]:
    below = rng.randint(2, 50)
    above = rng.randint(1, 50) * below + rng.randint(1, below - 1)
    return f"{above}/{below} = {above // below + rng.choice([-1, 0, 1, 2])}", 1, REAL


def _wrong_vulgar(rng: Random) -> tuple[str, int, Domain]:
    return f"{rng.choice(list(VULGAR))} {rng.choice('=≈')} {rng.randint(2, 9)}", 1, REAL


def _pair(rng: Random) -> tuple[str, int, Domain]:
    before, after = rng.choice(["()", "[]", "{}"])
    label = rng.choice(["", "x = ", "≈ "])
    return f"{label}{before}{rng.randint(0, 9)},{rng.randint(0, 99)}{after}", 1, rng.choice([REAL, PROBABILITY, SEED])


def _dollar(rng: Random) -> tuple[str, int, Domain]:
    return f"{rng.randint(1, 99)}${rng.randint(1, 999)}{rng.choice(['', '$', '$5'])}", 1, rng.choice([REAL, SEED])


def _wide(rng: Random) -> tuple[str, int, Domain]:
    count = rng.randint(2, 5)
    gap = rng.choice(["  ", "   ", " \u00a0", "\u202f\u202f", "\t"])
    values = [str(rng.randint(100, 999)) for _ in range(count)]
    return f"{rng.randint(1, 99)}{gap}{gap.join(values)}", rng.choice([1, count]), rng.choice([REAL, SEED])


def _bar_and_comma(rng: Random) -> tuple[str, int, Domain]:
    values = [str(rng.randint(0, 99)) for _ in range(rng.randint(1, 4))]
    values.insert(rng.randint(0, len(values)), f"{rng.randint(0, 9)},{rng.randint(1, 9)}")
    return rng.choice([" | ", "|", "\n", ", "]).join(values), len(values) + 1, rng.choice([SEED, PLACE, REAL])


def _period(rng: Random) -> tuple[str, int, Domain]:
    text = f"{rng.randint(0, 9)},{rng.choice(['', '1', '05'])}({rng.randint(0, 99)})"
    return text, rng.choice([1, 2]), rng.choice([REAL, PROBABILITY, SEED])


def _grouped_decimals(rng: Random) -> tuple[str, int, Domain]:
    mark, space = rng.choice(",."), rng.choice([" ", "\u202f", "\u00a0"])
    text = f"0{mark}{rng.randint(0, 999):03}{space}{rng.choice([rng.randint(100, 999), rng.randint(10, 99)])}"
    return text, rng.choice([1, 2]), rng.choice([REAL, PROBABILITY])


def _negative_where_none_is(rng: Random) -> tuple[str, int, Domain]:
    a, b, c = (rng.randint(1, 3) for _ in range(3))
    text = rng.choice([f"{a} - {b} et {c}", f"{a} -{b}, {c}", f"-{a}\n-{b}\n-{c}", f"{a}, - {b}, {c}"])
    return text, 3, PLACE


def _odd_digit(rng: Random) -> tuple[str, int, Domain]:
    odd = rng.choice("①②Ⅳⅻ㊀一三٤४🄁⒈")
    return rng.choice([f"{odd} = 3", odd, f"1{odd}", f"{odd} ≈ 0,5", f"{odd}) 5"]), 1, REAL


_TRAPS: list[Callable[[Random], tuple[str, int, Domain]]] = [
    _fused, _last_percent, _disagreeing, _wrong_integer, _wrong_vulgar, _pair, _dollar, _wide, _bar_and_comma, _period,
    _grouped_decimals, _negative_where_none_is, _odd_digit,
]  # fmt: skip
