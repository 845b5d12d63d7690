"""A table with a sealed deck in miniature: holders, one public copy of the cards, and all that a host would log."""

from collections.abc import Callable, Sequence
from hashlib import sha256

from rummynet_protocol.fairness.commitment import deal_id
from rummynet_protocol.fairness.hashing import H
from rummynet_protocol.sealed.contexts import HOST, RoundContext, epoch_z, possession_context
from rummynet_protocol.sealed.escrow import EscrowPart, check_escrow, keepers
from rummynet_protocol.sealed.group import Scalar
from rummynet_protocol.sealed.key_holder import KeyHolder
from rummynet_protocol.sealed.round_cards import RoundCards
from rummynet_protocol.sealed.round_keys import RoundKey, prove_possession, round_key, shown_key
from rummynet_protocol.sealed.sealed_round import SealedRound

SESSION = b"\x01" * 32


class FreshBytes:
    """32 bytes a call, from a seed: every run of a test is the same."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.count = 0

    def __call__(self) -> bytes:
        self.count += 1
        return sha256(f"{self.seed} {self.count}".encode()).digest()


class SealedTable:
    """Key holders in these seats; ``cards`` is the copy that all agree on, ``log`` every byte that was public."""

    def __init__(self, seats: Sequence[int] = (0, 1, 2), seed: str = "table", round: int = 1) -> None:
        self.fresh = FreshBytes(seed)
        self.round, self.epoch, self.number, self.log = round, 0, 0, list[bytes]()
        self.deal = deal_id(SESSION, round, 0)
        self.keys: dict[int, RoundKey] = {seat: round_key(self.fresh(), self.deal, seat) for seat in seats}
        self.host = round_key(self.fresh(), self.deal, HOST)
        for seat, key in self.keys.items():
            context = possession_context(SESSION, self.deal, seat, b"identity %d" % seat)
            proof = prove_possession(key, context, self.fresh())
            assert shown_key(key.public, context, proof) == key.public
            self.log += [key.public, proof]
        self.context = RoundContext(SESSION, self.deal, H("mix", self.deal))
        self.cards = RoundCards(self.context, {seat: key.public for seat, key in self.keys.items()})
        self.holders = {seat: KeyHolder(seat, key, self.cards) for seat, key in self.keys.items()}
        self.parts: dict[int, dict[int, EscrowPart]] = {}

    @property
    def head(self) -> bytes:
        """Something that changes with each entry, as the head of a log does."""
        return sha256(b"".join(self.log)).digest()

    def escrow(self) -> None:
        """All keys in parts; each part is looked at by who keeps it."""
        for seat, holder in self.holders.items():
            blob = holder.make_escrow(self.host.public, self.fresh())
            self.log.append(blob)
            keeping = keepers(seat, list(self.keys))
            self.parts[seat] = check_escrow(self.keys[seat].public, keeping, blob)
            for keeper in keeping[:-1]:
                self.holders[keeper].open_part(seat, self.parts[seat])

    def _z(self) -> tuple[bytes, bytes]:
        deal = deal_id(SESSION, self.round, self.epoch)
        z = self.context.z if self.epoch == 0 else epoch_z(deal, self.context.z, self.head)
        self.epoch += 1
        return deal, z

    def start(self, cards: Sequence[int]) -> None:
        """A stock of these cards, not yet mixed."""
        self.cards.start_stock(*self._z(), cards)

    def put_back(self, cards: Sequence[int]) -> None:
        self.cards.put_back(*self._z(), cards)
        self.mix()

    def shuffle(self, cards: Sequence[int]) -> None:
        """A stock of these cards, mixed by all."""
        self.start(cards)
        self.mix()

    def mix(self, last: Callable[[], None] | None = None) -> None:
        """All mix in turn; *last*, if given, does what the last one should."""
        assert self.cards.mixing is not None
        mixers = self.cards.mixing.mixers
        for seat in mixers if last is None else mixers[:-1]:
            self.mix_of(seat)
        if last is not None:
            last()
        self.cards.finish_mixing()

    def mix_of(self, seat: int) -> None:
        self.log.append(deck := self.holders[seat].make_deck(self.fresh()))
        self.cards.add_deck(seat, deck)
        self.log.append(proof := self.holders[seat].make_proof(self.fresh()))
        self.cards.add_proof(seat, proof)

    def give(self, to: Sequence[int | None], silent: Sequence[int] = ()) -> list[int]:
        """The next cards of the stock, with all shares but those of the *silent*. Returns the cards turned up."""
        assert self.cards.stock is not None
        self.log.append(b"deal " + repr(to).encode())
        turned_up = self.cards.give(self.head, self.cards.stock.position, to)
        return turned_up + self.answer(silent)

    def answer(self, silent: Sequence[int] = ()) -> list[int]:
        turned_up = list[int]()
        for seat, holder in self.holders.items():
            if seat not in silent and self.cards.owed(seat):
                self.log.append(blob := holder.make_shares(self.fresh()))
                turned_up += self.cards.add_shares(seat, blob)
        return turned_up

    def hand(self, seat: int) -> list[int]:
        return [card for card in self.holders[seat].hand() if card is not None]

    def play(self, seat: int, named: Sequence[int]) -> bytes:
        """The seat plays these hidden cards."""
        head, self.number = self.head, self.number + 1
        blob = self.holders[seat].make_play(self.number, head, named, self.fresh())
        self.cards.play(seat, self.number, head, named, blob)
        self.log.append(blob)
        return blob

    def secrets(self) -> dict[int, Scalar]:
        return {seat: holder.open() for seat, holder in self.holders.items()}


def part_bytes(
    what: str, holder: KeyHolder, sealed: SealedRound, mixers: dict[int, KeyHolder], fresh: Callable[[], bytes]
) -> bytes:
    """What a program gives that owes this; *mixers*, by seat, have given a deck and owe its proof."""
    match what:
        case "escrow":
            return holder.make_escrow(sealed.host_key, fresh())
        case "mix":
            mixers[holder.seat] = holder
            return holder.make_deck(fresh())
        case "proof":
            return mixers.pop(holder.seat).make_proof(fresh())
        case "share":
            return holder.make_shares(fresh())
        case "open":
            return holder.open()
        case "key":
            about = sealed.opens_for(holder.seat)
            return holder.open_part(about, {holder.seat: sealed.part_of(about, holder.seat)})
    raise AssertionError(what)
