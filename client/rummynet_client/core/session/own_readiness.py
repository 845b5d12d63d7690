"""The player's consent to the next game at one table: signed, kept, void when the table changes, withdrawn.

The program never consents by itself. Only if the player has asked for bots that have not arrived yet, the consent is
deferred, and signed when exactly these bots have arrived.
"""

from collections import deque

from rummynet_client.core.log.own_statements import OwnStatement, OwnStatements, OwnStatementStore
from rummynet_client.core.log.private_records import RefusedKept
from rummynet_client.core.session.offer import Offer, added_players, describe_changes
from rummynet_client.core.session.outbox import Outbox
from rummynet_client.core.session.watch.refused_clock import CLOCK
from rummynet_client.core.session.watch.signed_refusals import unsigned
from rummynet_client.language import _
from rummynet_protocol.fairness.entries import Envelope
from rummynet_protocol.fairness.statement_order import StatementOrder
from rummynet_protocol.fairness.statements import Agreed
from rummynet_protocol.values import Value
from rummynet_protocol.wire.messages import Ready

_READY = "ready"


class _Consent(Value):
    """An offer that was accepted, and the statement."""

    offer: Offer
    signed: OwnStatement
    is_second_try: bool = False


class _Wish(Value):
    """A deferred consent: the player accepts this offer with ``bots`` more bots."""

    offer: Offer
    bots: int


