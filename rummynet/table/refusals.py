"""Why a table refuses a request: facts with a stable code and a sentence. A refusal has changed nothing."""

from rummynet_protocol.errors import Refusal


class NoSuchTable(Refusal):
    """There is no table of that number."""

    code = "no_table"


class TooManyTables(Refusal):
    """The host, this person or their address has as many tables as it may, or opens them too fast."""

    code = "too_many_tables"


class TooManyChanges(Refusal):
    """The person, or all who have no seat, have changed the table as often as they may in so short a time."""

    code = "too_many"


class NotAtTable(Refusal):
    """The request is for those who sit or watch at the table."""

    code = "not_at_table"


class NotSeated(Refusal):
    """The request is for those who sit at the table."""

    code = "not_seated"


class AlreadySeated(Refusal):
    """The person has a seat at this table."""

    code = "seated"


class SeatTakenAlready(Refusal):
    """The seat is not free, or no seat is."""

    code = "seat_taken"


class NoSuchSeat(Refusal):
    """The game has no seat of that number."""

    code = "no_seat"


class GameRunning(Refusal):
    """It cannot be done while the game is being played."""

    code = "playing"


class NoGame(Refusal):
    """It can only be done while a game is being played."""

    code = "no_game"


class TableFull(Refusal):
    """As many people watch as may."""

    code = "full"


class NothingSaid(Refusal):
    """Nothing is left of the text once control characters are gone."""

    code = "empty"


class TooMuchChat(Refusal):
    """The person has said as many lines as a minute may have; wait a little."""

    code = "chat"


class TooOften(Refusal):
    """The person, or people at their address, sit down, stand up and the like too often; wait a little."""

    code = "too_often"


class TooManyBots(Refusal):
    """The host, the person or the tables of one address have as many bots as they may, or bots are called too fast."""

    code = "too_many_bots"


class UnknownStrategy(Refusal):
    """No bot plays by that name."""

    code = "strategy"


class NoBot(Refusal):
    """There is no such bot at the table to be taken away."""

    code = "no_bot"


class NotDue(Refusal):
    """A signed statement came that the game does not wait for now."""

    code = "not_due"


class WrongStatement(Refusal):
    """A signed statement does not say what it would have to say here."""

    code = "wrong_statement"


class WrongSignature(Refusal):
    """The signature is not this seat's over these bytes."""

    code = "signature"


class WrongClock(Refusal):
    """The signer's clock ran backwards, or slower than the game's: signed by a new clock it would be taken."""

    code = "clock"


class NotOwner(Refusal):
    """The request is for the table's owner."""

    code = "not_owner"


class NotAbsent(Refusal):
    """The person in the seat is connected, or is the one who asks."""

    code = "not_absent"


class Paused(Refusal):
    """The table's owner lets it rest."""

    code = "paused"


class NotPaused(Refusal):
    """The table rests already, or does not rest."""

    code = "not_paused"


class Stale(Refusal):
    """The action was aimed at a position that is no more."""

    code = "stale"


class Shuffling(Refusal):
    """The cards are being shuffled; nobody can act until they are."""

    code = "shuffling"


class CoolingDown(Refusal):
    """The caller's last call was invalid and the pause after it is not over."""

    code = "cooldown"


class TooLate(Refusal):
    """The call was right when it was aimed, but its cards have gone since."""

    code = "too_late"


class LostRace(TooLate):
    """Another seat's call came first."""

    code = "race"


class TableTrouble(Refusal):
    """The host made a mistake at this table and has closed it; other tables go on."""

    code = "trouble"
