"""What a player's ``ready`` does at a table: it is checked, kept in the seat, and the last one begins the game."""

from rummynet.table.effects import Effects
from rummynet.table.game.received_statements import RefusedForGood
from rummynet.table.managing import announce_late_join
from rummynet.table.seating import Seat
from rummynet.table.table import Table
from rummynet_protocol.errors import Refusal
from rummynet_protocol.fairness.entries import Envelope


def handle_ready(table: Table, key: bytes, signed: Envelope | None, effects: Effects) -> None:
    """Agree to the coming game, or (None) take that back; the last one to agree begins it.

    While a game is played: agree to come in before its next round. Raises NotSeated, GameRunning, RefusedForGood.
    """
    number = table.seating.require_seat(key)
    seat = table.seating.seats[number]
    if signed is None:
        if not table.consents.withdraw(seat):
            _check_late_join(table, number)
        seat.admitted = False
        table.members.send_table(effects)
        return
    statements = table.consents.statements
    one = statements.read_signed(key, "ready", *signed)
    if statements.is_logged(one) or (seat.consent is not None and seat.consent.hash == one.hash):
        return
    if statements.is_new(one):
        effects.keep()
    try:
        table.consents.check_consent(one, table.players_to_agree)
        _check_late_join(table, number)
        _check_start(table, seat)
    except Refusal as problem:
        raise RefusedForGood(problem, statements.refuse(one, problem.code)) from problem
    table.consents.withdraw(seat)
    seat.consent = one
    table.members.send_table(effects)
    if table.running is not None:
        announce_late_join(table, seat, effects)
    table.start_if_ready(effects)


def _check_late_join(table: Table, seat: int) -> None:
    """While a game is played: whether the seat could come in. Raises GameRunning, or why there is no room."""
    game = table.running
    if game is not None:
        table.late_joins.check_may_join(seat, game.play.full if game.play is not None else None, len(game.keys))


def _check_start(table: Table, seat: Seat) -> None:
    """If the game would begin with this consent: whether it can be played. Raises BadSeats, BadOption."""
    seats = table.seating.seats.values()
    if table.running is None and len(seats) > 1 and not table.bots.coming:
        if all(other.ready or other is seat for other in seats):
            table.variety.check(table.options, len(seats))
