"""Attack what reads students' files for some minutes: python -m tests.attack [MINUTES]; ends with 1 if anything broke.

Texts whose value is known by construction, texts that say two things, random texts; filled sheets with bytes changed;
filled sheets through real programs; bombs with time and memory; coverage-guided fuzzing where atheris is installed.
Every seed is printed with its failure.
"""

import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import monotonic

from answers.errors import CorrigeError
from answers.kinds.numbers.text import read_numbers
from answers.kinds.parsing import Unreadable
from answers.submissions.raw.submission import FileSource
from answers.submissions.read import worker
from tests.answers.submissions.exams import SMALL
from tests.answers.submissions.pdf.test_hostile_pdfs import mutated
from tests.answers.submissions.sheets import ANSWERS, SECRET, again, filled, read_pdf
from tests.attack.bombs import BOMBS
from tests.attack.programs import programs
from tests.attack.spellings import spelling, trap
from tests.attack.test_bombs import cost

Attack = Callable[[Random], str]
LETTERS = "0123456789.,;- /=≈^·eE()[]{}xu?'\u202f\u00a0\n\t%½⁹①$|&"


def known_text(rng: Random) -> str:
    spelled = (spelling if rng.random() < 0.5 else trap)(rng)
    read = read_numbers(spelled.text, spelled.count, spelled.domain)
    if isinstance(read, Unreadable):
        return "refused"
    return "read" if read == spelled.values else f"MISREAD {spelled} as {read}"


def random_text(rng: Random) -> str:
    spelled = spelling(rng)
    text = "".join(rng.choices(LETTERS, k=rng.randint(0, 25)))
    cut = rng.randint(0, len(spelled.text))
    read = read_numbers(
        rng.choice([text, spelled.text[:cut] + text + spelled.text[cut:]]), spelled.count, spelled.domain
    )
    return "refused" if isinstance(read, Unreadable) else "read"


def changed_sheet(rng: Random) -> str:
    seed = rng.getrandbits(32)
    try:
        submission = read_pdf(FileSource(mutated(filled(), seed), "f.pdf", secret=SECRET, exam=SMALL, sheet=again))
    except CorrigeError:
        return "refused"
    if submission.flags:
        return "flagged"
    same = (submission.answers, submission.u0, submission.student) == (ANSWERS, "17", "É Élève 3")
    return "read" if same else f"MISREAD sheet of seed {seed}"


def rounds(attack: Attack, seconds: float, first: int) -> Counter[str]:
    """Attack until the time is over, and count what came of it."""
    until, seed = monotonic() + seconds, first
    outcomes: Counter[str] = Counter()
    while monotonic() < until:
        seed += 1
        try:
            outcomes[attack(Random(seed))] += 1
        except Exception as error:  # noqa: BLE001 - that is what is looked for
            outcomes[f"RAISED {error!r} at {seed}"] += 1
    return outcomes


def fuzzed(seconds: float) -> tuple[str, bool]:
    if find_spec("atheris") is None:
        return "not run: atheris is not installed", True
    command = [sys.executable, "-m", "tests.attack.fuzz", str(int(seconds))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = (done.stdout + done.stderr).splitlines()
    texts = [line for line in lines if line.startswith("Done ")] or lines[-1:]
    return " ".join(texts), done.returncode == 0


def main(minutes: float) -> int:
    failures: list[str] = []
    seconds, first = 60 * minutes, int(monotonic() * 1000)
    print(f"first seed {first}\n\n| attack | number | what came of it |\n|---|---|---|")
    for attack, share in ((known_text, 0.2), (random_text, 0.15), (changed_sheet, 0.15)):
        outcomes = rounds(attack, share * seconds, first)
        failures += [outcome for outcome in outcomes if outcome.startswith(("MISREAD", "RAISED"))]
        text = ", ".join(f"{number} {what[:60]}" for what, number in outcomes.most_common(5))
        print(f"| {attack.__name__} | {sum(outcomes.values())} | {text} |", flush=True)
    for name, came in programs():
        failures += [f"{name}: {came}"] if came.startswith("MISREAD") else []
        print(f"| {name} | 1 | {came} |", flush=True)
    text, is_well = fuzzed(0.1 * seconds)
    failures += [] if is_well else [text]
    print(f"| fuzzed readers | | {text} |", flush=True)
    for name in BOMBS:
        worker(os.getpid()).close()
        with tempfile.TemporaryDirectory() as folder:
            taken, memory = cost(name, Path(folder))
        failures += [] if taken < 5 and memory < 500 else [f"bomb {name}: {taken:.1f} s, {memory} MB"]
        print(f"| {name} | 1 | {taken:.1f} s, {memory or '(ended)'} MB |", flush=True)
    print(f"\n{len(failures)} failures", *failures, sep="\n")
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 10))