class Readiness:
    """The consent at the table with number *table*."""

    def __init__(self, table: int, statement_store: OwnStatementStore, outbox: Outbox) -> None:
        self._table, self._statement_store, self._outbox = table, statement_store, outbox
        self._given: _Consent | None = None
        self._wish: _Wish | None = None
        self._sent: dict[Envelope, _Consent] = {}
        self._withdrawn: deque[_Consent | None] = deque()
        """The consent that each request to withdraw concerns, in the order of the requests without an answer."""
        self._bots = 0  # number of bots that the player asked for and that have no seat yet
        self._looked_at: set[bytes] = set()
        """Logs of which it is known what an earlier run of the program has consented to."""

    @property
    def is_taking_back(self) -> bool:
        """Whether the host has not answered yet that the consent is taken back."""
        return bool(self._withdrawn)

    @property
    def waits_for_bots(self) -> bool:
        """Whether consent is deferred until the bots have arrived."""
        return self._wish is not None

    # -- input

    def give_consent(self, offer: Offer, coming: int, order: StatementOrder | None, what: str) -> None:
        """Consent to *offer* while *coming* bots are on their way.

        *order* is that of the log, None if it has not begun.
        """
        self._wish = None
        # The person asked for these bots, so agreed to play with them; their keys are not known before they come.
        if coming and self._bots:
            self._wish = _Wish(offer, self._bots)
        elif self._given is not None and self._given.offer == offer:
            self._send(self._given, what)
        else:
            self._sign(offer, order, what)

    def withdraw_consent(self, what: str) -> None:
        """Withdraw the consent. The signed statement stays valid until the host confirms the withdrawal."""
        self._withdrawn.append(self._given)
        self._given = self._wish = None
        self._outbox.send_request(lambda n: Ready(n, self._table, None), what)

    def quit(self) -> None:
        """The player leaves: take the consent back, so that no game begins with it when nobody is there."""
        self._wish = None
        if self._given is not None and not self._given.signed.logged:
            self.withdraw_consent("")

    def _take_back_earlier(self, offer: Offer) -> None:
        """A consent of an earlier run of the program, which was ended before it could take it back, does not stand."""
        if offer.log in self._looked_at:
            return
        self._looked_at.add(offer.log)
        own = self._statement_store.statements_of(offer.log, offer.variant)
        for signed in own.of_kind(_READY):
            if self._given is None and signed.is_open and not signed.withdrawn:
                self._given = _Consent(offer, signed)
                self.withdraw_consent("")

    def bot_requested(self) -> None:
        """The host has started a bot on the player's request."""
        self._bots += 1

    def _sign(self, offer: Offer, order: StatementOrder | None, what: str) -> None:
        own = self._statement_store.statements_of(offer.log, offer.variant)
        signed = own.sign(Agreed, offer.before, order, rules=offer.rules, players=offer.players_hash)
        self._given = _Consent(offer, signed)
        self._send(self._given, what)

    def _send(self, consent: _Consent, what: str) -> None:
        self._sent[consent.signed.envelope] = consent
        self._outbox.send_request(lambda n: Ready(n, self._table, consent.signed.envelope), what)

    # -- table state

    def update_offer(self, offer: Offer, coming: int, bots: frozenset[bytes], *, ready: bool, is_waiting: bool) -> None:
        """The table now offers *offer*.

        *bots* are the keys of its bots; *ready*: the host counts this player as ready; *is_waiting*: no game is played.
        """
        if self._given is None and is_waiting:
            self._take_back_earlier(offer)
        given, wish = self._given, self._wish
        if given is not None and given.signed.logged:
            self._given = None
        elif given is not None and given.offer != offer:
            self._void_consent(given, offer, describe_changes(given.offer, offer))
        elif given is not None and given.signed.acknowledged and not ready:
            # A host that crashed may have lost it: the person has to know that nobody waits for them alone.
            self._void_consent(given, offer, _("the host no longer counts you as ready"))
        if wish is not None:
            self._look_for_bots(wish, offer, coming, bots)
        self._bots = self._bots if coming else 0

    def _void_consent(self, given: _Consent, offer: Offer, why: str) -> None:
        self._given = None
        if offer.log == given.offer.log:  # else the game is over, and may have been begun with it unseen
            self._statements_of(given).mark_withdrawn(given.signed)
        self._report_void(why)

    def renew_consent(self) -> None:
        """Sign the consent again after a later statement in the same log: it must follow that one."""
        given = self._given
        if given is None or given.signed.logged:
            return
        own = self._statements_of(given)
        # Nothing was signed since, so it can still stand in the log as it is.
        if next(reversed(own.by_hash)) == given.signed.hash:
            return
        self._given = _Consent(given.offer, own.sign_again(given.signed))
        self._send(self._given, "")

    def _look_for_bots(self, wish: _Wish, offer: Offer, coming: int, bots: frozenset[bytes]) -> None:
        arrived = added_players(wish.offer, offer)
        # A person who sat down meanwhile is nobody that the player has agreed to.
        if arrived is None or not arrived <= bots or len(arrived) > wish.bots:
            self._wish = None
            self._report_void(describe_changes(wish.offer, offer))
        elif not coming:
            self._wish = None
            if len(arrived) == wish.bots:
                self._sign(offer, None, _READY)
            else:
                self._report_void(_("a bot did not arrive"))

    def _report_void(self, what: str) -> None:
        self._outbox.add_refusal(_READY, "consent", _("{what}: say ready again", what=what))

    def _statements_of(self, consent: _Consent) -> OwnStatements:
        return self._statement_store.statements_of(consent.offer.log, consent.offer.variant)

    # -- connection

    def reconnected(self) -> None:
        """After a reconnect: resend what has no answer."""
        withdrawn = list(self._withdrawn)
        self._withdrawn.clear()
        given = self._given
        if given is not None and not given.signed.acknowledged:
            self._send(given, _READY)
        elif given is None and withdrawn:
            self._withdrawn.append(withdrawn[-1])
            self._outbox.send_request(lambda n: Ready(n, self._table, None), _READY)

    def seat_freed(self) -> None:
        """The host has confirmed that the player has no seat at the table any longer: withdraw all consents."""
        for consent in (self._given, *self._withdrawn):
            if consent is not None:
                self._statements_of(consent).mark_withdrawn(consent.signed)
        self._given = self._wish = None
        self._withdrawn.clear()

    # -- answers

    def handle_done(self, request: Ready) -> None:
        """The host has acknowledged the consent or its withdrawal."""
        if request.signed is not None:
            consent = self._sent[request.signed]
            self._statements_of(consent).mark_acknowledged(consent.signed)
            self._withdraw_older(consent)
        elif self._withdrawn and (back := self._withdrawn.popleft()) is not None:
            self._statements_of(back).mark_withdrawn(back.signed)
            self._withdraw_older(back)

    def _withdraw_older(self, consent: _Consent) -> None:
        """The host has answered: from now on, and not before, it may no longer begin with an older consent."""
        own = self._statements_of(consent)
        for signed in own.of_kind(_READY):
            if signed.statement.n < consent.signed.statement.n:
                own.mark_withdrawn(signed)

    def statement_of(self, request: Ready) -> tuple[OwnStatements, OwnStatement] | None:
        """All own statements for that log, and the one of this request; None for a withdrawal."""
        if request.signed is None:
            return None
        consent = self._sent[request.signed]
        return self._statements_of(consent), consent.signed

    def handle_refused(self, request: Ready, code: str, refusal: RefusedKept | None) -> bool:
        """The host has refused it with *code*, under its signature unless *refusal* is None.

        Returns whether to report that to the player.
        """
        if request.signed is None:
            if self._withdrawn:
                self._withdrawn.popleft()
            return True
        consent = self._sent[request.signed]
        own, was_reported = self._statements_of(consent), consent.signed.withdrawn
        own.mark_refused(consent.signed, refusal or unsigned(consent.signed, code))
        if self._given is not consent:
            return not was_reported
        self._given = None
        # Only if it is true: a host that could make a clock begin again would free itself of the bound on time.
        is_true = code == CLOCK and refusal is not None and own.ran_backwards(consent.signed)
        if not is_true or consent.is_second_try:
            return True
        own.begin_clock()
        self._given = _Consent(consent.offer, own.sign_again(consent.signed), is_second_try=True)
        self._send(self._given, _READY)
        return False
