"""How an answer is read, told to who writes it: never whether it is right, for no key is at hand here."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from typing import Any

from answers.assets import house_words
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.format import format_decimal, format_exact
from answers.kinds.numbers.numbers import Codes, Numbers
from answers.kinds.reading import Blank, Kind, Reading, Unreadable, Value

LEFT_BLANK = "–"


@dataclass(frozen=True)
class Reader:
    """What reads the answers to a part: its kind, and nothing more; None where that reads in a way of its own."""

    part: str
    count: int
    kind: Numbers | None = None

    @cached_property
    def items(self) -> tuple[str, ...]:
        """The names of its items, "7a.1", "7a.2"."""
        return tuple(f"{self.part}.{rank}" for rank in range(1, self.count + 1))

    def written(self, texts: Mapping[str, str]) -> tuple[str, ...]:
        """Return what stands in its boxes, each of which is read by itself: an empty one says that it is left blank.

        Else what stands in the first alone could be a list that answers for all.
        """
        written = [texts.get(item, "") for item in self.items]
        return tuple(text if text.strip() else LEFT_BLANK for text in written) if any(map(str.strip, written)) else ()

    def told(self, texts: Mapping[str, str], lang: str) -> dict[str, str]:
        """Return in a few words how each item is read, "" where nothing is written."""
        written = self.written(texts) or ("",)
        return dict(zip(self.items, _told(self.kind, written, lang), strict=True)) if self.kind else {}


def reader(part: str, kind: Kind) -> Reader:
    """Return what reads the answers to a part: as its kind does, and nothing more of it."""
    for plain, names in (
        (Codes, ("count", "domain", "mix", "rows", "bits")),
        (Numbers, ("count", "domain", "mix", "rows")),
    ):
        if isinstance(kind, plain) and type(kind).read is plain.read:
            return Reader(part, kind.count, plain(**{name: getattr(kind, name) for name in names}))
    return Reader(part, kind.count)


def reader_json(one: Reader) -> dict[str, object]:
    """Return a reader as JSON."""
    if one.kind is None:
        return {"part": one.part, "count": one.count}
    low, high = (None if one is None else str(one) for one in (one.kind.domain.low, one.kind.domain.high))
    domain = {"integer": one.kind.domain.integer, "low": low, "high": high}
    bits = {"bits": one.kind.bits} if isinstance(one.kind, Codes) else {}
    return {"part": one.part, "count": one.count, "domain": domain, "mix": one.kind.mix, "rows": one.kind.rows, **bits}


def reader_of(told: Mapping[str, Any]) -> Reader:
    """Return the reader that `reader_json` made JSON of."""
    if "domain" not in told:
        return Reader(told["part"], told["count"])
    low, high = (None if one is None else Fraction(one) for one in (told["domain"]["low"], told["domain"]["high"]))
    kind = partial(Codes, bits=told["bits"]) if "bits" in told else Numbers
    domain = Domain(told["domain"]["integer"], low, high)
    return Reader(told["part"], told["count"], kind(told["count"], domain, told["mix"], told["rows"]))


@lru_cache(maxsize=4096)
def _told(kind: Numbers, written: tuple[str, ...], lang: str) -> tuple[str, ...]:
    return tuple(_in_words(one, kind.domain, lang) for one in kind.read(written))


def _in_words(reading: Reading, domain: Domain, lang: str) -> str:
    words = house_words(lang)["sitting"]
    if isinstance(reading, Blank):
        return str(words["zero"]) if reading.is_zero else ""
    if not isinstance(reading, Unreadable):
        return str(words["read"]).replace("{}", number(reading, lang))
    possible = list(dict.fromkeys(number(one, lang) for one in reading.possible))
    if reading.reason == "ambiguous" and len(possible) > 1:
        return str(words["readings"]).replace("{}", f" {words['or']} ".join(possible))
    if reading.reason == "too-many-values":
        return str(words["one_each"])
    reason = house_words(lang)["slugs"].get(reading.reason, reading.reason)
    return str(words["unread"]).format(reason, words["integer" if domain.integer else "number"])


def number(value: Value, lang: str) -> str:
    """Return a number that was read, as a teacher writes it."""
    if isinstance(value, Fraction | int):
        return format_exact(value, lang)
    return format_decimal(value, lang) if isinstance(value, float) else ", ".join(number(one, lang) for one in value)
