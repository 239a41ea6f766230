"""What a solver says when it refuses is in the catalogue of sentences, and has all its values."""

from typing import Any

import pytest

from solvers.refusal import Phrase, Refusal
from tests.sentences import faults


@pytest.fixture(autouse=True)
def _refusals_are_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse = Refusal.__init__

    def checked(self: Refusal, template: str, /, **values: Any) -> None:
        refuse(self, template, **values)
        said = [template, *(value.template for value in values.values() if isinstance(value, Phrase))]
        assert [fault for text in said for fault in faults(text)] == []
        lost = [name for name, value in values.items() if value is None and f"{{{name}!r}}" not in template]
        assert lost == [], template

    monkeypatch.setattr(Refusal, "__init__", checked)
