from pathlib import Path

import pytest

from answers.exam.settings import Settings
from answers.exam.settings_in_force import load_settings


def test_the_nearest_file_wins_over_the_users_and_the_environment_over_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = tmp_path / "configuration"
    (user / "corrige").mkdir(parents=True)
    (user / "corrige" / "corrige.toml").write_text('lang = "en"\nsecret = "users"\n')
    monkeypatch.setenv("XDG_CONFIG_HOME", str(user))
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
