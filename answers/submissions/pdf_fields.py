"""The form fields of a PDF, read by two libraries that share no code, with limits on what a hostile file may cost."""

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

import pikepdf
import pypdf
from pypdf.generic import ArrayObject, DictionaryObject

from answers.errors import CorrigeError
from answers.submissions.pdf_limits import MAX_FIELDS, MAX_PAGES, UNREADABLE, limit_qpdf

SEAL_KEY = "/corrigetoken"
MAX_DEPTH = 16
MAX_SECONDS = 5.0
# pypdf needs up to half a second a megabyte on hostile files; a filled sheet has less than half a megabyte.
MAX_CROSS_CHECKED = 4_000_000

logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # its warnings are our flags, and a bomb holds 100 000 of them


@dataclass(frozen=True, slots=True)
class FormFields:
    """The fields of a form by full name, the token in its metadata, and whether the file had to be repaired.

    `repeated` names the fields that occur with several values; the first is kept.
    """

    values: Mapping[str, str]
    repeated: frozenset[str] = frozenset()
    token: str = ""
    repaired: bool = False


@dataclass(frozen=True, slots=True)
class _Node:
    """A node of the field tree; None stands for what it leaves to its parent."""

    name: str | None
    text: str | None
    kids: Sequence[Any] = field(default=())


class _TooMuchError(Exception):
    """The field tree is larger or deeper than that of any sheet, or takes too long to read."""


def read_with_pikepdf(content: bytes, place: str) -> FormFields | None:
    """Return the form fields that pikepdf finds, none if there is no form, or None if it cannot read the file.

    Raises
    ------
    CorrigeError
        If the file asks for a password or has more than 40 pages.
    """
    limit_qpdf()
    try:
        with pikepdf.open(BytesIO(content)) as pdf:
            _check_pages(len(pdf.pages), place)
            form = pdf.Root.get("/AcroForm")
            fields = form.get("/Fields") if isinstance(form, pikepdf.Dictionary) else None
            pairs = _walk(fields if isinstance(fields, pikepdf.Array) else (), _pikepdf_node)
            return _form_fields(pairs, _pikepdf_token(pdf), lambda: bool(pdf.get_warnings()))
    except CorrigeError:
        raise
    except pikepdf.PasswordError as error:
        remedy = "ask for the sheet without a password"
        raise CorrigeError.one("the PDF is protected by a password", place=place, remedy=remedy) from error
    except Exception:  # noqa: BLE001 - a hostile file makes the library raise anything; the other one is asked too
        return None


def read_with_pypdf(content: bytes) -> FormFields | None:
    """Return the form fields that pypdf finds, none if there is no form, or None if it cannot read the file.

    Only the field tree is read, never a page, which is four times faster than `get_form_text_fields` and leaves
    out most of what a hostile file could abuse. Files above 4 MB are not read.
    """
    if len(content) > MAX_CROSS_CHECKED:
        return None
    try:
        root = pypdf.PdfReader(BytesIO(content)).trailer["/Root"].get_object()
        form = _pypdf_entry(root, "/AcroForm")
        fields = _pypdf_entry(form, "/Fields")
        return _form_fields(_walk(fields if isinstance(fields, ArrayObject) else (), _pypdf_node))
    except Exception:  # noqa: BLE001 - as above
        return None


def _check_pages(count: int, place: str) -> None:
    if count > MAX_PAGES:
        remedy = "hand in one sheet a file"
        raise CorrigeError.one(f"the PDF has {count} pages, no answer sheet has", place=place, remedy=remedy)


def _form_fields(
    pairs: Iterable[tuple[str, str]], token: str = "", repaired: Callable[[], bool] = lambda: False
) -> FormFields:
    values: dict[str, str] = {}
    repeated = {name for name, text in pairs if values.setdefault(name, text) != text}
    return FormFields(values, frozenset(repeated), token, repaired())


def _walk(roots: Iterable[Any], read: Callable[[Any], _Node]) -> Iterator[tuple[str, str]]:
    """Yield the full name and text of each leaf; a leaf without a name is one more place of its parent."""
    until = time.monotonic() + MAX_SECONDS
    stack = [(root, _Node("", None), 0) for root in reversed(list(roots))]
    visited = 0
    while stack:
        item, parent, depth = stack.pop()
        visited += 1
        if visited > MAX_FIELDS or depth > MAX_DEPTH or time.monotonic() > until:
            raise _TooMuchError
        node = read(item)
        name = ".".join(filter(None, (parent.name, node.name)))
        text = parent.text if node.text is None else node.text
        stack += [(kid, _Node(name, text), depth + 1) for kid in reversed(node.kids)]
        if name and not node.kids:
            yield name, text or ""


def _pikepdf_node(item: Any) -> _Node:
    if not isinstance(item, pikepdf.Dictionary):
        return _Node(None, None)
    name, value, kids = item.get("/T"), item.get("/V"), item.get("/Kids")
    text = _clean(str(value)) if isinstance(value, pikepdf.String | pikepdf.Name) else UNREADABLE
    return _Node(
        _clean(str(name)) if isinstance(name, pikepdf.String) else None,
        None if value is None else text,
        list(kids) if isinstance(kids, pikepdf.Array) else (),
    )


def _pikepdf_token(pdf: pikepdf.Pdf) -> str:
    info = pdf.trailer.get("/Info")
    token = info.get(SEAL_KEY) if isinstance(info, pikepdf.Dictionary) else None
    return str(token) if isinstance(token, pikepdf.String) else ""


def _pypdf_node(item: Any) -> _Node:
    node = item.get_object()
    name, value, kids = (_pypdf_entry(node, key) for key in ("/T", "/V", "/Kids"))
    text = _clean(value) if isinstance(value, str) else UNREADABLE
    return _Node(
        _clean(name) if isinstance(name, str) else None,
        None if value is None else text,
        kids if isinstance(kids, ArrayObject) else (),
    )


def _pypdf_entry(node: Any, key: str) -> Any:
    found = node.get(key) if isinstance(node, DictionaryObject) else None
    return None if found is None else found.get_object()


def _clean(text: str) -> str:
    """Replace halves of characters, which cannot be written to any file."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
