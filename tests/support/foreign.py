"""A language that nobody speaks: every sentence of a catalogue comes out in letters that no other text has."""

import re
from gettext import NullTranslations
from string import ascii_letters

PLACE = re.compile(r"(\{[^}]*\}|%\(\w+\)[rs]|%[rs])")
"""Of sentences of ours, and of argparse's."""
STRANGE = str.maketrans(dict.fromkeys(ascii_letters, "ø"))


class Foreign(NullTranslations):
    """Turns the letters of a sentence but those of its places; what is shown in plain letters was not looked up."""

    def gettext(self, message: str) -> str:
        parts = PLACE.split(message)
        return "".join(part if at % 2 else part.translate(STRANGE) for at, part in enumerate(parts))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)
