"""The player's settings, in one TOML file of the data directory: read at the start, changed with ``set``."""

import getpass
import json
import os
import sys
import tomllib
from pathlib import Path
from typing import Final

from rummynet.files import MOST_SETTINGS, read_file, replace_file
from rummynet_client.core.text.card_names import ENGLISH as ENGLISH_LETTERS
from rummynet_client.core.text.card_names import GERMAN as GERMAN_LETTERS
from rummynet_client.core.text.card_names import use_letters
from rummynet_client.core.text.commands import OpenTable
from rummynet_client.core.text.news import QueryAnswered
from rummynet_client.core.text.table_wish import wish_of
from rummynet_client.core.text.verbs import parse_command
from rummynet_client.language import N_, _, sentence_of, system_words
from rummynet_client.language.catalogues import AUTO, LANGUAGES, choose_language
from rummynet_protocol.errors import Refusal, RummynetError
from rummynet_protocol.text import clean
from rummynet_protocol.values import Value, asdict, replace
from rummynet_protocol.wire.messages import NAME

FILE: Final = "settings.toml"
ASK: Final = "ask"  # the company that has not been chosen yet


class SettingsError(RummynetError):
    """The settings cannot be read, or there is no such setting."""

    code = "settings"


class Settings(Value):
    """Every setting with its default."""

    bell: bool = True
    title: bool = True
    theme: str = "terminal"
    colours: str = "auto"
    suits: str = "two"
    signs: str = "auto"
    letters: str = ENGLISH_LETTERS
    motion: bool = True
    confirm: bool = False
    order: str = "suit"
    mute: bool = False
    talk: bool = True
    ascii: str = "auto"
    mouse: bool = True
    language: str = AUTO
    company: str = ASK
    name: str = ""


SAYS: Final = {
    "bell": N_("ring the terminal's bell when it is your turn"),
    "title": N_("show whose turn it is in the terminal's title"),
    "theme": N_("colours of the table: terminal (its own background), felt, dark, light, high-contrast, or mono"),
    "colours": N_("auto, 16 (the terminal's own sixteen), or none"),
    "suits": N_("two colours for the suits, or four"),
    "signs": N_("show suits as signs, not as letters: auto, yes or no"),
    "letters": N_("letters of the cards: english (J Q K A) or german (B D K A)"),
    "motion": N_("mark what has just changed for a moment"),
    "confirm": N_("ask before a card is thrown out"),
    "order": N_("how your hand is sorted at the start: suit, rank, or own"),
    "mute": N_("hide chat, but show what the host says"),
    "talk": N_("show what bots say"),
    "ascii": N_("use ASCII only: auto, yes or no"),
    "mouse": N_("pick cards with the mouse; if off, you can select text in the terminal as usual"),
    "language": N_("auto (the system's language), or one of: en, de"),
    "company": N_("the game and bots that 'rummynet play' starts with, written as for 'create'; ask: it asks once"),
    "name": N_("the name that others see at your next 'join'; --name changes it, too"),
}
_WORDS: Final = {
    "theme": ("terminal", "felt", "dark", "light", "high-contrast", "mono"),
    "colours": ("auto", "16", "none"),
    "suits": ("two", "four"),
    "signs": ("auto", "yes", "no"),
    "letters": (ENGLISH_LETTERS, GERMAN_LETTERS),
    "order": ("suit", "rank", "own"),
    "ascii": ("auto", "yes", "no"),
    "language": (AUTO, *LANGUAGES),
}
_YES_NO: Final = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


def with_setting(settings: Settings, key: str, value: str) -> Settings:
    """The settings with one changed to a typed value. Raises SettingsError."""
    if key not in SAYS:
        raise SettingsError(
            _("there is no setting {key!r}; the settings are: {settings}", key=key[:20], settings=", ".join(SAYS))
        )
    word = value.lower()
    if key == "company":
        return replace(settings, company=word if word == ASK else _company(value))
    if key == "name":
        return replace(settings, name=_person_name(value))
    if key in _WORDS:
        if word not in _WORDS[key]:
            raise SettingsError(
                _("{key} can be {words}, not {value!r}", key=key, words=", ".join(_WORDS[key]), value=value[:20])
            )
        return Settings(**{**asdict(settings), key: word})
    if word not in _YES_NO:
        raise SettingsError(_("{key} can be yes or no, not {value!r}", key=key, value=value[:20]))
    return Settings(**{**asdict(settings), key: _YES_NO[word]})


def _company(value: str) -> str:
    """A game, its options and its bots, as they are kept. Raises SettingsError."""
    try:
        command = parse_command(f"create {value}")
    except Refusal as problem:
        raise SettingsError(
            _("company cannot be {value!r}: {why}", value=value[:40], why=sentence_of(problem))
        ) from None
    if not isinstance(command, OpenTable) or not command.bots or command.name:
        raise SettingsError(_("company is a game with bots, such as: keilty bots=simple,steady"))
    return wish_of(command).words


