"""The client's sentences in the player's language: English as in the code, or from a catalogue. Pure.

Every sentence is looked up when it is shown. ``catalogues`` reads a catalogue from its file and passes it to
``use_catalogue``; until then, and for sentences missing in the catalogue, the language is English.

``_`` looks a sentence up and then fills its placeholders, ``ngettext`` does so with a plural, ``pgettext`` for a word
that needs context. ``N_`` marks a sentence for a later lookup: constants, tables. ``translated`` is for sentences made
by the rules and the verifier, ``sentence_of`` for an error that holds one. Those know players by their seats; both take
the players' names by seat, and write these.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from gettext import NullTranslations
from typing import Final

from rummynet_protocol.errors import RummynetError
from rummynet_protocol.sentences import PLAYER, Sentence

_RESPELT: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})
"""Respelling for terminals without letters beyond ASCII."""


class _Voice:
    """The catalogue in use."""

    catalogue: NullTranslations = NullTranslations()
    respells = False

    @classmethod
    def put(cls, text: str, values: Mapping[str, object], names: Sequence[str] = ()) -> str:
        """The sentence with its values filled in; values that are sentences are translated too."""
        if cls.respells:
            text = text.translate(_RESPELT)
        # A sentence without values is not formatted: its braces are text, such as a host may send.
        return text.format(**{name: _value(value, names) for name, value in values.items()}) if values else text


def use_catalogue(catalogue: NullTranslations, *, respells: bool = False) -> None:
    """Use this catalogue from now on; *respells*: write with ASCII letters only."""
    _Voice.catalogue, _Voice.respells = catalogue, respells


def voice() -> tuple[NullTranslations, bool]:
    """What all sentences depend on: what is kept of them is kept for this alone."""
    return _Voice.catalogue, _Voice.respells


@contextmanager
def other_catalogue(catalogue: NullTranslations) -> Iterator[None]:
    """Use a catalogue for a while, with all letters: for text that somebody else reads."""
    before = _Voice.catalogue, _Voice.respells
    use_catalogue(catalogue)
    try:
        yield
    finally:
        _Voice.catalogue, _Voice.respells = before


def _(sentence: str, /, **values: object) -> str:
    """The translated sentence, its placeholders in braces filled with the values."""
    # gettext("") is the header of the catalogue.
    return _Voice.put(_Voice.catalogue.gettext(sentence) if sentence else "", values)


def N_(sentence: str) -> str:
    """The sentence unchanged, marked for the catalogue; it is looked up where it is shown."""
    return sentence


def ngettext(one: str, many: str, count: int, /, **values: object) -> str:
    """The translated sentence for this number."""
    return _Voice.put(_Voice.catalogue.ngettext(one, many, count), values)


def pgettext(context: str, word: str, /, **values: object) -> str:
    """The translation of the word in this context."""
    return _Voice.put(_Voice.catalogue.pgettext(context, word), values)


def translated(sentence: str, names: Sequence[str] = ()) -> str:
    """Translate a sentence or constant of the rules or the verifier; unchanged if no catalogue has it.

    *names* are those of the players by seat.
    """
    if not isinstance(sentence, Sentence):
        return _(sentence)
    seat = sentence.values.get("seat")
    if sentence.template == PLAYER and isinstance(seat, int):
        return player_name(seat, names)
    catalogue, number = _Voice.catalogue, sentence.number
    text = catalogue.ngettext(sentence.template, sentence.many, number) if sentence.many else _(sentence.template)
    return _Voice.put(text, sentence.values, names)


def sentence_of(problem: RummynetError, names: Sequence[str] = ()) -> str:
    """The translated message of an error. *names* are those of the players by seat."""
    return translated(problem.says, names)


_SYSTEM: Final = (
    N_("No such file or directory"), N_("Permission denied"), N_("Is a directory"), N_("Not a directory"),
    N_("File exists"), N_("No space left on device"), N_("Read-only file system"), N_("File too large"),
    N_("File name too long"),
    N_("Connection refused"), N_("Connection reset by peer"), N_("Connection timed out"),
    N_("Network is unreachable"), N_("No route to host"), N_("Name or service not known"), N_("Address already in use"),
)  # fmt: skip
"""What systems say when something fails: in English, whatever language is chosen here."""


def system_words(problem: Exception) -> str:
    """Why a call of the system failed, without its number."""
    return _(problem.strerror) if isinstance(problem, OSError) and problem.strerror else str(problem)


def player_name(seat: int, names: Sequence[str]) -> str:
    """The name of the player in a seat, of these *names* by seat; the number of the seat where there is none."""
    return names[seat] if 0 <= seat < len(names) else _("seat {seat}", seat=seat)


def _value(value: object, names: Sequence[str]) -> object:
    if isinstance(value, Sentence):
        return translated(value, names)
    return sentence_of(value, names) if isinstance(value, RummynetError) else value
