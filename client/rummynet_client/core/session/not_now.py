"""Why a command of the person cannot be carried out just now; nothing was sent for it."""

from rummynet_protocol.errors import Refusal


class NotConnected(Refusal):
    """There is no connection now."""

    code = "not_connected"


class NotAtATable(Refusal):
    """The command is for those at a table."""

    code = "not_at_table"


class NoGameHere(Refusal):
    """The command is for those who play."""

    code = "no_game"


class NotToBeTrusted(Refusal):
    """Something stands against a next game with this host."""

    code = "not_to_be_trusted"
