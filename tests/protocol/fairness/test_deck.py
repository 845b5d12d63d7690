import pytest

from rummynet_protocol.cards import full_deck
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.ceremony import HostDeal
from rummynet_protocol.fairness.deck import SealedDeck, check_opening, leaf
from rummynet_protocol.fairness.entries import OpeningRow
from rummynet_protocol.fairness.shuffle import shuffle

DEAL, KEY, HOST = b"\x01" * 32, b"\x02" * 32, b"\x03" * 32
S_DECK, S_PUB = b"\x04" * 32, b"\x05" * 32
DECK = SealedDeck(DEAL, shuffle(full_deck(), KEY), KEY)


@pytest.mark.parametrize(("decks", "jokers"), [(1, False), (1, True), (2, False), (4, True)])
def test_every_card_opens(decks: int, jokers: bool) -> None:
    order = shuffle(full_deck(decks, jokers), KEY)
    deck = SealedDeck(DEAL, order, KEY)
    for position in range(len(deck)):
        opening = deck.opening(position)
        assert opening[:2] == (position, order[position])
        check_opening(DEAL, deck.root, len(deck), opening)


@pytest.mark.parametrize("position", [-1, 52])
def test_there_is_no_card_outside_the_deck(position: int) -> None:
    with pytest.raises(IndexError):
        DECK.opening(position)


def altered(opening: OpeningRow) -> list[OpeningRow]:
    position, card, salt, path = opening
    return [
        (position + 1, card, salt, path),
        (position, (card + 1) % 52, salt, path),
        (position, card, bytes([salt[0] ^ 1]) + salt[1:], path),
        (position, card, salt, path[:-1] + bytes([path[-1] ^ 1])),
        (position, card, salt, path[:-32]),
        (position, card, salt, path + bytes(32)),
        (position, card, salt, path[:-1]),
        (position, card, salt[:-1], path),
        (position, card, salt + path[:1], path[1:]),
        (-1, card, salt, path),
        (position, 256, salt, path),
        (position, -1, salt, path),
        (300, card, salt, path),
    ]


@pytest.mark.parametrize("position", [0, 31, 32, 51])
def test_an_altered_opening_is_a_cheat(position: int) -> None:
    for opening in altered(DECK.opening(position)):
        with pytest.raises(Cheat) as caught:
            check_opening(DEAL, DECK.root, 52, opening)
        assert caught.value.check == "opening"
    with pytest.raises(Cheat):
        check_opening(DEAL, leaf(DEAL, 0, 5, b"short"), 1, (0, 5, b"short", b""))


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_hosts_secret_has_32_bytes(size: int) -> None:
    for secrets in ((bytes(size), S_PUB), (S_DECK, bytes(size))):
        with pytest.raises(ValueError, match="32 bytes"):
            HostDeal(DEAL, HOST, *secrets)
