"""The rooms of the desk: what a person does with a page is what the class then has, in the files of the commands."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from string import ascii_lowercase

import pytest

from answers.classroom.decisions import (
    EVERYBODY,
    DecisionKind,
    DecisionTarget,
    Override,
    active_class_decisions,
    load_decisions,
    record_decisions,
)
from answers.classroom.folder import ClassData, create_class
from answers.classroom.marks import Marking, grade_class, write_marks
from answers.classroom.scans import Transcription, active_readings, add_readings, load_readings, read_placements
from answers.exam.scenario import Scenario
from answers.paper import Verdict
from answers.web.desk import reviewing
from answers.web.desk.common import labels
from answers.web.desk.contact import MOST, signs
from tests.answers.classroom.handing_in import ROSTER, paper_of, rule, submit, tiny_class
from tests.answers.classroom.scanned import scan, unplaced
from tests.answers.web.desk.opened import Opened

PAPERS = {
    "s01": {"1a.1": "10", "1a.2": "20", "1b.1": "", "1b.2": "", "2.1": "2,5"},
    "s02": {"1a.1": "11", "1a.2": "17", "1b.1": "", "1b.2": "", "2.1": "5,5"},
    "s03": {"1a.1": "21", "1a.2": "24", "1b.1": "7", "1b.2": "", "2.1": "3"},
}


@pytest.fixture
def class_data(tmp_path: Path) -> ClassData:
    class_data = tiny_class(tmp_path / "c")
    scan(class_data, PAPERS)
    return class_data


@pytest.fixture
def desk(class_data: ClassData) -> Opened:
    return Opened(class_data.folder)


def readings(class_data: ClassData) -> dict[tuple[str, str], str]:
    held = active_readings(load_readings(class_data.folder))
    return {where: transcription.text for where, transcription in held.items() if not transcription.is_cross}


def test_a_sheet_has_each_crop_beside_the_right_value_and_a_sign_that_no_key_has_and_hides_names(desk: Opened) -> None:
    contact = desk.page("/contact")
    assert sorted(re.findall(r"Right value</span> (\S+)</span>", contact)) == ["10", "11", "12"]
    assert (contact.count('name="shown"'), "1a.1" in contact) == (3, True)
    typed, pressed = signs(MOST), {*re.findall(r'data-key="(.)"', contact), "x", "f"}
    assert (typed[0], typed[43], typed[44:]) == ("01", "44", sorted({*ascii_lowercase} - pressed))
    assert signs(2) == typed[44:46]
    for shown in (contact, desk.page("/reading")):
        assert re.findall(r"<span class=\"who\">[^<]*Aa", shown)
        assert not re.search(r"Aa", re.sub(r"<span class=\"who\">[^<]*</span>", "", shown))


def test_one_key_takes_all_but_the_crossed_and_these_are_read_next(class_data: ClassData, desk: Opened) -> None:
    boxes = desk.boxes("1a.1")
    assert desk.send("/contact", shown=boxes, crossed=[boxes[2]]) == {"next": "/contact"}
    assert readings(class_data) == {("s01", "1a.1"): "10", ("s02", "1a.1"): "11"}
    lines = load_readings(class_data.folder)
    sources = [box.box.source for box in boxes]
    assert [transcription.scan for transcription in lines] == [*sources[:2], f"crossed {sources[2]}"]
    assert (lines[0].author, len({transcription.at for transcription in lines})) == ("ada", 1)
    assert "Answer 1a.2" in desk.page("/contact")
    assert f"/crop/{boxes[2].box.digest}" in desk.page("/reading")


def test_empty_boxes_are_settled_together_and_one_with_ink_is_left_for_a_person(
    class_data: ClassData, desk: Opened
) -> None:
    assert desk.page("/contact?item=1b.1").count('name="empty"') == 2
    empties = desk.boxes("1b.1", "s01", "s02")
    desk.send("/contact", shown=[], empty=empties, crossed=[empties[1]])
    assert readings(class_data) == {("s01", "1b.1"): ""}
    assert "Answer 1b.1" in desk.page("/reading")


def test_a_box_compared_with_the_value_of_another_seed_is_not_taken_as_right(
    class_data: ClassData, desk: Opened
) -> None:
    """The student wrote 10, as shown; with the seed 20, the right value would be 20."""
    shown = desk.on_page(desk.page("/contact?item=1a.1"), "shown")
    roster = class_data.folder / "students.csv"
    roster.write_text(roster.read_text().replace("Éa,10", "Éa,20"))
    assert "the right answer to an item has changed since the page was shown," in desk.problem("/contact", shown=shown)
    assert readings(class_data) == {}
    shown = desk.on_page(desk.page("/contact?item=1a.1"), "shown")
    (first,) = (box for box in shown if box["student"] == "s01")
    desk.send("/contact", shown=shown, crossed=[first])
    assert readings(class_data) == {("s02", "1a.1"): "11", ("s03", "1a.1"): "12"}


def test_what_is_crossed_is_typed_and_its_verdict_is_told_before_it_is_kept(
    class_data: ClassData, desk: Opened
) -> None:
    boxes = desk.boxes("2.1", "s02", "s03")
    tried = desk.send("/reading/try", shown=boxes, text="5,5")["tried"]
    assert [(one["verdict"], one["points"], one["read"]) for one in tried] == [
        ("wrong", "0 / 3", "read: 5.5"), ("wrong", "0 / 3", "read: 5.5")
    ]  # fmt: skip
    right = desk.send("/reading/try", shown=boxes, text="3")["tried"]
    assert [(one["told"], one["points"]) for one in right] == [("wrong", "0 / 3"), ("right", "3 / 3")]
    assert readings(class_data) == {}
    desk.send("/reading", shown=boxes, crossed=[boxes[1]], text=" 5,5 ", choice="keep")
    assert readings(class_data) == {("s02", "2.1"): "5,5"}


def test_a_known_mistake_is_named_while_it_is_typed(tmp_path: Path) -> None:
    """Half of 1002 where a quarter is asked."""
    class_data = tiny_class(tmp_path / "c", 1002)
    scan(class_data, PAPERS)
    desk = Opened(class_data.folder)
    for item, text in (("1a.1", "1002"), ("1a.2", "2004")):
        desk.send("/reading", shown=desk.boxes(item, "s02"), text=text, choice="keep")
    tried = desk.send("/reading/try", shown=desk.boxes("2.1", "s02"), text="501")["tried"]
    desk.send("/reading", shown=desk.boxes("2.1", "s02"), text="501", choice="keep")
    assert str(paper_of(class_data, "s02").parts["2"].items[0].note) == "mistake:half"
    assert tried[0]["note"] == "Half for a quarter"


@pytest.mark.parametrize("text", ["ten", "1,000 000", "<b>7</b>"])
def test_what_cannot_be_read_as_a_number_is_kept_as_it_is_written(
    class_data: ClassData, desk: Opened, text: str
) -> None:
    box = desk.boxes("1a.1", "s01")
    tried = desk.send("/reading/try", shown=box, text=text)["tried"]
    assert tried[0]["verdict"] in ("unreadable", "wrong")
    desk.send("/reading", shown=box, text=text, choice="keep")
    assert readings(class_data) == {("s01", "1a.1"): text}
    assert "<b>7" not in desk.page("/papers?student=s01") + desk.page("/reading?student=s01&item=1a.1")


def test_a_box_whose_value_was_decided_waits_no_more(class_data: ClassData, desk: Opened) -> None:
    before = desk.desk.snapshot().waiting
    rule(class_data, "s01", "1a.1", Override(DecisionKind.VALUE, "10"))
    after = desk.desk.snapshot().waiting
    assert {(box.student, box.item) for box in {*before} - {*after}} == {("s01", "1a.1")}
    assert paper_of(class_data, "s01").parts["1a"].items[0].verdict is Verdict.RIGHT


def test_nothing_written_and_later_are_said_by_keys_of_their_own(class_data: ClassData, desk: Opened) -> None:
    first = re.findall(r"/crop/(\w+)", desk.page("/reading"))[0]
    later = [box for box in desk.boxes("1a.1") if box.box.digest == first]
    desk.send("/reading", shown=later, text="", choice="later")
    assert f"/crop/{first}" not in desk.page("/reading")
    box = desk.boxes("1a.1", "s01")
    assert "no text is typed for this box, so nothing" in desk.problem("/reading", shown=box, text=" ", choice="keep")
    desk.send("/reading", shown=box, text="9", choice="nothing")
    assert readings(class_data) == {("s01", "1a.1"): ""}


def test_two_teachers_at_once_lose_nothing(class_data: ClassData, desk: Opened) -> None:
    other = Opened(class_data.folder, "bob")
    mine, theirs = desk.boxes("1a.1"), other.boxes("1a.1")
    other.send("/reading", shown=theirs[:1], text="01", choice="keep")
    assert desk.problem("/contact", shown=mine) == "bob read the answer to 1a.1 of s01 after it was shown to you"
    assert readings(class_data) == {("s01", "1a.1"): "01"}
    desk.send("/contact", shown=desk.boxes("1a.1", "s02", "s03"))
    assert readings(class_data) == {("s01", "1a.1"): "01", ("s02", "1a.1"): "11", ("s03", "1a.1"): "12"}


def test_a_page_that_was_scanned_again_is_not_read_unseen(class_data: ClassData, desk: Opened) -> None:
    boxes = desk.boxes("1a.1")
    scan(class_data, PAPERS, look=4)
    assert "the page was scanned again after it was shown to you, so nothing" in desk.problem("/contact", shown=boxes)
    for wrong in ([7], [{}], [{"student": "s01", "item": "1a.1"}], [{**boxes[0].form_value, "times": "0"}]):
        assert "the page was scanned again after it was shown to you, so" in desk.problem("/contact", shown=wrong)


@pytest.mark.parametrize("is_listed", [True, False])
def test_a_page_shown_before_a_u0_was_corrected_saves_nothing(class_data: ClassData, is_listed: bool) -> None:
    """In the list, or by a decision: what the page shows beside an answer is right for other data."""
    submit(class_data, s02="u0: 11\n1a: 1,000 22\n")
    desk = Opened(class_data.folder)
    shown = desk.page("/review")
    (before,) = re.findall(r'data-students="(\w+)"', shown)
    (decided,) = set(re.findall(r'name="decided" value="(\d+)"', shown))
    decision = {
        "targets": desk.on_page(shown, "targets"), "decided": decided, "choice": "right", "students": before,
    }  # fmt: skip
    reading = {"shown": desk.boxes("2.1", "s02"), "text": "11", "choice": "keep", "students": before}
    if is_listed:
        path = class_data.folder / "students.csv"
        path.write_text(path.read_text().replace(",11", ",13"))
    else:
        rule(class_data, "s02", "u0", Override(DecisionKind.VALUE, "13", "another sheet"))
    for address, body in (("/review", decision), ("/reading", reading)):
        assert "u₀" in desk.problem(address, **body)
    assert (len(load_decisions(class_data).decisions), readings(class_data)) == (0 if is_listed else 1, {})
    (after,) = re.findall(r'data-students="(\w+)"', desk.page("/review"))
    assert "next" in desk.send("/review", **{**decision, "students": after})


def test_undo_goes_back_to_where_it_can_be_done_again(class_data: ClassData, desk: Opened) -> None:
    boxes = desk.boxes("1a.1")
    desk.send("/contact", shown=boxes, crossed=boxes[2:])
    desk.send("/reading", shown=desk.boxes("1a.1")[2:], text="21", choice="keep")
    assert desk.send("/undo", room="reading") == {"next": "/reading?student=s03&item=1a.1"}
    assert desk.send("/undo", room="contact") == {"next": "/contact?item=1a.1"}
    assert readings(class_data) == {}
    assert desk.problem("/undo", room="contact") == "you have no action left to undo"
    assert len(load_readings(class_data.folder)) == 8


def test_two_desks_of_a_person_do_not_undo_each_other_s_work(class_data: ClassData, desk: Opened) -> None:
    desk.send("/reading", shown=desk.boxes("1a.1", "s01"), text="10", choice="keep")
    other = Opened(class_data.folder)
    desk.send("/reading", shown=desk.boxes("1a.1", "s02"), text="11", choice="keep")
    other.send("/reading", shown=other.boxes("1a.1", "s03"), text="21", choice="keep")
    desk.send("/undo", room="reading")
    assert readings(class_data) == {("s01", "1a.1"): "10", ("s03", "1a.1"): "21"}
    other.send("/reading", shown=other.boxes("1a.1", "s01"), text="16", choice="keep")
    assert "you have no action left to undo" in desk.problem("/undo", room="reading")
    other.send("/undo", room="reading")
    assert readings(class_data) == {("s01", "1a.1"): "10", ("s03", "1a.1"): "21"}
    other.send("/undo", room="reading")
    other.send("/undo", room="reading")  # of before the other desk was opened
    assert readings(class_data) == {}


def test_what_was_crossed_is_still_so_when_the_desk_is_opened_again(class_data: ClassData, desk: Opened) -> None:
    boxes, empties = desk.boxes("2.1"), desk.boxes("1b.1", "s01", "s02")
    desk.send("/contact", shown=boxes, crossed=boxes)
    desk.send("/contact", shown=[], empty=empties, crossed=empties[:1])
    again = Opened(class_data.folder, "bob")
    assert "Answer 1b.1" in again.page("/reading")
    assert again.page("/contact?item=2.1").count('name="shown"') == 0
    assert re.findall(r'class="count">(\d+)', again.page("/contact"))[:2] == ["7", "4"]
    read_all(class_data, "s01")
    add_readings(class_data.folder, [Transcription("s01", "1b.1", "", "bob", "2", f"crossed {empties[0].box.source}")])
    assert [name for name, _ in paper_of(class_data, "s01").unread] == ["1b.1"]  # it was no empty box
    assert desk.problem("/contact", shown=boxes[:1]) == "bob read the answer to 2.1 of s01 after it was shown to you"
    desk.send("/undo", room="contact")
    desk.send("/undo", room="contact")
    assert again.page("/contact?item=2.1").count('name="shown"') == 2  # all but what bob read


def test_what_was_read_of_a_scan_holds_however_its_boxes_are_cut(class_data: ClassData, desk: Opened) -> None:
    for look, item in enumerate(("1a.1", "1a.2")):
        desk.send("/reading", shown=desk.boxes(item, "s01"), text="10", choice="keep")
        scan(class_data, PAPERS, cut=5 + look)
    assert {box.item for box in desk.desk.snapshot().waiting if box.student == "s01"} == {"2.1"}
    scan(class_data, PAPERS, look=1)
    assert {box.item for box in desk.desk.snapshot().waiting if box.student == "s01"} == {"1a.1", "1a.2", "2.1"}


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_no_page_shows_what_python_calls_a_thing_and_no_field_is_typed_in_at_first_where_keys_act(
    class_data: ClassData, lang: str
) -> None:
    scan(class_data, PAPERS, (unplaced(class_data),))
    desk, answer = Opened(class_data.folder, lang=lang), "/answer?student=s01&item=1a.1"
    for path in ("/", "/contact", "/reading", "/pages", "/review", "/papers", "/papers?student=s01", answer):
        assert not re.search(r"built-in|bound method|object at 0x", desk.page(path)), path
    assert "autofocus" not in desk.page("/pages") + desk.page(answer)


def test_a_sheet_gives_nobody_the_numbers_of_another(tmp_path: Path) -> None:
    """By the sheets for 10 and 11: 1b of phantom lists other terms, 2 of verger also draws what it asks."""
    looks = {
        exam: Opened(create_class(tmp_path / exam, exam, ROSTER, "en", ()).folder).desk.snapshot()
        for exam in ("phantom", "verger")
    }
    text, own = labels(looks["phantom"], "1b.1", ["s01", "s02"], "en")
    assert own == {"s01": "u(89) =", "s02": "u(66) ="}
    assert not text.endswith("]")
    text, own = labels(looks["verger"], "2a.1", ["s01", "s02"], "en")
    assert ("on the model sheet: " in text, own) == (True, {"s01": "5|2 =", "s02": "21|1 ="})
    assert not labels(looks["verger"], "2a.1", ["s01"], "en")[0].startswith("question as printed on the model")


def test_what_waits_is_told_with_counts_and_time_left(desk: Opened) -> None:
    papers = desk.page("/papers") + desk.page("/papers?student=s01") + desk.page("/answer?student=s01&item=1a.1")
    assert "not read yet: 3" in papers  # 1a.1, 1a.2 and 2.1 have ink
    assert ('class="unreadable">not read yet<' in papers, ">unreadable" in papers) == (True, False)
    assert "Boxes read: 0 / 10" in (home := desk.page("/"))
    assert 'href="/contact" data-key="Enter"' in home
    assert 'href="/review" data-key="Enter"' in desk.page("/pages")
    for item in ("1a.1", "1a.2"):
        desk.send("/contact", shown=desk.boxes(item))
    assert "Boxes read: 6 / 10" in desk.page("/")
    assert "about:" not in desk.page("/contact")
    desk.desk.record_work("contact", 7)
    assert re.search(r"about: \d+ s", desk.page("/contact?item=2.1"))
    desk.desk.record_work("reading", 10)
    assert "about:" not in desk.page("/reading")  # where nothing is left
    box = desk.boxes("2.1")[0]
    desk.send("/contact", shown=[], crossed=[box])
    counts = re.findall(r'<span class="count">(\d+)</span>', desk.page("/papers"))
    assert counts[:2] == ["3", "1"]
    assert "data-count></span> <kbd>d" in desk.page("/")  # the page does not wait until the class is marked
    assert desk.desk.to_review is None
    left = desk.browser.get("/count").json()["review"]
    assert isinstance(left, int)
    assert f'href="/review" data-key="d">Review <span class="count">{left}</span>' in desk.page("/pages")


def test_a_page_is_placed_or_set_aside(class_data: ClassData) -> None:
    scan(class_data, PAPERS, (unplaced(class_data, 8), unplaced(class_data, 9)), missing=(("s01", 2), ("s01", 3)))
    desk = Opened(class_data.folder)
    shown = desk.page("/pages")
    assert "this page does not exist" in shown
    assert re.search(r"Aa Éa</th><td>2, 3</td>", shown)
    sent = {"digest": "b" * 32, "page": "8", "times": "0", "turned": "90", "student": "s02", "sheet_page": "2"}
    assert "choose the student and the page" in desk.problem("/pages", **{**sent, "student": "nobody"}, choice="place")
    assert desk.problem("/pages", **{**sent, "digest": "c"}, choice="place") == (
        "the page was scanned again after it was shown to you, so nothing was saved"
    )
    assert desk.send("/pages", **sent, choice="place") == {"next": "/pages?at=after-3"}
    desk.send("/pages", **{**sent, "page": "9"}, choice="aside")
    placements = read_placements(class_data.folder)
    assert [(row.page, row.student, row.sheet_page, row.turn, row.author) for row in placements] == [
        (8, "s02", 2, 90, "ada"), (9, "", None, 90, "ada")
    ]  # fmt: skip
    assert re.findall(r'href="/pages\?at=(\d)">', desk.page("/pages")) == ["3", "4"]
    for at in ("4", "3"):
        assert desk.send("/undo", room="pages") == {"next": f"/pages?at={at}"}
    assert "/pages?at=" not in desk.page("/pages?at=3").partition("<h2>")[2]
    assert desk.problem("/undo", room="pages") == "you have no action left to undo"


def test_a_decision_on_a_text_that_was_not_shown_is_not_recorded(class_data: ClassData, desk: Opened) -> None:
    """Somebody else reads the box again, or the paper has a later version, while the answer is on the screen."""
    box = desk.boxes("1a.2", "s02")
    desk.send("/reading", shown=box, text="17", choice="keep")
    page = desk.page("/answer?student=s02&item=1a.2")
    assert 'class="raw">17</b>' in page
    other = Opened(class_data.folder, "bob")
    other.send("/reading", shown=other.boxes("1a.2", "s02"), text="18", choice="keep")
    form = {**placing_form(page), "targets": desk.on_page(page, "targets"), "choice": "right"}
    assert desk.problem("/review", **form) == ("the answer has changed since it was shown, so nothing was saved")
    assert not active_class_decisions(class_data)
    page = desk.page("/answer?student=s02&item=1a.2")
    desk.send("/review", **placing_form(page), targets=desk.on_page(page, "targets"), choice="right")
    ((_, decision),) = active_class_decisions(class_data).items()
    assert decision.target.answer == "18"


def placing_form(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page.partition("data-send")[2]))


def test_the_page_that_was_shown_is_placed_though_others_were_set_aside_meanwhile(class_data: ClassData) -> None:
    pages = unplaced(class_data, 8), unplaced(class_data, 9)
    scan(class_data, PAPERS, pages)
    desk = Opened(class_data.folder)
    page = desk.page("/pages?at=3")
    assert "batch.pdf, page 8" in page
    scan(class_data, {student: PAPERS[student] for student in ("s01", "s02")}, pages)
    desk.send("/pages", **placing_form(page), turned="0", student="s03", sheet_page="1", choice="place")
    assert [(row.page, row.student) for row in read_placements(class_data.folder)] == [(8, "s03")]
    (picture,) = re.findall(r'id="page" src="([^"]+)"', page)
    assert desk.browser.get(picture).content == pages[0].picture.read_bytes()


def test_a_placement_that_was_not_seen_is_not_replaced(class_data: ClassData) -> None:
    scan(class_data, PAPERS, (unplaced(class_data, 8),))
    mine, theirs = Opened(class_data.folder), Opened(class_data.folder, "bob")
    form = placing_form(mine.page("/pages?at=3"))
    chosen = {"turned": "0", "student": "s03", "sheet_page": "1", "choice": "place"}
    assert "next" in theirs.send("/pages", **{**form, **chosen, "student": "s02"})
    assert mine.problem("/pages", **form, **chosen) == "bob placed this page after it was shown to you"
    assert "next" in mine.send("/pages", **placing_form(mine.page("/pages?at=3")), **chosen)
    assert [row.student for row in read_placements(class_data.folder)] == ["s02", "s03"]


def test_pictures_are_those_of_the_class(desk: Opened) -> None:
    digest = desk.boxes("1a.1")[0].box.digest
    assert desk.browser.get(f"/crop/{digest}").headers["content-type"] == "image/png"
    never_shown = ["crop/x", "crop/..%2f..%2fcorrige.toml", "crop/../corrige.toml", "picture/x/-1"]
    for path in (*never_shown, f"picture/{digest}/1", f"picture/{digest}/{'9' * 5000}"):
        assert desk.browser.get(f"/{path}").status_code in (404, 409), path


@pytest.mark.parametrize("content", [None, b"no picture", b"\x89PNG\r\n\x1a\n"])
def test_a_crop_that_cannot_be_read_is_still_a_box_to_read(desk: Opened, content: bytes | None) -> None:
    box = desk.boxes("1a.1")[0].box
    box.crop.unlink()
    if content is not None:
        box.crop.write_bytes(content)
    for path in ("/contact", "/reading"):
        shown = desk.browser.get(path)
        assert shown.status_code == 200
        assert f"/crop/{box.digest}" in shown.text


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (f"/pages?at={'9' * 5000}", None),
        ("/answer?student=s03&item=1a", None),
        ("/answer?student=s03&item=1a.9", None),
        ("/review", {"choice": "right", "decided": "x", "targets": [["s03", "1a.1", ""]]}),
        ("/review", {"choice": "right", "one": "1", "decided": "0", "targets": [["s03", "1a.1", ""]] * 2}),
        ("/pages", {"digest": "b" * 32, "page": "9", "student": "s01", "sheet_page": "9" * 400, "times": "0"}),
    ],
)
def test_an_address_or_a_number_that_no_page_has_is_no_bug(
    class_data: ClassData, path: str, body: dict[str, object] | None
) -> None:
    scan(class_data, PAPERS, (unplaced(class_data),))
    read_all(class_data, "s03")
    browser = Opened(class_data.folder).browser
    answer = browser.get(path) if body is None else browser.post(path, json=body)
    assert answer.status_code in (200, 409)


@pytest.mark.parametrize(
    ("targets", "choice", "one"),
    [
        ([["s03", "1a.1", "21"], ["s02", "1a.1", "11"]], "right", "1"),
        ([["s03", "1a.1", "21"], ["s03", "2.1", "3"]], "right", ""),
        ([["s03", "1a.1", "21"], ["s03", "2.1", "3"]], "value:7", ""),
        ([["s03", "1a.2", "24"], ["s03", "2.1", "3"]], "value:7; 8", ""),
        ([["s03", "1a.9", ""], ["s02", "1a.9", ""]], "value:7", ""),
        ([["s03", "9.1", ""]], "points:1", ""),
        ([["s03", "1a.1", "21"], ["s03", "no-paper", ""]], "seen", ""),
        ([["s03", "no-paper", ""], ["s03", "damaged", ""]], "seen", ""),
    ],
)
def test_targets_that_no_page_sends_together_are_refused(
    class_data: ClassData, targets: list[list[str]], choice: str, one: str
) -> None:
    read_all(class_data, "s03")
    body = {"choice": choice, "decided": "0", "targets": targets, "one": one, "reason": "x"}
    assert Opened(class_data.folder).browser.post("/review", json=body).status_code == 409
    assert load_decisions(class_data).decisions == ()


def read_all(class_data: ClassData, student: str) -> None:
    sources = {(box.student, box.item): box.source for box in Opened(class_data.folder).desk.snapshot().boxes.values()}
    own = PAPERS[student].items()
    readings = [Transcription(student, item, text, "bob", "1", sources[student, item]) for item, text in own]
    add_readings(class_data.folder, readings)


def test_review_decides_on_the_file_that_the_command_line_has(tmp_path: Path) -> None:
    class_data = tiny_class(tmp_path / "c")
    submit(class_data, s01="student: s01\n1a: 10 twenty\n2: 2,5\n", s02="student: s02\n1a: 11 twenty\n2: 2,75\n")
    desk = Opened(class_data.folder)
    shown = desk.page("/review")
    assert "twenty" in shown
    targets = [["s01", "1a.1", "10 twenty"], ["s02", "1a.1", "11 twenty"]]
    whole = re.findall(r"name=\"targets\" value='([^']*)'", shown)
    assert targets[0] in [json.loads(unescape(one)) for one in whole]
    desk.send("/review", targets=targets[:1], choice="wrong", reason="no number", decided="0")
    held = active_class_decisions(class_data)
    (made,) = held.values()
    assert (made.target.student, made.kind) == ("s01", DecisionKind.WRONG)
    assert (made.reason, made.author) == ("no number", "ada")
    assert desk.send("/undo", room="review") == {"next": "/review"}
    assert not active_class_decisions(class_data)
    assert len(load_decisions(class_data).decisions) == 2
    assert desk.problem("/undo", room="review") == "you have no action left to undo"


def test_who_is_absent_is_settled_with_a_reason(tmp_path: Path) -> None:
    class_data = tiny_class(tmp_path / "other")
    submit(class_data, s01="student: s01\n1a: 10 20\n1b: 11 21\n2: 2,5\n")
    desk = Opened(class_data.folder)
    desk.send("/review", targets=[["s02", "no-paper", ""]], choice="seen", reason="ill", decided="0")
    row = next(row for row in grade_class(class_data).rows if row.student.id == "s02")
    assert not row.needs_teacher
    assert [flag.reason for flag in row.flags] == ["ill"]
    assert 'value="points:0" data-key="0">unexcused absence' in desk.page("/review")
    desk.send("/review", targets=[["s03", "no-paper", ""]], choice="points:0", decided="1")
    assert [row.value for row in grade_class(class_data).rows[1:]] == [None, 0]


def test_points_and_a_comment_are_given_to_any_answer(class_data: ClassData, desk: Opened) -> None:
    read_all(class_data, "s03")
    assert "Answer 1a.1" in desk.page("/answer?student=s03&item=1a.1")
    sent = {"targets": [["s03", "1a.1", "21"]], "one": "1", "decided": "0", "next": "/papers?student=s03"}
    assert desk.send("/review", **sent, choice="points", points="0.25", reason="figures turned")["next"] == sent["next"]
    mark = paper_of(class_data, "s03").parts["1a"].items[0]
    assert (float(mark.score), mark.note and mark.note.detail) == (0.25, " figures turned")
    assert "0.25" in desk.page("/papers?student=s03")
    assert "figures turned" in desk.page("/answer?student=s03&item=1a.1")
    assert "the decision needs a" in desk.problem("/review", **{**sent, "decided": "1"}, choice="points", points="")
    assert desk.problem("/review", **{**sent, "decided": "1"}, choice="") == (
        "no possible decision was chosen, so nothing was saved"
    )


def test_what_was_accepted_is_not_said_to_be_written_so_and_is_read_again_from_nothing(desk: Opened) -> None:
    accepted, typed = desk.boxes("1a.1", "s01", "s02")
    desk.send("/contact", shown=[accepted])
    desk.send("/reading", shown=[typed], text="11,0", choice="keep")
    assert 'right value: <b class="raw">10</b>' in desk.page("/answer?student=s01&item=1a.1")
    assert 'Read: <b class="raw">11,0</b>' in desk.page("/answer?student=s02&item=1a.1")
    assert 'name="text" value="11,0"' in desk.page("/reading?student=s02&item=1a.1")
    again = desk.page("/reading?student=s01&item=1a.1")
    assert 'name="text" value=""' in again
    assert 'name="next" value="/papers?student=s01"' in again
    sent = {"shown": desk.boxes("1a.1", "s01"), "text": "10", "choice": "keep", "next": "/papers?student=s01"}
    assert desk.send("/reading", **sent) == {"next": "/papers?student=s01"}


def test_why_a_right_answer_earns_nothing_is_told(tmp_path: Path) -> None:
    class_data = create_class(tmp_path / "c", "dice", ROSTER, "en")
    (choice, gain) = class_data.key(Scenario(10)).answers["11"]
    submit(class_data, s01=f"student: s01\n11: {choice} {float(gain) + 1:.4f}\n")
    desk = Opened(class_data.folder)
    assert "all or nothing: 11.2" in desk.page("/answer?student=s01&item=11.1")
    assert "all or nothing" in desk.page("/papers?student=s01")
    assert "all or nothing:" not in desk.page("/answer?student=s01&item=11.2")


def test_the_class_is_marked_from_the_desk_once_nothing_waits(class_data: ClassData, desk: Opened) -> None:
    shown = desk.page("/") + desk.page("/papers")
    assert "Mark the class" not in shown
    assert "provisional" in shown
    for student in PAPERS:
        read_all(class_data, student)
    left = desk.page("/review")
    while targets := re.findall(r"name=\"targets\" value='([^']*)'", left):
        sent = [json.loads(unescape(target)) for target in targets]
        choice = "wrong" if 'value="wrong"' in left else "seen"
        desk.send("/review", targets=sent, choice=choice, decided=str(len(load_decisions(class_data).decisions)))
        left = desk.page("/review")
    assert "Mark the class" in left
    assert desk.send("/marks") == {"next": "/papers"}
    shown = desk.page("/papers")
    assert ": 3)" in shown
    assert "provisional" not in shown
    before = (class_data.folder / "gradebook.csv").read_bytes()
    write_marks(class_data, grade_class(class_data))
    assert (class_data.folder / "gradebook.csv").read_bytes() == before
    assert not (class_data.folder / "set-aside").exists()


def test_what_another_has_decided_meanwhile_is_not_overruled_unseen(class_data: ClassData, desk: Opened) -> None:
    """About the answer of the student, or about that of everybody."""
    read_all(class_data, "s03")
    rule(class_data, "s03", "1a.1", Override(DecisionKind.RIGHT, author="bob", time="1"))
    sent = {"targets": [["s03", "1a.1", "21"]], "one": "1", "choice": "wrong"}
    assert "bob decided this case after it was shown" in desk.problem("/review", **sent, decided="0")
    desk.send("/review", **sent, decided="1")
    assert active_class_decisions(class_data)["s03", "1a.1"].kind is DecisionKind.WRONG
    desk.send("/undo", room="review")
    assert active_class_decisions(class_data)["s03", "1a.1"].kind is DecisionKind.RIGHT
    target = DecisionTarget(EVERYBODY, "2.1")
    record_decisions(class_data, [Override(DecisionKind.RIGHT, author="bob", time="2026-06-01T10:00:00").about(target)])
    sent = {"targets": [["s03", "2.1", "3"]], "choice": "wrong", "decided": "0"}
    assert desk.problem("/review", **sent) == "bob decided this case after it was shown to you"
    assert ("s03", "2.1") not in active_class_decisions(class_data)


@pytest.mark.parametrize("path", ["/review", "/answer?student=s01&item=1a.1"])
def test_what_another_decides_while_the_class_is_marked_is_not_overruled_unseen(
    tmp_path: Path, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class_data = tiny_class(tmp_path / "c")
    submit(class_data, s01="student: s01\n1a: 10 twenty\n2: 2,5\n")
    desk, flags, target = Opened(class_data.folder), Marking.shared.func, DecisionTarget("s01", "1a.1", "10 twenty")

    def decide_meanwhile(marking: Marking) -> object:  # called once the decisions are loaded
        override = Override(DecisionKind.RIGHT, author="bob", time="1")
        record_decisions(class_data, [override.about(target)])
        return flags(marking)

    with monkeypatch.context() as patch:
        patch.setattr(Marking, "shared", property(decide_meanwhile))
        (decided,) = re.findall(r'name="decided" value="(\d+)"', desk.page(path))
    sent = {"targets": [["s01", "1a.1", "10 twenty"]], "choice": "wrong"}
    assert desk.problem("/review", **sent, decided=decided) == "bob decided this case after it was shown to you"
    (decided,) = re.findall(r'name="decided" value="(\d+)"', desk.page(path))
    desk.send("/review", **sent, decided=decided)
    assert active_class_decisions(class_data)[target.key].kind is DecisionKind.WRONG


def test_marks_written_at_the_desk_have_the_decisions_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class_data = tiny_class(tmp_path / "c")
    submit(class_data, s01="student: s01\nu0: 10\n1a: 10; 20\n2: 2,5\n")
    desk, locked = Opened(class_data.folder), reviewing.locked
    desk.page("/papers?student=s01")

    @contextmanager
    def locked_later(folder: Path, patience: float) -> Iterator[None]:
        with locked(folder, patience):
            rule(class_data, "s01", "2.1", Override(DecisionKind.WRONG, author="bob", time="1"))
            yield

    monkeypatch.setattr(reviewing, "locked", locked_later)
    assert desk.send("/marks") == {"next": "/papers"}
    written = json.loads((class_data.folder / "marks.json").read_text())
    (paper,) = (paper for paper in written["papers"] if paper["student"] == "s01")
    assert paper["score"] == float(paper_of(class_data, "s01").score)


def test_a_class_without_scans_is_told_what_to_do(tmp_path: Path) -> None:
    desk = Opened(tiny_class(tmp_path / "bare").folder, lang="fr")
    assert "corrige class collect" in desk.page("/")
    for path in ("/contact", "/reading", "/pages"):
        assert desk.browser.get(path).status_code == 200
