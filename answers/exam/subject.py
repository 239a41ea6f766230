"""Define the subject of an exam: duration, definitions, drawings and examples of the booklet for all students.

An exam defines `SUBJECT` in `subject.py` beside its `exam.py`. Without it, the exam has no worked solution either.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from answers.exam.words import Words


@dataclass(frozen=True, slots=True)
class Subject:
    """All of an exam's booklet except its texts, which are in the templates.

    Attributes
    ----------
    definitions
        The numbers of the definitions, each with the numbers of the definitions that it uses, which must be smaller.
    figures
        Functions by name that return one ``<svg>`` element. The argument gives the exam's texts in a language.
    examples
        Function that computes the values shown in the worked examples, by name. It is called for each booklet.

    Raises
    ------
    ValueError
        If a definition uses one that does not come before it.
    """

    minutes: int
    definitions: Mapping[int, tuple[int, ...]] = field(default_factory=dict, hash=False)
    figures: Mapping[str, Callable[[Words], str]] = field(default_factory=dict, hash=False)
    examples: Callable[[], Mapping[str, object]] = dict

    def __post_init__(self) -> None:
        for number, earlier in self.definitions.items():
            if any(used not in self.definitions or used >= number for used in earlier):
                raise ValueError(f"definition {number} builds on {earlier}, which do not all come before it")

    def needed(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Return the numbers of the given definitions and of all definitions that they use, in ascending order."""
        needed, waiting = set[int](), set(numbers)
        while waiting:
            needed |= waiting
            waiting = {earlier for number in waiting for earlier in self.definitions[number]} - needed
        return tuple(sorted(needed))
