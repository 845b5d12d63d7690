"""Checks proofs of mixes in a thread before their tables take them: no key press waits for one.

A check takes 30 to 70 ms. The table checks again, and finds what came out; so what it does is the same with and without
this.
"""

from collections.abc import Callable
from functools import partial

from rummynet.host.storage.journal_writer import Write
from rummynet.table.game.sealed_dealer import SealedDealer
from rummynet.table.lobby.lobby import Lobby
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.statements import PartGiven
from rummynet_protocol.sealed.contexts import blob_hash
from rummynet_protocol.sealed.mix_proof import check_mix_ahead
from rummynet_protocol.wire.messages import Request, Submit


class ProofsAhead:
    """Does the checks by *run*, in another thread."""

    def __init__(self, lobby: Lobby, run: Write) -> None:
        self._lobby = lobby
        self._run = run

    def check(self, key: bytes, request: Request, then: Callable[[], None]) -> bool:
        """Call *then* once the proof in the request is checked, whatever came out; False if the table needs none."""
        table = self._lobby.tables.get(request.table) if isinstance(request, Submit) and request.blob else None
        game = table.running if table is not None else None
        if game is None or not isinstance(request, Submit) or not isinstance(game.dealer, SealedDealer):
            return False
        sealed = game.dealer.sealed
        if sealed is None or key not in game.keys or game.paused:
            return False
        seat, statements = game.keys.index(key), game.statements
        mixed = sealed.cards.mix_to_prove(seat)
        if mixed is None or request.what != PartGiven.kind:
            return False
        # First what costs little, as the table does: what it refuses for that is not computed.
        try:
            part = statements.read_signed(key, request.what, request.payload, request.signature)
            statements.check(part, game.game_log.ledger.time_of(part.statement.head))
            sealed.check_due(seat, "proof", part.statement.head)
        except RummynetError:
            return False
        statement, signed = part.statement, ("proof", blob_hash(request.blob))
        if not isinstance(statement, PartGiven) or (statement.what, statement.blob) != signed:
            return False
        # One that does not hold is refused by the table, in order.
        self._run(partial(check_mix_ahead, *mixed, request.blob), lambda _: then())
        return True
