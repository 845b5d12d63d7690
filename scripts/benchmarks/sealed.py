"""A sealed deck: processor time and bytes of each step, for 2, 3, 4 and 6 seats with 52 and 108 cards.

Hands are dealt as many cards as a game of that size has. Times are processor time, medians of a few turns; the library
is loaded and the constants are computed before, once a program (their cost is a figure of its own).

Only the steps are measured, one after the other in one process: no host, no signatures, no journal and no network.
Programs at a table make and check them in a thread (``rummynet_client.core.log.computing``).
"""

import time
from collections import defaultdict
from collections.abc import Callable
from hashlib import sha256
from statistics import median
from typing import Any, Final, TypeVar

from rummynet_protocol.cards import full_deck
from rummynet_protocol.fairness.commitment import deal_id
from rummynet_protocol.sealed.ciphertexts import CIPHERTEXT, read_cards
from rummynet_protocol.sealed.constants import card_of, chain_start, generator_total, generators
from rummynet_protocol.sealed.contexts import HOST, RoundContext, possession_context
from rummynet_protocol.sealed.escrow import check_escrow, keepers, open_part, rebuilt_key
from rummynet_protocol.sealed.key_holder import KeyHolder
from rummynet_protocol.sealed.round_audit import audit_round
from rummynet_protocol.sealed.round_cards import RoundCards
from rummynet_protocol.sealed.round_keys import check_possession, prove_possession, round_key

R = TypeVar("R")
SESSION: Final = b"\x01" * 32
TURNS: Final = 3
DECKS: Final = {52: full_deck(), 108: full_deck(2, jokers=True)}
HANDS: Final = {2: 10, 3: 7, 4: 7, 6: 7}
"""Cards dealt to each seat; with 108 cards 10."""


def sealed() -> dict[str, Any]:
    """Every size."""
    begun = time.process_time()
    card_of()
    generators()
    chain_start()
    for count in DECKS:
        generator_total(count)
    loaded = 1000 * (time.process_time() - begun)
    sizes = {f"{seats} seats, {cards} cards": _figures(seats, cards) for cards in DECKS for seats in HANDS}
    what = "a sealed deck: processor time in ms, bytes"
    return {"what": what, "load_and_constants_ms": round(loaded), "sizes": sizes}


class Steps:
    """Processor time of named steps, in ms."""

    def __init__(self) -> None:
        self.spent: defaultdict[str, list[float]] = defaultdict(list)
        self._count = 0

    def fresh(self) -> bytes:
        """32 bytes that have not been used."""
        self._count += 1
        return sha256(self._count.to_bytes(8, "big")).digest()

    def timed(self, name: str, call: Callable[..., R], *given: Any) -> R:  # noqa: ANN401
        """What *call* returns for these arguments; its time is kept."""
        begun = time.process_time()
        result = call(*given)
        self.spent[name].append(1000 * (time.process_time() - begun))
        return result


def _figures(seats: int, count: int) -> dict[str, Any]:
    """Steps of one deal, of a draw, of plays and of the round's end. Each turn is a round of its own."""
    steps, sizes = Steps(), dict[str, int]()
    for turn in range(TURNS):
        sizes = _round(steps, seats, count, turn)
    ms = {name: round(median(times), 2) for name, times in steps.spent.items()}
    others = seats - 1
    # What one seat computes for a deal: its own key, escrow, mix, proof and shares, and a check of all others'.
    own = ("possession made", "escrow made", "mix", "proof made", "shares made")
    checks = ("possession checked", "escrow checked", "own part opened", "proof checked", "shares checked")
    deal = sum(ms.get(name, 0) for name in own) + others * sum(ms.get(name, 0) for name in checks)
    draw = ms["draw: share made"] + others * ms["draw: share checked"]
    once = sizes["key"] + sizes.get("escrow", 0) + sizes["deck"] + sizes["proof"] + sizes["shares"]
    return {
        "cpu_ms_per_client": round(deal, 1),
        "draw_cpu_ms": round(draw, 2),
        "bytes_per_seat": once,
        "bytes_of_all": seats * once,
        # What waits for what until a hand is seen: the keys, each mix, the last proof, the co-signatures, the shares. A
        # draw takes one.
        "hops": seats + 4,
        "steps_ms": ms,
        "bytes": sizes,
    }


def _round(steps: Steps, seats: int, count: int, turn: int) -> dict[str, int]:
    """One round, step by step. Returns the bytes of each."""
    fresh, timed, cards_each = steps.fresh, steps.timed, HANDS[seats] if count == 52 else 10
    deal, sizes = deal_id(SESSION, turn + 1, 0), {"key": 32 + 64}
    keys = {seat: round_key(fresh(), deal, seat) for seat in range(seats)}
    host, context = round_key(fresh(), deal, HOST), RoundContext(SESSION, deal, bytes(32))
    named = possession_context(SESSION, deal, 0, bytes(32))
    proof = timed("possession made", prove_possession, keys[0], named, fresh())
    timed("possession checked", check_possession, keys[0].public, named, proof)
    public = {seat: key.public for seat, key in keys.items()}
    table = RoundCards(context, public)
    holders = [KeyHolder(seat, key, table) for seat, key in keys.items()]

    if seats > 2:
        blob = timed("escrow made", holders[0].make_escrow, host.public, fresh())
        sizes["escrow"] = len(blob)
        keeping, x = keepers(0, range(seats)), context.escrow(0)
        parts = check_escrow(public[0], keeping, blob)

        timed("escrow checked", check_escrow, public[0], keeping, blob)
        timed("own part opened", holders[1].open_part, 0, parts)
        opened = {seat: holders[seat].open_part(0, parts) for seat in keeping[:-1]}
        opened[HOST] = open_part(parts[HOST], HOST, host.secret, x)
        timed("key of a lost seat", rebuilt_key, public[0], parts, opened)

    table.start_stock(deal, bytes(32), DECKS[count])
    for holder in holders:
        deck = timed("mix", holder.make_deck, fresh())
        table.add_deck(holder.seat, deck)
        proof = timed("proof made", holder.make_proof, fresh())
        timed("proof checked", _check, table, holder.seat, deck, proof)
        sizes["deck"], sizes["proof"] = len(deck), len(proof)
    table.finish_mixing()

    to: list[int | None] = [*range(seats)] * cards_each + [None]
    table.give(bytes(32), 0, to)
    for holder in holders:
        blob = timed("shares made", holder.make_shares, fresh())
        timed("shares checked", table.add_shares, holder.seat, blob)
        sizes["shares"] = len(blob)

    table.give(bytes(32), len(to), [0])
    for holder in holders[1:]:
        blob = timed("draw: share made", holder.make_shares, fresh())
        timed("draw: share checked", table.add_shares, holder.seat, blob)
        sizes["draw: share"] = len(blob)

    hand = [card for card in timed("hand read", holders[0].hand) if card is not None]
    for number, name in ((1, "play with a mix"), (2, "play")):
        thrown = hand[number : number + 1]
        blob = timed(f"{name} made", holders[0].make_play, number, bytes(32), thrown, fresh())
        timed(f"{name} checked", table.play, 0, number, bytes(32), thrown, blob)
        sizes[name] = len(blob)
    secrets = {seat: key.secret for seat, key in keys.items()}
    timed("audit", audit_round, table, secrets)
    return sizes


def _check(table: RoundCards, seat: int, deck: bytes, proof: bytes) -> None:
    """A mix checked, with its deck read from bytes as it comes."""
    read_cards(deck, len(deck) // CIPHERTEXT)
    table.add_proof(seat, proof)
