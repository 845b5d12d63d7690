"""Requests of a table's owner: pause and resume, hand the table on, admit late joins, free seats."""

from rummynet.table.effects import Effects
from rummynet.table.members import host_line
from rummynet.table.refusals import NoGame, NoSuchSeat, NotPaused
from rummynet.table.seating import Seat
from rummynet.table.table import Table
from rummynet_protocol.sentences import said
from rummynet_protocol.wire.messages import Manage


def handle_manage(table: Table, request: Manage, key: bytes, effects: Effects) -> None:
    """Carry out a Manage request. Raises NotOwner, NoGame, NotPaused, GameRunning, NoSuchSeat."""
    ownership, players = table.ownership, table.playing_seats
    if request.do == "resume" and key != ownership.owner and ownership.may_wish_resume(key, players):
        _wish_to_resume(table, key, effects)
        return
    ownership.require_owner(key)
    match request.do:
        case "pause" | "resume":
            _set_paused(table, request.do == "pause", effects)
        case "hand-on":
            ownership.hand_on(request.seat)
        case "admit":
            _admit_player(table, request.seat, effects)
        case _:
            if table.game_of_seat(request.seat) is not None:
                table.require_waiting(
                    said("a game is being played at this table; a seat can be freed before it begins or after it")
                )
            _free_seat(table, request.seat, effects)
    table.send_table(effects)


def resume_if_majority_wishes(table: Table, effects: Effects) -> None:
    """Resume a paused game if a majority of the connected players wishes it."""
    game = table.running
    if game is not None and game.paused and table.ownership.majority_wishes_resume(table.playing_seats):
        _set_paused(table, False, effects)
        table.send_table(effects)


def announce_late_join(table: Table, seat: Seat, effects: Effects) -> None:
    """Announce to the table that a seat has agreed to join the running game, or was admitted to it."""
    if table.late_joins.is_admitted(seat):
        table.members.announce(said("{name} comes in when the next round begins", name=seat.name), effects)
    else:
        line = said("{name} would like to play; the owner of the table can let them in", name=seat.name)
        table.members.announce(line, effects)


def _set_paused(table: Table, yes: bool, effects: Effects) -> None:
    """Pause or resume the game. Raises NoGame, NotPaused."""
    if table.running is None:
        raise NoGame("no game is being played at this table; there is nothing to pause")
    if table.running.paused == yes:
        raise NotPaused("the table is paused already" if yes else "the table is not paused")
    table.ownership.clear_resume_wishes()
    if yes:
        table.running.pause(effects)
    else:
        table.running.resume(effects)


def _wish_to_resume(table: Table, key: bytes, effects: Effects) -> None:
    """Record a player's wish to resume while the owner is away. Raises NotPaused."""
    if table.running is None or not table.running.paused:
        raise NotPaused("the table is not paused")
    if table.ownership.add_resume_wish(key):
        name = table.seating.seats[table.seating.require_seat(key)].name
        line = said("{name} wants to go on; so it does if most of the players here want that", name=name)
        table.members.announce(line, effects)
    resume_if_majority_wishes(table, effects)


def _admit_player(table: Table, seat: int | None, effects: Effects) -> None:
    if table.running is None:
        raise NoGame("no game is being played at this table; whoever sits and is ready plays in the next one")
    announce_late_join(table, table.late_joins.admit(seat), effects)


def _free_seat(table: Table, seat: int | None, effects: Effects) -> None:
    vacated = table.seating.seats.get(seat) if seat is not None else None
    if seat is None or vacated is None:
        raise NoSuchSeat("nobody sits there; name a seat that is taken")
    table.free_seat(seat, effects)
    effects.send(
        (vacated.key,), host_line(table.number, table.context.name, said("the owner of the table has freed your seat"))
    )
    line = said("the owner of the table has freed the seat of {name}", name=vacated.name)
    table.members.announce(line, effects)
