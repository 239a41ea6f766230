import base64
import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.sheets.identity import (
    NO_STUDENT,
    STUDENT_FIELDS,
    Identity,
    Signature,
    Student,
    field_item,
    field_name,
    find_page_signature,
    find_signature,
)


@given(u0=st.integers(0, 64006), student=st.text(max_size=30), secret=st.text(max_size=20))
def test_a_token_is_found_again_in_a_page_of_text(u0: int, student: str, secret: str) -> None:
    identity = Identity("nash", u0, student)
    signature = find_signature(f"Page 1 / 2 {identity.token(secret)} corrige", secret)
    assert signature.valid
    assert signature.identity == identity
    assert len(Identity("nash", 64006, "x" * 5000, "a" * 8).token("secret")) <= 120  # fits a small QR code


def by_hand(message: bytes, secret: bytes) -> str:
    """Return the HMAC of RFC 2104 with SHA-256, its first 80 bits in base 32."""
    key = secret.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(b ^ 0x36 for b in key) + message).digest()
    outer = hashlib.sha256(bytes(b ^ 0x5C for b in key) + inner).digest()
    return base64.b32encode(outer[:10]).decode().lower()


@given(u0=st.integers(0, 64006), student=st.from_regex(r"[A-Za-z0-9_]{0,20}", fullmatch=True))
def test_the_digest_is_an_hmac_of_the_whole_identity_to_80_bits(u0: int, student: str) -> None:
    token = Identity("nash", u0, student).token("secret")
    assert token.rpartition(":")[2] == by_hand(f"corrige:5:nash:{u0}:{student}".encode(), b"secret")


def test_the_look_of_a_sheet_is_sealed_and_parts_no_two_identities() -> None:
    identity, other = (Identity("nash", 17, "s01", look * 8) for look in "ab")
    assert identity.token("secret").rpartition(":")[2] == by_hand(b"corrige:5:nash:17:s01:aaaaaaaa", b"secret")
    signature = find_signature(identity.token("secret"), "secret")
    assert (
        signature
        == find_signature(other.token("secret"), "secret")
        == Signature(Identity("nash", 17, "s01"), valid=True)
    )
    assert signature.identity.content_hash == "a" * 8
    for changed in ("b" * 8, "", "a" * 7):
        forged = find_signature(
            identity.token("secret").replace(":aaaaaaaa", f":{changed}" if changed else ""), "secret"
        )
        assert forged is None or not forged.valid


OF_VERSION_1 = f"corrige:1:nash:17:s01:aaaaaaaa:{by_hand(b'nash:17:s01:aaaaaaaa', b'secret')}"


def test_a_sheet_that_version_1_printed_is_of_the_same_identity_and_is_printed_again_as_it_was() -> None:
    signature = find_signature(OF_VERSION_1, "secret")
    assert signature == Signature(Identity("nash", 17, "s01"), valid=True)
    assert signature.identity.token("secret") == OF_VERSION_1
    assert signature.identity.token("secret", 2) == f"{OF_VERSION_1}:2"
    assert not find_signature(OF_VERSION_1.replace("corrige:1", "corrige:2"), "secret").valid  # type: ignore[union-attr]


SHEET = Identity("nash", 17, "s01", "aaaaaaaa")
TOKEN, SECOND = SHEET.token("secret"), SHEET.token("secret", 2)


@pytest.mark.parametrize(
    ("code", "genuine", "page"),
    [
        (SECOND, True, 2),
        (SECOND.replace(":2:", ":1:"), False, 1),
        (SECOND.replace(":aaaaaaaa:2:", ":aaaaaaaa:"), False, 1),
        (SECOND.replace("corrige:5", "corrige:1"), False, 2),
        (SECOND.replace("corrige:5", "corrige:2"), False, 2),
        (f"{SECOND}:1", False, 2),
        (TOKEN, False, 1),  # as version 1 wrote them, for a sheet of version 5
        (f"{TOKEN}:1", False, 1),
        (f"{TOKEN}:1".replace("corrige:5", "corrige:1"), False, 1),
        (f"{OF_VERSION_1}:2", True, 2),
        (OF_VERSION_1, True, 1),
    ],
)
def test_a_page_is_believed_with_the_number_that_was_signed_but_for_sheets_of_version_1(
    code: str, genuine: bool, page: int
) -> None:
    assert find_page_signature(code, "secret") == (Signature(SHEET, genuine), page)
    assert find_page_signature(code, "other") == (Signature(SHEET, valid=False), page)
    digest = by_hand(b"corrige:5:nash:17:s01:aaaaaaaa:2", b"secret")
    assert f"corrige:5:nash:17:s01:aaaaaaaa:2:{digest}" == SECOND


