"""Coverage-guided texts for the readers: python -m tests.attack.fuzz SECONDS; needs atheris, ends with its report."""

import contextlib
import sys

import atheris  # type: ignore[import-not-found,unused-ignore]

with atheris.instrument_imports(include=["answers"]):
    from answers.errors import CorrigeError
    from answers.kinds.numbers.domain import Domain
    from answers.kinds.numbers.text import read_numbers
    from answers.submissions.raw.submission import FileSource
    from answers.submissions.text import csv_file, json_file, text_file

DOMAINS = (
    Domain(),
    Domain(low=0, high=1),
    Domain(integer=True, low=0, high=64006),
    Domain(integer=True, low=0, high=3),
)


def once(data: bytes) -> None:
    kind, content = (data[0] if data else 0), data[1:]
    with contextlib.suppress(CorrigeError):
        source = FileSource(content, "f")
        if kind < 128:
            read_numbers(source.text, 1 + kind % 5, DOMAINS[kind % len(DOMAINS)])
        else:
            (text_file, csv_file, json_file)[kind % 3].read(source)


if __name__ == "__main__":
    atheris.Setup([sys.argv[0], f"-max_total_time={sys.argv[1]}", "-max_len=500", "-verbosity=0"], once)
    atheris.Fuzz()
