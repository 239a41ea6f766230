"""From bytes to text, whatever program saved them."""

import codecs
from collections.abc import Callable

from answers.errors import CorrigeError
from answers.messages import Message

MAX_VALUES = 300_000  # lines, cells and entries: a class of a thousand with three hundred answers each
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def decode(content: bytes, place: str) -> str:
    """Return the text of `content`: UTF-8 or UTF-16 by its byte order mark, else UTF-8, else Windows Latin-1.

    Line ends are left as they are. Bytes that are no text in any of these are not always told from Latin-1. What has
    so many lines, cells or entries that it cannot be a class's answers is refused before anything is made of them.
    """
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), None)
    try:
        text = content.decode(encoding) if encoding else _decode_unmarked(content)
    except UnicodeDecodeError as error:
        raise _not_text(place) from error
    if "\0" in text:
        raise _not_text(place)
    if sum(map(text.count, ",;\t[{")) + len(text.splitlines()) > MAX_VALUES:
        cause = Message("the file has more than {max_values} lines and values", max_values=MAX_VALUES)
        raise CorrigeError.one(cause, place=place, remedy="hand in the answers of one class, or of one student")
    return text


def _decode_unmarked(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        pass
    try:
        return content.decode("cp1252")
    except UnicodeDecodeError:  # cp1252 leaves five bytes undefined
        return content.decode("latin-1")


def _not_text(place: str) -> CorrigeError:
    return CorrigeError.one("the file is not text", place=place, remedy="save it as UTF-8 text, CSV or JSON")


def separator(text: str, marks: str, worth: Callable[[list[str]], int] = len) -> str:
    """Return the one of `marks` that cuts a header or a table into cells worth most, by default into most cells.

    Of two that are as good it is the one that stands first. Separators in quoted cells count as others do.
    """
    return max(marks, key=lambda mark: worth(text.split(mark)))
