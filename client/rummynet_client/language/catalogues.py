"""The message catalogues in the package, one per language, and the choice between them."""

from collections.abc import Mapping
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final

from rummynet.letters import needs_ascii
from rummynet_client.language import use_catalogue

DOMAIN: Final = "rummynet"
FOLDER: Final = Path(__file__).parent.parent / "locale"
ENGLISH: Final = "en"
LANGUAGES: Final = (ENGLISH, "de")  # all languages, as settings name them; English is in the code
AUTO: Final = "auto"


def choose_language(
    setting: str, environment: Mapping[str, str], *, ascii: str = AUTO, encoding: str | None = "utf-8"
) -> None:
    """Switch to the language of the setting, or with ``auto`` to that of the environment.

    *ascii* is the setting of that name, *encoding* that of the output: they decide which letters can be written.
    """
    language = locale_language(environment) if setting == AUTO else setting
    respells = needs_ascii(environment, encoding) if ascii == AUTO else ascii == "yes"
    use_catalogue(catalogue(language), respells=respells)


def locale_language(environment: Mapping[str, str]) -> str:
    """The language of the locale for messages, by the lookup of gettext(3); English if none is available.

    ``LANGUAGE`` may list several, the preferred first; it is ignored in the C locale.
    """
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    dearest = environment.get("LANGUAGE", "") if _language(locale) not in ("", "c", "posix") else ""
    return next((name for name in map(_language, (*dearest.split(":"), locale)) if name in LANGUAGES), ENGLISH)


def _language(locale: str) -> str:
    """``de`` for ``de_DE.UTF-8@euro``."""
    return locale.partition("@")[0].partition(".")[0].partition("_")[0].lower()


def catalogue(language: str) -> NullTranslations:
    """The catalogue of a language."""
    if language == ENGLISH:
        return NullTranslations()
    with (FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        return GNUTranslations(file)
