"""What a solver says when it refuses is in the catalogue of sentences, and has all its values."""

from typing import Any

import pytest

from solvers.invalid_input import InvalidInput, Translatable
from tests.sentences import faults


@pytest.fixture(autouse=True)
def _refusals_are_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse = InvalidInput.__init__

    def checked(self: InvalidInput, template: str, /, **values: Any) -> None:
        refuse(self, template, **values)
        templates = [template, *(value.template for value in values.values() if isinstance(value, Translatable))]
        assert [fault for text in templates for fault in faults(text)] == []
        lost = [name for name, value in values.items() if value is None and f"{{{name}!r}}" not in template]
        assert lost == [], template

    monkeypatch.setattr(InvalidInput, "__init__", checked)
