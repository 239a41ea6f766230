"""The catalogues that translators edit, kept beside the sentences of the code."""

from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tests.messages.extract import ROOT, extracted

FOLDER = ROOT / "templates" / "messages"


def read(path: Path) -> Catalog:
    """Return a catalogue."""
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def updated(path: Path) -> Catalog:
    """Return a catalogue with each sentence of the code, translated as before, and without those no longer said."""
    known = read(path) if path.exists() else Catalog(locale=path.stem)
    new = Catalog(locale=path.stem, project="corrige", charset="utf-8", fuzzy=False)
    new.header_comment = f"# What corrige says to a teacher, in {path.stem}: see docs/translating.md."
    for text, (plural, _) in sorted(extracted().items()):
        before = known.get(text)
        said = before.string if before and isinstance(before.id, str) != bool(plural) else ""
        new.add((text, plural) if plural else text, said or None)
    return new


def po_bytes(catalogue: Catalog) -> bytes:
    """Return a catalogue as the text that translators edit."""
    catalogue.creation_date = catalogue.revision_date = datetime(2026, 1, 1, tzinfo=UTC)  # the same bytes each time
    file = BytesIO()
    write_po(file, catalogue, width=110, sort_output=False)
    return file.getvalue()


def mo_bytes(catalogue: Catalog) -> bytes:
    """Return a catalogue as the program reads it."""
    file = BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()
