"""The blank sheets of a class as they were given out, whatever has been chosen or printed since."""

from io import BytesIO
from pathlib import Path

from answers.errors import CorrigeError
from answers.exam.identity import Identity, Signature, find_signature
from answers.files import make_folder, read_limited, write_keeping

SHEETS = "sheets"
EARLIER = "earlier"


def issued_sheet(folder: Path, identity: Identity, secret: str) -> bytes | None:
    """Return the sheet of a class that bears this identity's token and look; None where it is no longer there."""
    for path in (_sheet(folder, identity.student), _earlier(folder, identity)):
        content = _content(path)
        if is_sheet(content, identity, secret):
            return content
    return None


def is_sheet(content: bytes, identity: Identity, secret: str) -> bool:
    """Return whether a PDF is a sheet of this identity and look."""
    signature = _seal(content, secret)
    return bool(
        signature
        and signature.valid
        and (signature.identity, signature.identity.content_hash) == (identity, identity.content_hash)
    )


def content_hash_in_folder(folder: Path, stem: str, secret: str) -> str:
    """Return the look of the sheet of a student that lies in a class, "" without one of the teacher's."""
    signature = _seal(_content(_sheet(folder, stem)), secret) if stem else None
    return signature.identity.content_hash if signature and signature.valid else ""


def archive_issued_sheet(folder: Path, stem: str, instead: bytes) -> None:
    """Keep the sheet of a student that another is about to replace."""
    content = _content(_sheet(folder, stem))
    signature = _seal(content, "")
    if content != instead and signature and signature.identity.content_hash:
        make_folder(folder / SHEETS / EARLIER)
        write_keeping(_earlier(folder, signature.identity), content)


def _sheet(folder: Path, stem: str) -> Path:
    return folder / SHEETS / f"{stem}.pdf"


def _earlier(folder: Path, identity: Identity) -> Path:
    return folder / SHEETS / EARLIER / f"{identity.student}-{identity.content_hash}.pdf"


def _content(path: Path) -> bytes:
    """What a file holds, nothing if it is not there or cannot be read."""
    try:
        return read_limited(path)
    except CorrigeError:
        return b""


def _seal(content: bytes, secret: str) -> Signature | None:
    """The signature in the metadata of a sheet that corrige has printed."""
    import pikepdf

    from answers.exam.page_digest import TOKEN_KEY

    try:
        with pikepdf.open(BytesIO(content)) as pdf:
            return find_signature(str(pdf.docinfo.get(TOKEN_KEY, "")), secret)
    except pikepdf.PdfError:
        return None
