"""What a player's ``ready`` does at a table: it is checked, kept in the seat, and the last one begins the game."""

from rummynet.table.effects import Effects
from rummynet.table.game.received_statements import RefusedForGood
from rummynet.table.managing import say_who_comes
from rummynet.table.seating import Seat
from rummynet.table.table import Table
from rummynet_protocol.errors import Refusal
from rummynet_protocol.fairness.entries import Envelope


def ready(table: Table, key: bytes, signed: Envelope | None, effects: Effects) -> None:
    """Agree to the coming game, or (None) take that back; the last one to agree begins it.

    While a game is played: agree to come in before its next round. Raises NotSeated, GameRunning, RefusedForGood.
    """
    number = table.seating.mine(key)
    seat = table.seating.seats[number]
    if signed is None:
        if not table.consents.take_back(seat):
            _check_door(table, number)
        seat.admitted = False
        table.members.show(effects)
        return
    statements = table.consents.statements
    one = statements.read(key, "ready", *signed)
    if statements.is_logged(one) or (seat.consent is not None and seat.consent.hash == one.hash):
        return
    if statements.is_new(one):
        effects.keep()
    try:
        table.consents.check(one, table.to_agree)
        _check_door(table, number)
        _check_beginning(table, seat)
    except Refusal as problem:
        raise RefusedForGood(problem, statements.refuse(one, problem.code)) from problem
    table.consents.take_back(seat)
    seat.consent = one
    table.members.show(effects)
    if table.running is not None:
        say_who_comes(table, seat, effects)
    table.start_if_ready(effects)


def _check_door(table: Table, seat: int) -> None:
    """While a game is played: whether the seat could come in. Raises GameRunning, or why there is no room."""
    game = table.running
    if game is not None:
        table.late_joins.check(seat, game.play.full if game.play is not None else None, len(game.keys))


def _check_beginning(table: Table, seat: Seat) -> None:
    """If the game would begin with this consent: whether it can be played. Raises BadSeats, BadOption."""
    seats = table.seating.seats.values()
    if table.running is None and len(seats) > 1 and not table.bots.coming:
        if all(other.ready or other is seat for other in seats):
            table.variety.check(table.options, len(seats))
