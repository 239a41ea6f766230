"""The door before every page: a request that is not of our own page in a browser that was let in gets nothing."""

import asyncio
import tempfile
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any, Literal

import pytest
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Receive

from answers.errors import CorrigeError
from answers.web.common.guard import HEADERS, AccessPolicy, Sessions, guarded
from answers.web.common.pages import json_endpoint, page

HOST = "127.0.0.1:8000"
US = {"Origin": f"http://{HOST}"}
MOST = 1000


def secret(request: Request) -> Response:
    return PlainTextResponse(f"the marks, for {request.state.user}")


def mistaken(_: Request) -> Response:
    raise CorrigeError.single("the file does not exist", place="<marks>", remedy="check the name of the file or folder")


def broken(_: Request) -> Response:
    raise RuntimeError("a secret of the program")


def sessions() -> Sessions[str]:
    return Sessions("corrige-8000")


def client(known: Sessions[str], *, let_in: bool = True, lang: str = "en") -> TestClient:
    routes = [
        Route("/", secret),
        Route("/public", secret),
        Route("/mistaken", mistaken),
        Route("/broken", broken),
        Route("/save", json_endpoint(lambda _, body: JSONResponse(body)), methods=["POST"]),
    ]
    policy = AccessPolicy(frozenset({HOST}), known, lang, public=frozenset({"public"}), max_body=MOST)
    test_client = TestClient(guarded(routes, policy), base_url=f"http://{HOST}")
    if let_in:
        test_client.get(f"/enter/{known.invite('a teacher')}")
    return test_client


def test_a_token_lets_one_browser_in_and_once() -> None:
    known = sessions()
    token = known.invite("a teacher")
    first, second = client(known, let_in=False), client(known, let_in=False)
    assert first.get(f"/enter/{token}").text == "the marks, for a teacher"
    stale = second.get(f"/enter/{token}")
    assert (stale.status_code, "has expired" in stale.text, 'href="/"' in stale.text) == (403, True, False)
    assert second.get("/").status_code == 403
    assert first.get(f"/enter/{token}").text == "the marks, for a teacher"  # the address is loaded again
    for never_made in ("", "x", "%00", "..", "e" * 5000):
        assert second.get(f"/enter/{never_made}").status_code in (403, 404)


def test_a_cookie_is_no_script_s_and_goes_to_no_other_site_and_over_tls_alone() -> None:
    known = sessions()
    answer = client(known, let_in=False).get(f"/enter/{known.invite('x')}", follow_redirects=False)
    assert answer.headers["set-cookie"].lower().endswith("; httponly; path=/; samesite=strict")
    assert not set(known.known) & set(answer.cookies.values())
    response = Response()
    Sessions[str]("corrige", is_secure=True).begin(response, "x")
    assert "; Secure" in response.headers["set-cookie"]


def test_who_is_let_out_is_out() -> None:
    known = sessions()
    browser = client(known)
    request = Request(
        {"type": "http", "headers": [(b"cookie", f"corrige-8000={browser.cookies['corrige-8000']}".encode())]}
    )
    assert known.user(request) == "a teacher"
    known.end(request, Response())
    assert browser.get("/").status_code == 403


FOREIGN = {
    "another name that leads here": ("GET", {"Host": "evil.example:8000"}),
    "our name at another port": ("GET", {"Host": "127.0.0.1:8001"}),
    "no port": ("GET", {"Host": "127.0.0.1"}),
    "another page's script": ("POST", {"Origin": "http://evil.example"}),
    "a script of another port": ("POST", {"Origin": "http://127.0.0.1:8001"}),
    "a page without an origin": ("POST", {"Origin": "null"}),
    "who does not say": ("POST", {}),
    "a script of another page that reads": ("GET", {"Origin": "http://evil.example"}),
    "a picture in another page": ("GET", {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}),
    "a script in a page of another port": ("GET", {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors"}),
    "a frame": ("GET", {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}),
}


@pytest.mark.parametrize(("method", "headers"), FOREIGN.values(), ids=FOREIGN)
def test_a_request_of_another_page_gets_nothing(method: str, headers: dict[str, str]) -> None:
    path = "/" if method == "GET" else "/save"
    answer = client(sessions()).request(method, path, headers=headers, content="{}" if method == "POST" else None)
    assert (answer.status_code, "marks" in answer.text) == (403, False)


def test_a_link_or_a_typed_address_opens_a_page() -> None:
    opened = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert client(sessions()).get("/", headers=opened).status_code == 200
    assert client(sessions()).post("/save", json={"a": 1}, headers=US | {"Sec-Fetch-Site": "same-origin"}).json() == {
        "a": 1
    }


def test_without_a_session_only_what_is_public_is_given() -> None:
    outside = client(sessions(), let_in=False)
    assert outside.get("/public").text == "the marks, for None"
    for path in ("/", "/public-not", "/nowhere", "/save", "//public"):
        assert "marks" not in outside.get(path).text, path
    assert outside.post("/save", json={}, headers=US).status_code == 403


@pytest.mark.parametrize(
    ("content", "headers"),
    [(b"x" * (MOST + 1), {}), (b"{}", {"Content-Length": "9" * 5000}), (iter([b"x" * MOST, b"x" * MOST]), {})],
    ids=["said", "said falsely", "in pieces"],
)
def test_a_body_that_is_too_large_is_not_read(content: bytes, headers: dict[str, str]) -> None:
    assert client(sessions()).post("/save", content=content, headers=US | headers).status_code == 413


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"\xff", b"[" * 900])
def test_what_is_no_object_of_json_is_told(content: bytes) -> None:
    answer = client(sessions()).post("/save", content=content, headers=US)
    assert (answer.status_code, "load the page again in the browser" in answer.text) == (409, True)
    assert 'href="/"' in answer.text


