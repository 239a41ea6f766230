"""What marking a class writes: one file an export, found in this table."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from answers.exports.gradebook import Gradebook
from answers.exports.gradebook_csv import gradebook_csv
from answers.exports.marks_json import marks_json

EXPORTS: Mapping[str, Callable[[Gradebook], bytes]] = MappingProxyType(
    {"marks.json": marks_json, "gradebook.csv": gradebook_csv}
)
"""Content of each file by its name, in the order in which they are written."""
