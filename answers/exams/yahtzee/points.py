"""Expected points as answers: numbers, of which those that are not rational are written with two decimals."""

from dataclasses import dataclass

from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers
from answers.kinds.reading import Value


@dataclass(frozen=True, slots=True)
class Points(Numbers):
    """Numbers whose decimals are as many as the precision asked, however large they are."""

    def format(self, value: Value, lang: str) -> str:
        """Write a number: exactly when that is short enough, otherwise with two decimals."""
        if not isinstance(value, float):
            return Numbers.format(self, value, lang)
        text = f"≈ {value:.2f}"
        return text.replace(".", ",") if lang == "fr" else text


POINTS = Points(1, Domain(low=0, high=500))
"""One expectation."""