def test_every_answer_forbids_what_is_not_ours() -> None:
    browser, outside = client(sessions()), client(sessions(), let_in=False)
    answers = [
        browser.get("/"), browser.get("/static/web.css"), browser.get("/nowhere"), browser.get("/mistaken"),
        browser.get("/broken"), browser.get("/save"), browser.post("/save", content=b"x" * 2000, headers=US),
        outside.get("/"), outside.get("/", headers={"Host": "evil.example"}), outside.get("/enter/x"),
    ]  # fmt: skip
    assert [answer.status_code for answer in answers] == [200, 200, 404, 409, 500, 405, 413, 403, 403, 403]
    for answer in answers:
        assert HEADERS.items() <= dict(answer.headers).items() or all(
            answer.headers[name] == value for name, value in HEADERS.items()
        )
        assert answer.headers["cache-control"] == "no-store"
    policy = HEADERS["Content-Security-Policy"]
    assert policy.startswith("default-src 'self';")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy


@pytest.mark.parametrize(("lang", "text"), [("fr", "le fichier n’existe pas"), ("en", "the file does not exist")])
def test_an_error_is_told_as_a_page_and_to_a_script(lang: str, text: str) -> None:
    browser = client(sessions(), lang=lang)
    shown = browser.get("/mistaken").text
    assert text in shown
    assert "&lt;marks&gt;" in shown
    assert "<marks>" not in shown
    problem = browser.get("/mistaken", headers={"Accept": "application/json"}).json()["problems"][0]
    assert (problem["cause"], problem["place"]) == (text, "<marks>")


def test_a_bug_is_told_without_what_the_program_knows() -> None:
    shown = client(sessions()).get("/broken").text
    assert "RuntimeError" in shown
    assert "a secret of the program" not in shown
    assert "corrige-" in shown


@pytest.mark.parametrize(
    "path", ["/static/../pyproject.toml", "/static/%2e%2e/report/report.js", "/static/..%2freport%2freport.js",
             "/static/base.html", "/static/", "/static/web.css/", "/static/%2fetc%2fpasswd", "/static/cut.py"],
)  # fmt: skip
def test_static_files_are_those_of_the_pages(path: str) -> None:
    assert client(sessions()).get(path).status_code == 404


def test_a_static_file_is_kept_by_its_digest() -> None:
    browser = client(sessions())
    shown = page("fr", "problems.html", problems=[], is_inside=True).body.decode()
    address = shown.partition('rel="stylesheet" href="')[2].partition('"')[0]
    answer = browser.get(address)
    assert answer.headers["content-type"].startswith("text/css")
    assert "immutable" in answer.headers["cache-control"]
    assert "no-store" in browser.get("/static/web.css").headers["cache-control"]


def statuses(app: ASGIApp, receive: Receive, **values: object) -> list[int]:
    """The statuses of the answers to one request, as uvicorn passes it."""
    scope = {"type": "http", "method": "GET", "path": "", "raw_path": b"", "query_string": b"", "root_path": ""}
    scope |= {"headers": [(b"host", HOST.encode()), (b"origin", US["Origin"].encode())], "scheme": "http"}
    scope |= {"server": ("127.0.0.1", 8000), "http_version": "1.1", **values}
    answered: list[int] = []

    async def send(message: MutableMapping[str, Any]) -> None:
        answered.extend([message["status"]] if "status" in message else [])

    asyncio.run(app(scope, receive, send))
    return answered


def test_a_request_without_a_path_is_refused() -> None:
    """What uvicorn passes for "GET ? HTTP/1.1"."""

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    app = guarded([Route("/", secret)], AccessPolicy(frozenset({HOST}), sessions(), "en"))
    assert statuses(app, receive) == [403]


def test_a_connection_cut_in_the_middle_of_a_request_is_no_bug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log of each would let anybody fill the disk."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    messages = iter([{"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"}])

    async def receive() -> MutableMapping[str, Any]:
        return next(messages)

    routes = [Route("/save", json_endpoint(lambda _, content: JSONResponse(content)), methods=["POST"])]
    app = guarded(routes, AccessPolicy(frozenset({HOST}), sessions(), "en", public=frozenset({"save"})))
    assert statuses(app, receive, method="POST", path="/save", raw_path=b"/save") == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("scheme", "port"), [("http", 80), ("https", 443)])
def test_browsers_leave_out_the_default_port(scheme: Literal["http", "https"], port: int) -> None:
    policy = AccessPolicy(frozenset({f"10.0.0.5:{port}"}), sessions(), "en", scheme, public=frozenset({"public"}))
    routes = [Route("/public", lambda _: PlainTextResponse("x"), methods=["POST"])]
    browser = TestClient(guarded(routes, policy), base_url=f"{scheme}://10.0.0.5")
    for name, status in (("10.0.0.5", 200), (f"10.0.0.5:{port}", 200), ("10.0.0.5:8000", 403)):
        headers = {"Host": name, "Origin": f"{scheme}://{name}"}
        assert browser.post("/public", headers=headers).status_code == status
    assert browser.post("/public", headers={"Origin": f"{scheme}://evil.example"}).status_code == 403
