"""The scenario for which a key is computed."""

from dataclasses import dataclass

from answers.kinds.parsing import Values


@dataclass(frozen=True, slots=True)
class Scenario:
    """Conditions for computing a key.

    Attributes
    ----------
    u0
        The seed.
    mistakes
        Slugs of the known mistakes and misconceptions that are active, sorted.
    answer_overrides
        Pairs of a part id and the answers that later parts use in place of the computed ones: a student's own answers,
        to follow an error through. Draws do not depend on them.
    """

    u0: int
    mistakes: tuple[str, ...] = ()
    answer_overrides: tuple[tuple[str, Values], ...] = ()

    @property
    def is_true(self) -> bool:
        """True if no mistake is active and no answer overridden."""
        return not self.mistakes and not self.answer_overrides

    def override_for(self, part_id: str) -> Values | None:
        """Return the answers that later parts use for the part `part_id`, or None if they are not overridden."""
        return dict(self.answer_overrides).get(part_id)
