"""Students, the signed tokens on their sheets, and the names of the form fields.

A token has a keyed digest, which reveals a changed u₀ or page number. Names of fields contain only ``[A-Za-z0-9_]``: a
full stop would mean a hierarchy in PDF, and some viewers change accents.
"""

import hmac
import re
from base64 import b32encode
from dataclasses import dataclass, field, replace

from answers.files import safe_name


@dataclass(frozen=True, slots=True)
class Student:
    """The student a sheet belongs to. Empty fields are unknown, and are filled in by hand on the sheet.

    `name` is the family name. `file` is the name for files about the student, if the identifier is not fit for that.
    The family name comes first wherever a student is named, as in the lists of schools; files for a platform follow the
    platform.
    """

    id: str = ""
    name: str = ""
    first_name: str = ""
    file: str = ""

    @property
    def stem(self) -> str:
        """Name of the student in files and signatures, of ASCII letters, digits, '-' and '_'; empty if unknown."""
        return self.file or safe_name(self.id, fallback="")

    @property
    def both_names(self) -> str:
        """Family name, then first name: "Nash Eva"; empty if unknown."""
        return " ".join(filter(None, (self.name, self.first_name)))

    @property
    def display_name(self) -> str:
        """Both names, else the identifier."""
        return self.both_names or self.id

    @property
    def names_beside(self) -> str:
        """Both names, to print beside the identifier; empty if the identifier consists of them, or begins with them."""
        return "" if f"{self.id} ".startswith(f"{self.both_names} ") else self.both_names

    @property
    def label(self) -> str:
        """Identifier and both names, "s02, Nash Eva"; the identifier alone if it contains the names."""
        return ", ".join(filter(None, (self.id, self.names_beside)))


NO_STUDENT = Student()

TOKEN = re.compile(
    r"corrige:([12]):([a-z0-9_]+):(\d{1,5}):([A-Za-z0-9_-]*):(?:([a-z2-7]{8}):)?(?:(\d{1,3}):)?([a-z2-7]{16})", re.ASCII
)
"""Pattern of the token of a sheet, or of one of its pages, whose number is then before the digest."""
PAGE_CODE = re.compile(rf"({TOKEN.pattern})(?::(\d{{1,3}}))?", re.ASCII)
"""Pattern of the code of a page; in version 1 the number is after the token."""
TOKEN_VERSION = 2
"""Version of new tokens. In version 1, the digest covers neither the version nor the number of a page."""


@dataclass(frozen=True, slots=True)
class Identity:
    """The identity of a sheet.

    Attributes
    ----------
    exam, u0
        Name of the exam, and seed.
    student
        Identifier of the student, made fit for file names; empty if unknown.
    content_hash
        Digest of the printed content, which differs if the sheet was printed again with other content. It is ignored
        when identities are compared; empty on documents that are not filled in, and on older sheets.
    version
        Version of the token on the sheet.
    """

    exam: str
    u0: int
    student: str = ""
    content_hash: str = field(default="", compare=False)
    version: int = field(default=TOKEN_VERSION, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "student", safe_name(self.student, fallback=""))

    def token(self, secret: str) -> str:
        """Return ``corrige:2:<exam>:<u0>:<student>[:<content hash>]:<digest>``, ASCII, at most 120 characters.

        The digest is an HMAC-SHA256 with the teacher's `secret` as key, cut to 80 bits. With an empty secret, it
        protects against typing errors only: anybody who has corrige can compute it.
        """
        return self._signed("", secret)

    def page_code(self, page: int, secret: str) -> str:
        """Return the code of the page with this number, from 1: the token with the number, which the digest covers."""
        return f"{self.token(secret)}:{page}" if self.version == 1 else self._signed(str(page), secret)

    def _signed(self, page: str, secret: str) -> str:
        fields = ":".join((self.exam, str(self.u0), self.student, *filter(None, [self.content_hash, page])))
        begin = f"corrige:{self.version}:"
        covered = fields if self.version == 1 else begin + fields
        digest = b32encode(hmac.digest(secret.encode(), covered.encode(), "sha256")[:10]).decode().lower()
        return f"{begin}{fields}:{digest}"


@dataclass(frozen=True, slots=True)
class Signature:
    """The identity in a token that was read, and whether its digest is valid under the teacher's secret."""

    identity: Identity
    valid: bool


def find_signature(text: str, secret: str) -> Signature | None:
    """Return the identity in the first token of `text`, checked with `secret`; None if there is no token."""
    match = TOKEN.search(text)
    if match is None:
        return None
    version, exam, u0, student, content_hash, page, _ = match.groups()
    identity = Identity(exam, int(u0), student, content_hash or "", int(version))
    expected = identity.page_code(int(page), secret) if page else identity.token(secret)
    return Signature(identity, hmac.compare_digest(expected, match.group()))


def find_page_signature(code: str, secret: str) -> tuple[Signature, int] | None:
    """Return the signature in the code of a page, and the number of the page; None for another text.

    The signature is valid only if the digest covers the number. Codes of version 1 (corrige 1.0) have the number after
    the token, or no number on the first page; there the number is not checked.
    """
    match = PAGE_CODE.fullmatch(code)
    signature = find_signature(code, secret)
    if match is None or signature is None:
        return None
    signed, beside = match[7], match[9]
    if signature.identity.version == 1:
        return (signature, int(beside or 1)) if signed is None else (replace(signature, valid=False), int(signed))
    return replace(signature, valid=signature.valid and bool(signed) and not beside), int(signed or beside or 1)


NAME = "name"
FIRST_NAME = "first_name"
U0 = "u0"
STUDENT_FIELDS = (NAME, FIRST_NAME, U0)
FIELD = re.compile(r"q([1-9][0-9]{0,3}[a-z]?)_([1-9][0-9]{0,3})", re.ASCII)


def field_name(part_id: str, item: int) -> str:
    """Return the name of the form field of an item, numbered from 1: ``field_name("7a", 2) == "q7a_2"``.

    A ValueError if the part id is invalid or the item is not from 1 to 9999.
    """
    name = f"q{part_id}_{item}"
    if FIELD.fullmatch(name) is None:
        raise ValueError(f"no field for item {item} of part {part_id!r}")
    return name


def field_item(name: str) -> tuple[str, int] | None:
    """Return the part id and the number of the item from the name of a form field; None for another name.

    The exam may lack the part.
    """
    match = FIELD.fullmatch(name)
    return None if match is None else (match[1], int(match[2]))
