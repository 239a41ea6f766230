"""Files in one archive, the same bytes for the same files."""

import io
import zipfile
from collections.abc import Iterable

BEGINNING = (1980, 1, 1, 0, 0, 0)
"""The date of every file: an archive cannot say that there is none."""
READABLE = 0o644 << 16


def archived(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return a zip archive of files, each a name and its content, in the order given."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            entry = zipfile.ZipInfo(name, BEGINNING)
            entry.external_attr, entry.compress_type = READABLE, zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return stream.getvalue()
