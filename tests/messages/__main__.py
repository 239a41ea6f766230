"""`python -m tests.messages [LANG …]`: bring the catalogues up to date with the code, and compile them."""

import sys

from tests.messages.catalogue import FOLDER, mo_bytes, po_bytes, updated


def main(languages: list[str]) -> None:
    """Write the catalogues named, else all there are; say what is left to translate."""
    for lang in languages or sorted(path.stem for path in FOLDER.glob("*.po")):
        path = FOLDER / f"{lang}.po"
        catalogue = updated(path)
        path.write_bytes(po_bytes(catalogue))
        path.with_suffix(".mo").write_bytes(mo_bytes(catalogue))
        left = [one.id for one in catalogue if one.id and not (one.string and all(one.string))]
        sys.stdout.write(f"{path}: {len(catalogue)} sentences, {len(left)} without a translation\n")
        sys.stdout.writelines(f"  {text!r}\n" for text in left)


if __name__ == "__main__":
    main(sys.argv[1:])
