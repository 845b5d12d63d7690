"""Refusals of a table, each with a stable code and a sentence for the player. A refused request has changed nothing."""

from rummynet_protocol.errors import Refusal


class NoSuchTable(Refusal):
    """No table has that number."""

    code = "no_table"


class TooManyTables(Refusal):
    """The host, this person or their address has as many tables as allowed, or opens them too fast."""

    code = "too_many_tables"


class TooManyChanges(Refusal):
    """The person, or all members without a seat together, have changed the table too often in a short time."""

    code = "too_many"


class NotAtTable(Refusal):
    """The request is for the players and watchers of the table."""

    code = "not_at_table"


class NotSeated(Refusal):
    """The request is for players who sit at the table."""

    code = "not_seated"


class AlreadySeated(Refusal):
    """The person already has a seat at this table."""

    code = "seated"


class SeatTakenAlready(Refusal):
    """The seat, or every seat, is taken."""

    code = "seat_taken"


class NoSuchSeat(Refusal):
    """No seat of that number exists, or nobody fit for the request sits there."""

    code = "no_seat"


class Knock(Refusal):
    """The seats are closed, or the owner has removed the person; the owner sees who asks, and can let them in."""

    code = "knock"


class NoKnock(Refusal):
    """Nobody with this key asks for a seat at the table."""

    code = "no_knock"


class GameRunning(Refusal):
    """The request is not possible while a game is being played."""

    code = "playing"


class NoGame(Refusal):
    """The request is only possible while a game is being played."""

    code = "no_game"


class TableFull(Refusal):
    """The table has as many watchers as allowed."""

    code = "full"


class NothingSaid(Refusal):
    """The text is empty once control characters are removed."""

    code = "empty"


class TooMuchChat(Refusal):
    """The person has sent as many lines as a minute allows; wait a little."""

    code = "chat"


class TooOften(Refusal):
    """The person, or people at their address, sit down, stand up and the like too often; wait a little."""

    code = "too_often"


class TooManyBots(Refusal):
    """The host, the person or the tables of one address have as many bots as allowed, or request them too fast."""

    code = "too_many_bots"


class UnknownStrategy(Refusal):
    """No strategy for bots has that name."""

    code = "strategy"


class NoBot(Refusal):
    """No bot that could be removed sits at the table."""

    code = "no_bot"


class NotDue(Refusal):
    """The game does not expect this signed statement now."""

    code = "not_due"


class WrongStatement(Refusal):
    """The content of a signed statement is not the one that this log requires."""

    code = "wrong_statement"


class WrongSignature(Refusal):
    """The signature is not this key's over these bytes."""

    code = "signature"


class WrongClock(Refusal):
    """The signer's clock ran backwards, or slower than the game's; with a new clock id the statement is accepted.

    A program begins one only if that is true.
    """

    code = "clock"


class NotOwner(Refusal):
    """The request is for the table's owner."""

    code = "not_owner"


class NotAbsent(Refusal):
    """The player in the seat is not waited for, or has time left."""

    code = "not_absent"


class Paused(Refusal):
    """The table's owner has paused the game."""

    code = "paused"


class NotPaused(Refusal):
    """The game is paused already, or is not paused."""

    code = "not_paused"


class Stale(Refusal):
    """The statement was aimed at a position, or a table, that has changed since."""

    code = "stale"


class OutOfOrder(Refusal):
    """Its author has signed something newer already."""

    code = "order"


class AlreadyRefused(Refusal):
    """The very same statement was refused before; it gets the code of that refusal."""


class Shuffling(Refusal):
    """The cards are being shuffled: no actions until they are dealt."""

    code = "shuffling"


class CoolingDown(Refusal):
    """The cool-down after the caller's last, invalid call is not over."""

    code = "cooldown"


class TooLate(Refusal):
    """The call was valid at its aim, but its cards have gone since."""

    code = "too_late"


class LostRace(TooLate):
    """Another seat's call came first."""

    code = "race"


class TableTrouble(Refusal):
    """The host has closed the table after an internal error; other tables continue."""

    code = "trouble"
