"""Compiles the catalogues of messages, `templates/messages/*.po`, before they are packed or a checkout is installed."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface):
    """Called by hatchling before each wheel, editable ones too."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write a compiled catalogue beside each text."""
        del version, build_data
        for path in Path(self.root, "templates", "messages").glob("*.po"):
            with path.open("rb") as text, path.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(text, locale=path.stem))
