"""Compute a digest of the pages of a sheet that filling in the form does not change, but drawing on a page does."""

import hmac
from base64 import b32encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

import pikepdf

if TYPE_CHECKING:
    import hashlib

# Metadata of a sheet: its token, and the signature of its pages.
TOKEN_KEY, PAGES_KEY = "/corrigetoken", "/corrigepages"
INHERITED: Final = ("/Resources", "/MediaBox", "/CropBox", "/Rotate", "/UserUnit")
OF_FIELD: Final = frozenset({"/T", "/Rect", "/F", "/Ff", "/DA", "/MK", "/BS", "/Border", "/Q", "/MaxLen", "/OC"})
STORED: Final = frozenset({"/Length", "/Filter", "/DecodeParms"})
MAX_DEPTH, MAX_OBJECTS = 20, 20_000

Contents: TypeAlias = Mapping[tuple[int, int], bytes]
"""Uncompressed contents of PDF streams, by object number and generation."""
NOTHING: Final[Contents] = MappingProxyType({})


def drawing(pdf: pikepdf.Pdf, contents: Contents = NOTHING) -> str:
    """Return a digest of all that is drawn on the pages of `pdf`, in hexadecimal.

    The digest covers the uncompressed contents, fonts and pictures, and the position and style of form fields. It does
    not cover the values of fields, their drawn appearances, or notes.

    Parameters
    ----------
    contents
        Contents of streams that are already uncompressed; the other streams are uncompressed here.

    Raises
    ------
    ValueError
        If the pages are larger or nested more deeply than those of any sheet.
    pikepdf.PdfError
        If a stream cannot be uncompressed.
    """
    walk = _Walk(contents)
    for page in pdf.pages:
        walk.digest.update(b"page ")
        for key in INHERITED:
            node: pikepdf.Object = page.obj  # or the nearest node above it in the tree of pages that has the entry
            for _ in range(MAX_DEPTH):
                if key in node or "/Parent" not in node:
                    break
                node = node["/Parent"]
            else:
                raise ValueError("no sheet has so deep a tree of pages")
            walk.add(node.get(key))
        walk.add(page.obj.get("/Contents"))
        notes = page.obj.get("/Annots")
        for note in notes.as_list() if isinstance(notes, pikepdf.Array) else ():
            if not isinstance(note, pikepdf.Dictionary) or note.get("/Subtype") != "/Widget":
                continue
            entries = [(key, note[key]) for key in sorted(OF_FIELD & note.keys())]
            values = [(key, item.unparse() if isinstance(item, pikepdf.Object) else item) for key, item in entries]
            text = repr(values).encode()
            if b" R" in text:  # a reference to another object
                raise ValueError("the fields of a sheet have no references to other objects")
            walk.digest.update(b"field %b " % text)
    return walk.digest.hexdigest()


def page_signature(token: str, drawing: str, secret: str) -> str:
    """Return the signature of a sheet's pages: HMAC-SHA256 of token and digest with key `secret`, cut to 160 bits.

    `drawing` is the digest of the pages, the result of the function `drawing`.
    """
    return b32encode(hmac.digest(secret.encode(), f"{token} {drawing}".encode(), "sha256")[:20]).decode().lower()


@dataclass(slots=True)
class _Walk:
    """A digest to which PDF objects are added one by one; it does not depend on the numbers of the objects."""

    contents: Contents
    digest: "hashlib._Hash" = field(default_factory=sha256)
    numbers: dict[tuple[int, int], int] = field(default_factory=dict)
    left: int = MAX_OBJECTS

    def add(self, item: object, depth: int = 0) -> None:
        """Add an object and all objects that it refers to; ValueError beyond the limits of a sheet."""
        self.left -= 1
        if depth > MAX_DEPTH or self.left < 0:
            raise ValueError("no sheet has so much on its pages")
        if not isinstance(item, pikepdf.Object):
            self.digest.update(b"%r " % item)
            return
        if item.is_indirect:
            known = len(self.numbers)
            number = self.numbers.setdefault(item.objgen, known)
            self.digest.update(b"object %d " % number)
            if number < known:
                return
        depth += 1
        if isinstance(item, pikepdf.Stream):
            content = self.contents[item.objgen] if item.objgen in self.contents else item.read_bytes()
            self.digest.update(b"stream %d " % len(content))
            self.digest.update(content)
        elif b" R" not in (text := item.unparse(resolved=True)):  # no references: no need to look inside
            self.digest.update(b"%d %b" % (len(text), text))
            return
        if isinstance(item, pikepdf.Array):
            for part in item.as_list():
                self.add(part, depth)
            return
        for key in sorted(item.keys() - STORED):
            self.digest.update(b"%b " % key.encode())
            self.add(item[key], depth)
        self.digest.update(b"end ")
