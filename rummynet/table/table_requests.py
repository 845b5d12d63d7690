"""Handles requests to come to a table and to leave it: sit, stand, watch, leave, ask for bots."""

from typing import NoReturn

from rummynet.table.effects import Effects
from rummynet.table.refusals import Knock, SeatTakenAlready
from rummynet.table.seating import Seat
from rummynet.table.table import Table
from rummynet_protocol.sentences import said
from rummynet_protocol.wire.messages import SeatBot


def handle_sit(table: Table, key: bytes, name: str, requested: int | None, effects: Effects) -> None:
    """Take a seat. During a game that takes late joins the player may join before the next round.

    Raises GameRunning, AlreadySeated, NoSuchSeat, SeatTakenAlready, Knock.
    """
    if not table.variety.newcomers.may_join:
        table.require_waiting(said("a game is being played at this table; nobody can sit down; you can watch"))
    seating = table.seating
    seat = seating.choose_seat(key, requested)
    is_bot = key in table.bots.keys
    if not is_bot and key != table.ownership.owner and not table.entrance.may_sit(key):
        _knock(table, key, name, effects)
    free = seating.most - len(seating.seats)
    if not is_bot and free <= table.bots.coming:
        raise SeatTakenAlready("the last free seat is kept for a bot that is on its way; you can watch")
    seating.seat_player(seat, Seat(key, seating.distinct_name(key, name), is_bot))
    if not is_bot:
        table.ownership.member_arrived(key, table.playing_seats)
    table.withdraw_outdated_consents(table.players_to_agree, effects)
    table.members_changed(effects)
    if table.running is not None:
        table.running.send_log(key, 0, effects)


def _knock(table: Table, key: bytes, name: str, effects: Effects) -> NoReturn:
    """Show the owner who asks for a seat. Raises Knock."""
    if table.entrance.knock(key, table.seating.distinct_name(key, name)):
        table.send_table(effects)
    raise Knock("not everybody can sit down at this table; its owner sees that you would like to, and can let you in")


def handle_stand(table: Table, key: bytes, effects: Effects) -> None:
    """Leave the seat. Raises NotSeated, GameRunning."""
    seat = table.seating.require_seat(key)
    if table.game_of_seat(seat) is not None:
        table.require_waiting(said("a game is being played at this table; your seat stays yours until it is over"))
    table.free_seat(seat, effects)


def handle_watch(table: Table, key: bytes, name: str, effects: Effects) -> None:
    """Watch the table. A member is only sent the table and the log again. Raises TableFull."""
    if table.members.watch(key, name, table.playing_seats):
        table.members_changed(effects)
    else:
        effects.send((key,), table.shown(effects.ms))
    table.send_log(key, 0, effects)


def handle_leave(table: Table, key: bytes, effects: Effects) -> None:
    """Stop watching the table. Raises NotAtTable."""
    table.members.leave(key, table.playing_seats)
    table.members_changed(effects)


def handle_seat_bot(table: Table, request: SeatBot, key: bytes, effects: Effects) -> None:
    """Request a bot for a free seat, or remove one.

    Raises NotAtTable, NotSeated, GameRunning, UnknownStrategy, SeatTakenAlready, NoBot.
    """
    table.members.require_member(key)
    table.ownership.require_may_ask_bots(key)
    table.require_waiting(said("a game is being played at this table; bots come and go before it begins or after it"))
    if request.do == "add":
        table.bots.request_bot(request.strategy, key, effects)
        table.send_table(effects)
        return
    table.free_seat(table.bots.last_bot_seat(), effects)
