"""Define a marked paper: immutable verdicts and scores, and a JSON document with a guaranteed format."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from answers.flags import LEFT_OUT, RIGHT_FOR_SEED, U0_MISCOPIED, Flag, Note, Place


class Verdict(StrEnum):
    """The verdict on an item, one box of a paper.

    `right` and `follow_through` earn points. `wrong` earns the points that a teacher gives for a known mistake.
    `partly_right` is an item to which a teacher gave points; JSON documents write it as `right`.
    """

    RIGHT = "right"
    PARTLY_RIGHT = "partly_right"
    FOLLOW_THROUGH = "follow_through"
    WRONG = "wrong"
    UNREADABLE = "unreadable"
    BLANK = "blank"

    @property
    def promised(self) -> "Verdict":
        """The verdict as JSON documents write it, which is `right` for `partly_right`."""
        return Verdict.RIGHT if self is Verdict.PARTLY_RIGHT else self


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of one item: the text as written, the verdict, a note with the reason if any, and the points earned."""

    raw: str
    verdict: Verdict
    note: Note | None
    score: Fraction


@dataclass(frozen=True, slots=True)
class PartMarks:
    """The marks of the items of one part, and the most points that the part can earn."""

    items: tuple[Mark, ...]
    points: Fraction

    @property
    def score(self) -> Fraction:
        """The points that all items of the part earn."""
        return sum((mark.score for mark in self.items), Fraction(0))

    def share(self, index: int) -> Fraction:
        """Return the most points that the item at `index` can earn: an equal share, or 0 if the item is left out."""
        left_out = [item.note is not None and item.note.slug.rstrip(":") == LEFT_OUT for item in self.items]
        return Fraction(0) if left_out[index] else self.points / left_out.count(False)

    def changed(self, change: Callable[[int, Mark], Mark]) -> "PartMarks":
        """Return a copy with each item replaced by ``change(index, mark)``."""
        return replace(self, items=tuple(change(index, mark) for index, mark in enumerate(self.items)))


@dataclass(frozen=True, slots=True)
class WholeMark:
    """The mark of a paper and the steps of its computation.

    `points` of `total` are `scaled` to `out_of`; `bonus` is added and the penalty `late` is subtracted. The sum is
    `rounded`, then limited to the range from the lowest mark to `out_of`: the `value`. `why` is the reason of `bonus`.
    """

    points: Fraction
    total: Fraction
    out_of: Fraction
    scaled: Fraction
    bonus: Fraction
    why: str
    late: Fraction
    rounded: Fraction
    value: Fraction

    def to_json(self) -> dict[str, object]:
        """Return the mark as a JSON object with a guaranteed format; its numbers are rounded to a thousandth."""
        steps = {"scaled": self.scaled, "bonus": self.bonus, "late": -self.late, "value": self.value}
        shown = {name: rounded(value) for name, value in steps.items()}
        return {**shown, "max": rounded(self.out_of), "reason": self.why}


@dataclass(frozen=True, slots=True)
class Paper:
    """One student's marked paper.

    `u0` is the seed with whose key the paper was marked, None if it could not be marked. `parts` has the marks by part
    id. `key` is the fingerprint of that key and `rules` the fingerprint of the marking rules, both empty if the paper
    could not be marked. Equal fingerprints and equal answers give equal marks.
    """

    place: Place
    student: str
    exam: str
    u0: int | None
    flags: tuple[Flag, ...]
    parts: Mapping[str, PartMarks]
    key: str = ""
    rules: str = ""
    mark: WholeMark | None = None
    """The mark, None if it is equal to the points."""

    @property
    def value(self) -> Fraction:
        """The mark: the points, unless the teacher set a scale, a bonus or a penalty."""
        return self.mark.value if self.mark else self.score

    @property
    def out_of(self) -> Fraction:
        """The highest possible mark."""
        return self.mark.out_of if self.mark else self.points

    @property
    def score(self) -> Fraction:
        """The points that all parts of the paper earn."""
        return sum((part.score for part in self.parts.values()), Fraction(0))

    @property
    def points(self) -> Fraction:
        """The points of a perfect paper."""
        return sum((part.points for part in self.parts.values()), Fraction(0))

    @property
    def needs_teacher(self) -> bool:
        """Whether a person must look at the paper: it has an open flag or an unreadable item."""
        return bool(self.open_flags or self.unread)

    @property
    def open_flags(self) -> tuple[Flag, ...]:
        """The flags that a person must look at."""
        return tuple(flag for flag in self.flags if flag.needs_teacher)

    @property
    def unread(self) -> tuple[tuple[str, Mark], ...]:
        """The unreadable items, as pairs of an item id such as "4b.1" and its mark.

        () for a paper that is not marked.
        """
        if self.u0 is None:
            return ()
        items = (
            (f"{part_id}.{at}", item) for part_id, part in self.parts.items() for at, item in enumerate(part.items, 1)
        )
        return tuple((name, item) for name, item in items if item.verdict is Verdict.UNREADABLE)

    @property
    def for_student(self) -> "Paper":
        """The paper as its student sees it.

        Flags for the teacher only are left out, with their reasons. Notes that an item is right for another seed are
        left out unless a shown flag names that seed.
        """
        flags = tuple(flag.for_student for flag in self.flags if not flag.is_teacher_only)
        seeds = {flag.detail.partition("=")[0] for flag in flags if flag.slug == U0_MISCOPIED.slug}

        def shown(_index: int, mark: Mark) -> Mark:
            is_hidden = mark.note and mark.note.slug == RIGHT_FOR_SEED and mark.note.detail not in seeds
            return replace(mark, note=None) if is_hidden else mark

        parts = {part_id: part.changed(shown) for part_id, part in self.parts.items()}
        return replace(self, flags=flags, parts=parts)

    def to_json(self) -> dict[str, object]:
        """Return the paper as a JSON object with a guaranteed format; scores that do not exist are null, never zero."""
        is_marked = self.u0 is not None
        return {
            "file": str(self.place),
            "student": self.student,
            "u0": self.u0,
            "score": rounded(self.score) if is_marked else None,
            "max": rounded(self.points),
            "flags": list(map(str, self.flags)),
            "seen": [str(flag) for flag in self.flags if flag.is_acknowledged],
            "unmarked": None if is_marked else next((str(flag) for flag in self.flags if flag.stops), ""),
            "parts": {part_id: _part_json(part, is_marked=is_marked) for part_id, part in self.parts.items()},
            "fingerprints": {"key": self.key, "rules": self.rules},
            **({"mark": self.mark.to_json()} if self.mark else {}),
        }


def _part_json(part: PartMarks, *, is_marked: bool) -> dict[str, object]:
    """Return the marks of a part as a JSON object; the score is null unless `is_marked`."""
    items = [
        {"raw": mark.raw, "verdict": str(mark.verdict.promised), "note": None if mark.note is None else str(mark.note)}
        for mark in part.items
    ]
    return {"score": rounded(part.score) if is_marked else None, "max": rounded(part.points), "items": items}


def rounded(points: Fraction) -> float:
    """Return points as a float rounded to a thousandth."""
    return round(float(points), 3)


def points_number(points: Fraction) -> str:
    """Return points rounded to a thousandth as programs read them: 1234.567, without zeros at the end."""
    return f"{rounded(points):.15g}"
