"""What the kept stretches of the nash exam say of questions 6 to 8: `python -m tests.benchmarks.nash_orbit FOLDER`.

FOLDER is that of the stretches, `orbit/nash-…` in the cache, as `corrige atlas nash --all` keeps them. Tables are
printed as Markdown; with a second argument the distributions are drawn to that SVG file.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from answers.atlas.stretch import Stretch, stretch_keys_from
from answers.exam.catalogue import load_exam
from answers.exams.phantom_domineering.nash.draws import ONE_ILLEGAL
from answers.exams.phantom_domineering.nash.games import LIMITED
from answers.kinds.reading import Values

BOARDS = {
    (f"{number}{letter}", item): f"{number}{letter}, {size}"
    for number, parts in ((6, ONE_ILLEGAL), (7, LIMITED), (8, LIMITED))
    for letter, sizes in parts.items()
    for item, size in enumerate(sizes)
}
COLUMNS = ("board", "values", "0", "between", "1", "mean", "commonest", "frequency")
HARDEST = 8
BINS = 20
WIDTH, HEIGHT, GAP = 220, 80, 24


def stretches(folder: Path) -> Iterator[tuple[int, Mapping[str, Values]]]:
    """Every seed kept, in the order of the sequence, with its answers."""
    exam = load_exam("nash")
    for path in sorted(folder.glob("*.json")):
        start = int(path.stem)
        keys = stretch_keys_from(exam, Stretch(start, min(256, 64006 - start)), path.read_bytes())
        yield from ((key.u0, key.answers) for key in keys or ())


def digits(answers: Mapping[str, Values]) -> int:
    """Digits of the greatest denominator of questions 7 and 8: as many plans are mixed as it is long."""
    values = (value for part, values in answers.items() if part[0] in "78" for value in values)
    return max(len(str(Fraction(value).denominator)) for value in values)  # type: ignore[arg-type]


def extremes(answers: Mapping[str, Values], number: str) -> int:
    """How many of the six values of a question are exactly 0 or 1."""
    return sum(value in (0, 1) for part, values in answers.items() if part[0] == number for value in values)


def drawn(counts: Mapping[tuple[str, int], Counter[float]]) -> str:
    """The distributions as one SVG: a column of bars a twentieth wide each, as high as it is frequent."""
    rows = "".join(_panel(n, BOARDS[place], counter) for n, (place, counter) in enumerate(counts.items()))
    lines = -(-len(counts) // 3)
    size = f"{3 * (WIDTH + GAP)} {lines * (HEIGHT + 2 * GAP)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" font-family="sans-serif" font-size="11">'
        f'<rect width="100%" height="100%" fill="white"/>{rows}</svg>\n'
    )


def _panel(n: int, title: str, counter: Counter[float]) -> str:
    left, top = n % 3 * (WIDTH + GAP) + GAP / 2, n // 3 * (HEIGHT + 2 * GAP) + GAP
    bins = Counter(min(int(value * BINS), BINS - 1) for value in counter.elements())
    most, step = max(bins.values()), WIDTH / BINS
    bars = "".join(
        f'<rect x="{left + k * step:.1f}" y="{top + HEIGHT * (1 - often / most):.1f}" width="{step - 1:.1f}" '
        f'height="{HEIGHT * often / most:.1f}" fill="#336"/>'
        for k, often in sorted(bins.items())
    )
    share = f"{100 * most / counter.total():.0f} %"
    return (
        f'<text x="{left}" y="{top - 6}">{title} (highest: {share})</text>{bars}'
        f'<path d="M{left} {top + HEIGHT}h{WIDTH}" stroke="black"/>'
        f'<text x="{left}" y="{top + HEIGHT + 12}">0</text>'
        f'<text x="{left + WIDTH}" y="{top + HEIGHT + 12}" text-anchor="end">1</text>'
    )


def main(arguments: Sequence[str]) -> None:
    """Print the tables, and draw the figure."""
    counts: dict[tuple[str, int], Counter[float]] = {place: Counter() for place in BOARDS}
    pure: dict[str, Counter[int]] = {number: Counter() for number in "78"}
    hard: list[tuple[int, int]] = []
    seeds = 0
    for u0, answers in stretches(Path(arguments[0])):
        seeds += 1
        for part, item in BOARDS:
            counts[part, item][answers[part][item]] += 1  # type: ignore[index]
        for number, counter in pure.items():
            counter[extremes(answers, number)] += 1
        hard = sorted([*hard, (digits(answers), u0)], reverse=True)[:HARDEST]
    print(f"{seeds} seeds\n\n| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    for place, counter in counts.items():
        total = counter.total()
        zero, one = counter[0] / total, counter[1] / total
        mean = sum(float(value) * often for value, often in counter.items()) / total
        ((value, often),) = counter.most_common(1)
        told = f"{zero:.1%} | {1 - zero - one:.1%} | {one:.1%} | {mean:.3f} | {value} | {often / total:.1%}"
        print(f"| {BOARDS[place]} | {len(counter)} | {told} |")
    for number, counter in pure.items():
        print(f"\nquestion {number}, values of six that are 0 or 1:", dict(sorted(counter.items())))
    print("\nlongest denominators (digits, seed):", hard)
    if len(arguments) > 1:
        Path(arguments[1]).write_text(drawn({place: counter for place, counter in counts.items() if len(counter) > 1}))


if __name__ == "__main__":
    main(sys.argv[1:])
