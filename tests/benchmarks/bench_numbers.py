"""Numbers read a second, on one core: python -m tests.benchmarks.bench_numbers.

Typical texts are the answers of the ENS sheet in the notations students use; the hostile ones fill the 500
characters that are read at most.
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
HOSTILE = ["1 234 ", "111 ", "1 ", "1=", "1≈1 ", "x=1 ", "1,1 ", "1.1,1", "(", "≈1", "1e9", "n=1:"]


def seconds(*texts: tuple[str, int, Domain]) -> float:
    """Fastest time to read every text once."""
    return fastest(lambda: [read_numbers(*text) for text in texts])


if __name__ == "__main__":
    print(f"typical: {len(TYPICAL) / seconds(*TYPICAL):,.0f} texts/s")
    for piece in HOSTILE:
        text = (piece * 500)[:500]
        worst = max(seconds((text, count, REAL)) for count in (1, 2, 20, 60, 125))
        print(f"  {worst * 1e3:6.1f} ms  {piece!r} to 500 characters")
