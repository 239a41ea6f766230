"""The evidence of a key that was kept: read when somebody looks at it, which marking does not."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from answers.exam.exam import Exam
from answers.exam.key_json import evidence_from_json
from answers.exam.question import Evidence


@dataclass(frozen=True, slots=True, eq=False)
class KeptEvidence(Mapping[str, tuple[Evidence, ...]]):
    """Evidence by part, from the JSON text of it in a key's document; equal to any mapping with the same items.

    Raises
    ------
    ValueError
        When it is looked at, if the text is not what this exam's evidence was written as.
    """

    exam: Exam
    text: bytes
    read: dict[str, tuple[Evidence, ...]] = field(default_factory=dict)

    def __getitem__(self, part_id: str) -> tuple[Evidence, ...]:
        """Return the evidence for a part."""
        return self._whole()[part_id]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the parts that have some."""
        return iter(self._whole())

    def __len__(self) -> int:
        """Return how many parts have some."""
        return len(self._whole())

    def __reduce__(self) -> tuple[object, ...]:
        """Travel between processes as an ordinary dictionary, without the exam."""
        return dict, (self._whole(),)

    def _whole(self) -> dict[str, tuple[Evidence, ...]]:
        if not self.read:
            self.read.update(evidence_from_json(self.exam, json.loads(self.text)))
        return self.read
