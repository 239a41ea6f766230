"""A marked paper: verdicts and scores, frozen, and the JSON document that is promised for it."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from answers.flags import RIGHT_FOR_SEED, U0_MISCOPIED, Flag, Note, Place


class Verdict(StrEnum):
    """What an item deserves; `right` and `follow_through` earn points, `wrong` what a teacher gives a known mistake.

    `partly_right` is what a teacher gives points, not a verdict; documents that promise the other verdicts say `right`.
    """

    RIGHT = "right"
    PARTLY_RIGHT = "partly_right"
    FOLLOW_THROUGH = "follow_through"
    WRONG = "wrong"
    UNREADABLE = "unreadable"
    BLANK = "blank"

    @property
    def promised(self) -> "Verdict":
        """The verdict as JSON documents promise it, beside the points."""
        return Verdict.RIGHT if self is Verdict.PARTLY_RIGHT else self


@dataclass(frozen=True, slots=True)
class Mark:
    """One item: what was written, the verdict, why if there is something to say, and the points it earned."""

    raw: str
    verdict: Verdict
    note: Note | None
    score: Fraction


@dataclass(frozen=True, slots=True)
class PartMarks:
    """The marks of one part and the points it could earn."""

    items: tuple[Mark, ...]
    points: Fraction

    @property
    def score(self) -> Fraction:
        """Points earned."""
        return sum((mark.score for mark in self.items), Fraction(0))

    def changed(self, change: Callable[[int, Mark], Mark]) -> "PartMarks":
        """Return the marks with each item, told with its index, as `change` makes it."""
        return replace(self, items=tuple(change(index, mark) for index, mark in enumerate(self.items)))


@dataclass(frozen=True, slots=True)
class WholeMark:
    """The mark of a paper and how it came about: `points` of `total` are `scaled` to `out_of`, then `bonus`, `late`.

    That sum is rounded, then kept between the least and `out_of`: the `value`. `why` is the reason of the bonus.
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
        """Return it as the object of JSON that is promised beside the points."""
        steps = {"scaled": self.scaled, "bonus": self.bonus, "late": -self.late, "value": self.value}
        shown = {name: rounded(value) for name, value in steps.items()}
        return {**shown, "max": rounded(self.out_of), "reason": self.why}


@dataclass(frozen=True, slots=True)
class Paper:
    """One student's marked paper. `u0` is the seed whose key was used, None when the paper could not be marked.

    `key` is the fingerprint of that key, `rules` that of the rules that marked the paper: the same two and the same
    answers give the same marks. Empty when the paper could not be marked.
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
    """The mark where it is not simply the points."""

    @property
    def value(self) -> Fraction:
        """The mark: the points, unless the teacher chose otherwise."""
        return self.mark.value if self.mark else self.score

    @property
    def out_of(self) -> Fraction:
        """The most that the mark can be."""
        return self.mark.out_of if self.mark else self.points

    @property
    def score(self) -> Fraction:
        """Total earned."""
        return sum((part.score for part in self.parts.values()), Fraction(0))

    @property
    def points(self) -> Fraction:
        """Total of a perfect paper."""
        return sum((part.points for part in self.parts.values()), Fraction(0))

    @property
    def needs_teacher(self) -> bool:
        """Whether a person must look: an open flag, or an unreadable item."""
        return bool(self.open_flags or self.unread)

    @property
    def open_flags(self) -> tuple[Flag, ...]:
        """The flags that need a person."""
        return tuple(flag for flag in self.flags if flag.needs_teacher)

    @property
    def unread(self) -> tuple[tuple[str, Mark], ...]:
        """The unreadable items with their names, "4b.1"; none of an unmarked paper, whose flags say why."""
        if self.u0 is None:
            return ()
        items = (
            (f"{part_id}.{at}", item) for part_id, part in self.parts.items() for at, item in enumerate(part.items, 1)
        )
        return tuple((name, item) for name, item in items if item.verdict is Verdict.UNREADABLE)

    @property
    def for_student(self) -> "Paper":
        """The paper as its student is told of it: without suspicions that the teacher has not told.

        Flags withheld are left out, with the teacher's reasons and of items for which other seed they would be right,
        unless it is told.
        """
        flags = tuple(flag.for_student for flag in self.flags if not flag.is_teacher_only)
        seeds = {flag.detail.partition("=")[0] for flag in flags if flag.slug == U0_MISCOPIED.slug}
        parts = {part_id: _without_seeds(part, seeds) for part_id, part in self.parts.items()}
        return replace(self, flags=flags, parts=parts)

    def to_json(self) -> dict[str, object]:
        """Return the paper as the promised JSON object; one that could not be marked has no scores, never zeros."""
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


def _without_seeds(part: PartMarks, told: Collection[str]) -> PartMarks:
    """A part without notes of other seeds but those told."""

    def without(_: int, mark: Mark) -> Mark:
        is_withheld = mark.note and mark.note.slug == RIGHT_FOR_SEED and mark.note.detail not in told
        return replace(mark, note=None) if is_withheld else mark

    return part.changed(without)


def _part_json(part: PartMarks, *, is_marked: bool) -> dict[str, object]:
    items = [
        {"raw": mark.raw, "verdict": str(mark.verdict.promised), "note": None if mark.note is None else str(mark.note)}
        for mark in part.items
    ]
    return {"score": rounded(part.score) if is_marked else None, "max": rounded(part.points), "items": items}


def rounded(points: Fraction) -> float:
    """Return points as people write them: to a thousandth."""
    return round(float(points), 3)
