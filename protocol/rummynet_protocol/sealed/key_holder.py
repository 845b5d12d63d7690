"""One holder's side: the only place where a round's secret meets the cards.

There is no request to decrypt: shares are made from what this holder's own copy of the log says is due, and from
nothing else. What was made once is sent again as it was.

What takes long is there twice: ``make_…`` does it at once, ``…_work`` returns it as a call without arguments, which
reads and changes nothing of this holder, so that it can be made in another thread.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from rummynet_protocol.errors import Cheat
from rummynet_protocol.sealed.ciphertexts import Ciphertexts, pack_cards
from rummynet_protocol.sealed.contexts import HOST
from rummynet_protocol.sealed.escrow import EscrowPart, complain, keepers, make_escrow, open_part
from rummynet_protocol.sealed.group import Element, Scalar
from rummynet_protocol.sealed.hidden_hand import cards_in, make_play
from rummynet_protocol.sealed.mix import Mix, mix
from rummynet_protocol.sealed.mix_proof import prove_mix
from rummynet_protocol.sealed.round_cards import RoundCards, check_owed, check_turn, current_mixing
from rummynet_protocol.sealed.round_keys import RoundKey
from rummynet_protocol.sealed.shares import make_shares


class KeyHolder:
    """A seat with its key and its own copy of the round's cards. Each *fresh* is 32 random bytes, never used twice."""

    def __init__(self, seat: int, key: RoundKey, cards: RoundCards) -> None:
        self.seat = seat
        self.cards = cards
        self._key = key
        self._mix: Mix | None = None
        self._shares: dict[tuple[bytes, bytes], bytes] = {}

    # -- before the first mix

    def make_escrow(self, host: Element, fresh: bytes) -> bytes:
        """The parts of this holder's key, for all others and the host."""
        keys = {**self.cards.keys, HOST: host}
        receivers = {keeper: keys[keeper] for keeper in keepers(self.seat, list(self.cards.keys))}
        return make_escrow(self._key, receivers, self.cards.context.escrow(self.seat), fresh)

    def open_part(self, dealer: int, parts: Mapping[int, EscrowPart]) -> Scalar:
        """The part of the dealer's key that is kept here: looked at before the root, shown when the dealer is lost."""
        return open_part(parts[self.seat], self.seat, self._key.secret, self.cards.context.escrow(dealer))

    def complain(self, dealer: int, parts: Mapping[int, EscrowPart], fresh: bytes) -> bytes:
        """The proof that the dealer's part does not open. After it all keys of the round are dead."""
        check_before_first_stock(self.cards)
        return complain(parts[self.seat], self._key, self.cards.context.complaint(dealer, self.seat), fresh)

    # -- the stock

    def make_deck(self, fresh: bytes) -> bytes:
        """A mix of the deck before it, if it is its place. Raises Cheat("mix")."""
        mixing = current_mixing(self.cards)
        check_turn(mixing, self.seat)
        context = self.cards.mix_context(self.seat)
        self._mix = mix(mixing.decks[-1], mixing.epoch.joint, context, self._key.secret, fresh)
        return pack_cards(self._mix.after)

    def deck_work(self, fresh: bytes) -> Callable[[], bytes]:
        """As ``make_deck``, but for ``make_proof``, which does not know what is made elsewhere."""
        check_turn(current_mixing(self.cards), self.seat)
        return partial(_deck, self._mix_work(fresh))

    def proof_work(self, fresh: bytes) -> Callable[[], bytes]:
        """The proof of the own deck in the chain, from the fresh bytes that it was made with.

        The work raises ValueError if another deck stands there.
        """
        mixing = current_mixing(self.cards)
        after = mixing.decks[mixing.mixers.index(self.seat) + 1]
        return partial(_proof, self._mix_work(fresh), after, self._key.secret, fresh)

    def _mix_work(self, fresh: bytes) -> Callable[[], Mix]:
        mixing, context = current_mixing(self.cards), self.cards.mix_context(self.seat)
        before = mixing.decks[mixing.mixers.index(self.seat)]
        return partial(mix, before, mixing.epoch.joint, context, self._key.secret, fresh)

    def make_proof(self, fresh: bytes) -> bytes:
        """The proof of the deck made last. Raises ValueError if there is none."""
        if self._mix is None:
            raise ValueError("there is no mix to prove")
        return prove_mix(self._mix, self._key.secret, fresh).pack()

    def make_shares(self, fresh: bytes) -> bytes:
        """The shares that this holder owes; the same bytes if they were made before. Raises Cheat("due")."""
        context, points = self._owed_shares()
        made = (context, b"".join(points))
        if made not in self._shares:
            self._shares[made] = make_shares(self._key, points, context, fresh)
        return self._shares[made]

    def shares_work(self, fresh: bytes) -> Callable[[], bytes]:
        """As ``make_shares``; who calls it keeps what was made. Raises Cheat("due")."""
        context, points = self._owed_shares()
        return partial(make_shares, self._key, points, context, fresh)

    def _owed_shares(self) -> tuple[bytes, tuple[Element, ...]]:
        positions = self.cards.owed(self.seat)
        check_owed(self.seat, positions)
        return self.cards.share_context(self.seat), self.cards.points(positions)

    # -- the hand

    def hand(self) -> list[int | None]:
        """The holder's hidden cards by index."""
        return cards_in(self.cards.hands[self.seat], self._key.secret)

    def make_play(self, number: int, head: bytes, named: Sequence[int], fresh: bytes) -> bytes:
        """The blob that plays these hidden cards in this holder's action. Raises ValueError for a card not held."""
        return self.play_work(number, head, named, fresh)()

    def play_work(self, number: int, head: bytes, named: Sequence[int], fresh: bytes) -> Callable[[], bytes]:
        """As ``make_play``; it is the work that raises."""
        context = self.cards.context.play(self.seat, number, head)
        return partial(make_play, self.cards.hands[self.seat], self._key, tuple(named), context, fresh)

    # -- the round's end

    def open(self) -> Scalar:
        """x, once no hidden card matters any more: the rules say when."""
        return self._key.secret


def _deck(work: Callable[[], Mix]) -> bytes:
    return pack_cards(work().after)


def _proof(work: Callable[[], Mix], after: Ciphertexts, secret: Scalar, fresh: bytes) -> bytes:
    made = work()
    if made.after != after:
        raise ValueError("the deck in the chain is another one")
    return prove_mix(made, secret, fresh).pack()


def check_before_first_stock(cards: RoundCards) -> None:
    """Return if no stock of this round can be used yet. Raises Cheat("due")."""
    # A complaint gives x E for an E that the dealer chose. With E = a_j it opens a card, once there are any.
    if cards.stock_mixes:
        raise Cheat("due", "nobody complains of a part once cards can be given")
