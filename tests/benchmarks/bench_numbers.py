"""Numbers read a second, on one core: python -m tests.benchmarks.bench_numbers.

Typical texts are the answers of the ENS sheet in the notations students use; the hostile ones fill the 500
characters that are read at most. Fastest of REPEATS.
"""

import sys
from time import perf_counter

from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.text import read_numbers

REPEATS = 5
ROUNDS = 500
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


def seconds(texts: list[tuple[str, int, Domain]], rounds: int) -> float:
    """Fastest time to read every text once, averaged over `rounds`."""
    best = float("inf")
    for _ in range(REPEATS):
        start = perf_counter()
        for _ in range(rounds):
            for text, count, domain in texts:
                read_numbers(text, count, domain)
        best = min(best, perf_counter() - start)
    return best / rounds


def main() -> None:
    say = sys.stdout.write
    say(f"typical: {len(TYPICAL) / seconds(TYPICAL, ROUNDS):,.0f} texts/s\n")
    for text, count, domain in TYPICAL:
        say(f"  {seconds([(text, count, domain)], ROUNDS) * 1e6:6.1f} µs  {text!r}\n")
    for piece in HOSTILE:
        text = (piece * 500)[:500]
        worst = max(seconds([(text, count, REAL)], 1) for count in (1, 2, 20, 60, 125))
        say(f"  {worst * 1e3:6.1f} ms  {piece!r} to 500 characters\n")


if __name__ == "__main__":
    main()
