"""Who sits an exam, and what a sheet says to the program that reads it: a signed token, and fields by name.

The token has a keyed digest, so that a changed u₀ is noticed; the code of a page has one of its own, so that a changed
page number is. Names of fields have only ``[A-Za-z0-9_]``: a full stop would be a hierarchy in PDF, and accents do not
survive every viewer.
"""

import hmac
import re
from base64 import b32encode
from dataclasses import dataclass, field, replace

from answers.files import safe_name


@dataclass(frozen=True, slots=True)
class Student:
    """Whose sheet it is; what is empty is unknown, and left to be filled by hand.

    `file` is what files about the student are called, when the identifier itself is not fit for it. Wherever a student
    is named, the family name comes first, as in the lists of schools; only files for a platform follow the platform.
    """

    id: str = ""
    name: str = ""
    first_name: str = ""
    file: str = ""

    @property
    def stem(self) -> str:
        """What files and signatures call the student: ASCII letters, digits, '-' and '_'; empty when unknown."""
        return self.file or safe_name(self.id, fallback="")

    @property
    def both_names(self) -> str:
        """The family name, then the first name: "Nash Eva"; empty when unknown."""
        return " ".join(filter(None, (self.name, self.first_name)))

    @property
    def display_name(self) -> str:
        """What people call the student: both names, else the identifier."""
        return self.both_names or self.id

    @property
    def names_beside(self) -> str:
        """Both names, as they stand beside the identifier: nothing when that is they, or they and a letter."""
        return "" if f"{self.id} ".startswith(f"{self.both_names} ") else self.both_names

    @property
    def label(self) -> str:
        """The identifier with both names: "s02, Nash Eva"; once, when it says them."""
        return ", ".join(filter(None, (self.id, self.names_beside)))


NO_STUDENT = Student()

TOKEN = re.compile(
    r"corrige:([12]):([a-z0-9_]+):(\d{1,5}):([A-Za-z0-9_-]*):(?:([a-z2-7]{8}):)?(?:(\d{1,3}):)?([a-z2-7]{16})", re.ASCII
)
"""Of a sheet, or of one of its pages, whose number is then before the digest."""
PAGE_CODE = re.compile(rf"({TOKEN.pattern})(?::(\d{{1,3}}))?", re.ASCII)
"""Of a page; the first version has the number after the token."""
TOKEN_VERSION = 2
"""Of tokens: those of the first version do not sign which version they are of, nor the number of a page."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Exam, seed and student of a sheet; `student` is an identifier fit for a file name, empty when unknown.

    `look` tells all that the sheet shows from what another printing of it would show; sheets of two printings are of
    one identity. It is empty on what nobody fills in, and on sheets of before it was there. `version` is that of the
    token which the sheet bears.
    """

    exam: str
    u0: int
    student: str = ""
    content_hash: str = field(default="", compare=False)
    version: int = field(default=TOKEN_VERSION, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "student", safe_name(self.student, fallback=""))

    def token(self, secret: str) -> str:
        """Return ``corrige:2:<exam>:<u0>:<student>[:<look>]:<digest>``, ASCII, at most 120 characters.

        The digest is an HMAC-SHA256 under the teacher's `secret`, cut to 80 bits. With an empty secret it only
        guards against slips: anyone who has corrige can compute it.
        """
        return self._signed("", secret)

    def page_code(self, page: int, secret: str) -> str:
        """Return the code of a page, from 1: the token with the number before the digest, which covers it."""
        return f"{self.token(secret)}:{page}" if self.version == 1 else self._signed(str(page), secret)

    def _signed(self, page: str, secret: str) -> str:
        told = ":".join((self.exam, str(self.u0), self.student, *filter(None, [self.content_hash, page])))
        begin = f"corrige:{self.version}:"
        return f"{begin}{told}:{_digest(told if self.version == 1 else begin + told, secret)}"


