"""Brings all seats through the ceremonies of one game: the session, commitments, and one deck after another.

``submit`` hands back what has become complete by it: the circle of a new session, or a deck that all have signed. A
deal with a silent seat is void, with every later one committed together with it: to go on without that seat would let
those who did speak choose among decks. New commitments wait until everybody is here.
"""

from collections.abc import Sequence

from rummynet.table.ceremony import (
    LAST_EPOCH,
    Batch,
    Circle,
    Gathering,
    Shuffling,
    gather_nonce_commits,
    gather_nonces,
)
from rummynet.table.chronicle import Chronicle
from rummynet.table.effects import Clock, Moment
from rummynet.table.house import House
from rummynet.table.play import Deck
from rummynet.table.records import SecretKept
from rummynet.table.refusals import NotDue
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.entries import (
    Commits,
    Cosigns,
    NonceCommits,
    Nonces,
    Reveals,
    Root,
    Seated,
    Shuffle,
    Voided,
)
from rummynet_protocol.fairness.statements import NonceCommitted, NonceShown


class Dealer:
    """``players`` are (key, name) by seat. ``rules`` is the rules' hash; ``log`` the table's name in the log."""

    def __init__(
        self,
        house: House,
        chronicle: Chronicle,
        log: bytes,
        rules: bytes,
        players: Sequence[tuple[bytes, str]],
    ) -> None:
        self._house = house
        self._chronicle = chronicle
        self._log = log
        self._rules = rules
        self._said: set[tuple[int, str, bytes, bytes]] = set()
        self._nonce_commits: list[bytes] = []
        self._batch: Batch | None = None
        self._shuffling: Shuffling | None = None
        self._round = 0
        self._next_epoch = 0
        self._wanted: Sequence[int] | None = None
        self.players = tuple(players)
        self.joining: tuple[int, ...] = ()
        """The seats that are new in the coming round."""
        self._settled = 0
        """How many players have agreed on a session."""
        self.circle: Circle | None = None
        self.gathering: Gathering | None = None
        self.away: set[int] = set()
        """Seats that are not connected or were silent; commitments wait for their return."""
        self.held = False
        """Commitments are due and wait for somebody."""
        self.spent = False
        """The round has used up every shuffle that an epoch's number allows: it cannot go on."""

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The players' keys by seat."""
        return tuple(key for key, _ in self.players)

    @property
    def busy(self) -> bool:
        """A deck is wanted and not there yet, or the session is being agreed on."""
        return self._wanted is not None or self.gathering is not None

    def admit(self, back: Sequence[int], new: Sequence[tuple[bytes, str]], at: Moment) -> None:
        """Between two rounds: seats that come in *back*, and *new* players in further ones; agree on a new session."""
        first = len(self.players)
        self.players += tuple(new)
        self.meet((*back, *range(first, len(self.players))), at)

    def meet(self, joining: Sequence[int], at: Moment) -> None:
        """Seat the players and agree on a session."""
        self.circle = self._batch = None
        self._said.clear()
        self.joining = tuple(joining)
        self._chronicle.write(Seated(self.players, tuple(joining)), at)
        self._gather(gather_nonce_commits(self._log, self.keys), at)

    def begin_round(self, number: int) -> None:
        """Epochs are counted anew; those left from the last round are never used."""
        self._round = number
        self.joining = ()
        self._next_epoch = 0
        self._batch = None

    def want(self, cards: Sequence[int], at: Moment) -> None:
        """Have these cards, ascending, shuffled by all."""
        self._wanted = cards
        self._proceed(at)

    def submit(self, seat: int, what: str, payload: bytes, signature: bytes, at: Moment) -> Circle | Deck | None:
        """A seat's part; a repetition changes nothing. Raises NotDue, WrongSignature, WrongStatement."""
        part = (seat, what, payload, signature)
        if part in self._said:
            return None
        if self.gathering is None or self.gathering.what != what:
            awaited = "nothing" if self.gathering is None else f"a {self.gathering.what}"
            raise NotDue(f"a {what} is not due now; this game waits for {awaited}")
        self.gathering.take(seat, payload, signature)
        self._said.add(part)
        at.keep()
        return None if self.gathering.missing else self._gathered(self.gathering, at)

    def time_is_up(self, at: Moment) -> bool:
        """The ceremony's clock rang: void the deal. False if there was no deal yet and the game cannot begin."""
        gathering = self.gathering
        if gathering is None or not gathering.missing:
            return True
        if self._batch is None:
            return self._settled > 0 and self._go_on_without(gathering.missing, at)
        self.gathering, self._shuffling = None, None
        epoch = max(self._batch.first, self._batch.next - 1)
        self._chronicle.write(Voided(self._round, epoch, gathering.missing), at)
        self._batch = None
        self.away.update(gathering.missing)
        self._proceed(at)
        return True

    def _go_on_without(self, silent: Sequence[int], at: Moment) -> bool:
        """Who was to come in and stays silent does not; for those who play already everybody waits."""
        staying = [seat for seat in self.joining if seat not in silent]
        if len(staying) == len(self.joining):
            at.start(Clock(self._chronicle.table, "ceremony"), 1000 * self._house.limits.reveal_seconds)
            return True
        back = [seat for seat in staying if seat < self._settled]
        new = [self.players[seat] for seat in staying if seat >= self._settled]
        self.players = self.players[: self._settled]
        self.away = {seat for seat in self.away if seat < self._settled}
        self.admit(back, new, at)
        return True

    def lost(self, seat: int) -> None:
        """The seat is not connected."""
        self.away.add(seat)

    def returned(self, seat: int, at: Moment) -> None:
        """The seat is here again."""
        if seat in self.away:
            self.away.discard(seat)
            at.keep()
        if self.held:
            self._proceed(at)

    def _proceed(self, at: Moment) -> None:
        """Use the next epoch for the cards wanted, or have more epochs committed first."""
        self.held = False
        if self._wanted is None:
            return
        if self._batch is not None and self._batch.next < self._batch.end:
            self._shuffle(self._batch, self._wanted, at)
        elif self.away:
            self.held = True
        else:
            self._commit(at)

    def _commit(self, at: Moment) -> None:
        if self.circle is None:
            raise RuntimeError("commitments were asked for before there was a session")
        first = self._next_epoch
        if first > LAST_EPOCH:
            self.spent = True
            return
        count = fair.NEXT_BATCH if first else fair.FIRST_BATCH
        secrets = [(self._house.chance(32), self._house.chance(32)) for _ in range(count)]
        table, game = self._chronicle.table, self._chronicle.game
        for epoch, (deck, pub) in enumerate(secrets, first):
            at.record(SecretKept(table, game, self._round, epoch, deck, pub))
        self._batch = Batch(self.circle, self._round, first, secrets)
        self._next_epoch = self._batch.end
        self._chronicle.write(self._batch.entry, at)
        self._gather(self._batch.gather(self._chronicle.head), at)

    def _shuffle(self, batch: Batch, cards: Sequence[int], at: Moment) -> None:
        self._shuffling = shuffling = batch.shuffling(cards)
        self._chronicle.write(Shuffle(self._round, shuffling.epoch, bytes(cards)), at)
        self._gather(shuffling.gather_reveals(self._chronicle.head), at)

    def _gather(self, gathering: Gathering, at: Moment) -> None:
        self.gathering = gathering
        at.start(Clock(self._chronicle.table, "ceremony"), 1000 * self._house.limits.reveal_seconds)

    def _gathered(self, gathering: Gathering, at: Moment) -> Circle | Deck | None:
        """Everybody has spoken: write it down and go on to what follows."""
        at.stop(Clock(self._chronicle.table, "ceremony"))
        self.gathering = None
        match gathering.what:
            case "nonce-commit":
                self._nonce_commits = [one.commit for one in gathering.said(NonceCommitted)]
                self._chronicle.write(NonceCommits(gathering.signed), at)
                self._gather(gather_nonces(self._log, self.keys, self._nonce_commits), at)
            case "nonce":
                return self._session(gathering, at)
            case "commit":
                self._committed(gathering, at)
            case "reveal":
                self._revealed(gathering, at)
            case "root":
                return self._signed(gathering, at)
        return None

    def _session(self, gathering: Gathering, at: Moment) -> Circle:
        self._chronicle.write(Nonces(gathering.signed), at)
        nonces = [one.nonce for one in gathering.said(NonceShown)]
        host = self._house.signer.public
        session = fair.session_id(host, self.keys, nonces, self._rules)
        self.circle = Circle(session, self.keys, host)
        self._settled = len(self.players)
        return self.circle

    def _committed(self, gathering: Gathering, at: Moment) -> None:
        if self._batch is None:
            raise RuntimeError("commitments came in without a batch")
        self._batch.close(gathering)
        self._chronicle.write(Commits(self._round, self._batch.first, gathering.signed), at)
        self._proceed(at)

    def _revealed(self, gathering: Gathering, at: Moment) -> None:
        shuffling = self._current
        result = shuffling.mix(gathering)
        pub = shuffling.secrets.s_pub
        self._chronicle.write(Reveals(self._round, shuffling.epoch, gathering.signed, pub), at)
        self._chronicle.write(Root(self._round, shuffling.epoch, result.deck.root, result.deal_root), at)
        self._gather(shuffling.gather_cosigns(self._chronicle.head), at)

    def _signed(self, gathering: Gathering, at: Moment) -> Deck:
        shuffling = self._current
        self._chronicle.write(Cosigns(self._round, shuffling.epoch, gathering.signed), at)
        self._shuffling = self._wanted = None
        return Deck(shuffling.epoch, shuffling.result)

    @property
    def _current(self) -> Shuffling:
        if self._shuffling is None:
            raise RuntimeError("a shuffle's statements came in without a shuffle")
        return self._shuffling
