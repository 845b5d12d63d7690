"""One shuffle of a round: commitments, contributions, deck, openings; each is checked as it comes in the log."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.deck import check_opening, seal
from rummynet_protocol.fairness.entries import OpeningRow
from rummynet_protocol.fairness.statements import Cosigned, Revealed


@dataclass(slots=True)
class Epoch:
    """The state of one shuffle. Fields are set in the order of the ceremony."""

    number: int
    deal: bytes
    c_deck: bytes
    c_pub: bytes
    seats: tuple[bytes, ...] = ()
    cset: bytes = b""
    head: bytes = b""  # the chain head after the ``shuffle`` entry; part of Z
    cards: bytes = b""
    z: bytes = b""
    s_pub: bytes = b""
    root: bytes = b""
    deal_root: bytes = b""
    cosigned: bool = False
    next_position: int = 0
    taken_by: dict[int, int] = field(default_factory=dict)  # seat by position, for positions dealt or drawn
    opened: dict[int, int] = field(default_factory=dict)  # card by position, for openings seen by the follower
    received: set[int] = field(default_factory=set)  # positions shown to the seat that follows, each once
    has_insertions: bool = False  # cards were put back into the stock: entries no longer name positions
    back: range = range(0)  # the positions of the cards put back
    draws: list[int] = field(default_factory=list)  # since cards were put back: the seat of each card drawn, in order
    matched: dict[int, int] = field(default_factory=dict)  # position by number of the draw, for openings since then
    order: tuple[int, ...] = ()
    """The deck, top first, once it is known: to its host from the shuffle on, to others once its secret is."""
    s_deck: bytes = b""  # the host's secret, where it is known

    def set_commitments(self, commits: Sequence[bytes]) -> None:
        """Set the seats' commitments, by seat."""
        self.seats = tuple(commits)
        self.cset = fair.commit_set(self.deal, self.c_deck, self.c_pub, self.seats)

    def set_cards(self, head: bytes, cards: bytes) -> None:
        """Set the cards to be shuffled and the head after that entry."""
        self.head, self.cards = head, cards

    def check_contributions(self, reveals: Mapping[int, Revealed], keys: Sequence[bytes]) -> None:
        """Check that each contribution, by seat, is the one its seat committed to. Raises Cheat."""
        for seat, reveal in reveals.items():
            if reveal.deal != self.deal or reveal.head != self.head:
                raise Cheat("reveal", f"seat {seat}'s contribution was made for another shuffle")
            # Before the commitment: a wrong set is the host's doing, and must not be blamed on the seat.
            if reveal.cset != self.cset:
                raise Cheat("commit-set", f"seat {seat} was shown another set of commitments than this log holds")
            if fair.seat_commit(self.deal, seat, keys[seat], reveal.x) != self.seats[seat]:
                raise Cheat("commitment", f"seat {seat}'s contribution is not the one it committed to")

    def mix(self, reveals: Sequence[Revealed]) -> None:
        """Mix the contributions of all seats."""
        self.z = fair.mix(self.deal, self.cset, self.head, self.cards, [reveal.x for reveal in reveals])

    def set_root(self, root: bytes, deal_root: bytes) -> None:
        """Set the root of the host's sealed deck. Raises Cheat."""
        if fair.deal_root(self.deal, self.cset, self.z, len(self.cards), root) != deal_root:
            raise Cheat("root", "the hash to be signed by all does not belong to the root of this deck")
        self.root, self.deal_root = root, deal_root

    def check_cosignatures(self, signatures: Mapping[int, Cosigned], head: bytes) -> None:
        """Check that these seats have signed this root. Raises Cheat."""
        for seat, cosigned in signatures.items():
            if cosigned.root != self.deal_root:
                raise Cheat("root", f"seat {seat} was shown another deck's root than this log holds")
            if cosigned.deal != self.deal or cosigned.head != head:
                raise Cheat("co-signature", f"seat {seat} signed the root of another shuffle")

    def open_first(self, s_pub: bytes, host: bytes) -> None:
        """Check the host's opening of ``s_pub``, after all have signed the root. Raises Cheat."""
        if fair.host_commit(self.deal, "host-pub", host, s_pub) != self.c_pub:
            raise Cheat("commitment", "the host's secret for the first seat is not the one it committed to")
        self.s_pub, self.cosigned = s_pub, True

    def take_position(self, seat: int, position: int) -> None:
        """Give the next position to this seat. Raises Cheat."""
        if position != self.next_position or position >= len(self.cards):
            due = f"the next is {self.next_position}" if self.next_position < len(self.cards) else "the deck is used up"
            raise Cheat("position", f"seat {seat} got position {position} of the deck, but {due}")
        self.taken_by[position] = seat
        self.next_position += 1

    def turn_up(self, opening: OpeningRow) -> int:
        """Open the next position to all and return its card. Raises Cheat."""
        position = opening[0]
        if position != self.next_position:
            raise Cheat("position", f"position {position} was turned up, but the next is {self.next_position}")
        self.next_position += 1
        return self.open(opening)

    def put_back(self, count: int) -> None:
        """Put the cards turned up last, except the very last one, back into the stock at places not known yet."""
        # The last one is natural, or the turning up would have gone on: it stays, as the pile.
        self.has_insertions, self.back = True, range(self.next_position - 1 - count, self.next_position - 1)

    def receive(self, seat: int, position: int) -> None:
        """Record a position shown to one seat alone. Raises Cheat if the seat cannot have been dealt or drawn it."""
        if position in self.received:
            raise Cheat("opening", f"position {position} was shown to seat {seat} twice")
        self._bind(seat, position)
        self.received.add(position)

    def _bind(self, seat: int, position: int) -> None:
        if self.taken_by.get(position) == seat:
            return
        if position in self.taken_by or not self.has_insertions:
            raise Cheat("opening", f"seat {seat} was shown position {position}, which it did not draw")
        draw = next((n for n, who in enumerate(self.draws) if who == seat and n not in self.matched), None)
        if draw is None or not self._could_be(draw, position):
            raise Cheat("opening", f"seat {seat} was shown position {position}, which it cannot have drawn")
        self.matched[draw] = position

    def _could_be(self, draw: int, position: int) -> bool:
        """Whether the card at *position* can be that of draw number *draw*, wherever those put back may be.

        A card put back can be anywhere. All others keep their order, with at most those put back between them.
        """
        if position in self.back:
            return True
        straight = self.next_position + draw
        if not max(self.next_position, straight - len(self.back)) <= position <= straight:
            return False
        kept = {n: one for n, one in self.matched.items() if one not in self.back}
        return all((n < draw) == (one < position) for n, one in kept.items())

    def check_draws(self, true: Sequence[int]) -> None:
        """Check the openings since cards were put back against the *true* positions of all draws. Raises Cheat."""
        for draw, position in self.matched.items():
            if draw >= len(true) or true[draw] != position:
                raise Cheat("opening", f"seat {self.draws[draw]} was shown another card than lay on top of the stock")

    def open(self, opening: OpeningRow) -> int:
        """Check that an opening belongs to the deck that all seats signed; return its card. Raises Cheat."""
        # Until all have signed one root a host could deal to each seat from another deck.
        if not self.cosigned:
            raise Cheat("co-signature", "a card was handed out before every seat had signed the deck")
        check_opening(self.deal, self.root, len(self.cards), opening)
        position, card = opening[0], opening[1]
        if self.opened.get(position, card) != card or card not in self.cards:
            raise Cheat("opening", f"position {position} was opened as two different cards")
        self.opened[position] = card
        return card

    def uncover(self, s_deck: bytes, host: bytes) -> None:
        """Recompute the whole deck from the published secret. Raises Cheat."""
        if fair.host_commit(self.deal, "host-deck", host, s_deck) != self.c_deck:
            raise Cheat("commitment", "the secret published at the end is not the one the host committed to")
        sealed = seal(self.deal, self.z, s_deck, self.cards)
        if sealed.root != self.root:
            raise Cheat("deck", "the deck that was dealt is not the one that the contributions of all give")
        for position, card in self.opened.items():
            if sealed.order[position] != card:
                raise Cheat("opening", f"position {position} was opened as another card than the deck holds")
        self.order, self.s_deck = sealed.order, s_deck

    def places(self, stock: int, count: int) -> list[int]:
        """Where *count* cards went back into a stock that had *stock* cards before the first of them."""
        return fair.insert_places(self.z, self.s_deck, range(stock, stock + count))


def batch(session: bytes, number: int, first: int, commits: Sequence[tuple[bytes, bytes]]) -> Iterator[Epoch]:
    """The epochs that a host's commitment opens."""
    for offset, (c_deck, c_pub) in enumerate(commits):
        epoch = first + offset
        yield Epoch(epoch, fair.deal_id(session, number, epoch), c_deck, c_pub)
