"""Find the blank sheets that a class issued to its students, also if sheets were printed again since."""

from io import BytesIO
from pathlib import Path

from answers.errors import CorrigeError
from answers.files import make_folder, read_limited, write_keeping
from answers.sheets.identity import FIRST_NAME, NAME, Identity, Signature, find_signature

SHEETS = "sheets"
EARLIER = "earlier"


def issued_sheet(folder: Path, identity: Identity, secret: str) -> bytes | None:
    """Return the PDF of the sheet with this identity and content hash in a class `folder`, or None."""
    for path in (_sheet(folder, identity.student), _earlier(folder, identity)):
        content = _content(path)
        if is_sheet(content, identity, secret):
            return content
    return None


def is_sheet(content: bytes, identity: Identity, secret: str) -> bool:
    """Return whether a PDF is a sheet with this identity and content hash, signed with `secret`."""
    signature = _signature(content, secret)
    return bool(
        signature
        and signature.valid
        and (signature.identity, signature.identity.content_hash) == (identity, identity.content_hash)
    )


def content_hash_in_folder(folder: Path, stem: str, secret: str) -> str:
    """Return the content hash of the current sheet of the student `stem`; "" without a valid signature."""
    signature = _signature(_content(_sheet(folder, stem)), secret) if stem else None
    return signature.identity.content_hash if signature and signature.valid else ""


def archive_issued_sheet(folder: Path, stem: str, instead: bytes) -> None:
    """Copy a student's current sheet to the archive of the class, unless its content is equal to `instead`.

    Call it before the sheet is replaced by `instead`. `stem` is the student's name in files. A sheet without a token is
    not copied.
    """
    content = _content(_sheet(folder, stem))
    signature = _signature(content, "")
    if content != instead and signature and signature.identity.content_hash:
        make_folder(folder / SHEETS / EARLIER)
        write_keeping(_earlier(folder, signature.identity), content)


def printed_name(sheet: bytes) -> str:
    """Return the family name and the first name that the form of a sheet shows; "" without a form."""
    import pikepdf

    try:
        with pikepdf.open(BytesIO(sheet)) as pdf:
            fields = pdf.Root.AcroForm.Fields if "/AcroForm" in pdf.Root else ()
            texts = {str(field.get("/T", "")): str(field.get("/V", "")) for field in fields}
    except pikepdf.PdfError:
        return ""
    return " ".join(filter(None, (texts.get(NAME, ""), texts.get(FIRST_NAME, ""))))


def _sheet(folder: Path, stem: str) -> Path:
    return folder / SHEETS / f"{stem}.pdf"


def _earlier(folder: Path, identity: Identity) -> Path:
    return folder / SHEETS / EARLIER / f"{identity.student}-{identity.content_hash}.pdf"


def _content(path: Path) -> bytes:
    """Return the content of a file, b"" if the file is absent or cannot be read."""
    try:
        return read_limited(path)
    except CorrigeError:
        return b""


def _signature(content: bytes, secret: str) -> Signature | None:
    """Return the signature in the metadata of a PDF sheet, None if there is none."""
    import pikepdf

    from answers.sheets.page_digest import TOKEN_KEY

    try:
        with pikepdf.open(BytesIO(content)) as pdf:
            return find_signature(str(pdf.docinfo.get(TOKEN_KEY, "")), secret)
    except pikepdf.PdfError:
        return None
