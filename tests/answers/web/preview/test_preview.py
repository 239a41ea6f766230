"""The state of a preview between two changes of an exam, and the page that shows it."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from answers.exam.settings import Settings
from answers.web.common.guard import AccessPolicy, Sessions, guarded
from answers.web.preview.app import PreviewSession
from answers.web.preview.preview import Preview, snapshot

HOST = "127.0.0.1:8000"
PNG = b"\x89PNG 1"


class Told(Preview):
    """A preview without a child process: the test sends what one would send."""

    def begin(self) -> None:
        self.run += 1
        self.is_busy = True

    def tell(self, name: str, value: Any) -> None:
        self._receive(name, value)
        self.version += 1

    def end(self) -> None:
        self._finish()


@pytest.fixture
def told(tmp_path: Path) -> Told:
    return Told("nim.py", Settings(), (17, 18), "en", (str(tmp_path / "nim.py"),))


@pytest.fixture
def client(told: Told) -> TestClient:
    policy = AccessPolicy(
        frozenset({HOST}), Sessions[bool]("corrige-x"), "en", public=frozenset({"", "state", "picture"})
    )
    return TestClient(guarded(PreviewSession(told).routes, policy), base_url=f"http://{HOST}")


def problem(cause: str, stage: str = "") -> dict[str, str]:
    return {"cause": cause, "place": "nim.py, line 3", "remedy": "correct it there", "stage": stage}


def shown(told: Preview) -> tuple[list[tuple[str, bool]], dict[str, bool]]:
    """Return the problems and the sheets, each with whether it is from before the last change."""
    document = told.document()
    sheets = {u0: pages["old"] for u0, pages in document["pages"].get("blank", {}).items()}
    return [(one["cause"], one["old"]) for one in document["problems"]], sheets


def test_the_last_pictures_stay_when_the_exam_breaks_and_are_replaced_when_it_is_mended(told: Told) -> None:
    told.begin()
    told.tell("loaded", "nim")
    told.tell("page", ("blank", 17, 1, 1, PNG))
    told.tell("checked", None)
    told.end()
    assert shown(told) == ([], {"17": False})
    told.begin()
    assert shown(told) == ([], {"17": False})  # perhaps the same again
    told.tell("problem", problem("SyntaxError", "load"))
    told.end()
    assert shown(told) == ([("SyntaxError", False)], {"17": True})
    told.begin()
    assert shown(told)[0] == [("SyntaxError", True)]
    told.tell("loaded", "nim")
    assert shown(told)[0] == []
    told.tell("page", ("blank", 17, 1, 1, b"\x89PNG 2"))
    told.end()
    assert shown(told) == ([], {"17": False})
    assert list(told.pictures.values()) == [b"\x89PNG 2"]


def test_a_problem_is_old_until_all_checks_are_done(told: Told) -> None:
    told.begin()
    told.tell("problem", problem("first"))
    told.tell("problem", problem("second"))
    told.begin()
    told.tell("loaded", "nim")
    told.tell("problem", problem("second"))
    assert shown(told)[0] == [("first", True), ("second", False)]
    told.tell("checked", None)
    assert shown(told)[0] == [("second", False)]


def test_a_sheet_that_becomes_shorter_loses_its_last_page(told: Told) -> None:
    told.begin()
    for number in (1, 2):
        told.tell("page", ("blank", 17, number, 2, b"\x89PNG %d" % number))
    told.begin()
    told.tell("page", ("blank", 17, 1, 1, b"\x89PNG 3"))
    assert len(told.document()["pages"]["blank"]["17"]["pictures"]) == 1


def test_the_page_asks_for_what_is_new(told: Told, client: TestClient) -> None:
    told.begin()
    told.tell("page", ("blank", 17, 1, 1, PNG))
    page = client.get("/")
    assert "nim.py" in page.text
    assert "<script>" not in page.text
    state = client.get("/state/0").json()
    assert state["version"] == told.version
    (digest,) = state["pages"]["blank"]["17"]["pictures"]
    assert client.get(f"/picture/{digest}").content == PNG
    assert client.get("/picture/x").status_code == 404


def test_a_browser_without_a_session_sees_nothing(told: Told) -> None:
    policy = AccessPolicy(frozenset({HOST}), Sessions[bool]("corrige-x"), "en")
    client = TestClient(guarded(PreviewSession(told).routes, policy), base_url=f"http://{HOST}")
    assert [client.get(path).status_code for path in ("/", "/state/0", "/picture/x")] == [403, 403, 403]


def test_files_are_compared_by_time_and_size_without_caches(tmp_path: Path) -> None:
    for name in ("exam.py", "templates/fr.html", "__pycache__/exam.pyc", ".exam.py.swp"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("1")
    before = snapshot([str(tmp_path), str(tmp_path / "missing")])
    assert {Path(name).name for name in before} == {"exam.py", "fr.html"}
    (tmp_path / "templates" / "fr.html").write_text("12")
    assert snapshot([str(tmp_path)]) != before
