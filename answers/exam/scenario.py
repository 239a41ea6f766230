"""The scenario that a key is computed in."""

from dataclasses import dataclass

from answers.kinds.parsing import Values


@dataclass(frozen=True, slots=True)
class Scenario:
    """Conditions for computing a key: seed, active misconceptions, substituted answers.

    `mistakes` are slugs of known mistakes, sorted. `replaced` are answers to put in the place of the computed ones when
    a later part asks for them, by part id: a student's own, to carry an early error forward; draws never depend on
    them.
    """

    u0: int
    mistakes: tuple[str, ...] = ()
    answer_overrides: tuple[tuple[str, Values], ...] = ()

    @property
    def is_true(self) -> bool:
        """Whether nothing is changed but, perhaps, the seed."""
        return not self.mistakes and not self.answer_overrides

    def override_for(self, part_id: str) -> Values | None:
        """Return the answers that replace those of a part, or None."""
        return dict(self.answer_overrides).get(part_id)
