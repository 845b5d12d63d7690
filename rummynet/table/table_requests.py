"""Carries out what people ask of one table: sit, stand, watch, leave, agree to a game, have bots."""

from typing import NoReturn

from rummynet.table.api.effects import Effects
from rummynet.table.api.refusals import Knock, SeatTakenAlready
from rummynet.table.managing import announce_late_join
from rummynet.table.seats.received_statements import RefusedForGood
from rummynet.table.seats.seating import Seat
from rummynet.table.table import Table
from rummynet_protocol.errors import Refusal
from rummynet_protocol.fairness.entries import Envelope
from rummynet_protocol.sentences import sentence
from rummynet_protocol.wire.messages import SeatBot


def handle_sit(table: Table, key: bytes, name: str, requested: int | None, effects: Effects) -> None:
    """Take a seat. During a game that takes late joins the player may join before the next round.

    Raises GameRunning, AlreadySeated, NoSuchSeat, SeatTakenAlready, Knock.
    """
    if not table.variety.newcomers.may_join:
        table.require_waiting(sentence("a game is being played at this table; nobody can sit down; you can watch"))
    seating = table.seating
    # Before the knock: a request for a seat that is taken or does not exist need not bother the owner.
    seat = seating.choose_seat(key, requested)
    is_bot = key in table.bots.keys
    if not is_bot and key != table.ownership.owner and not table.entrance.may_sit(key):
        _knock(table, key, name, effects)
    free = seating.most - len(seating.seats)
    # A bot was promised to those who wait for it; a person who came between would leave it without a seat.
    if not is_bot and free <= table.bots.coming:
        raise SeatTakenAlready("the last free seat is kept for a bot that is on its way; you can watch")
    taken = Seat(key, seating.distinct_name(key, name), is_bot)
    seating.seat_player(seat, taken)
    # Bots own no table: it takes a person to pause, admit and hand on.
    if not is_bot:
        table.ownership.member_arrived(key, table.playing_seats)
    table.withdraw_outdated_consents(table.players_to_agree, effects)
    table.members_changed(effects)
    # A newcomer follows the game from its beginning, to be able to check it before joining.
    if table.running is not None:
        table.running.send_log(key, 0, effects)


def _knock(table: Table, key: bytes, name: str, effects: Effects) -> NoReturn:
    """Show the owner who asks for a seat. Raises Knock."""
    if table.entrance.knock(key, table.seating.distinct_name(key, name)):
        table.send_table(effects)
    raise Knock(
        "the seats at this table are closed; its owner sees that you would like to sit down, and can let you in"
    )


def handle_stand(table: Table, key: bytes, effects: Effects) -> None:
    """Leave the seat. Raises NotSeated, GameRunning."""
    seat = table.seating.require_seat(key)
    # A seat beyond the game's, of somebody who waits to join, can be left at any time.
    if table.game_of_seat(seat) is not None:
        table.require_waiting(sentence("a game is being played at this table; your seat stays yours until it is over"))
    table.free_seat(seat, effects)


def handle_watch(table: Table, key: bytes, name: str, effects: Effects) -> None:
    """Watch the table. A member is only sent the table and the log again. Raises TableFull."""
    if table.members.watch(key, name, table.playing_seats):
        table.members_changed(effects)
    else:
        effects.send((key,), table.message(effects.ms))
    # From the start: a watcher's program checks the whole log, and has none of it.
    table.send_log(key, 0, effects)


def handle_leave(table: Table, key: bytes, effects: Effects) -> None:
    """Stop watching the table. Raises NotAtTable."""
    table.members.leave(key, table.playing_seats)
    table.members_changed(effects)


def handle_ready(table: Table, key: bytes, signed: Envelope | None, effects: Effects) -> None:
    """Agree to the next game, or (*signed* is None) withdraw the consent; the last consent begins the game.

    While a game is played: agree to join before its next round. Raises NotSeated, GameRunning, RefusedForGood.
    """
    number = table.seating.require_seat(key)
    seat = table.seating.seats[number]
    if signed is None:
        # There was none to take back: where the seat cannot join this game either, say so.
        if not table.consents.withdraw(seat):
            _check_late_join(table, number)
        seat.admitted = False  # who changed their mind asks the owner again
        table.send_table(effects)
        return
    statements = table.consents.statements
    consent = statements.read_signed(key, "ready", *signed)
    # A client that lost the answer sends the same bytes again; that must be no second consent and no refusal.
    if statements.is_logged(consent) or (seat.consent is not None and seat.consent.hash == consent.hash):
        return
    if statements.is_new(consent):
        # A refused consent changes its author's numbers, which no row of the journal shows otherwise.
        effects.kept = True
    try:
        table.consents.check_consent(consent, table.players_to_agree)
        _check_late_join(table, number)
        _check_start(table, seat)
    except Refusal as problem:
        # A statement that is well signed for this log is refused with the host's signature (FAIRNESS.md, "Refusals").
        raise RefusedForGood(problem, statements.refuse(consent, problem.code)) from problem
    # An older consent of the same seat is void with the newer one, or both could come into the log.
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
        # Only the last consent is refused for the number of players: until then somebody may still come or go. Of
        # people the last: bots consent to all that their table shows, and a refusal that they got nobody would hear.
        if all(other.ready or other.bot or other is seat for other in seats):
            table.check_players()


def handle_seat_bot(table: Table, request: SeatBot, key: bytes, effects: Effects) -> None:
    """Request a bot for a free seat, or remove one.

    Raises NotAtTable, NotSeated, GameRunning, UnknownStrategy, SeatTakenAlready, NoBot.
    """
    table.members.require_member(key)
    # Before the check for a game: a person who may not ask at all learns that first.
    table.ownership.require_may_ask_bots(key)
    table.require_waiting(
        sentence("a game is being played at this table; bots can join and leave before it begins or after it")
    )
    if request.do == "add":
        table.bots.request_bot(request.strategy, key, effects)
        table.send_table(effects)
        return
    table.free_seat(table.bots.last_bot_seat(request.strategy), effects)
