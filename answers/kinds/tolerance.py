"""Define the tolerance of an answer: its accepted distance from the exact value."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from answers.messages import Message


@dataclass(frozen=True, slots=True)
class Tolerance:
    """The accepted error of an answer: x is accepted if |x - expected| ≤ absolute + relative · |expected|.

    Both amounts are at least 0. If both are 0, only the exact value is accepted. Give a Fraction, an int, or a text
    such as "0.05".

    Raises
    ------
    TypeError
        If an amount is a float.
    ValueError
        If an amount is negative, or a text is not a number.
    """

    absolute: Fraction = Fraction(0)
    relative: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        for name in ("absolute", "relative"):
            amount = getattr(self, name)
            if isinstance(amount, bool) or not isinstance(amount, (int, str, Fraction)):
                raise TypeError(
                    Message(
                        "a tolerance is exact: give {name}=Fraction(1, 20), an int or '0.05', not {amount}",
                        name=name,
                        amount=repr(amount),
                    )
                )
            object.__setattr__(self, name, Fraction(amount))
        if self.absolute < 0 or self.relative < 0:
            raise ValueError(
                Message(
                    "a tolerance must be at least 0; the tolerances given are {absolute} and {relative}",
                    absolute=self.absolute,
                    relative=self.relative,
                )
            )

    def accepts(self, expected: Fraction | int, got: Fraction | int) -> bool:
        """Return whether `got` differs from `expected` by at most the tolerance, in exact arithmetic."""
        if got == expected:
            return True
        if not (self.absolute or self.relative):
            return False
        allowed = self.absolute + self.relative * abs(Fraction(expected)) if self.relative else self.absolute
        return abs(Fraction(got) - expected) <= allowed

    def describe(self, lang: str = "en") -> str:
        """Return the tolerance as text: "=" if only the exact value is accepted, "± 0.05" or "± 2 %".

        The language "fr" has a decimal comma.
        """
        amounts = ((self.absolute, ""), (100 * self.relative, " %"))
        parts = [f"{Decimal(f'{float(amount):g}'):f}{unit}" for amount, unit in amounts if amount]
        text = f"± {' + '.join(parts)}" if parts else "="
        return text.replace(".", ",") if lang == "fr" else text


EXACT = Tolerance()
"""The tolerance 0, with which only the exact value is accepted."""
