"""Before the game: the tables of the host, and the seats of the one we are at."""

from rummynet_client.core.picture import Picture
from rummynet_client.terminal.text import Line, wrapped


def lobby(picture: Picture, width: int) -> list[Line]:
    """The tables, and what to type."""
    lines: list[Line] = [[], [("class:title", " Tables")]]
    for row in picture.lobby:
        who = ", ".join(row.players) or "nobody yet"
        watch = f", {row.spectators} watching" if row.spectators else ""
        lines.append([("", f"  {row.table:>3}  {row.name:<16} {row.variant:<8} {row.stage:<8} {who}{watch}")])
    if not picture.lobby:
        lines.append([("", "  none yet: type  :create keilty")])
    says = ":sit 1 takes a seat · :watch 1 looks on · :create keilty target=200 opens a table · :help lists all"
    return [*lines, [], *wrapped("class:dim", says, width)]


def seats(picture: Picture) -> list[Line]:
    """Who sits where, ready or not; who looks on."""
    lines: list[Line] = [[]]
    for seat in picture.seats:
        state = "ready" if seat.ready else "not ready"
        more = [*(["bot"] if seat.bot else []), *([] if seat.connected else ["away"]), *(["you"] if seat.me else [])]
        lines.append(
            [("class:me" if seat.me else "", f"  seat {seat.seat}  {seat.name:<16} {state:<10}{', '.join(more)}")]
        )
    if picture.table is not None and picture.table.spectators:
        lines.append([("class:dim", f"  watching: {', '.join(picture.table.spectators)}")])
    return lines


def invitation(picture: Picture, width: int) -> list[Line]:
    """What to do before the first cards come."""
    if picture.shuffling:
        return [[("class:title", " Host and players are shuffling together …")]]
    says = ":ready when you are · :bot add seats a bot · :stand leaves the seat · :say hello chats · ? shows the keys"
    return wrapped("class:dim", says, width)