@pytest.mark.parametrize("code", ["", "corrige:5:nash", f"{SECOND} ", f"{OF_VERSION_1}:", f"{OF_VERSION_1}:1234"])
def test_what_is_no_code_of_a_page(code: str) -> None:
    assert find_page_signature(code, "secret") is None


@pytest.mark.parametrize("place", [0, 8, 15])
def test_no_letter_of_the_digest_may_change(place: int) -> None:
    token = Identity("nash", 17, "s01").token("secret")
    letter = token[-16 + place]
    forged = token[: len(token) - 16 + place] + ("a" if letter != "a" else "b") + token[len(token) - 15 + place :]
    signature = find_signature(forged, "secret")
    assert not signature.valid


@pytest.mark.parametrize(
    ("text", "exam", "u0", "student"),
    [
        ("corrige:1:a_1:0::abcdefghijklmnop", "a_1", 0, ""),
        ("corrige:1:nash:64006:s-0_1A:2345672345672345 corrige:1:dice:1:x:2345672345672345", "nash", 64006, "s-0_1A"),
    ],
)
def test_the_first_token_says_whose_sheet_it_is(text: str, exam: str, u0: int, student: str) -> None:
    assert find_signature(text, "secret") == Signature(Identity(exam, u0, student), valid=False)


@pytest.mark.parametrize(
    "text",
    [
        "corrige:1:nash:17", "corrige:6:nash:17:s01:abcdefghijklmnop", "corrige:1:Nash:17:s01:abcdefghijklmnop",
        "corrige:1:nash:170000:s01:abcdefghijklmnop", "corrige:1:nash:17:s 1:abcdefghijklmnop",
        "corrige:1:nash:17:s01:abcdefghijklmno",
    ],
)  # fmt: skip
def test_what_is_no_token(text: str) -> None:
    assert find_signature(text, "") is None


def test_a_student_of_an_identity_is_fit_for_a_file_name() -> None:
    assert Identity("nash", 17, "Zoé N’Diaye").student == "Zoe-NDiaye"
    assert Identity("nash", 17, "//").student == Identity("nash", 17).student == ""
    assert Identity("nash", 17, "s01").token("").startswith("corrige:5:nash:17:s01:")
    assert Student("", "", "") == NO_STUDENT


@pytest.mark.parametrize(
    ("student", "called", "text"),
    [
        (Student("s02", "Nash", "Eva"), "Nash Eva", "s02, Nash Eva"),
        (Student("s02", "", "Eva"), "Eva", "s02, Eva"),
        (Student("s02"), "s02", "s02"),
        (Student("", "Nash", "Eva"), "Nash Eva", "Nash Eva"),
        (Student("Nash Eva", "Nash", "Eva"), "Nash Eva", "Nash Eva"),
        (NO_STUDENT, "", ""),
    ],
)
def test_the_family_name_comes_first_wherever_a_student_is_named(student: Student, called: str, text: str) -> None:
    assert (student.display_name, student.label) == (called, text)


@given(number=st.integers(1, 9999), letter=st.sampled_from(["", *"abcxyz"]), item=st.integers(1, 9999))
def test_field_item_undoes_field_name(number, letter, item):
    assert field_item(field_name(f"{number}{letter}", item)) == (f"{number}{letter}", item)


@pytest.mark.parametrize("name", [*STUDENT_FIELDS, "", "q7a", "q7a_0", "q07a_1", "q7ab_1", "Q7a_1", "q7a_2\n", "q٣a_1"])
def test_other_fields_hold_no_item(name):
    assert field_item(name) is None


@pytest.mark.parametrize(
    ("part_id", "item"), [("", 1), ("a", 1), ("7a", 0), ("7a", -1), ("7.a", 1), ("7a_1", 1), ("7a", 10000)]
)
def test_no_name_for_a_part_or_item_that_cannot_be(part_id, item):
    with pytest.raises(ValueError, match="no field") as caught:
        field_name(part_id, item)
    assert str(caught.value) == f"no field for item {item} of part {part_id!r}"