def load_settings(folder: Path | None) -> Settings:
    """The settings kept in this folder, or the defaults. Raises SettingsError."""
    if folder is None:
        return Settings()
    path = folder / FILE
    try:
        kept = tomllib.loads(read_file(path, MOST_SETTINGS).decode())
    # A folder that is none: the keys are looked for in it next, and that says which folder is wrong.
    except (FileNotFoundError, NotADirectoryError):
        return Settings()
    # tomllib parses by recursion: thousands of brackets are an error in the file, not a crash of the client.
    except (OSError, ValueError, RecursionError) as problem:
        why = getattr(problem, "strerror", None) or problem
        raise SettingsError(
            _("{path} cannot be read ({problem}); repair it, or delete it to get the defaults", path=path, problem=why)
        ) from None
    settings = Settings()
    for key, value in kept.items():
        try:
            settings = with_setting(settings, key, as_typed(value))
        except SettingsError as problem:
            # An unknown key is an error: a misspelt setting that is ignored looks like one that does not work.
            raise SettingsError(f"{path}: {problem}") from None
    return settings


def save_settings(settings: Settings, folder: Path | None) -> None:
    """Keep the settings; without a folder nothing is kept. Raises SettingsError."""
    if folder is None:
        return
    path = folder / FILE
    try:
        replace_file(path, to_toml(settings).encode())
    except OSError as problem:
        raise SettingsError(_("{path} cannot be written: {reason}", path=path, reason=system_words(problem))) from None


def to_toml(settings: Settings) -> str:
    """The text of the file, each setting below a comment that describes it."""
    lines = []
    for key, value in setting_values(settings):
        written = value if value in ("true", "false") else json.dumps(value, ensure_ascii=False)
        lines += [f"# {_(SAYS[key])}", f"{key} = {written}", ""]
    return "\n".join(lines)


def setting_values(settings: Settings) -> list[tuple[str, str]]:
    """Every setting with its value as in the file."""
    pairs = [(name, getattr(settings, name)) for name in settings.__struct_fields__]
    return [(name, ("true" if value else "false") if isinstance(value, bool) else value) for name, value in pairs]


def as_typed(value: object) -> str:
    """A value of the file as it would be typed."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def apply_language(settings: Settings) -> None:
    """Switch to the language of the settings, and to their letters of the cards."""
    use_letters(settings.letters)
    choose_language(settings.language, os.environ, ascii=settings.ascii, encoding=sys.stdout.encoding)


def kept_settings(folder: Path) -> Settings:
    """The settings in this folder; the defaults if they cannot be read."""
    try:
        return load_settings(folder)
    except SettingsError:
        return Settings()


def apply_kept_language(folder: Path) -> None:
    """Switch to the language of the settings in this folder; if these cannot be read, to that of the system."""
    apply_language(kept_settings(folder))


def own_name(given: str | None, folder: Path) -> str:
    """The name shown to others: the given one, which is kept; else the one kept, else the account's.

    Raises SettingsError for a bot's.
    """
    given = given and _person_name(given)
    try:
        settings = load_settings(folder)
        if given and given != settings.name:
            save_settings(with_setting(settings, "name", given), folder)
    except SettingsError:  # told where settings are needed
        return given or _account_name()
    return given or settings.name or _account_name()


def _person_name(value: str) -> str:
    name = clean(value, NAME + 1)
    if len(name) > NAME:
        raise SettingsError(_("a name has {most} characters at most; choose a shorter one", most=NAME))
    # Bots are known by their names alone: they are signed into the log.
    if name.casefold().endswith("(bot)"):
        raise SettingsError(_("a name that ends in '(bot)' is a bot's; choose another"))
    return name


def _account_name() -> str:
    try:
        user = getpass.getuser()
    # A container may run under a user number without a name.
    except (OSError, KeyError):
        user = "root"
    return "player" if user == "root" else user  # that of an account of no person is no name


class ActiveSettings:
    """The settings in use, saved to *folder* on every change. Raises SettingsError as ``load`` does."""

    def __init__(self, folder: Path | None) -> None:
        self.settings = load_settings(folder)
        self._folder = folder
        apply_language(self.settings)

    def change_setting(self, key: str = "", value: str = "") -> list[QueryAnswered]:
        """Change a setting and return it; without a key return all of them. Raises SettingsError."""
        if key:
            self.settings = with_setting(self.settings, key, value)
            save_settings(self.settings, self._folder)
            apply_language(self.settings)
        return [
            QueryAnswered("welcome", (("setting", name), ("value", now), ("does", _(SAYS[name]))))
            for name, now in setting_values(self.settings)
            if key in ("", name)
        ]
