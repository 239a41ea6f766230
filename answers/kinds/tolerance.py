"""How far a right answer may be from the exact value."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Tolerance:
    """Accepts x when |x - expected| ≤ absolute + relative · |expected|; both are ≥ 0, and 0 means exact.

    They are exact: a Fraction, an int or a text such as "0.05"; a float is a TypeError.
    """

    absolute: Fraction = Fraction(0)
    relative: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        for name in ("absolute", "relative"):
            amount = getattr(self, name)
            if isinstance(amount, bool) or not isinstance(amount, (int, str, Fraction)):
                raise TypeError(f"a tolerance is exact: give {name}=Fraction(1, 20), an int or '0.05', not {amount!r}")
            object.__setattr__(self, name, Fraction(amount))
        if self.absolute < 0 or self.relative < 0:
            raise ValueError(f"a tolerance is at least 0, got {self.absolute} and {self.relative}")

    def accepts(self, expected: Fraction | int, got: Fraction | int) -> bool:
        """Say whether `got` is within the tolerance of `expected`, in exact arithmetic, bounds included."""
        if got == expected:
            return True
        if not (self.absolute or self.relative):
            return False
        allowed = self.absolute + self.relative * abs(Fraction(expected)) if self.relative else self.absolute
        return abs(Fraction(got) - expected) <= allowed

    def describe(self, lang: str = "en") -> str:
        """Return the tolerance as text: "=", "± 0.05", "± 2 %"; in "fr" with a decimal comma."""
        parts = [_plain(self.absolute)] if self.absolute else []
        parts += [f"{_plain(100 * self.relative)} %"] if self.relative else []
        text = f"± {' + '.join(parts)}" if parts else "="
        return text.replace(".", ",") if lang == "fr" else text


def _plain(number: Fraction) -> str:
    """0.00005, without a power of ten."""
    return f"{Decimal(f'{float(number):g}'):f}"


EXACT = Tolerance()
