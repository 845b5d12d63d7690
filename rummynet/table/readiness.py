"""Handles ``ready``: checks the consent, keeps it in the seat, and begins the game when the last player has agreed."""

from rummynet.table.effects import Effects
from rummynet.table.game.received_statements import RefusedForGood
from rummynet.table.managing import announce_late_join
from rummynet.table.seating import Seat
from rummynet.table.table import Table
from rummynet_protocol.errors import Refusal
from rummynet_protocol.fairness.entries import Envelope


def handle_ready(table: Table, key: bytes, signed: Envelope | None, effects: Effects) -> None:
    """Agree to the next game, or (*signed* is None) withdraw the consent; the last consent begins the game.

    While a game is played: agree to join before its next round. Raises NotSeated, GameRunning, RefusedForGood.
    """
    number = table.seating.require_seat(key)
    seat = table.seating.seats[number]
    if signed is None:
        if not table.consents.withdraw(seat):
            _check_late_join(table, number)
        seat.admitted = False
        table.send_table(effects)
        return
    statements = table.consents.statements
    consent = statements.read_signed(key, "ready", *signed)
    if statements.is_logged(consent) or (seat.consent is not None and seat.consent.hash == consent.hash):
        return
    statements.refuse_again(consent)
    if statements.is_new(consent):
        effects.keep()
    try:
        table.consents.check_consent(consent, table.players_to_agree)
        _check_late_join(table, number)
        _check_start(table, seat)
    except Refusal as problem:
        raise RefusedForGood(problem, statements.refuse(consent, problem.code)) from problem
    was_ready = table.consents.withdraw(seat)
    seat.consent = consent
    table.send_table(effects)
    if table.running is not None and not was_ready:  # else signed again by the program, after another statement
        announce_late_join(table, seat, effects)
    table.start_if_ready(effects)


def _check_late_join(table: Table, seat: int) -> None:
    """Check during a game that the seat may join. Raises GameRunning, or why there are not enough cards."""
    game = table.running
    if game is not None:
        table.late_joins.check_may_join(seat, game.play.full if game.play is not None else None, len(game.keys))


def _check_start(table: Table, seat: Seat) -> None:
    """Check, if this consent would begin the game, that it can be played. Raises BadSeats, BadOption."""
    seats = table.seating.seats.values()
    if table.running is None and len(seats) > 1 and not table.bots.coming:
        if all(other.ready or other is seat for other in seats):
            table.variety.check(table.options, len(seats))
