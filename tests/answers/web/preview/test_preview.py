"""The state of a preview between two changes of an exam, and the page that shows it."""

from multiprocessing import Pipe
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from answers.exam.settings import Settings
from answers.web.common.guard import AccessPolicy, Sessions
from answers.web.preview.app import preview_app
from answers.web.preview.preview import Preview, snapshot

HOST = "127.0.0.1:8000"
PNG = b"\x89PNG 1"


class FakePreview(Preview):
    def begin(self) -> None:
        self.run += 1
        self.is_busy = True

    def receive(self, name: str, value: Any) -> None:
        self._receive(name, value)
        self.version += 1

    def end(self) -> None:
        self._finish()


@pytest.fixture
def preview(tmp_path: Path) -> FakePreview:
    return FakePreview("nim.py", Settings(), (17, 18), "en", (str(tmp_path / "nim.py"),))


@pytest.fixture
def client(preview: FakePreview) -> TestClient:
    policy = AccessPolicy(
        frozenset({HOST}), Sessions[bool]("corrige-x"), "en", public=frozenset({"", "state", "picture"})
    )
    return TestClient(preview_app(preview, policy), base_url=f"http://{HOST}")


def problem(cause: str, stage: str = "") -> dict[str, str]:
    return {"cause": cause, "place": "nim.py, line 3", "remedy": "correct the error at this place", "stage": stage}


def shown(preview: Preview) -> tuple[list[tuple[str, bool]], dict[str, bool]]:
    """Return the problems and the sheets, each with whether it is from before the last change."""
    document = preview.document()
    sheets = {u0: pages["old"] for u0, pages in document["pages"].get("blank", {}).items()}
    return [(one["cause"], one["old"]) for one in document["problems"]], sheets


def test_the_last_pictures_stay_when_the_exam_breaks_and_are_replaced_when_it_is_mended(preview: FakePreview) -> None:
    preview.begin()
    preview.receive("loaded", "nim")
    for number in (1, 2):
        preview.receive("page", ("blank", 17, number, 2, PNG + b"%d" % number))
    preview.receive("checked", None)
    preview.end()
    assert shown(preview) == ([], {"17": False})
    preview.begin()
    assert shown(preview) == ([], {"17": False})  # perhaps the same again
    preview.receive("problem", problem("SyntaxError", "load"))
    preview.end()
    assert shown(preview) == ([("SyntaxError", False)], {"17": True})
    preview.begin()
    assert shown(preview)[0] == [("SyntaxError", True)]
    preview.receive("loaded", "nim")
    assert shown(preview)[0] == []
    preview.receive("page", ("blank", 17, 1, 1, b"\x89PNG 2"))
    preview.receive("checked", None)
    preview.end()
    assert shown(preview) == ([], {"17": False})
    assert list(preview.pictures.values()) == [b"\x89PNG 2"]  # also if the sheet has become shorter
    assert len(preview.document()["pages"]["blank"]["17"]["pictures"]) == 1


def test_a_problem_is_old_until_all_checks_are_done(preview: FakePreview) -> None:
    preview.begin()
    preview.receive("problem", problem("first"))
    preview.receive("problem", problem("second"))
    preview.begin()
    preview.receive("loaded", "nim")
    preview.receive("problem", problem("second"))
    assert shown(preview)[0] == [("second", False), ("first", True)]
    preview.receive("checked", None)
    assert shown(preview)[0] == [("second", False)]


def test_a_process_that_ends_early_is_a_problem_until_the_next_change(preview: FakePreview) -> None:
    """It was killed, for instance since the exam needs too much memory: what it did not check may be wrong."""
    preview.begin()
    preview.receive("loaded", "nim")
    preview.end()
    ((cause, is_old),) = shown(preview)[0]
    assert ("ended unexpectedly" in cause, is_old) == (True, False)
    preview.begin()
    preview.receive("checked", None)
    preview.end()
    assert shown(preview)[0] == []


def test_a_message_that_cannot_be_read_ends_the_run(preview: FakePreview) -> None:
    preview.begin()
    receiver, sender = Pipe(duplex=False)
    sender.send(("loaded", "nim"))
    sender.send_bytes(b"half of a message")
    preview._listen(preview.run, receiver)
    assert preview.document()["title"] == "nim"
    assert not preview.document()["busy"]
    sender.close()


def test_the_page_asks_for_what_is_new(preview: FakePreview, client: TestClient) -> None:
    preview.begin()
    preview.receive("page", ("blank", 17, 1, 1, PNG))
    page = client.get("/")
    assert "nim.py" in page.text
    assert "<script>" not in page.text
    state = client.get("/state/0").json()
    assert state["version"] == preview.version
    (digest,) = state["pages"]["blank"]["17"]["pictures"]
    assert client.get(f"/picture/{digest}").content == PNG
    assert client.get("/picture/x").status_code == 404
    assert client.get(f"/state/{'9' * 5000}").status_code == 200
    preview.receive("problem", problem("ValueError: \ud800"))  # half a letter in a text of the exam
    assert client.get("/state/0").json()["problems"][0]["cause"] == "ValueError: \ud800"


def test_a_browser_without_a_session_sees_nothing(preview: FakePreview) -> None:
    policy = AccessPolicy(frozenset({HOST}), Sessions[bool]("corrige-x"), "en")
    client = TestClient(preview_app(preview, policy), base_url=f"http://{HOST}")
    assert [client.get(path).status_code for path in ("/", "/state/0", "/picture/x")] == [403, 403, 403]


def test_files_are_compared_by_time_and_size_without_caches(tmp_path: Path) -> None:
    for name in ("exam.py", "templates/fr.html", "__pycache__/exam.pyc", ".exam.py.swp"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("1")
    before = snapshot([str(tmp_path), str(tmp_path / "missing")])
    assert {Path(name).name for name in before} == {"exam.py", "fr.html"}
    (tmp_path / "templates" / "fr.html").write_text("12")
    assert snapshot([str(tmp_path)]) != before
