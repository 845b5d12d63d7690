"""Settings are kept in one file that people can read and write."""

import getpass
from pathlib import Path

import pytest

from rummynet_client.storage.settings import (
    FILE,
    SAYS,
    ActiveSettings,
    Settings,
    SettingsError,
    load_settings,
    own_name,
    save_settings,
    with_setting,
)
from tests.support.errors import raises


def test_what_is_changed_is_kept_and_found_again(tmp_path: Path) -> None:
    assert load_settings(tmp_path) == load_settings(None) == Settings()
    settings = with_setting(with_setting(with_setting(Settings(), "bell", "off"), "suits", "FOUR"), "confirm", "yes")
    save_settings(settings, tmp_path / "new")
    assert load_settings(tmp_path / "new") == settings == Settings(bell=False, suits="four", confirm=True)
    save_settings(settings, None)


@pytest.mark.parametrize(
    ("key", "value", "named"),
    [
        ("volume", "9", ("'volume'",)),
        ("bell", "loud", ("bell", "yes", "no")),
        ("suits", "three", ("suits", "two", "four")),
        ("name", "Cleo (bot)", ("(bot)",)),
        ("name", "C" * 33, ("32",)),
    ],
)
def test_what_cannot_be_set_is_said(key: str, value: str, named: tuple[str, ...]) -> None:
    with raises(SettingsError, "settings", *named):
        with_setting(Settings(), key, value)


@pytest.mark.parametrize("text", ["bell = ", "bell = 3", "volume = 1"])
def test_a_file_that_is_wrong_is_named_and_not_changed(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    with raises(SettingsError, "settings", FILE):
        load_settings(tmp_path)
    assert (tmp_path / FILE).read_text() == text


def test_set_lists_changes_and_keeps(tmp_path: Path) -> None:
    likes = ActiveSettings(tmp_path)
    assert len(likes.change_setting("", "")) == len(SAYS)
    (told,) = likes.change_setting("mute", "yes")
    assert told.pairs[:2] == (("setting", "mute"), ("value", "true"))
    assert likes.settings.mute and ActiveSettings(tmp_path).settings.mute


def test_the_name_given_last_is_kept_before_it_that_of_the_account(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for user, name in (("anna", "anna"), ("root", "player")):
        monkeypatch.setattr(getpass, "getuser", lambda user=user: user)
        assert own_name(None, tmp_path) == name
    assert own_name('Bea "B"\\', tmp_path) == own_name(None, tmp_path) == 'Bea "B"\\'
    assert own_name("Cleo", tmp_path) == own_name("", tmp_path) == "Cleo"
    with pytest.raises(SettingsError):
        own_name("Cleo (Bot)", tmp_path)
    (tmp_path / FILE).write_text("bell = ")
    assert own_name("Dora", tmp_path) == "Dora" and own_name(None, tmp_path) == "player"
