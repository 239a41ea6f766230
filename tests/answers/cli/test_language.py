"""What is typed wrongly and what goes well, in French: no English is left, and JSON does not change."""

import io
import json
import re
from pathlib import Path

import pytest

from answers.cli.common.counts import points
from tests.answers.cli.running import Corrige, Outcome
from tests.answers.cli.test_command import COMMANDS
from tests.answers.exam.copies import copy_of_tiny
from tests.answers.tiny import EXAMS

ENGLISH = re.compile(
    r"\b(the|is|are|was|not|no|of|and|with|there|file|see|give|write|wrote|known|did|you|must|got|for|by|from)\b"
)
STORY = (
    ("init", "algo", "--exam", "tiny", "--exams", str(EXAMS), "--students", "list.csv"),
    ("seeds", "algo", "--draw", "1", "--candidates", "0"),
    ("seeds", "algo"),
    ("add", "algo", "list.csv"),
    ("sheets", "algo", "--jobs", "1"),
    ("sheets", "algo", "--jobs", "1"),
    ("collect", "algo", "s01.csv", "--deadline", "20/11/2026"),
    ("collect", "algo", "s01.csv"),
    ("collect", "algo", "s01.csv", "none.zip"),
    ("grade", "algo"),
    ("review", "algo"),
    ("decide", "algo", "s01", "1a.2", "--points", "0,25"),
    ("decide", "algo", "s01", "u0-changed", "--seen", "--tell"),
    ("grade", "algo", "--diff"),
    ("grade", "algo"),
    ("collect", "algo", "--pick", "s01=zz"),
    ("report", "algo"),
    ("export", "algo", "--to", "xlsx"),
    ("export", "algo", "--to", "csv"),
    ("remove", "algo", "s01"),
)
PLURAL_OF_ONE = re.compile(r"\b[01] (?!fois\b|pas\b|sur\b|dans\b)[a-zàâéèêîôû]+[sx]\b")
UNSPACED = re.compile(r"[^\W\d]:(?=\s|$)|[\w)] [;:?!»]")
"""A sign set apart in French that no space or one that breaks stands before."""
ELIDED = re.compile(r"[^\W\d]'[^\W\d]")


