"""A guided first round of Keilty rummy with fixed cards and no host: ``rummynet play --teach``. Pure."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

from rummynet.rules.core.sight import told_to
from rummynet.rules.core.state import State
from rummynet.rules.varieties import variety
from rummynet_client.core.text import command_parser, commands, news
from rummynet_client.core.text.card_names import meld_cards
from rummynet_client.core.text.commands import PlayAction
from rummynet_client.core.text.event_text import events_line
from rummynet_client.core.views.view_model import Fairness, ViewModel
from rummynet_client.language import N_, _, sentence_of
from rummynet_protocol import notation
from rummynet_protocol.errors import Refusal

KEILTY: Final = variety("keilty")
_NAMES: Final = (N_("pupil"), N_("the teacher"))
_HANDS: Final = ("5S 6S 9D 9H JS 2C", "JC JD JH KD QS 3H")
_STOCK: Final = "7S QC 8S 9S"
_PILE: Final = "9C"


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step: the instruction, the action it expects, and the teacher's actions that follow."""

    instruction: str
    action: str
    replies: tuple[str, ...] = ()


STEPS: Final = (
    LessonStep(
        N_(
            "Welcome. You sit at a table with a teacher. A turn begins with picking up a card: press d to "
            "draw the top card of the stock."
        ),
        "draw",
    ),
    LessonStep(
        N_(
            "You drew the 7 of spades (7S). With 5S and 6S that is a run: three or more of one suit in a "
            "row. Move with the arrows, pick the three with space, and press enter to lay them down."
        ),
        "meld 5S 6S 7S",
    ),
    LessonStep(
        N_(
            "What lies on the table counts for you, what stays in your hand against you. A turn ends with "
            "throwing out a card: put the cursor on 2C and press t."
        ),
        "throw 2C",
        ("draw", "meld JC JD JH", "throw KD"),
    ),
    LessonStep(
        N_(
            "The pile is spread out: every card in it can be seen and taken. Whoever takes one takes all "
            "above it too, and must play the one taken at once. You hold two nines: press tab, go to 9C in "
            "the pile, see below what would come, pick it with space, and press enter to take it and lay "
            "three nines."
        ),
        "take 9C meld 9C 9D 9H",
    ),
    LessonStep(
        N_(
            "2C and KD came along. Now lay off: the teacher laid three jacks, and your JS fits to them. "
            "Cards that you add to other people's melds count for you. Press tab to come back to the hand, "
            "pick JS, press enter."
        ),
        "lay JS on 1",
    ),
    LessonStep(
        N_(
            "You hold two cards. One of them you need: in Keilty the last card has to be thrown out, so "
            "never plan to lay down everything. Throw out KD, the dear one, and keep 2C."
        ),
        "throw KD",
        ("draw", "throw 8S"),
    ),
    LessonStep(
        N_(
            "Look at the pile: the teacher threw out 8S, and a run 5S 6S 7S lies on the table. A card that "
            "could have been played and was thrown away is a RUMMY: whoever sees it first calls, out of turn "
            "too. Press r: the cursor goes to the pile. Point at 8S and press enter (typed it is  rummy lay 8S on 0 ). "
            "At a real table nobody will point it out to you."
        ),
        "rummy lay 8S on 0",
    ),
    LessonStep(N_("Yours! The 8S lies on the run and counts for you. Now it is your turn: draw (d)."), "draw"),
    LessonStep(N_("9S goes on: lay it on the run (pick it, then enter)."), "lay 9S on 0"),
    LessonStep(
        N_("One card is left, the one you kept. Throw out 2C, and you have gone out: the round is over."), "throw 2C"
    ),
)
DONE: Final = N_(
    "That was a round: what you laid counts for you, what the teacher still held was taken off. ? "
    "shows all keys, ctrl-c leaves, and 'rummynet play' seats you with bots."
)


def _names() -> tuple[str, ...]:
    return tuple(map(_, _NAMES))


def _begin() -> State:
    used = Counter(f"{_HANDS[0]} {_HANDS[1]} {_STOCK} {_PILE}".split())
    rest = [card for card in (f"{rank}{suit}" for suit in "CDHS" for rank in "A23456789TJQK") if card not in used]
    return KEILTY.positions.read(
        {
            "variant": "keilty",
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
        self.step_index = 0
        """Index of the current step; ``len(STEPS)`` at the end."""
        self._lines: list[str] = [_("the cards were dealt, 9C was turned up")]
        self._refusal: news.WasRefused | None = None

    @property
    def instruction(self) -> str:
        """The instruction of the current step."""
        return _(STEPS[self.step_index].instruction if self.step_index < len(STEPS) else DONE)

    @property
    def refusal_text(self) -> str:
        """Why the last input was refused; "" if it was not."""
        return self._refusal.says if self._refusal is not None else ""

    def take_input(self, text: str) -> None:
        """Carry out an input. Anything but the expected action is refused with an explanation."""
        self._refusal = None
        try:
            command = command_parser.parse_command(text)
            if not isinstance(command, PlayAction):
                raise commands.BadCommand(_("that is for a real table; this one is for learning"))
            self._take_step(notation.text(command.action))
        except Refusal as problem:
            self._refusal = news.WasRefused(text, problem.code, sentence_of(problem, _names()))

    def _take_step(self, action: str) -> None:
        if self.step_index >= len(STEPS):
            raise commands.BadCommand(_("the round is over"))
        step = STEPS[self.step_index]
        wanted = self._applied(0, step.action)
        if self._applied(0, action) != wanted:
            raise commands.BadCommand(_("{action} could be done, but here try: {do}", action=action, do=step.action))
        for seat, do in ((0, step.action), *((1, do) for do in step.replies)):
            self._apply_action(seat, do)
        self.step_index += 1

    def _applied(self, seat: int, do: str) -> State:
        return KEILTY.apply(self.state, seat, notation.parse(do))[0]

    def _apply_action(self, seat: int, do: str) -> None:
        self.state, events = KEILTY.apply(self.state, seat, notation.parse(do))
        self._lines.append(events_line([told_to(event, 0) for event in events], _names(), 0, meld_cards(self.state)))

    @property
    def model(self) -> ViewModel:
        """The view model of a client at such a table."""
        position = KEILTY.positions.write(self.state)
        due = KEILTY.actors(self.state)
        table = news.TableChanged(1, _("the lesson"), "keilty", "playing", self.state.options, ())
        honest = _("this is a lesson; nobody shuffles and nothing is signed")
        return replace(
            _EMPTY, names=_names(), table=table, variety=KEILTY, options=self.state.options, state=self.state,
            position=position, round=1, due=due, my_turn=0 in due, hand=tuple(position["hands"][0]),
            lines=tuple(self._lines), refusal=self._refusal, fairness=Fairness(honest, 0, 0, None, honest),
        )  # fmt: skip


_EMPTY: Final = ViewModel(
    connected=True, host="rummynet", name="you", lobby=(), table=None, seats=(), watching=False, game=1, over=None,
    variety=None, options={}, state=None, position=None, me=0, names=(), words=(), round=0, due=(), early=(),
    my_turn=False, shuffling=False, hand=(), clock=None, fairness=Fairness("", 0, 0, None, ""), lines=(), chat=(),
    rounds=(), refusal=None, waiting=None,
)  # fmt: skip
