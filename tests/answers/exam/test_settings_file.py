"""`corrige.toml`, key by key: the effect of each, and the complete message for an invalid value."""

import tomllib
from datetime import datetime
from fractions import Fraction
from pathlib import Path

import pytest

from answers.errors import CorrigeError
from answers.exam.settings import ExamSettings, MarkRules, Penalty, Per, Settings
from answers.exam.settings_file import read_document, read_settings
from answers.exam.settings_in_force import load_settings
from answers.kinds.tolerance import Tolerance
from tests.problems import problems_of


def problems(document: dict[str, object]) -> dict[str, str]:
    """Return the remedy of each problem of a document by its place."""
    return {
        problem.place.removeprefix("corrige.toml, "): problem.remedy
        for problem in problems_of(read_document, document, "corrige.toml")
    }


def test_every_key() -> None:
    nash = {"points": {"7": 4, "7a": "1/3"}, "tolerance": {"4": {"absolute": 0.05, "relative": "1/50"}, "5": {}}}
    document = {
        "lang": "en",
        "secret": "s",
        "exam": "nash",
        "exams": {"nash": {**nash, "all_or_nothing": ["7"], "folder": "mine"}, "dice": {"all_or_nothing": True}},
    }
    chosen = ExamSettings(
        points={"7": Fraction(4), "7a": Fraction(1, 3)},
        tolerance={"4": Tolerance(Fraction(1, 20), Fraction(1, 50)), "5": Tolerance()},
        all_or_nothing=("7",),
        folder=Path("/class/mine"),
    )
    exams = {"nash": chosen, "dice": ExamSettings(all_or_nothing=True)}
    settings = read_document(document, "corrige.toml", folder=Path("/class"))
    assert settings == Settings("en", "s", "nash", (), exams)
    assert settings.places == (Path("/class/mine"),)


def test_how_marks_come_about() -> None:
    late = {"points": "1/2", "per": "day", "most": 5}
    chosen = read_document({"class": {"mark": {"out_of": 20, "round": 0.25, "minimum": 1, "late": late}}}, "c").mark
    assert chosen == MarkRules(Fraction(20), Penalty(Fraction(1, 2), Per.DAY, Fraction(5)), Fraction(1, 4), Fraction(1))
    remedies = problems({"class": {"mark": {"out_of": 0, "late": {"points": 1, "per": "week"}, "rond": 1}}, "mark": {}})
    assert set(remedies) == {"class.mark.out_of", "class.mark.late.per", "class.mark.rond", "mark"}
    assert "under [class.mark], in a line such as out_of = 20" in remedies["mark"]
    assert "did you mean round" in remedies["class.mark.rond"]


def test_a_document_adds_to_what_was_chosen_before() -> None:
    """Settings for an exam replace earlier ones completely; those for other exams stay; folders are appended."""
    before = Settings("fr", "old", "dice", (Path("a"),), {"x": ExamSettings(), "y": ExamSettings()})
    document = {"exams": {"y": {"all_or_nothing": True}}, "secret": "", "exam": "nash", "lang": "en"}
    exams = {"x": ExamSettings(), "y": ExamSettings(all_or_nothing=True)}
    assert read_document(document, "corrige.toml", before) == Settings("en", "", "nash", (Path("a"),), exams)
    folders = read_document({"exams": ["b", "/c"]}, "corrige.toml", before, Path("/class"))
    assert folders.places == (Path("a"), Path("/class/b"), Path("/c"))


@pytest.mark.parametrize("amount", [0, 0.0, 1_000_000, "1/3", 0.1, "0.5"])
def test_amounts_are_exact_from_0_to_a_million(amount: float | str) -> None:
    settings = read_document({"exams": {"nash": {"points": {"1": amount}}}}, "corrige.toml")
    assert settings.exams["nash"].points["1"] == Fraction(str(amount))


REFUSED = ["1_0", " 1", "٣", 1e-13, 1e300, "1e2", "0.1/2", "9" * 30]


@pytest.mark.parametrize("amount", [-1, -0.001, 1_000_001, "1/0", "much", float("nan"), True, [], *REFUSED])
def test_other_amounts_are_refused(amount: object) -> None:
    ((place, remedy),) = problems({"exams": {"nash": {"tolerance": {"1": {"relative": amount}}}}}).items()
    assert place == "exams.nash.tolerance.1.relative"
    assert repr(amount) in remedy or repr(str(amount)) in remedy


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "18:00:00", "1e30",
                                    "-62135596800", "20260530", '"1780000000"', "1.5", "true"])  # fmt: skip
