"""A class whose written answers are marked by keys in a browser: python -m tests.simulations.marking_room.

The desk is the real one, and so is the browser. A marker, who knows for each text which criteria apply, marks two
written parts of a class with the exam `explained`, half of whose texts are typed by several students. The desk is
killed `--kills` times, at moments drawn by chance. Prints the keys and seconds an answer; ends with an error when a
decision that was acknowledged is lost, or when the marks of the other parts are not those without any decision.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from answers.classroom.folder import ClassData
from answers.classroom.marks import grade_class
from tests.answers.classroom.report.chromium import needs_chromium
from tests.answers.web.desk.test_marking import explained_class, submit

CRITERIA = {"2b": ("parity",), "3": ("uses-n", "induction", "missing-case")}
COMMENTS = ("Dites quelle feuille vous retirez.", "Le cas n = 1 manque.", "Bonne idée, mais à rédiger.")
RUN = "from answers.cli.app import main; main()"
SHARES = {"parity": 0.7, "uses-n": 0.6, "induction": 0.5, "missing-case": 0.3}


def criteria_of(part: str, text: str) -> list[int]:
    """Return the numbers of the criteria that apply to a text, drawn by the text."""
    return [at for at, slug in enumerate(CRITERIA[part], 1) if Random(f"{slug} {text}").random() < SHARES[slug]]


def class_of(folder: Path, students: int, chance: Random) -> ClassData:
    """Create a class with numbers, a choice and two written answers; a third of the texts are those of others."""
    class_data = explained_class(folder, students)
    texts = [f"Réponse {chance.randrange(20) if k % 3 == 0 else 100 + k} d’un étudiant" for k in range(students)]
    submit(
        class_data,
        *(
            {"1": str(chance.randrange(300)), "2a": chance.choice(["yes", "no"]), "2b": text, "3": f"{text}\nsuite"}
            for text in texts
        ),
    )
    return class_data


class Marker:
    """A person at the keyboard of a browser, with the desk's process."""

    def __init__(self, folder: Path, browser: Any) -> None:
        self.folder, self.browser, self.keys, self.send = folder, browser, 0, ""
        self.open()

    def open(self) -> None:
        """Start the desk and open it in a new tab."""
        command = [sys.executable, "-c", RUN, "desk", str(self.folder), "--no-browser", "--author", "ada"]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
        )
        assert self.process.stdout is not None
        line = ""
        while "http" not in line and self.process.poll() is None:
            line = self.process.stdout.readline().decode()
        self.page = self.browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
        self.page.goto(re.search(r"http\S+", line)[0])  # type: ignore[index]
        self.page.goto(self.page.url.split("/", 3)[0] + "//" + self.page.url.split("/")[2] + "/marking")

    def kill(self) -> None:
        """End the desk as a power cut does."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def press(self, *keys: str) -> None:
        """Press keys, and count them."""
        for key in keys:
            self.page.keyboard.press(key)
        self.keys += len(keys)

    def begin(self, part: str) -> None:
        """Go to the next answer of a part."""
        with self.page.expect_navigation():
            self.page.locator(f'form:has(input[value="{part}"]):not(:has([name=second])) button').first.click()

    def mark(self, part: str, comment: str = "") -> None:
        """Choose the criteria of the answer shown and a comment. The decision is not sent yet."""
        text = str(self.page.locator("blockquote.written").inner_text()).strip()
        numbers = criteria_of(part, text.partition("\n")[0])
        self.press(*map(str, numbers))
        if comment:
            self.press("m")
            known = self.page.locator("#comments option").evaluate_all("all => all.map(one => one.value)")
            typed = comment[:4] if comment in known else comment
            self.page.keyboard.type(typed)
            self.keys += len(typed)
            if comment in known:
                self.press("Tab")
            assert self.page.locator("#comment").input_value() == comment, self.page.locator("#comment").input_value()
            self.press("Escape")
        self.send = "Enter" if numbers else "0"


def marked_count(class_data: ClassData) -> dict[str, int]:
    """Return the number of answers to each written part that a person has marked."""
    rows = [row.marked for row in grade_class(class_data).rows if row.marked]
    return {part: sum(str(paper.parts[part].items[0].verdict) != "unreadable" for paper in rows) for part in CRITERIA}


def automatic(class_data: ClassData) -> list[tuple[str, Any]]:
    """Return the marks of the parts that no person marks."""
    rows = [row.marked for row in grade_class(class_data).rows if row.marked]
    return [(paper.student, paper.parts[part]) for paper in rows for part in ("1", "2a")]


def main() -> None:
    """Mark the class, and print the figures."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, default=60)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = Random(options.seed)
    with tempfile.TemporaryDirectory() as root, sync_playwright() as play:
        class_data = class_of(Path(root) / "class", options.students, chance)
        before = automatic(class_data)
        browser = play.chromium.launch(executable_path=needs_chromium(), args=["--no-sandbox"])
        marker = Marker(class_data.folder, browser)
        kills = sorted(chance.sample(range(options.students), options.kills))
        answers, lost = 0, 0
        for part in CRITERIA:
            marker.page.goto("/".join(marker.page.url.split("/")[:3]) + "/marking")
            marker.begin(part)
            keys, started, first = marker.keys, monotonic(), answers
            while "group=" in marker.page.url:
                comment = COMMENTS[answers % len(COMMENTS)] if answers % 4 == 0 else ""
                address = marker.page.url
                marker.mark(part, comment)
                if answers in kills:
                    kills.remove(answers)
                    count = marked_count(class_data)[part]
                    marker.press(marker.send)
                    marker.page.wait_for_timeout(chance.random() * 1500)
                    is_acknowledged = marker.page.url != address
                    marker.kill()
                    now = marked_count(class_data)[part]
                    lost += is_acknowledged and now <= count
                    print(f"killed at answer {answers}: acknowledged {is_acknowledged}, marked {count} -> {now}")
                    marker.open()
                    if not marker.page.locator(
                        f'form:has(input[value="{part}"]):not(:has([name=second])) button'
                    ).count():
                        break
                    marker.begin(part)
                else:
                    with marker.page.expect_navigation():
                        marker.press(marker.send)
                answers += 1
            seconds, decided = monotonic() - started, answers - first
            keys = marker.keys - keys
            print(f"{part}: {decided} texts, {keys / decided:.1f} keys and {seconds / decided:.2f} s a text")
        marker.kill()
        browser.close()
        counts = marked_count(class_data)
        print(
            f"marked {counts}; acknowledged and lost: {lost}; other parts as before: {automatic(class_data) == before}"
        )
        assert set(counts.values()) == {options.students}
        assert not lost
        assert automatic(class_data) == before


if __name__ == "__main__":
    main()
