"""`python -m tests.messages [LANG …]`: bring the catalogues up to date with the code by Babel, and compile them."""

import sys
import tempfile
from contextlib import chdir
from pathlib import Path

from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "templates" / "messages"
UPDATE = ("--init-missing", "--ignore-obsolete", "--no-fuzzy-matching", "--ignore-pot-creation-date", "--width=110")


def pybabel(command: str, *words: str | Path) -> None:
    """Run a command of Babel."""
    CommandLineInterface().run(["pybabel", "--quiet", command, *map(str, words)])


def extract(template: Path, *words: str) -> None:
    """Write the sentences of the code to a file."""
    with chdir(ROOT):
        pybabel("extract", "-F", "pyproject.toml", "--sort-output", "-o", template, *words, ".")


def main(languages: list[str]) -> None:
    """Write the catalogues named, else all there are; say what is left to translate."""
    with tempfile.TemporaryDirectory() as folder:
        template = Path(folder) / "messages.pot"
        extract(template, "--no-location")
        for lang in languages or sorted(path.stem for path in FOLDER.glob("*.po")):
            path = FOLDER / f"{lang}.po"
            pybabel("update", "-i", template, "-o", path, "-l", lang, *UPDATE)
            pybabel("compile", "-i", path, "-o", path.with_suffix(".mo"), "-l", lang)
            catalogue = read_po(path.open("rb"), locale=lang)
            left = [message.id for message in catalogue if message.id and not (message.string and all(message.string))]
            sys.stdout.write(f"{path}: {len(catalogue)} sentences, {len(left)} without a translation\n")
            sys.stdout.writelines(f"  {text!r}\n" for text in left)


if __name__ == "__main__":
    main(sys.argv[1:])