def test_a_moment_that_no_calendar_here_has_is_refused(moment: str) -> None:
    assert list(problems(tomllib.loads(f"[class]\ndeadline = {moment}"))) == ["class.deadline"]


def test_an_unknown_key_is_told_with_those_that_may_stand_there() -> None:
    document: dict[str, object] = {
        "langage": "fr",
        "exams": {"nash": {"point": {}, "tolerance": {"4": {"absolut": 1, "zzz": 1}}}},
    }
    assert problems(document) == {
        "langage": "did you mean lang?",
        "exams.nash.point": "did you mean points or as_printed?",
        "exams.nash.tolerance.4.absolut": "did you mean absolute?",
        "exams.nash.tolerance.4.zzz": "possible choices: absolute, relative",
    }
    paper = {"paper.zzz": "possible choices: name, title, minutes, out_of, questions"}
    assert problems({"exam": "nash", "paper": {"zzz": 1}}) == paper


@pytest.mark.parametrize(
    ("document", "values"),
    [
        ({"lang": "de", "secret": 7}, {"lang": "'de'", "secret": "7"}),
        ({"exams": ["a", 7]}, {"exams = […].1": "7"}),
        ({"exams": 7}, {"exams": "7"}),
        ({"marking": {"atlas": -1}}, {"marking.atlas": "-1"}),
        ({"marking": {"atlas": 1001}}, {"marking.atlas": "1001"}),
        ({"marking": {"atlas": 1.5}}, {"marking.atlas": "1.5"}),
        ({"marking": {"atlas": True}}, {"marking.atlas": "True"}),
        ({"marking": {"atlas": "100"}}, {"marking.atlas": "'100'"}),
        (
            {"marking": {"follow_through": 1.5}, "exams": {"nash": {"mistakes": {"half": 2}}}},
            {"marking.follow_through": "1.5", "exams.nash.mistakes.half": "2"},
        ),
    ],
)
def test_a_wrong_value_is_quoted(document: dict[str, object], values: dict[str, str]) -> None:
    expected = {place: f"correct the value, which is {value} now" for place, value in values.items()}
    assert problems(document) == expected


def test_files_then_the_environment_the_later_the_stronger(tmp_path: Path) -> None:
    files = []
    for name, text in (("user", 'lang = "en"\nsecret = "user"\nexams = ["a"]'), ("class", 'secret = "class"')):
        (tmp_path / name).mkdir()
        files.append(tmp_path / name / "corrige.toml")
        files[-1].write_text(f"\N{ZERO WIDTH NO-BREAK SPACE}{text}", "utf-8")  # the mark that some editors begin with
    assert read_settings(files, {}) == Settings("en", "class", None, (tmp_path / "user" / "a",))
    settings = read_settings(files, {"secret": "mine"}, (Path("first"),))
    assert settings == Settings("en", "mine", None, (Path("first"), tmp_path / "user" / "a"))
    (problem,) = problems_of(read_settings, files, {"lang": "de"})
    assert problem.place == "environment, lang"
    files[0].write_text('lang = "de"')
    (problem,) = problems_of(read_settings, files, {})
    assert problem.place == f"{files[0]}, lang"


@pytest.mark.parametrize(
    "content", [b"lang='fr'\nexam = \n", b"\xff\xfe", b"a = " + b"[" * 5000, b"a = " + b"9" * 5000]
)
def test_what_is_not_toml_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "corrige.toml").write_bytes(content)
    with pytest.raises(CorrigeError, match="not valid TOML") as caught:
        read_settings([tmp_path / "corrige.toml"], {})
    assert caught.value.problems[0].place == str(tmp_path / "corrige.toml")
    assert b"lang" not in content or "line 2" in str(caught.value)


def test_a_file_of_settings_has_at_most_1_mb(tmp_path: Path) -> None:
    path = tmp_path / "corrige.toml"
    path.write_bytes(b"#".ljust(1_000_000))
    assert read_settings([path], {}) == Settings()
    path.write_bytes(b"#".ljust(1_000_001))
    with pytest.raises(CorrigeError, match="the file is larger than 1 MB"):
        read_settings([path], {})


