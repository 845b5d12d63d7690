"""Which characters the terminal can show. Pure."""

from collections.abc import Mapping


def needs_ascii(environment: Mapping[str, str], encoding: str | None) -> bool:
    """Whether output has to be ASCII: the encoding has no …, or the locale is not UTF-8.

    Python writes UTF-8 in the C locale even if the terminal does not read it.
    """
    try:
        "…×█".encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return True
    # The encoding alone is not enough: Python says UTF-8 in the C locale (PEP 538, PEP 540).
    locale = environ_locale(environment).lower()
    # No locale set: on Windows and in services the encoding decides.
    return bool(locale) and "utf" not in locale


def environ_locale(environment: Mapping[str, str]) -> str:
    """The locale for characters, as setlocale(3) determines it; empty where none is set."""
    return next((environment[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)), "")
