"""One lettered part of a question."""

from dataclasses import dataclass
from fractions import Fraction

from answers.kinds.kind import Kind
from answers.kinds.tolerance import Tolerance


@dataclass(frozen=True, slots=True)
class Part:
    """All that marking needs to know of a part: its kind of answer, points and precision.

    Each of its `kind.count` items earns `points / kind.count`, unless `all_or_nothing`. `uses` are the ids of the
    earlier parts whose answers its solution asks for, `asks` their labels; `name` is that of its question.
    """

    question: int
    letter: str
    kind: Kind
    points: Fraction
    tolerance: Tolerance
    all_or_nothing: bool = False
    uses: tuple[str, ...] = ()
    name: str = ""
    asks: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Question number and letter: "1a", or "12" for a question without parts."""
        return f"{self.question}{self.letter}"

    @property
    def label(self) -> str:
        """Name of the question and letter, in whatever paper it stands: "first_terms.a", or "mean" without parts."""
        return f"{self.name}.{self.letter}" if self.letter else self.name

    @property
    def count(self) -> int:
        """Number of items: of fields on the sheet, of values in an answer."""
        return self.kind.count
