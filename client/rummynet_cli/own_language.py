"""The person's language for help and errors, looked up only when one of these is shown.

argparse asks gettext for its own words; here it asks the catalogue of all other sentences.
"""

import argparse
from functools import cache
from typing import Final

from rummynet_client.language import N_, _, ngettext

_USAGE: Final = N_("usage: ")
_SENTENCES: Final = frozenset(
    {
        _USAGE,
        N_("the following arguments are required: %s"),
        N_("unrecognized arguments: %s"),
        N_("expected one argument"),
        N_("expected at most one argument"),
        N_("expected at least one argument"),
        N_("argument %(argument_name)s: %(message)s"),
        N_("invalid choice: %(value)r (choose from %(choices)s)"),
        N_("ignored explicit argument %r"),
        N_("ambiguous option: %(option)s could match %(matches)s"),
    }
)
"""What argparse says while it reads arguments."""


@cache
def speak() -> None:
    """Use the language of the settings, else that of the system; once."""
    # Imported when something is said: the settings' reader is no part of a start.
    from rummynet.keyfile import home
    from rummynet_client.storage.settings import apply_kept_language

    apply_kept_language(home(None))


def translate_argparse() -> None:
    """Let argparse say these things in the person's language."""

    def one(text: str) -> str:
        # Only what is translated needs the catalogue, so parsing without an error reads none.
        if text not in _SENTENCES:
            return text
        speak()
        return _(text)

    def several(single: str, many: str, count: int) -> str:
        if single != "expected %s argument":
            return single if count == 1 else many
        speak()
        return ngettext("expected %s argument", "expected %s arguments", count)

    # argparse has no other way in: it calls these two names of its own module.
    setattr(argparse, "_", one)  # noqa: B010
    setattr(argparse, "ngettext", several)  # noqa: B010
