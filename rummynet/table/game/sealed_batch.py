"""The host's side of the commitments to a sealed deck: one epoch, and a key of each seat that plays the round.

The host commits to a key too, for its parts of the others' keys. It has none to the deck.
"""

from collections.abc import Sequence

from rummynet.table.game.shuffle_ceremony import Batch, Gathering, ShuffleSession
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.statements import Cosigned, KeyShown, Statement
from rummynet_protocol.sealed.contexts import HOST, key_commit, possession_context
from rummynet_protocol.sealed.round_keys import RoundKey, prove_possession, round_key, shown_key


class SealedBatch(Batch):
    """The one epoch that a round with a sealed deck is committed to; *holders* are the seats that play the round."""

    def __init__(
        self,
        session: ShuffleSession,
        round: int,
        first: int,
        secrets: tuple[tuple[bytes, bytes], ...],
        open_voids: int,
        holders: Sequence[int],
    ) -> None:
        super().__init__(session, round, first, secrets, open_voids)
        self._holders = holders
        self.deal = self.deals[0].deal
        self.cards: Sequence[int] = ()
        self.head = b""  # the log's after the entry ``shuffle``

    @property
    def host_key(self) -> RoundKey:
        """The host's key of this epoch."""
        return round_key(self.secrets[0][0], self.deal, HOST)

    @property
    def host_proof(self) -> bytes:
        """That the host has the secret of its key; the same bytes whenever they are asked for."""
        host = self.session.host
        # The secret itself in place of fresh bytes: there is one statement to prove, and a restart makes the same.
        return prove_possession(
            self.host_key, possession_context(self.session.id, self.deal, HOST, host), self.secrets[0][0]
        )

    @property
    def s_pub(self) -> bytes:
        """The host's secret for the first seat."""
        return self.secrets[0][1]

    @property
    def commits(self) -> tuple[tuple[bytes, bytes], ...]:
        """The host's commitments, as logged: to its key, and to its secret for the first seat."""
        c_host = key_commit(self.deal, HOST, self.session.host, self.host_key.public, self.host_proof)
        return ((c_host, fair.host_commit(self.deal, "host-pub", self.session.host, self.s_pub)),)

    def commitments_due(self, seat: int) -> int:
        """How many commitments this seat makes: to its contribution, and to its key if it plays the round."""
        return 1 + (seat in self._holders)

    def use(self, cards: Sequence[int], head: bytes) -> None:
        """Use the epoch for these cards, ascending; *head* is the log's after the entry ``shuffle``."""
        self.next += 1
        self.cards, self.head = cards, head

    @property
    def _commit_set(self) -> bytes:
        ((c_host, c_pub),) = self.commits
        return fair.commit_set(self.deal, c_host, c_pub, [one for seat in self._seats for one in seat.commits])

    def z(self, gathering: Gathering) -> bytes:
        """Z of the epoch, from all contributions."""
        xs = [statement.x for statement in gathering.statements(KeyShown)]
        return fair.mix(self.deal, self._commit_set, self.head, bytes(self.cards), xs)

    def gather_keys(self) -> Gathering:
        """Collect contributions and keys."""
        cset, shown = self._commit_set, dict[int, bytes]()

        def check(seat: int, statement: Statement) -> str | None:
            if not isinstance(statement, KeyShown) or statement.session != self.session.id:
                return "the key is for another shuffle"
            if (statement.deal, statement.cset, statement.head) != (self.deal, cset, self.head):
                return "the key was shown for another set of commitments, or another log, than this game's"
            identity = self.session.keys[seat]
            made = [fair.seat_commit(self.deal, seat, identity, statement.x)]
            if seat in self._holders:
                made.append(key_commit(self.deal, seat, identity, statement.public, statement.proof))
            elif statement.public or statement.proof:
                return "the key is for a round that its seat does not play"
            if tuple(made) != self._seats[seat].commits:
                return "the contribution or the key is not the one you committed to"
            return self._check_key(seat, statement, shown) if seat in self._holders else None

        return Gathering(KeyShown.kind, len(self.session.keys), check)

    def _check_key(self, seat: int, statement: KeyShown, shown: dict[int, bytes]) -> str | None:
        context = possession_context(self.session.id, self.deal, seat, self.session.keys[seat])
        try:
            shown_key(statement.public, context, statement.proof)
        except Cheat as problem:
            return str(problem)
        # Copied keys would give their owners the cards of each other.
        if statement.public in {key for other, key in shown.items() if other != seat}:
            return "another seat has shown the same key"
        shown[seat] = statement.public
        return None


def gather_roots(session: ShuffleSession, deal: bytes, root: bytes, head: bytes, lost: frozenset[int]) -> Gathering:
    """Collect the signatures of a deck that all have mixed, but for *lost* seats; *head* is that after its proofs."""

    def check(seat: int, statement: Statement) -> str | None:
        if not isinstance(statement, Cosigned) or (statement.session, statement.deal) != (session.id, deal):
            return "the signature is for the deck of another shuffle"
        if (statement.root, statement.head) != (root, head):
            return "the signature is for another deck, or another log, than this game's"
        return None

    return Gathering(Cosigned.kind, len(session.keys), check, lost)
