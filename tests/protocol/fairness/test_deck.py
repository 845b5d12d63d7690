import pytest

from rummynet_protocol.cards import full_deck
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.ceremony import HostDeal
from rummynet_protocol.fairness.deck import SealedDeck, check_opening, seal
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


def test_an_opening_of_a_52_card_deck_has_at_most_226_bytes() -> None:
    assert max(2 + len(salt) + len(path) for _, _, salt, path in map(DECK.opening, range(52))) == 226


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


def test_an_opening_belongs_to_one_deal_root_and_size() -> None:
    opening = DECK.opening(7)
    for deal, root, size in ((KEY, DECK.root, 52), (DEAL, DEAL, 52), (DEAL, DECK.root, 200), (DEAL, DECK.root, 5)):
        with pytest.raises(Cheat):
            check_opening(deal, root, size, opening)


def test_the_same_order_with_other_salts_has_another_root() -> None:
    assert SealedDeck(DEAL, DECK.order, b"\x09" * 32).root != DECK.root


def test_a_deck_does_not_show_itself() -> None:
    assert not set(repr(DECK)) & set("[(,")


def test_the_hosts_deal_goes_through_from_secrets_to_deck() -> None:
    host = HostDeal(DEAL, HOST, S_DECK, S_PUB)
    keys, xs = [b"\x0a" * 32, b"\x0b" * 32], [b"\x0c" * 32, b"\x0d" * 32]
    commits = [fair.seat_commit(DEAL, seat, keys[seat], xs[seat]) for seat in range(2)]
    made = host.shuffled(commits, KEY, full_deck(), xs)
    cset = fair.commit_set(DEAL, *host.commits, commits)
    z = fair.mix(DEAL, cset, KEY, bytes(full_deck()), xs)
    assert (made.cset, made.z) == (cset, z)
    assert made.deck.order == seal(DEAL, z, S_DECK, full_deck()).order
    assert made.deal_root == fair.deal_root(DEAL, cset, z, 52, made.deck.root)
    assert made.first_seat(2) == fair.first_seat(z, S_PUB, 2)
    assert made.insert_places([30, 31]) == fair.insert_places(z, S_DECK, [30, 31])


def test_the_hosts_secrets_are_in_no_repr() -> None:
    host = HostDeal(DEAL, HOST, S_DECK, S_PUB)
    told = repr(host) + repr(host.shuffled([], KEY, full_deck(), []))
    assert set(host.__struct_fields__) - set(host.unprinted) == {"deal", "host"}
    for secret in (S_DECK, S_PUB):
        assert str(secret)[2:-1] not in told


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_hosts_secret_has_32_bytes(size: int) -> None:
    for secrets in ((bytes(size), S_PUB), (S_DECK, bytes(size))):
        with pytest.raises(ValueError, match="32 bytes"):
            HostDeal(DEAL, HOST, *secrets)
