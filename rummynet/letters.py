"""Which letters the terminal can be trusted with. Pure."""

from collections.abc import Mapping


def needs_ascii(environment: Mapping[str, str], encoding: str | None) -> bool:
    """Whether the terminal cannot be trusted with more: its encoding has no …, or its locale is no UTF-8 one.

    Python writes UTF-8 in the C locale; the terminal need not read it.
    """
    try:
        "…×█".encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return True
    locale = environ_locale(environment).lower()
    return bool(locale) and "utf" not in locale


def environ_locale(environment: Mapping[str, str]) -> str:
    """The locale for characters, as setlocale(3) looks it up; empty where none is set."""
    return next((environment[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)), "")