@pytest.fixture(autouse=True)
def _french(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CORRIGE_MESSAGES")


@pytest.fixture
def classroom(here: Path, corrige: Corrige) -> Path:
    (here / "list.csv").write_text("student,name,first_name,u0\ns01,Aa,Bb,10\ns02,Cc,Dd,11\n")
    corrige("class", "init", "algo", "--exam", "tiny", "--exams", EXAMS, "--students", "list.csv")
    return here / "algo"


def english(outcome: Outcome) -> list[str]:
    """The English words of an outcome, those within quotation marks and names of files and commands apart."""
    text = re.sub(
        r"`[^`]*`|'[^']*'|\"[^\"]*\"|\S+[/.]\S*|corrige [a-z -]*--help|--\S+|\S*-\S*", "", outcome.out + outcome.err
    )
    return ENGLISH.findall(text)


WRONG = {
    "shw": "shw\u00a0: commande inconnue\n    → vouliez-vous dire show\u00a0?",
    "show nash --jsn": "--jsn\u00a0: option inconnue\n    → vouliez-vous dire --json\u00a0?",
    "key nash": "--u0\u00a0: il manque cet argument ou cette option",
    "key nash --u0 x": "--u0\u00a0: 'x' n’est pas un entier",
    "class grade none --jobs 0": "--jobs\u00a0: 0 n’est pas dans l’intervalle 1 … 64",
    "class collect none --deadline soon": "indiquer une date, par exemple 2026-05-30",
    "solve verger --trees 10000 --fruits 1000000": "10\u202f000\u202f010\u202f000 cases",
    "solve dice --dice 1000000 --target 1000000": "dice doit valoir au plus 4729",
    "solve phantom --board 4x4": "4,79·10⁸ ordres",
    f"sheet tiny --exams {EXAMS} --face key": "u₀",
}


@pytest.mark.parametrize("line", WRONG)
def test_what_is_asked_wrongly_is_told_in_french(here: Path, corrige: Corrige, line: str) -> None:
    outcome = corrige(*line.split())
    assert (outcome.code, outcome.out) == (2, "")
    assert WRONG[line] in outcome.err
    assert english(outcome) == []


def test_results_and_help_are_in_french(here: Path, corrige: Corrige) -> None:
    shown = corrige("show", "tiny", "--exams", EXAMS)
    assert re.search(r"^sous-question +points +réponse +tolérance +champs$", shown.out, re.MULTILINE)
    verified = corrige("verify", "nash")
    assert re.search(r"^valeur +imprimé +calculé +accord +endroit", verified.out, re.MULTILINE)
    helped = corrige("class", "assign", "--help")
    assert helped.out.startswith("Usage\u00a0: ")
    for word in ("Arguments\u00a0:", "Options\u00a0:", "[obligatoire]", "Afficher cette aide.", "Exemples\u00a0:"):
        assert word in helped.out
    helped = corrige("--help")
    assert "Commandes\u00a0:" in helped.out
    assert english(helped) == []
    helped = corrige("class", "sit", "--help")
    port = re.search(r"\[défaut[^]]*8000[^]]*\]", helped.out)
    assert port is not None
    assert re.sub("[ \n]+", " ", port[0]) == "[défaut\u00a0: 8000\u00a0; de 0 à 65\u202f535]"
    assert "[au moins 0]" in corrige("play", "dice", "--help").out


def test_a_game_is_played_in_french(corrige: Corrige, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("odds\n1\nx\nq\n"))
    played = corrige("play", "verger", "--trees", "2", "--fruits", "2", "--ravens", "2", "--seed", "1")
    assert "probabilité de gagner" in played.out
    assert "Quel arbre\u00a0? " in played.out
    assert ": --seed 1" in played.err
    assert english(played) == []


@pytest.mark.parametrize(
    ("variables", "arguments", "french"),
    [
        ({}, [], True),
        ({"CORRIGE_LANG": "en"}, [], False),
        ({"CORRIGE_LANG": "en"}, ["--lang", "fr"], True),
        ({"CORRIGE_LANG": "fr"}, ["--lang", "en"], False),
        ({"CORRIGE_MESSAGES": "fr"}, ["--lang", "en"], True),
        ({"CORRIGE_MESSAGES": "en", "CORRIGE_LANG": "fr"}, ["--lang", "fr"], False),
    ],
)
def test_the_language_of_a_run(
    corrige: Corrige, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], arguments: list[str], french: bool
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    outcome = corrige("show", "nahs", *arguments)
    assert ("n’existe pas" in outcome.err) == french
    assert ("there is no exam" in outcome.err) != french
    assert ("gagnant" in corrige("solve", "chomp", "--board", "3x4", *arguments).out) == french


def test_a_class_in_english_is_spoken_to_in_english(
    classroom: Path, corrige: Corrige, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = classroom / "corrige.toml"
    settings.write_text(settings.read_text().replace('lang = "fr"', 'lang = "en"'))
    assert "s02, Cc Dd: no paper received [no-paper]" in corrige("class", "review", "algo").out
    monkeypatch.setenv("CORRIGE_LANG", "fr")
    assert "s02, Cc Dd\u00a0: aucune copie reçue" in corrige("class", "review", "algo").out
    assert "s02, Cc Dd: no paper received [no-paper]" in corrige("class", "review", "algo", "--lang", "en").out


@pytest.mark.slow
def test_json_is_the_same_in_both_languages(classroom: Path, corrige: Corrige, monkeypatch: pytest.MonkeyPatch) -> None:
    (classroom / "submissions/s01.txt").write_text("1a: 10 2,5,5\n9z: 1\n")
    documents = []
    for lang in ("fr", "en"):
        monkeypatch.setenv("CORRIGE_MESSAGES", lang)
        documents.append([corrige("class", name, "algo", "--json").out for name in ("grade", "review", "collect")])
        documents[-1].append(corrige("check", "tiny", "--exams", EXAMS, "--json").out)
    assert documents[0] == documents[1]
    assert all(json.loads(text)["schema"] for text in documents[0])


def test_of_a_class_an_item_and_a_student_are_wanted(classroom: Path, corrige: Corrige) -> None:
    (classroom / "submissions/s01.txt").write_text("u0: 4\n1a: 10 20\n")
    for arguments, text in ((["algo", "s01"], "aucun champ"), (["algo", "--item", "1a.1"], "aucun étudiant")):
        outcome = corrige("explain", *arguments)
        assert (outcome.code, text in outcome.err, english(outcome)) == (2, True, [])
    for arguments in (["algo", "s02"], ["algo", "s01", "u0-changed"]):
        outcome = corrige("explain", *arguments)
        assert (outcome.code, "pour traiter le signalement" in outcome.out, english(outcome)) == (0, True, [])
    outcome = corrige("class", "collect", "algo", "none.zip")
    assert "none.zip\u00a0: le fichier n’existe pas" in outcome.err


@pytest.fixture
def messages(here: Path, corrige: Corrige, monkeypatch: pytest.MonkeyPatch) -> dict[str, Outcome]:
    monkeypatch.setenv("CORRIGE_MESSAGES", "fr")
    (here / "list.csv").write_text("student,name,first_name\ns01,Aa,Bb\n")
    (here / "s01.csv").write_text("student,u0,1a,1b,2\ns01,17,17 2;5;5,x,4.25\n")
    explained = ("explain", "algo", "s01", "--item", "2")
    results = {}
    for number, words in enumerate(STORY):
        if words[0] == "remove":
            results["explain"] = corrige(*explained)
        results[f"{number} {' '.join(words)}"] = corrige("class", *words)
    return results


def test_what_a_teacher_of_one_student_is_told(messages: dict[str, Outcome], here: Path) -> None:
    assert [
        name for name, outcome in messages.items() if outcome.code not in (0, 1, 2) or not (outcome.out + outcome.err)
    ] == []
    texts = {name: outcome.out + outcome.err for name, outcome in messages.items()}
    assert {name: results for name, text in texts.items() if (results := PLURAL_OF_ONE.findall(text))} == {}
    assert {name: results for name, outcome in messages.items() if (results := english(outcome))} == {}
    assert {name: results for name, text in texts.items() if (results := UNSPACED.findall(text))} == {}
    assert {name: results for name, text in texts.items() if (results := ELIDED.findall(text))} == {}
    assert "andidat" not in "".join(texts.values()).replace("--candidates", "")
    changed = texts["13 grade algo --diff"]
    for words in ("1a.2 : ", " → ", "décision de l’enseignant"):
        assert words in changed.replace("\u00a0", " ")
    assert "ligne 2" in texts["6 collect algo s01.csv --deadline 20/11/2026"]
    assert "rien à faire" in texts["2 seeds algo"]
    assert "aucune nouvelle fiche réponse, 1 fiche réponse inchangée" in texts["5 sheets algo --jobs 1"]
    page = (here / "algo/report.html").read_text("utf-8")
    assert "andidat" not in page.replace("--candidates", "")
    assert (
        json.loads((here / "algo/marks.json").read_text())["papers"][0]["parts"]["1a"]["items"][1]["verdict"] == "right"
    )


def test_points_are_told_to_a_hundredth_in_the_plural_of_the_language() -> None:
    told = {lang: [points(value).render(lang) for value in (1 / 3, 1, 1.5, 2)] for lang in ("fr", "en")}
    assert told == {
        "fr": ["0,33 point", "1 point", "1,5 point", "2 points"],
        "en": ["0.33 points", "1 point", "1.5 points", "2 points"],
    }


MARKERS = {
    "fr": re.compile(
        r"Usage:|Options:|Arguments:|Commands:|\b(FILE|STUDENT|NAME|EXAM|TEXT|INTEGER|PATH|FLOAT|COLUMN|ADDRESS|WHO|BOX|PART"
        r"|ARGS|COMMAND|required|default|the|and|with|this|for)\b"
    ),
    "en": re.compile(
        r"Usage :|Options :|\b(FICHIER|ÉTUDIANT|NOM|ÉPREUVE|TEXTE|COLONNE|ADRESSE|QUI|CASE|obligatoire|défaut|les|des"
        r"|une|est|pour|avec)\b"
    ),
}
"""Words of the other language, which no page of help has."""


@pytest.mark.slow
def test_every_help_is_in_the_language_asked_for(corrige: Corrige, monkeypatch: pytest.MonkeyPatch) -> None:
    """In French, in English and in French again: no page remembers the language before."""
    results = {}
    for lang in ("fr", "en", "fr"):
        monkeypatch.setenv("CORRIGE_MESSAGES", lang)
        for line in ("", *COMMANDS):
            page = re.split(r"(?m)^(?:Exemples|Examples)", corrige(*line.split(), "--help").out)[0]
            if words := [word[0] for word in MARKERS[lang].finditer(page)]:
                results[lang, line] = words
    assert results == {}


@pytest.mark.parametrize("messages", ["fr", "en"])
def test_an_exam_in_one_language_is_shown_whatever_the_messages_are(
    messages: str, tmp_path: Path, corrige: Corrige, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CORRIGE_MESSAGES", messages)
    (copy_of_tiny(tmp_path) / "templates/en.html").unlink()
    for options in ((), ("--lang", "fr")):
        outcome = corrige("show", "tiny", "--exams", tmp_path, *options)
        assert (outcome.code, "Quart" in outcome.out) == (0, True)
    outcome = corrige("show", "tiny", "--exams", tmp_path, "--json")
    assert json.loads(outcome.out)["title"] == {"fr": "Petit"}
    assert corrige("show", "tiny", "--exams", tmp_path, "--lang", "en").code == 2
