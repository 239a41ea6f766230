"""What a solver says when it refuses is in the catalogue of sentences, and has all its values."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from solvers.refusal import Refusal

CATALOGUE = Path(__file__).parents[2] / "templates" / "messages" / "fr.po"


@cache
def sentences() -> frozenset[str]:
    """The sentences that are the same for any number."""
    with CATALOGUE.open("rb") as file:
        return frozenset(one.id for one in read_po(file) if isinstance(one.id, str))


@pytest.fixture(autouse=True)
def _refusals_are_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse = Refusal.__init__

    def checked(self: Refusal, template: str, /, **values: Any) -> None:
        refuse(self, template, **values)
        assert template in sentences() or not re.search(r"[^\W_]", re.sub(r"\{.*?\}", "", template)), template
        lost = [name for name, value in values.items() if value is None and f"{{{name}!r}}" not in template]
        assert lost == [], template

    monkeypatch.setattr(Refusal, "__init__", checked)