def _digest(told: str, secret: str) -> str:
    return b32encode(hmac.digest(secret.encode(), told.encode(), "sha256")[:10]).decode().lower()


@dataclass(frozen=True, slots=True)
class Signature:
    """A token that was read back: what it says, and whether its digest is the teacher's."""

    identity: Identity
    valid: bool


def find_signature(text: str, secret: str) -> Signature | None:
    """Return the first token found in `text`, checked under `secret`, or None when there is none."""
    match = TOKEN.search(text)
    if match is None:
        return None
    version, exam, u0, student, look, page, _ = match.groups()
    identity = Identity(exam, int(u0), student, look or "", int(version))
    expected = identity.page_code(int(page), secret) if page else identity.token(secret)
    return Signature(identity, hmac.compare_digest(expected, match.group()))


def find_page_signature(code: str, secret: str) -> tuple[Signature, int] | None:
    """Return the signature in the code of a page, and which page of its sheet it is; None if it is no such code.

    The signature is genuine only if the number is signed with it. Sheets that corrige 1.0 printed have a number beside
    the token, or none on the first page: these are believed.
    """
    match = PAGE_CODE.fullmatch(code)
    signature = find_signature(code, secret)
    if match is None or signature is None:
        return None
    signed, beside = match[7], match[9]
    if signature.identity.version == 1:
        return (signature, int(beside or 1)) if signed is None else (replace(signature, valid=False), int(signed))
    return replace(signature, valid=signature.valid and bool(signed) and not beside), int(signed or beside or 1)


PAPER_TOKEN = re.compile(r"corrige-paper:2:([a-z0-9_]+):(\d{1,5}):([A-Za-z0-9_-]*):([a-z2-7]{32})", re.ASCII)
_PAPER = b"corrige-paper:2\0"
"""What begins all that is signed of a paper: the text that a sheet's token signs begins with the name of an exam."""


def paper_token(identity: Identity, content: bytes, secret: str) -> str:
    """Return ``corrige-paper:2:<exam>:<u0>:<student>:<digest>``, the signature of a whole paper made by corrige.

    The digest is an HMAC-SHA256 under the teacher's `secret` of the identity and the `content`, cut to 160 bits. No
    token of a sheet is one of a paper, nor the other way round.
    """
    named = f"{identity.exam}:{identity.u0}:{identity.student}"
    digest = hmac.digest(secret.encode(), _PAPER + named.encode() + b"\0" + content, "sha256")[:20]
    return f"corrige-paper:2:{named}:{b32encode(digest).decode().lower()}"


def find_paper_signature(text: str, content: bytes, secret: str) -> Signature | None:
    """Return what a text says that is a paper's signature, checked for the `content`; None if it is none."""
    match = PAPER_TOKEN.fullmatch(text)
    if match is None:
        return None
    exam, u0, student, _ = match.groups()
    identity = Identity(exam, int(u0), student)
    return Signature(identity, hmac.compare_digest(paper_token(identity, content, secret), text))


NAME = "name"
FIRST_NAME = "first_name"
U0 = "u0"
STUDENT_FIELDS = (NAME, FIRST_NAME, U0)
FIELD = re.compile(r"q([1-9][0-9]{0,3}[a-z]?)_([1-9][0-9]{0,3})", re.ASCII)


def field_name(part_id: str, item: int) -> str:
    """Return the name of the field of an item by its rank from 1: ``field_name("7a", 2) == "q7a_2"``.

    A bad part id and an item outside 1 … 9999 are a ValueError.
    """
    name = f"q{part_id}_{item}"
    if FIELD.fullmatch(name) is None:
        raise ValueError(f"no field for item {item} of part {part_id!r}")
    return name


def field_item(name: str) -> tuple[str, int] | None:
    """Return the part id and the rank that `field_name` made a name of, whatever the exam has; None for any other."""
    match = FIELD.fullmatch(name)
    return None if match is None else (match[1], int(match[2]))
