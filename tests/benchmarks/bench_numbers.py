"""Numbers read a second, on one core: python -m tests.benchmarks.bench_numbers.

The texts are answers of the ENS sheet in the notations students use.
"""

from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.text import read_numbers
from tests.benchmarks.timing import fastest

REAL, PROBABILITY = Domain(), Domain(low=0, high=1)
SEED, PLACE = Domain(integer=True, low=0, high=64006), Domain(integer=True, low=0, high=3)

TYPICAL = [
    ("17 519 23375", 3, SEED), ("17, 519, 23375", 3, SEED), ("u0 = 17", 1, SEED), ("1 3 2", 3, PLACE),
    ("132", 3, PLACE), ("1 2 2", 3, PLACE), ("1.67·10^9", 1, REAL), ("1,67·10⁹", 1, REAL), ("≃ 1/2", 1, PROBABILITY),
    ("0,5", 1, PROBABILITY), ("1/3", 1, PROBABILITY), ("33,3 %", 1, PROBABILITY), ("x=42", 1, REAL),
    ("≃ 1, ≃ 0", 2, PROBABILITY), ("≃ 0.5, ≃ 1", 2, PROBABILITY), ("≃ 1, ≃ 0.5, ≃ 0", 3, PROBABILITY),
    ("1, 0.5, 0", 3, PROBABILITY), ("1 ; 0,5 ; 0", 3, PROBABILITY), ("29/45 ≈ 0,644", 1, PROBABILITY), ("", 3, REAL),
]  # fmt: skip

if __name__ == "__main__":
    seconds = fastest(lambda: [read_numbers(*text) for text in TYPICAL])
    print(f"typical: {len(TYPICAL) / seconds:,.0f} texts/s")
