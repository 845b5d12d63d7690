"""The check at a round's end, when all keys are open: every deck is decrypted, every share computed again.

It needs none of the proofs: a flaw in a proof system still shows here, and names who made the wrong deck or share.
"""

from collections.abc import Mapping

from rummynet_protocol.errors import Cheat
from rummynet_protocol.sealed.ciphertexts import Ciphertexts, card_under
from rummynet_protocol.sealed.group import Scalar, scalar_total, times
from rummynet_protocol.sealed.round_cards import LoggedMix, LoggedShares, RoundCards
from rummynet_protocol.sealed.round_keys import check_opened_key


def audit_round(cards: RoundCards, secrets: Mapping[int, Scalar]) -> dict[int, list[int]]:
    """The hidden cards left in each hand. Raises Cheat("key-open"), ("mix") or ("share")."""
    if secrets.keys() != cards.keys.keys():
        raise Cheat("key-open", "a round is checked with the keys of all its holders")
    for seat, secret in secrets.items():
        check_opened_key(cards.keys[seat], secret)
    joint = scalar_total(secrets.values())
    audit_stocks(cards.stock_mixes, joint)
    for mix in cards.hand_mixes:
        audit_mix(mix.seat, decrypted(mix.before, secrets[mix.seat]), decrypted(mix.after, secrets[mix.seat]))
    for given in cards.shares:
        audit_shares(given, secrets[given.seat])
    # A hand holds what the stocks held: with all decks and shares true, there is nothing but cards in it.
    return {
        seat: [card for card in decrypted(hand.cards, secrets[seat]) if card is not None]
        for seat, hand in cards.hands.items()
    }


def decrypted(cards: Ciphertexts, secret: Scalar) -> list[int | None]:
    """The cards in their order; None where there is none."""
    return [card_under(card, secret) for card in cards]


def audit_stocks(mixes: list[LoggedMix], joint: Scalar) -> None:
    """Return if every mix kept the cards of the deck before it: X = Σ x_s opens them all. Raises Cheat("mix")."""
    last: Ciphertexts = ()
    cards: list[int | None] = []
    for mix in mixes:
        if mix.before != last:  # a chain begins, with the computed first deck
            cards = decrypted(mix.before, joint)
        after = decrypted(mix.after, joint)
        audit_mix(mix.seat, cards, after)
        last, cards = mix.after, after


def audit_mix(seat: int, before: list[int | None], after: list[int | None]) -> None:
    """Return if the same cards are in both, each once. Raises Cheat("mix")."""
    # What is no card was none before either, so whoever mixed it in is named, and not who mixed after.
    if sorted(map(str, before)) != sorted(map(str, after)):
        raise Cheat("mix", f"seat {seat} mixed other cards than it was given")


def audit_shares(given: LoggedShares, secret: Scalar) -> None:
    """Return if each d is xa. Raises Cheat("share")."""
    if any(times(secret, point) != share for point, share in zip(given.points, given.shares, strict=True)):
        raise Cheat("share", f"seat {given.seat} gave a wrong share")
