"""Define the scenario for which a key, the exact answers to an exam, is computed."""

from dataclasses import dataclass

from answers.kinds.parsing import Values


@dataclass(frozen=True, slots=True)
class Scenario:
    """The conditions in which the answers to an exam are computed: a seed, active mistakes and overridden answers.

    Attributes
    ----------
    mistakes
        Slugs of the known mistakes and misconceptions that are active, sorted; empty for the right answers.
    answer_overrides
        Pairs of a part id and the answers that later parts use in place of the computed ones. With a student's own
        wrong answers, the key shows which later answers follow from them. The draws from the seed do not change.
    """

    u0: int
    mistakes: tuple[str, ...] = ()
    answer_overrides: tuple[tuple[str, Values], ...] = ()

    @property
    def is_true(self) -> bool:
        """Whether the scenario gives the right answers: no mistake is active and no answer is overridden."""
        return not self.mistakes and not self.answer_overrides
