"""JSON view for clients without rules of their own: the position the person may see, and the seat's legal actions."""

import json

from rummynet.rules.core import sight
from rummynet.table.refusals import NoGame
from rummynet.table.table import Table


def view_json(table: Table, key: bytes) -> str:
    """JSON text of ``{"game": …, "entries": …, "position": …, "seat": …, "legal": [...]}``.

    Raises NotAtTable, NoGame before a deal.
    """
    table.members.require_member(key)
    game = table.game
    play = game.play if game is not None else None
    if game is None or play is None:
        raise NoGame("no cards have been dealt at this table yet")
    seat = table.seating.seat_of(key)
    if seat is not None and seat >= play.full.players:
        seat = None  # waits to join before the next round
    position = sight.view(play.variety, sight.seen_by(play.public, play.full, seat), seat)
    legal = position.pop("legal")
    at = {"game": game.number, "entries": game.game_log.newest + 1}
    return json.dumps({**at, "position": position, "seat": seat, "legal": legal}, separators=(",", ":"))
