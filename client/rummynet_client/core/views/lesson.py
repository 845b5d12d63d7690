"""A guided first round of Keilty rummy with fixed cards and no host: ``rummynet play --teach``. Pure."""

from collections import Counter
from typing import Final

from rummynet.rules.core.sight import told_to
from rummynet.rules.core.state import State
from rummynet.rules.varieties import variety
from rummynet_client.core.session.view_model import ViewModel, without_host
from rummynet_client.core.text import commands, news, verbs
from rummynet_client.core.text.action_text import Wording
from rummynet_client.core.text.card_names import meld_cards
from rummynet_client.core.text.commands import Do, PlayAction
from rummynet_client.core.text.event_text import events_line
from rummynet_client.language import N_, _, sentence_of
from rummynet_protocol import notation
from rummynet_protocol.actions import Action
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import Value

KEILTY: Final = variety("keilty")
_NAMES: Final = (N_("pupil"), N_("the teacher"))
# Fixed cards: the steps below name them. The rest of the deck lies under the stock and is never reached.
_HANDS: Final = ("5S 6S JS 9D 9H AC", "JC JD JH KD QS 3H")
_STOCK: Final = "7S QC 4S 9C"
_PILE: Final = "8S"


class LessonStep(Value):
    """One step: the instruction, the actions that lead on, why others wait, and the teacher's actions that follow.

    The first action that is legal is the one that is shown.
    """

    instruction: str
    actions: tuple[str, ...]
    instead: str = ""  # why another legal action is not for this moment
    replies: tuple[str, ...] = ()


STEPS: Final = (
    LessonStep(
        N_(
            "Welcome. You sit at a table with a teacher. You begin a turn by picking up a card: draw one from "
            "the stock."
        ),
        ("draw",),
    ),
    LessonStep(
        N_("You drew 7S. With 5S and 6S that is a run: three or more of one suit in a row. Lay the three down."),
        ("meld 5S 6S 7S",),
        N_("first lay the run: a throw-out ends your turn"),
    ),
    LessonStep(
        N_(
            "Cards on the table count for you, cards in your hand count against you. You end a turn by "
            "throwing out a card. AC goes with nothing and costs most: throw it out."
        ),
        ("throw AC", "throw JS", "throw 9D", "throw 9H"),
        replies=("draw", "meld JC JD JH", "throw KD"),
    ),
    LessonStep(
        N_(
            "The pile is spread out: you can take any card in it. You then take all cards above it too, and "
            "must play the card at once. 8S goes on your run: take down to it."
        ),
        ("take 8S lay 8S on 0",),
        N_("the pile has more for you this time: take down to 8S"),
    ),
    LessonStep(
        N_(
            "The cards above it came with it. Now lay off: the teacher laid three jacks, and your JS goes with "
            "them. Cards that you add to other people's melds count for you."
        ),
        ("lay JS on 1",),
        N_("first lay off JS: a throw-out ends your turn"),
    ),
    LessonStep(
        N_(
            "You hold two nines, and a third would make a set. Keep one more card: in Keilty you must throw "
            "out your last card. Throw out AC, which costs most."
        ),
        ("throw AC", "throw KD"),
        N_("the nines belong together: throw out AC or KD"),
        ("draw", "throw 4S"),
    ),
    LessonStep(
        N_(
            "Look at the pile: the teacher threw out 4S, and it goes with the run on the table. A thrown-out "
            "card that could have been played is a RUMMY: the first player to see it calls it, even out of "
            "turn. Call it. At a real table nobody will point it out to you."
        ),
        ("rummy lay 4S on 0",),
        N_("call the rummy first: a call takes 4S and your turn still begins afterwards"),
    ),
    LessonStep(N_("Yours! 4S lies on the run and counts for you. Now it is your turn: draw."), ("draw",)),
    LessonStep(
        N_("9C makes a set of three nines. Lay them down."),
        ("meld 9C 9D 9H",),
        N_("first lay the nines: a throw-out ends your turn"),
    ),
    LessonStep(
        N_("You have one card left, the one you kept. Throw it out and you go out: the round is over."),
        ("throw KD", "throw AC"),
    ),
)
DONE: Final = N_(
    "That was a round. What you laid counts for you, and what the teacher still held counts against the "
    "teacher. Bots wait for you at your own table."
)


