"""Define the students of sheets, the signed tokens that identify sheets, and the names of form fields.

A token is a text on each page that names exam, seed and student, with a keyed digest that reveals a changed seed or
page number. Names of fields contain only ``[A-Za-z0-9_]``: a full stop would mean a hierarchy in PDF, and some viewers
change accents.
"""

import hmac
import re
from base64 import b32encode
from dataclasses import dataclass, field, replace

from answers.files import safe_name


@dataclass(frozen=True, slots=True)
class Student:
    """The student to whom a sheet belongs.

    An empty text stands for an unknown one, which the student writes on the sheet. `name` is the family name. `file` is
    the name for files about the student, if the identifier cannot be a file name. The family name comes first wherever
    a student is named, as in the lists of schools; files for a platform follow the platform.
    """

    id: str = ""
    name: str = ""
    first_name: str = ""
    file: str = ""

    @property
    def stem(self) -> str:
        """The student's name in files and signatures, of ASCII letters, digits, '-' and '_'; empty if unknown."""
        return self.file or safe_name(self.id, fallback="")

    @property
    def both_names(self) -> str:
        """Family name, then first name: "Nash Eva"; empty if unknown."""
        return " ".join(filter(None, (self.name, self.first_name)))

    @property
    def display_name(self) -> str:
        """Both names, or the identifier if the names are unknown."""
        return self.both_names or self.id

    @property
    def names_beside(self) -> str:
        """Both names, to print beside the identifier; empty if the identifier begins with both names."""
        return "" if f"{self.id} ".startswith(f"{self.both_names} ") else self.both_names

    @property
    def label(self) -> str:
        """Identifier and both names, "s02, Nash Eva"; only the identifier if it begins with both names."""
        return ", ".join(filter(None, (self.id, self.names_beside)))


NO_STUDENT = Student()

TOKEN = re.compile(
    r"corrige:([1-5]):([a-z0-9_]+):(\d{1,5}):([A-Za-z0-9_-]*):(?:([a-z2-7]{8}):)?(?:(\d{1,3}):)?([a-z2-7]{16})",
    re.ASCII,
)
"""Pattern of a token: version, exam, seed, student, content hash, page number and digest.

Content hash and page number may be absent; only the token in the code of a page has the page number.
"""
PAGE_CODE = re.compile(rf"({TOKEN.pattern})(?::(\d{{1,3}}))?", re.ASCII)
"""Pattern of the text in a page's QR code; in version 1, the page number follows the token."""
TOKEN_VERSION = 5
"""Version of new tokens. In version 1, the digest covers neither the version nor the number of a page; the sheets of
versions 1 and 2 do not say that Tab must be pressed before saving; those of version 4 ask for integers alone where all
answers are integers, have no gap behind a bold word of a question, and have clearer texts in the exams `jeux` and
`yahtzee`; those of version 5 have clearer French questions in all exams."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What a token says about a sheet: exam, seed and student.

    Attributes
    ----------
    student
        Identifier of the student, made fit for file names; empty if unknown.
    content_hash
        Digest of the printed content, which differs if the sheet was printed again with other content. It is ignored
        when identities are compared; empty on documents that are not filled in, and on older sheets.
    version
        Version of the token on the sheet; ignored when identities are compared.
    """

    exam: str
    u0: int
    student: str = ""
    content_hash: str = field(default="", compare=False)
    version: int = field(default=TOKEN_VERSION, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "student", safe_name(self.student, fallback=""))

    def token(self, secret: str, page: int = 0) -> str:
        """Return the text ``corrige:5:<exam>:<u0>:<student>[:<content hash>]:<digest>``, ASCII, at most 120 characters.

        The digest is an HMAC-SHA256 with the teacher's `secret` as key, cut to 80 bits. With an empty secret, it
        protects against typing errors only: anybody who has corrige can compute it. With a `page`, counted from 1, the
        result is the text of the QR code of this page, whose digest covers the page number too, except in version 1.
        """
        signed = str(page) if page and self.version > 1 else ""
        fields = ":".join((self.exam, str(self.u0), self.student, *filter(None, [self.content_hash, signed])))
        begin = f"corrige:{self.version}:"
        covered = fields if self.version == 1 else begin + fields
        digest = b32encode(hmac.digest(secret.encode(), covered.encode(), "sha256")[:10]).decode().lower()
        return f"{begin}{fields}:{digest}" + (f":{page}" if page and not signed else "")


@dataclass(frozen=True, slots=True)
class Signature:
    """The identity in a token that was read, and whether the token's digest is valid under the teacher's secret."""

    identity: Identity
    valid: bool


def find_signature(text: str, secret: str) -> Signature | None:
    """Return the identity in the first token of `text` and whether `secret` signed it; None without a token."""
    match = TOKEN.search(text)
    if match is None:
        return None
    version, exam, u0, student, content_hash, page, _ = match.groups()
    identity = Identity(exam, int(u0), student, content_hash or "", int(version))
    expected = identity.token(secret, int(page or 0))
    return Signature(identity, hmac.compare_digest(expected, match.group()))


def find_page_signature(code: str, secret: str) -> tuple[Signature, int] | None:
    """Return the signature and the page number in the text of a page's QR code; None if the text is no such code.

    The signature is valid only if its digest covers the page number. In codes of version 1 (corrige 1.0), the page
    number follows the token, or is missing on the first page, and is not checked.
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
RENAMED = re.compile(r"(?:.*\.)?(\w+?)(?:\+\d+)?", re.ASCII | re.DOTALL)


def field_name(part_id: str, item: int) -> str:
    """Return the name of the form field of an item: ``field_name("7a", 2) == "q7a_2"``.

    ValueError if the part id is invalid or `item`, the number in the part, is not from 1 to 9999.
    """
    name = f"q{part_id}_{item}"
    if FIELD.fullmatch(name) is None:
        raise ValueError(f"no field for item {item} of part {part_id!r}")
    return name


def is_sheet_field(name: str) -> bool:
    """Return whether a field name may occur on an answer sheet, such as "name", "u0" or "q1a_1"."""
    return name in STUDENT_FIELDS or field_item(name) is not None


def sheet_field(name: str) -> str:
    """Return the original name "q1_1" of a field renamed "q1_1+1" or "2.q1_1"; "" for a field of no sheet."""
    match = RENAMED.fullmatch(name)
    return match[1] if match and is_sheet_field(match[1]) else ""


def field_item(name: str) -> tuple[str, int] | None:
    """Return part id and item number of a field name such as "q7a_2"; None for the name of another field.

    The exam may have no such part.
    """
    match = FIELD.fullmatch(name)
    return None if match is None else (match[1], int(match[2]))
