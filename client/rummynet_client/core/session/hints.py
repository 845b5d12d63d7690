"""Hints at a table that allows them: what may be asked of the coach, and when it may not. Pure."""

from rummynet.bots.coach.findings import Decision
from rummynet.bots.seat_view import SeatView
from rummynet.rules.core.variety import Variety
from rummynet_client.core.session.joined_game import JoinedGame
from rummynet_client.core.session.review import RoundReview
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.language import _
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import Value


class NoHints(Refusal):
    """There is no hint: the table plays without them, or nothing is asked of the player."""

    code = "no_hint"


class HintQuestion(Value):
    """What a hint is made from: the game, and what the own seat sees."""

    variety: Variety
    view: SeatView


def hint_question(model: ViewModel, game: JoinedGame | None) -> HintQuestion:
    """The question of a player who asks for a hint now. Raises NoHints."""
    # At a table without hints a player should hear that there are none, not that it is another player's turn.
    game, variety, me = _allowed(model, game)
    if model.state is None or not model.may_act:
        raise NoHints(_("you have nothing to do now; ask for a hint when it is your turn"))
    return HintQuestion(variety, SeatView(me, model.state, game.round_log))


def review_question(
    model: ViewModel, game: JoinedGame | None, number: int | None
) -> tuple[Variety, RoundReview, tuple[Decision, ...]]:
    """The game, the finished round (None: the last one) and the own decisions in it. Raises NoHints."""
    game, variety, _me = _allowed(model, game)
    found = [one for one in model.reviews if number in (None, one.round)]
    if not found:
        raise NoHints(
            _("there is no finished round to look at")
            if number is None
            else _("round {number} is not over", number=number)
        )
    return variety, found[-1], game.decided.get(found[-1].round, ())


def _allowed(model: ViewModel, game: JoinedGame | None) -> tuple[JoinedGame, Variety, int]:
    variety, me = model.variety, model.me
    if game is None or variety is None or me is None:
        raise NoHints(_("you are not playing a game, so there is nothing to give a hint about"))
    if not model.options.get("hints"):
        raise NoHints(_("this table plays without hints; a new table with the option hints has them"))
    return game, variety, me
