"""The lesson on the screen: the table of any game, with what to do and the next key under the hand.

The next key leads to the action that is wanted, from where cursor, picked cards and open lines are; pressing what is
told, again and again, carries the action out.
"""

from collections.abc import Callable
from typing import Final

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text.card_names import face
from rummynet_client.core.text.commands import QUIT_WORDS
from rummynet_client.core.views.lesson import Lesson
from rummynet_client.language import _, ngettext
from rummynet_client.storage.settings import Settings
from rummynet_client.terminal.pages.help import LEAVING_KEYS
from rummynet_client.terminal.screen import Screen
from rummynet_client.terminal.state.choice import Choice, Row, chosen_cards
from rummynet_client.terminal.state.screen_state import ScreenState
from rummynet_protocol.actions import Action, CallRummy, Draw, Take, ThrowOut
from rummynet_protocol.values import Value


class Press(Value):
    """A key by its name, how often to press it, and the sentence that says so."""

    key: str
    says: str
    times: int = 1


_OTHER: Final = "n"  # a key that answers no question with yes


def next_press(
    goal: Action | None, model: ViewModel, choice: Choice, view: ScreenState, *, page: str = "", typing: bool = False
) -> Press:
    """What to press next for the action *goal*, which is legal now; "" is the game that follows the lesson.

    *page* is open; *typing*: the command line is.
    """
    # What lies over the table takes every key, so it has to be closed first.
    if typing:
        return Press("escape", _("escape closes the line that you are typing"))
    if view.question is not None:
        key = next((key for key, action in view.question.answers if action == goal), _OTHER)
        return Press(key, _("press {key} as the answer", key=key))
    if page:
        return Press("enter", _("press enter to come back to the table"))
    if goal is None:
        return Press("p", _("press p to play with them, q to quit"))
    if isinstance(goal, CallRummy):
        return _calling(goal, model, choice, view)
    if view.is_calling:
        return Press("escape", _("press escape: this is not a call"))
    match goal:
        case Draw():
            return Press("d", _("press d to draw"))
        case ThrowOut(card):
            return _throwing(card, model, choice)
        case Take(card):
            return _picking(goal, "pile", (card,), model, choice, view)
    return _picking(goal, "hand", tuple(chosen_cards(goal)), model, choice, view)


def _throwing(card: str, model: ViewModel, choice: Choice) -> Press:
    picked = [face(one) for row, one in choice.picked if row == "hand"]
    # Another card is picked: ``t`` would throw that one, or ask which.
    if picked not in ([], [card]):
        return _unpick()
    if picked or (choice.row == "hand" and choice.card_under_cursor(model) == card):
        return Press("t", _("press t to throw out {card}", card=card))
    return _towards("hand", (card,), model, choice)


def _calling(action: CallRummy, model: ViewModel, choice: Choice, view: ScreenState) -> Press:
    cards = action.play.cards
    if not view.is_calling:
        return Press("r", _("press r: RUMMY"))
    if any(face(card) not in cards for _row, card in choice.picked):
        return _unpick()
    under = choice.card_under_cursor(model) if choice.row == "pile" else None
    if under is not None and {face(under), *(face(card) for _row, card in choice.picked)} == set(cards):
        return Press("enter", _("press enter to call {cards}", cards=" ".join(cards)))
    return _towards("pile", cards, model, choice)


def _picking(
    goal: Action, row: Row, cards: tuple[str, ...], model: ViewModel, choice: Choice, view: ScreenState
) -> Press:
    """Pick these cards of a row, then take the offer."""
    if any(one_row != row or face(card) not in cards for one_row, card in choice.picked):
        return _unpick()
    left = tuple(card for card in cards if card not in [face(one) for _row, one in choice.picked])
    # Often one card is enough: the line under the hand then offers just this.
    if not left or choice.offers(model)[:1] == [goal]:
        return _offered(goal, model, choice, view)
    if choice.row == row and (under := choice.card_under_cursor(model)) is not None and face(under) in left:
        return Press("space", _("press space to pick {card}", card=face(under)))
    return _towards(row, left, model, choice)


def _offered(goal: Action, model: ViewModel, choice: Choice, view: ScreenState) -> Press:
    number = choice.offers(model).index(goal) - view.offers_from
    if not 0 <= number < choice.most_offered:
        return Press("o", _("press o for other offers"))
    key = "enter" if number == 0 else str(number + 1)
    return Press(key, _("press {key} to do it", key=key))


def _unpick() -> Press:
    return Press("escape", _("press escape to put the picked cards back"))


def _towards(row: Row, cards: tuple[str, ...], model: ViewModel, choice: Choice) -> Press:
    """Move the cursor to the nearest of the cards."""
    if choice.row != row:
        says = _("press tab to go to the pile") if row == "pile" else _("press tab to go to your hand")
        return Press("tab", says)
    places = [at for at, card in enumerate(choice.cards(model, row)) if face(card) in cards]
    to = min(places, key=lambda at: (abs(at - choice.at), at))
    card, times = face(choice.cards(model, row)[to]), abs(to - choice.at)
    if to > choice.at:
        says = ngettext("press right, to {card}", "press right {n} times, to {card}", times, n=times, card=card)
        return Press("right", says, times)
    says = ngettext("press left, to {card}", "press left {n} times, to {card}", times, n=times, card=card)
    return Press("left", says, times)


class LessonScreen(Screen):
    """A screen whose table is the lesson's. ``goes_on`` is set when the person wants to play with bots after it."""

    goes_on = False

    def __init__(
        self, lesson: Lesson, clock: Callable[[], float], *, settings: Settings, input: Input | None = None,
        output: Output | None = None,
    ) -> None:  # fmt: skip
        self.lesson = lesson
        keys = lambda: LEAVING_KEYS if lesson.is_done else None  # noqa: E731 - p stands in the guidance
        super().__init__(
            lambda: lesson.model, self._take, clock, settings=settings, footer=keys, input=input, output=output
        )

    def _take(self, text: str | Action) -> None:
        if text in QUIT_WORDS:
            self.leave()
        elif text == "ready" and self.lesson.is_done:
            self.goes_on = True
            self.leave()
        else:
            before = self.lesson.model.hand
            self.lesson.take_input(text)
            self._new_cards = tuple(card for card in self.lesson.model.hand if card not in before)

    def press(self) -> Press:
        """What to press next, from where the cursor is."""
        choice, page, typing = self.cursor.choice, self.pages.page, self.line.is_open()
        return next_press(self.lesson.wanted, self.lesson.model, choice, self.view, page=page, typing=typing)

    def guidance(self) -> str:
        """The instruction of the step, and the next key."""
        text = f"{self.lesson.instruction} ▶ {self.press().says}."
        return text if self.lesson.is_done else _("{text} (h does it for you)", text=text)
