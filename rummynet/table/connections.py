"""What a table does when its people connect and disconnect, show that they are there, and when the host restarts."""

from rummynet.table.api.effects import Effects
from rummynet.table.managing import resume_if_majority_wishes
from rummynet.table.seats.seating import Seat
from rummynet.table.table import Table
from rummynet_protocol.lookalikes import is_numbered
from rummynet_protocol.sentences import sentence
from rummynet_protocol.wire.messages import NAME


def handle_connected(table: Table, key: bytes, name: str, effects: Effects) -> None:
    """A person who may have a seat here has connected; their seat takes this name, unless a game is running."""
    seat = table.seating.seat_of(key)
    if seat is None:
        return
    # Names are part of what the players of a running game have signed (players hash, FAIRNESS.md, "Consent").
    if table.running is None:
        _rename(table, table.seating.seats[seat], name, effects)
    table.members.connected(seat, table.playing_seats, effects)
    table.members_changed(effects)
    game = table.game_of_seat(seat)
    if game is not None:
        game.connected(seat, effects)
    # To connect is no act by hand: a program reconnects by itself, and would prolong its person's turn each time.
    note_request(table, seat, False, effects)
    table.start_if_ready(effects)


def note_request(table: Table, seat: int | None, is_by_hand: bool, effects: Effects) -> None:
    """The program of the person in this seat sent anything at all: a seat that was silent counts as present again.

    If the person acted by hand, whatever they did, their turn's time is extended (``TurnClocks.player_present``).
    """
    game = table.game_of_seat(seat)
    if seat is not None and game is not None:
        game.sign_of_life(seat, effects)
        if is_by_hand:
            game.player_present(seat, effects)


def handle_connection_lost(table: Table, key: bytes, effects: Effects) -> None:
    """A person is no longer connected. They keep their seat, and their consent with it; a watcher is removed.

    A newcomer's consent is lost: the round that they were to join goes on without them.
    """
    seat = table.seating.seat_of(key)
    # Between two games a consent outlives a lost connection: ``start_if_ready`` waits until the player is back.
    if seat is not None and table.running is not None:
        table.consents.withdraw(table.seating.seats[seat])
    _disconnect(table, key, effects)
    resume_if_majority_wishes(table, effects)


def handle_host_restarted(table: Table, has_moved: bool, effects: Effects) -> None:
    """All members are disconnected: watchers are removed, consents stay, bots are started again."""
    # The members as they are before the loop: it removes watchers while it runs.
    for key in table.seating.members:
        _disconnect(table, key, effects)
    if table.game is not None:
        table.game.host_restarted(effects)
        if has_moved:
            table.game.dealer.bots_moved(effects)
    table.bots.recall_after_restart(effects)


def _rename(table: Table, seat: Seat, name: str, effects: Effects) -> None:
    """Take another name of a player. Consents that named the player as before are withdrawn."""
    before = seat.name
    # The number was added here because two names look alike; the bare name from the client is no new one.
    if is_numbered(before, name, NAME):
        return
    seat.name = table.seating.distinct_name(seat.key, name)
    table.members.announce(sentence("{before} is now called {now}", before=before, now=seat.name), effects)
    table.withdraw_outdated_consents(table.players_to_agree, effects)


def _disconnect(table: Table, key: bytes, effects: Effects) -> None:
    seat = table.seating.seat_of(key)
    game = table.game_of_seat(seat)
    if seat is not None and game is not None:
        game.connection_lost(seat, effects)
    if table.members.connection_lost(key, game is not None, table.playing_seats, effects):
        table.members_changed(effects)
