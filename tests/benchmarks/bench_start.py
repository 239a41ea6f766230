"""What short commands take from the shell: python -m tests.benchmarks.bench_start [REPEATS].

Processor time of whole processes, children included, the least of some repeats taken in turn, beside what any program
on the same libraries takes: Python that does nothing, the import of Typer, a page of one word printed by WeasyPrint.
"""

import os
import subprocess
import sys
import tempfile
from resource import RUSAGE_CHILDREN, getrusage

REPEATS = 5
CORRIGE = "from answers.cli.app import main; main()"
PAGE = "import sys, weasyprint; weasyprint.HTML(string='<p>x').write_pdf(sys.argv[1])"


def programs(page: str) -> dict[str, list[str]]:
    return {
        "python": ["pass"],
        "import typer": ["import typer"],
        "corrige --help": [CORRIGE, "--help"],
        "corrige list": [CORRIGE, "list"],
        "corrige show nash": [CORRIGE, "show", "nash"],
        "weasyprint, one word": [PAGE, page],
        "corrige sheet nash": [CORRIGE, "sheet", "nash", "--u0", "17", "--force", "-o", page],
    }


def seconds(program: list[str]) -> float:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", *program], env=environment, capture_output=True, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(repeats: int) -> None:
    """Print the seconds of each program."""
    with tempfile.NamedTemporaryFile(suffix=".pdf") as page:
        requests = programs(page.name)
        results = [{name: seconds(program) for name, program in requests.items()} for _ in range(repeats)]
    for name in requests:
        print(f"{min(entry[name] for entry in results):6.2f} s  {name}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else REPEATS)
