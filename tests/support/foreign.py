"""A language that nobody speaks: every sentence of a catalogue comes out in letters that no other text has."""

from gettext import NullTranslations
from string import ascii_letters

STRANGE = str.maketrans(dict.fromkeys(ascii_letters, "ø"))


class Foreign(NullTranslations):
    """Turns the letters of a sentence but those in braces; what is shown in plain letters was not looked up."""

    def gettext(self, message: str) -> str:
        parts = message.replace("{", "\n{").replace("}", "}\n").split("\n")
        return "".join(part if part.startswith("{") else part.translate(STRANGE) for part in parts)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)
