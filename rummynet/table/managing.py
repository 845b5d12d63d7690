"""Requests of a table's owner: pause and resume, hand the table on, admit late joins, free seats."""

from rummynet.table.api.effects import Effects
from rummynet.table.api.refusals import NoGame, NoSuchSeat, NotOwner, NotPaused
from rummynet.table.game.hosted_game import HostedGame
from rummynet.table.seats.members import host_line
from rummynet.table.seats.seating import Seat
from rummynet.table.table import Table
from rummynet_protocol.sentences import plural_sentence, sentence
from rummynet_protocol.wire.messages import Manage


def handle_manage(table: Table, request: Manage, key: bytes, effects: Effects) -> None:
    """Carry out a Manage request. Raises NotOwner, NoGame, NotPaused, GameRunning, NoSuchSeat, NoKnock."""
    ownership, players = table.ownership, table.playing_seats
    # From anybody but the owner ``resume`` is a wish: it counts only with those of most others.
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
        case "close-seats":
            # A person who sits here now may come back to a seat; a bot's key is the host's, and bots need not knock.
            table.entrance.close(seat.key for seat in table.seating.seats.values() if not seat.bot)
            table.members.announce(sentence("new players can sit down here only if the owner lets them"), effects)
        case "open-seats":
            table.entrance.open()
            table.members.announce(sentence("anybody can sit down here again"), effects)
        case "let-in":
            _let_in(table, request.key, effects)
        case _:  # "remove": the protocol knows no other
            if table.game_of_seat(request.seat) is not None:
                table.require_waiting(
                    sentence("a game is being played at this table; a seat can be freed before it begins or after it")
                )
            _free_seat(table, request.seat, effects)
    table.send_table(effects)


def resume_if_majority_wishes(table: Table, effects: Effects) -> None:
    """Resume a paused game if a majority of the connected players wishes it."""
    game = table.running
    if game is not None and game.paused and table.ownership.majority_wishes_resume(table.playing_seats):
        # An owner who is here could pause again at once, against the majority; an owner who comes back may.
        if table.ownership.owner_is_here():
            game.pause_ended_in = game.round
        _set_paused(table, False, effects)
        table.send_table(effects)


def announce_late_join(table: Table, seat: Seat, effects: Effects) -> None:
    """Announce to the table that a seat has agreed to join the running game, or was admitted to it."""
    if table.late_joins.is_admitted(seat):
        table.members.announce(sentence("{name} comes in when the next round begins", name=seat.name), effects)
    else:
        line = sentence("{name} would like to play; the owner of the table can let them in", name=seat.name)
        table.members.announce(line, effects)


def _set_paused(table: Table, yes: bool, effects: Effects) -> None:
    """Pause or resume the game. Raises NoGame, NotPaused."""
    if table.running is None:
        raise NoGame("no game is being played at this table; there is nothing to pause")
    if yes and table.running.pause_is_due:  # before the check below, which would say that it is paused already
        raise NotPaused("the table pauses as soon as the cards are dealt")
    if (table.running.paused or table.running.pause_is_due) == yes:
        raise NotPaused("the table is paused already" if yes else "the table is not paused")
    if yes and table.running.round and table.running.pause_ended_in == table.running.round:
        raise NotPaused("the others have ended the pause of this round; you can pause again in the next")
    table.ownership.clear_resume_wishes()
    if yes:
        table.running.pause(effects)
        if table.running.pause_is_due:
            table.members.announce(
                sentence("the cards are being shuffled; the table pauses when they are dealt"), effects
            )
    else:
        table.running.resume(effects)


def _wish_to_resume(table: Table, key: bytes, effects: Effects) -> None:
    """Record a player's wish to resume. Raises NotPaused; NotOwner while the owner is here and the pause is short."""
    if table.running is None or not table.running.paused:
        raise NotPaused("the table is not paused")
    # An owner who has gone cannot end the pause, so then nobody needs to wait for the length of a turn.
    if table.ownership.owner_is_here():
        _check_long_pause(table, table.running, effects.ms)
    if table.ownership.add_resume_wish(key):
        name = table.seating.seats[table.seating.require_seat(key)].name
        line = sentence("{name} wants to go on; the game goes on if most of the players here want that", name=name)
        table.members.announce(line, effects)
    resume_if_majority_wishes(table, effects)


def _check_long_pause(table: Table, game: HostedGame, ms: int) -> None:
    """Raises NotOwner while the pause has not lasted as long as a turn may be left unused."""
    # Rounded up: "in 0 seconds" would be refused once more.
    rest = -(-(game.paused_at + 1000 * int(table.options["idle_seconds"]) - ms) // 1000)
    if rest > 0:
        raise NotOwner(
            plural_sentence(
                "the owner has paused the table; in {seconds} second you can go on without them",
                "the owner has paused the table; in {seconds} seconds you can go on without them",
                rest,
                seconds=rest,
            )
        )


def _let_in(table: Table, key: bytes | None, effects: Effects) -> None:
    name = table.entrance.let_in(key)
    table.members.announce(sentence("{name} may sit down here now", name=name), effects)
    line = sentence("the owner of table {number} lets you in; sit down there", number=table.number)
    # The person who knocked is no member of the table, so the announcement to all does not reach them.
    effects.send((key or b"",), host_line(table.number, table.context.name, line))


def _admit_player(table: Table, seat: int | None, effects: Effects) -> None:
    if table.running is None:
        raise NoGame("no game is being played at this table; everybody who is seated and ready plays in the next one")
    announce_late_join(table, table.late_joins.admit(seat), effects)


def _free_seat(table: Table, seat: int | None, effects: Effects) -> None:
    vacated = table.seating.seats.get(seat) if seat is not None else None
    if seat is None or vacated is None:
        raise NoSuchSeat("nobody sits there; name a seat that is taken")
    # A bot's key never knocks again, and would push a person's out of the list.
    if not vacated.bot:
        table.entrance.remove(vacated.key)
    table.free_seat(seat, effects)
    effects.send(
        # Sent before the announcement and by key: the person is no member any more.
        (vacated.key,),
        host_line(table.number, table.context.name, sentence("the owner of the table has freed your seat")),
    )
    line = sentence("the owner of the table has freed the seat of {name}", name=vacated.name)
    table.members.announce(line, effects)
