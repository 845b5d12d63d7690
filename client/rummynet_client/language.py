"""The client's sentences in the person's language: English as the code has it, or as a catalogue says it. Pure.

Every sentence that the client shows goes through here when it is shown. ``catalogues`` reads a catalogue from its file
and hands it to ``speak``; until then, and for whatever a catalogue lacks, the language is English.

``_`` looks a sentence up and fills its places in afterwards, ``ngettext`` does so for one or many, ``pgettext`` for a
word that needs to be told where it stands. ``N_`` marks what is looked up later: constants, tables. ``translated`` is
for sentences made elsewhere, by the rules and the verifier, ``sentence_of`` for an error that holds one.
"""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from rummynet_protocol.errors import RummynetError
from rummynet_protocol.sentences import Sentence

_RESPELT: Final = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"},
)
"""How letters are written where a terminal has none but those of ASCII."""


class _Voice:
    """What is spoken now."""

    catalogue: NullTranslations = NullTranslations()
    respells = False

    @classmethod
    def put(cls, text: str, values: Mapping[str, object]) -> str:
        """The sentence with its values, which are put into words too where they are sentences."""
        if cls.respells:
            text = text.translate(_RESPELT)
        return text.format(**{name: _value(value) for name, value in values.items()}) if values else text


def speak(catalogue: NullTranslations, *, respells: bool = False) -> None:
    """From now on sentences come from this catalogue; *respells*: written with the letters of ASCII alone."""
    _Voice.catalogue, _Voice.respells = catalogue, respells


def _(sentence: str, /, **values: object) -> str:
    """The sentence in the language, its places in braces filled with the values."""
    return _Voice.put(_Voice.catalogue.gettext(sentence) if sentence else "", values)


def N_(sentence: str) -> str:
    """The sentence as it is, marked for the catalogue: to be looked up where it is shown."""
    return sentence


def ngettext(one: str, many: str, count: int, /, **values: object) -> str:
    """The wording for this number."""
    return _Voice.put(_Voice.catalogue.ngettext(one, many, count), values)


def pgettext(context: str, word: str, /, **values: object) -> str:
    """The word as it is said in this context."""
    return _Voice.put(_Voice.catalogue.pgettext(context, word), values)


def translated(sentence: str) -> str:
    """A sentence of the rules or the verifier, or a constant of theirs; whatever no catalogue knows stays as it is."""
    if not isinstance(sentence, Sentence):
        return _(sentence)
    if sentence.many:
        return ngettext(sentence.template, sentence.many, sentence.number, **sentence.values)
    return _(sentence.template, **sentence.values)


def sentence_of(problem: RummynetError) -> str:
    """What an error says."""
    return translated(problem.says)


def _value(value: object) -> object:
    if isinstance(value, Sentence):
        return translated(value)
    return sentence_of(value) if isinstance(value, RummynetError) else value
