"""A desk that is open to one browser."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from answers.web.common.guard import AccessPolicy, Sessions
from answers.web.desk.app import desk_app
from answers.web.desk.common import ShownBox, shown
from answers.web.desk.desk import ReviewSession

HOST = "127.0.0.1:8000"


class Opened:
    """What a teacher does at a desk: pages are asked for, and what stands on them is sent back."""

    def __init__(self, folder: Path, author: str = "ada", lang: str = "en") -> None:
        sessions: Sessions[str] = Sessions("corrige-8000")
        self.desk = ReviewSession(folder, author, lang)
        app = desk_app(self.desk, AccessPolicy(frozenset({HOST}), sessions, lang))
        headers = {"Origin": f"http://{HOST}", "Accept": "application/json"}
        self.browser = TestClient(app, base_url=f"http://{HOST}", headers=headers)
        self.browser.get(f"/enter/{sessions.invite(author)}")

    def page(self, path: str) -> str:
        return self.browser.get(path).text

    def boxes(self, item: str, *students: str) -> list[ShownBox]:
        """The boxes of an item as pages show them, of some students or of all."""
        snapshot, chosen = self.desk.snapshot(), students or self.desk.snapshot().enrollments
        own = [box for (student, name), box in snapshot.boxes.items() if name == item and student in chosen]
        return shown(snapshot, own)

    def on_page(self, shown: str, name: str) -> list[dict[str, str]]:
        return [json.loads(unescape(one)) for one in re.findall(rf"name=\"{name}\" value='([^']*)'", shown)]

    def send(self, path: str, **body: object) -> Any:
        document: dict[str, object] = {
            name: list(map(_told, value)) if isinstance(value, list) else value for name, value in body.items()
        }
        document.setdefault("students", self.desk.snapshot().students)  # of a page that is shown now
        return self.browser.post(path, json=document).json()

    def problem(self, path: str, **body: object) -> str:
        return str(self.send(path, **body)["problems"][0]["cause"])


def _told(entry: object) -> object:
    return entry.form_value if isinstance(entry, ShownBox) else entry
