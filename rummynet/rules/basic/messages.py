"""What people should see of a position of basic rummy beside cards and points, in words."""

from collections.abc import Iterator
from typing import Final

from rummynet.rules.basic.melds import sets_passed
from rummynet.rules.basic.state import BasicState, is_first_turn, penalties
from rummynet.rules.core.variety import Presentation
from rummynet.rules.core.wording import FEW, meld_named, round_of_deals, times
from rummynet.rules.shared.calls import call_facts
from rummynet_protocol import cards
from rummynet_protocol.sentences import either, player_in, sentence

_PENALTIES: Final = {"draw": sentence("the top two cards of the stock"), "pile": sentence("the whole pile")}


class BasicPresentation(Presentation[BasicState]):
    """Hands alone count; turns, declarations and penalties are worth knowing."""

    spread_pile = True
    runs_pass_sets = True

    def facts(self, state: BasicState) -> Iterator[str]:
        """Who deals, who may not go out yet, cards taken alone, declarations, penalties, who lays a last time.

        None of them tells whether a card can be called.
        """
        yield sentence("{player} dealt", player=player_in((state.starter - 1) % state.players))
        yield from round_of_deals(state)
        if state.aces == "around":
            yield sentence("runs go on past the ace here: Q-K-A-2 is one")
        yield from _of_the_turn(state)
        yield from call_facts(state)
        if state.declared is not None:
            yield sentence(
                "{player} has declared: what they win in this round counts twice", player=player_in(state.declared)
            )
        if state.phase != "over":
            yield from (
                sentence(
                    "a gap over {meld} is allowed here: a run goes on behind a card of this set", meld=meld_named(one)
                )
                for one in sets_passed(state.melds, state.aces)
            )
        left: int = state.options["turn_limit"] - state.turned
        if left <= FEW and state.phase not in ("final", "over"):
            yield sentence("the pile can be turned over {times}", times=times(left))

    def rule_of_the_moment(self, state: BasicState, seat: int | None, asked: bool) -> tuple[str, ...]:
        """Picking up, plays, and what is due where the game has more."""
        return _moment(state, seat, asked)


def _of_the_turn(state: BasicState) -> Iterator[str]:
    player = player_in(state.turn)
    match state.phase:
        case "play" if is_first_turn(state, state.turn):
            yield sentence("it is {player}'s first turn, in which they cannot go out", player=player)
        case "call":
            yield sentence(
                "{player} has thrown out their last card, and is out if nobody calls it in time", player=player
            )
        case "penalty":
            choices = either([_PENALTIES[name] for name in penalties(state)])
            yield sentence(
                "{player}'s throw was called: they have to pick up {choices}", player=player, choices=choices
            )
        case "final":
            out = player_in(state.turn if state.out is None else state.out)
            yield sentence("{out} is out: the others lay a last time, now {player}", out=out, player=player)
    if state.taken is not None and state.phase == "play":
        yield sentence("{card} was taken alone: it may not be thrown out in this turn", card=cards.face(state.taken))


def _moment(state: BasicState, seat: int | None, asked: bool) -> tuple[str, ...]:
    match state.phase:
        case "call":
            return (
                sentence(
                    "A player threw out their last card. The first other player to see that it fits a meld on "
                    "the table calls it. If nobody does in time, the round is over."
                ),
            )
        case "penalty" if seat == state.turn:
            return (sentence("Your throw-out was called: pick up two cards from the stock, or the whole pile."),)
        case "penalty":
            return (
                sentence(
                    "A throw-out was called. The player who threw it must pick up cards; then the next player plays."
                ),
            )
        case "final" if asked:
            return (
                sentence(
                    "Somebody is out. Lay what you can one last time, on any meld too, then pass. What stays "
                    "in your hand counts against you."
                ),
            )
        case "final":
            return (sentence("Somebody is out; the others lay one last time, one after the other."),)
    if not asked:
        return (
            sentence(
                "Others play. If a thrown-out card fits a meld on the table, anybody else can call it until "
                "the next player picks up. The player who threw it must pick up cards."
            ),
        )
    if state.phase == "pickup":
        return (
            sentence(
                "Pick up: draw; or take the top of the pile, but then you may not throw it out this turn; or "
                "take a deeper card with all above it, if you play that card at once. If the stock is empty, "
                "turn the pile over."
            ),
        )
    if seat is None or is_first_turn(state, seat):
        return (
            sentence("Lay if you like, then throw out. It is your first turn of the round: you cannot go out in it."),
        )
    says = sentence(
        "Lay if you like, then throw out. If you have laid nothing yet and can lay your whole hand at once, "
        "except one card to throw out, declare: then the round counts twice."
    )
    last = sentence("You must throw out your last card.")
    return (says, last) if state.options["discard_to_go_out"] else (says,)
