"""The own part in the ceremonies of one log: nonces, commitments, contributions, co-signatures, each signed once.

Idempotent: asking twice gives the same bytes, also after a restart, and nothing is signed in two forks of a log. If the
log holds commitments under the own key that this machine did not make, it contributes nothing to those shuffles.
Source: FAIRNESS.md, "The ceremony", "Contributions".
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rummynet.ledger.epoch import Epoch
from rummynet.ledger.sealed_shuffles import SealedCeremony
from rummynet.rules.sealed_decks import is_sealed
from rummynet.verifier.auditor import Auditor, Expect
from rummynet_client.core.log.own_statements import OwnStatement, OwnStatements
from rummynet_client.core.log.player import Player
from rummynet_client.core.log.private_records import BatchNonceKept, SessionNonceKept
from rummynet_client.core.log.sealed_part import CannotGoOn, SealedPart
from rummynet_client.language import _
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.statements import (
    Committed,
    Cosigned,
    KeyShown,
    NonceCommitted,
    NonceShown,
    PartGiven,
    Revealed,
    Statement,
)

Promises = dict[bytes, tuple[bytes, bytes]]
"""Deal to the pair of host commitments under which this client has contributed to it."""

_CLOCK = "clock"
# The second has a new clock, which no honest host can refuse as `clock`; a third would only be refused again.
_TRIES = 2


_Owed = tuple[type[Statement], bytes, list[OwnStatement], Callable[[int], dict[str, Any]]]
"""What the own seat owes: the kind, the head to sign over, what was signed of it, and what makes its content."""


class Contributions:
    """What *player* owes to the log that *auditor* follows. ``promises`` is shared by all logs of a client."""

    def __init__(self, player: Player, own: OwnStatements, auditor: Auditor, promises: Promises) -> None:
        self.answers: list[str] = []
        """What became of the own part of each shuffle that was voided, by order of the voids."""
        self.sealed: Final = SealedPart(player, own, auditor)
        self._player, self._own, self._auditor, self._promises = player, own, auditor, promises
        self._batch: dict[bytes, bytes] = {}  # deal to the head at which the host committed to it
        self._foreign: set[bytes] = set()  # deals that another machine with the same key has committed to

    # -- log

    def host_committed(self) -> None:
        """The newest entry holds the host's commitments."""
        expects = self._auditor.expects
        if expects is not None:
            self._batch |= {epoch.deal: expects.head for epoch in expects.epochs}
            self.sealed.host_committed((epoch.deal for epoch in expects.epochs), expects.head)

    def seats_committed(self, head: bytes, *, by_us: bool) -> None:
        """The seats' commitments over *head* are logged. *by_us*: this machine made the one under the own key."""
        if not by_us:
            self._foreign |= {deal for deal, at in self._batch.items() if at == head}

    def open_answers(self) -> tuple[str, ...]:
        """What the next commitment, or the last word, says of the voids since the last commitments of all."""
        count = len(self._auditor.open_voids)
        return tuple(self.answers[-count:]) if count else ()

    # -- owed statements

    def owed_statement(self) -> OwnStatement | None:
        """The statement that the own seat has to submit now; None if there is none.

        Raises CannotGoOn, StillComputing, Cheat.
        """
        owed, seat = self._owed(), self._auditor.me_seat
        if owed is None or seat is None:
            return None
        kind, head, earlier, make = owed
        logged = self._auditor.order.newest.get(self._player.signer.public)
        # What stands behind a vote of the own seat is in order; what was signed before that cannot be logged any more.
        since = -1 if logged is None else logged.n
        earlier = [own for own in earlier if own.statement.n > since]
        if earlier and not earlier[0].refusal_signature:
            return earlier[0]  # also one refused without a signature: nobody believes that, so the same bytes go again
        if earlier and (earlier[0].refused != _CLOCK or len(earlier) >= _TRIES):
            return None
        if kind is PartGiven:
            self.sealed.check_single_log()
        fields = make(seat)
        one_epoch = is_sealed(self._auditor.options)
        # What was signed over a head of this log was not signed in another one.
        if any(not self._auditor.knows_head(own.statement.head)
               and is_same_part(own.statement, fields, one_epoch=one_epoch)
               for own in self._own.of_kind(kind.kind)):  # fmt: skip
            raise CannotGoOn(
                _(
                    "your program already signed its part of this shuffle, in another log of the same game. "
                    "The host showed it two logs, so it does not sign again"
                )
            )
        return self._own.sign(kind, head, self._auditor.order, **fields)

    def standing_part(self) -> tuple[bool, OwnStatement | None]:
        """Whether the log waits for a part of the own seat; and the newest statement that gives it."""
        owed = self._owed()
        return owed is not None, next(iter(owed[2]), None) if owed is not None else None

    def _owed(self) -> _Owed | None:
        expects, due, root = self._auditor.expects, self.sealed.due, self.sealed.root_due
        if expects is not None:
            kind, head = expects.owed, expects.head
            earlier = [own for own in self._own.of_kind(kind.kind) if own.statement.head == head]
            return kind, head, earlier, lambda seat: _MAKES[kind](self, expects, seat)
        if due is not None:
            return PartGiven, due.head, self.sealed.earlier(due), lambda _seat: self.sealed.make(due)
        if root is not None:
            # By R too: the newest proof may be the same for the deck without a lost seat's mix.
            signed = self._own.of_kind(Cosigned.kind)
            earlier = [own for own in signed if _signs(own.statement, root)]
            return Cosigned, root[1], earlier, lambda _seat: self.sealed.root()
        return None

    def _commit_nonce(self, _expects: Expect, seat: int) -> dict[str, Any]:
        nonce = self._player.random(32)
        commit = fair.nonce_commit(self._own.log, seat, self._player.signer.public, nonce)
        self._own.keep_secret(SessionNonceKept(commit, nonce))
        return {"seat": seat, "commit": commit}

    def _show_nonce(self, _expects: Expect, seat: int) -> dict[str, Any]:
        commits = self._auditor.session.nonce_commits if self._auditor.session else ()
        nonce = self._own.secret(SessionNonceKept, commits[seat])
        if nonce is None:
            raise CannotGoOn(
                _(
                    "another machine with your key drew your number for the table's six words. This one cannot "
                    "show that number, so all players are asked again. Play on one machine only"
                )
            )
        return {"commits": fair.nonce_set(self._own.log, commits), "nonce": nonce}

    def _commit(self, expects: Expect, seat: int) -> dict[str, Any]:
        for epoch in expects.epochs:
            self._check_commitments(epoch)
        nonce = self._own.secret(BatchNonceKept, expects.head)
        if nonce is None:
            nonce = self._player.random(32)
            self._own.keep_secret(BatchNonceKept(expects.head, nonce))
        return {
            "session": self._session,
            "round": expects.round,
            "first": expects.epochs[0].number,
            "commits": tuple(commit for epoch in expects.epochs for commit in self._commitments(seat, epoch, nonce)),
            "answered": self.open_answers(),
        }

    def _reveal(self, expects: Expect, seat: int) -> dict[str, Any]:
        (epoch,) = expects.epochs
        return self._contributed(seat, epoch)

    def _contributed(self, seat: int, epoch: Epoch) -> dict[str, Any]:
        """The own contribution, if all own commitments stand in the log as they were made. Raises CannotGoOn, Cheat."""
        nonce = self._own.secret(BatchNonceKept, self._batch.get(epoch.deal, b""))
        ours = nonce is not None and self._logged(seat, epoch) == self._commitments(seat, epoch, nonce)
        if nonce is None or not ours or epoch.deal in self._foreign:
            raise CannotGoOn(
                _(
                    "another machine with your key committed to this shuffle. This one cannot add your part, "
                    "so the shuffle is put aside and a new one begins. Play on one machine only"
                )
            )
        self._check_commitments(epoch)
        return {"session": self._session, "deal": epoch.deal, "cset": epoch.cset, "x": self._x(epoch, nonce)}

    def _show_key(self, expects: Expect, seat: int) -> dict[str, Any]:
        (epoch,) = expects.epochs
        fields = self._contributed(seat, epoch)
        shown = self.sealed.key_of(epoch.deal) if self.sealed.is_holder else None
        return {**fields, "public": shown.key.public if shown else b"", "proof": shown.proof if shown else b""}

    def _cosign(self, expects: Expect, _seat: int) -> dict[str, Any]:
        (epoch,) = expects.epochs
        return {"session": self._session, "deal": epoch.deal, "root": epoch.deal_root}

    # -- values

    @property
    def _session(self) -> bytes:
        assert self._auditor.session is not None
        return self._auditor.session.id

    def _x(self, epoch: Epoch, nonce: bytes) -> bytes:
        return fair.contribution(self._player.secret, epoch.deal, (epoch.c_deck, epoch.c_pub), nonce)

    def _commitments(self, seat: int, epoch: Epoch, nonce: bytes) -> tuple[bytes, ...]:
        """Those of the own seat to this epoch: to its contribution and, with a sealed deck, to its key."""
        made = fair.seat_commit(epoch.deal, seat, self._player.signer.public, self._x(epoch, nonce))
        return (made, self.sealed.commitment(epoch.deal)) if self.sealed.is_holder else (made,)

    def _logged(self, seat: int, epoch: Epoch) -> tuple[bytes, ...]:
        """The commitments under the own seat in the log."""
        ceremony, at, count = self._auditor.ceremony, seat, 1
        if isinstance(ceremony, SealedCeremony):  # the seats that play have two each
            at, count = seat + sum(one < seat for one in ceremony.holders), 1 + (seat in ceremony.holders)
        return epoch.seats[at : at + count]

    def _check_commitments(self, epoch: Epoch) -> None:
        """Raises Cheat on a second pair of commitments to a deal: the host could choose between two decks."""
        host = (epoch.c_deck, epoch.c_pub)
        if self._promises.setdefault(epoch.deal, host) != host:
            raise Cheat("recommit", _("the host committed a second time to a deal that we contribute to"))