def _names() -> tuple[str, ...]:
    return tuple(map(_, _NAMES))


def _begin() -> State:
    used = Counter(f"{_HANDS[0]} {_HANDS[1]} {_STOCK} {_PILE}".split())
    rest = [card for card in (f"{rank}{suit}" for suit in "CDHS" for rank in "A23456789TJQK") if card not in used]
    return KEILTY.positions.read(
        {
            "variant": KEILTY.name,
            "options": {},
            "players": 2,
            "round": 1,
            "starter": 0,
            "turn": 0,
            "phase": "pickup",
            "hands": [hand.split() for hand in _HANDS],
            "stock": [*_STOCK.split(), *rest],
            "discard": _PILE.split(),
            "melds": [],
            "reshuffles": 0,
            "scores": [0, 0],
            "round_scores": None,
        }
    )


class Lesson:
    """The state of the lesson. ``take_input`` takes the learner's input; ``model`` and ``instruction`` are shown."""

    def __init__(self) -> None:
        self.state = _begin()
        self.step_index = 0  # index of the current step; ``len(STEPS)`` at the end
        self._lines: list[str] = [_("the cards were dealt, {card} was turned up", card=_PILE)]
        self._refusal: news.WasRefused | None = None

    @property
    def is_done(self) -> bool:
        """Whether the round is over."""
        return self.step_index >= len(STEPS)

    @property
    def instruction(self) -> str:
        """The instruction of the current step."""
        return _(DONE if self.is_done else STEPS[self.step_index].instruction)

    @property
    def wanted(self) -> Action | None:
        """The action that the current step shows; None at the end."""
        if self.is_done:
            return None
        actions = map(notation.parse, STEPS[self.step_index].actions)
        # What was thrown before decides which of the listed throws is left.
        return next(one for one in actions if self._applied(one) is not None)

    @property
    def refusal_text(self) -> str:
        """Why the last input was refused; "" if it was not."""
        return self._refusal.says if self._refusal is not None else ""

    def take_input(self, said: str | Action) -> None:
        """Carry out an action, or a command as text; ``hint`` does the step.

        What does not lead on is refused with an explanation.
        """
        self._refusal = None
        try:
            command = verbs.parse_command(said) if isinstance(said, str) else PlayAction(said)
            if self.is_done:
                raise commands.BadCommand(_("the round is over; p goes on to your own table, q leaves"))
            match command:
                case Do("hint") if self.wanted is not None:
                    self._take_step(self.wanted)
                case PlayAction(action):
                    self._take_step(action)
                case _:
                    raise commands.BadCommand(_("that is for a real table; this one is for learning"))
        except Refusal as problem:
            asked = said if isinstance(said, str) else notation.text(said)
            self._refusal = news.WasRefused(asked, problem.code, sentence_of(problem, _names()))

    def _take_step(self, action: Action) -> None:
        step = STEPS[self.step_index]
        after, _events = KEILTY.apply(self.state, 0, action)
        # One play can be written in several ways: what counts is the position that it leads to.
        if after not in [self._applied(notation.parse(one)) for one in step.actions]:
            says = _("{action} is possible; {instead}", action=notation.text(action), instead=_(step.instead))
            raise commands.BadCommand(says)
        self._apply_action(0, action)
        for do in step.replies:
            self._apply_action(1, notation.parse(do))
        self.step_index += 1

    def _applied(self, action: Action) -> State | None:
        """The position after an action of the learner; None if it is not legal now."""
        try:
            return KEILTY.apply(self.state, 0, action)[0]
        except Refusal:
            return None

    def _apply_action(self, seat: int, action: Action) -> None:
        self.state, events = KEILTY.apply(self.state, seat, action)
        by = Wording(_names(), 0, meld_cards(self.state))
        self._lines.append(events_line([told_to(event, 0) for event in events], by))

    @property
    def model(self) -> ViewModel:
        """The view model of a client at such a table."""
        won = news.GameWasWon(1, 0, _names()[0], self.state.scores) if self.is_done else None
        honest = _("this is a lesson; nobody shuffles and nothing is signed")
        return without_host(
            KEILTY, self.state, 0, _names(), _("the lesson"), honest,
            due=KEILTY.actors(self.state), over=won, lines=self._lines, refusal=self._refusal,
        )  # fmt: skip
