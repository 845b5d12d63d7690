"""Sets, runs, wild cards, strictness, open suits, lay-offs and swaps."""

from rummynet.rules.core.errors import CardNotHeld
from tests.support.vegas_tables import refused, table

# -- decks


def test_with_one_deck_cards_are_written_without_it() -> None:
    refused(table(["9C KD", "2S"]), "throw 9C.0", CardNotHeld)