def test_what_marking_gives_for_answers_that_are_not_right() -> None:
    document = {
        "marking": {"follow_through": 0.5, "atlas": 100},
        "exams": {"nash": {"mistakes": {"complement": "1/3"}}},
    }
    settings = read_document(document, "corrige.toml")
    assert settings == Settings(
        exams={"nash": ExamSettings(mistakes={"complement": Fraction(1, 3)})},
        follow_through=Fraction(1, 2),
        atlas=100,
    )
    assert read_document({}, "corrige.toml", settings).follow_through == Fraction(1, 2)


@pytest.mark.parametrize(
    ("key", "table", "line"),
    [
        ("tolerance", "[exams.verger.tolerance]", '"4" = { relative = 0.05 }'),
        ("points", "[exams.verger.points]", '"1" = 2'),
        ("deadline", "[class]", "deadline = 2026-05-30T18:00:00"),
    ],
)
def test_a_key_at_the_wrong_place_is_told_where_it_belongs(key: str, table: str, line: str) -> None:
    ((place, remedy),) = problems({"exam": "verger", key: {}}).items()
    assert place == key
    assert f"under {table}, in a line such as {line}" in remedy
    assert "lang, secret, exam, marking, exams, folders, class, paper" in remedy
    right = tomllib.loads(f"{table}\n{line}\n".replace("0.05", '"1/20"'))
    assert read_document(right, "corrige.toml") != Settings()  # what is advised is taken


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("2026-05-30", datetime(2026, 5, 30, 23, 59, 59)),
        ('"2026-05-30"', datetime(2026, 5, 30, 23, 59, 59)),
        ("2026-05-30T00:00:00", datetime(2026, 5, 30)),
    ],
)
def test_a_day_is_a_deadline_until_its_end(written: str, moment: datetime) -> None:
    assert read_document(tomllib.loads(f"[class]\ndeadline = {written}\n"), "corrige.toml").deadline == moment


def test_the_nearest_file_wins_over_the_users_and_the_environment_over_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = tmp_path / "configuration" / "corrige"
    user.mkdir(parents=True)
    (user / "corrige.toml").write_text('lang = "en"\nsecret = "users"\n')
    monkeypatch.setenv("XDG_CONFIG_HOME", str(user.parent))
    folder = tmp_path / "class" / "sheets"
    folder.mkdir(parents=True)
    (tmp_path / "class" / "corrige.toml").write_text('secret = "class"\n')
    assert (load_settings(folder).lang, load_settings(folder).secret) == ("en", "class")
    monkeypatch.setenv("CORRIGE_SECRET", "environment")
    monkeypatch.setenv("CORRIGE_LANG", "fr")
    assert (load_settings(folder).lang, load_settings(folder).secret) == ("fr", "environment")


def test_what_the_command_line_names_is_kept_without_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_settings(tmp_path, (Path("first"),)) == Settings(exam_folders=(Path("first"),))
    monkeypatch.setenv("CORRIGE_LANG", "en")
    monkeypatch.setenv("CORRIGE_SECRET", "")  # as if it were not there
    assert load_settings(tmp_path, (Path("first"),)) == Settings("en", exam_folders=(Path("first"),))


@pytest.mark.parametrize("configuration", [None, ""])
def test_the_users_own_file_stands_in_the_home_folder_unless_told(
    configuration: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    if configuration is None:
        monkeypatch.delenv("XDG_CONFIG_HOME")
    else:
        monkeypatch.setenv("XDG_CONFIG_HOME", configuration)
    (tmp_path / "home" / ".config" / "corrige").mkdir(parents=True)
    (tmp_path / "home" / ".config" / "corrige" / "corrige.toml").write_text('lang = "en"\n')
    assert load_settings(tmp_path).lang == "en"


def test_only_the_nearest_file_counts_also_from_a_relative_folder(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "class" / "sheets").mkdir(parents=True)
    (here / "corrige.toml").write_text('lang = "en"\nsecret = "far"\n')
    (here / "class" / "corrige.toml").write_text('secret = "near"\n')
    monkeypatch.chdir(here / "class" / "sheets")
    assert load_settings(Path()) == Settings("fr", "near")
