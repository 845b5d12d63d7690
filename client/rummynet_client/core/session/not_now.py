"""Refusals of commands that cannot be carried out now; nothing was sent for them."""

from rummynet_protocol.errors import Refusal


class NotConnected(Refusal):
    """There is no connection."""

    code = "not_connected"


class NotAtATable(Refusal):
    """The command needs a table."""

    code = "not_at_table"


class NoGameHere(Refusal):
    """The command needs a game in progress."""

    code = "no_game"


class NoBreakHere(Refusal):
    """No round waits for the player to go on."""

    code = "no_break"


class NotToBeTrusted(Refusal):
    """An incident speaks against another game with this host."""

    code = "not_to_be_trusted"


class UnknownGame(Refusal):
    """The game at the table is one that this program does not know, so it signs nothing for it."""

    code = "unknown_game"