def _signs(statement: Statement, root: tuple[bytes, bytes]) -> bool:
    return isinstance(statement, Cosigned) and (statement.root, statement.head) == root


def is_same_part(signed: Statement, fields: Mapping[str, Any], *, one_epoch: bool) -> bool:
    """Whether what is to be signed was signed already: shown twice, in two forks, a host could choose between decks.

    *one_epoch*: commitments are to one epoch each, however many they are.
    """
    match signed:
        case Committed(session=session, round=round, first=first, commits=commits):
            is_same_round = (session, round) == (fields["session"], fields["round"])
            before, now = (1, 1) if one_epoch else (len(commits), len(fields["commits"]))
            return is_same_round and first < fields["first"] + now and fields["first"] < first + before
        case NonceShown(nonce=nonce):
            return bool(nonce == fields["nonce"])
        case Revealed(deal=deal) | KeyShown(deal=deal) | Cosigned(deal=deal):
            return bool(deal == fields["deal"])
    return False


_MAKES: Final[dict[type[Statement], Callable[[Contributions, Expect, int], dict[str, Any]]]] = {
    NonceCommitted: Contributions._commit_nonce,
    NonceShown: Contributions._show_nonce,
    Committed: Contributions._commit,
    Revealed: Contributions._reveal,
    KeyShown: Contributions._show_key,
    Cosigned: Contributions._cosign,
}
