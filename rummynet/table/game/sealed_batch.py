"""The host's side of the commitments to a sealed deck: one epoch, and a key of each seat that plays the round.

The host commits to a key too, for its parts of the others' keys. It has none to the deck.
"""

from rummynet.table.game.shuffle_ceremony import Batch, Gathering, Secrets
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.statements import KeyShown, Statement
from rummynet_protocol.sealed.contexts import HOST, key_commit, possession_context
from rummynet_protocol.sealed.round_keys import prove_possession, round_key, shown_key


class SealedBatch(Batch):
    """The one epoch that a round with a sealed deck is committed to."""

    def __init__(self, session: bytes, host: bytes, round: int, first: int, secrets: Secrets) -> None:
        super().__init__(session, host, round, first, secrets)
        ((self._secret, self.s_pub),) = secrets  # what its key is made of, and the host's secret for the first seat
        (self._deal,) = (one.deal for one in self.deals)
        self.host_key = round_key(self._secret, self._deal, HOST)

    @property
    def host_proof(self) -> bytes:
        """That the host has the secret of its key; the same bytes whenever they are asked for."""
        # The secret itself in place of fresh bytes: there is one statement to prove, and a restart makes the same.
        context = possession_context(self.session, self._deal, HOST, self.host)
        return prove_possession(self.host_key, context, self._secret)

    @property
    def commits(self) -> tuple[tuple[bytes, bytes], ...]:
        """The host's commitments, as logged: to its key, and to its secret for the first seat."""
        c_host = key_commit(self._deal, HOST, self.host, self.host_key.public, self.host_proof)
        return ((c_host, fair.host_commit(self._deal, "host-pub", self.host, self.s_pub)),)


class KeyGathering(Gathering):
    """As ``Gathering``, for contributions and keys."""

    def fault_of(self, seat: int, statement: Statement) -> str | None:
        """As ``Gathering.fault_of``; a key has to be its seat's own."""
        fault, asked = super().fault_of(seat, statement), self._asked
        if fault is not None or not isinstance(statement, KeyShown) or not statement.public:
            return fault
        try:
            context = possession_context(asked.session, asked.epochs[0].deal, seat, asked.keys[seat])
            shown_key(statement.public, context, statement.proof)
        except Cheat as problem:
            return str(problem)
        # Copied keys would give their owners the cards of each other.
        is_copied = statement.public in {one.public for one in self.statements(KeyShown)}
        return "another seat has shown the same key" if is_copied else None
