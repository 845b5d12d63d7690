"""A puzzle as a table: the position, the answer, what is told after it, and the line that can be looked at. Pure."""

from collections.abc import Sequence
from typing import Final, Literal

from rummynet.bots.coach.findings import Advice, half_interval
from rummynet.bots.names import NAMES
from rummynet.puzzles.choosing import puzzle_lines
from rummynet.puzzles.puzzle import Puzzle
from rummynet.rules import GameState
from rummynet.rules.core.sight import told_to
from rummynet_client.core.session.view_model import ViewModel, without_host
from rummynet_client.core.text import commands, news, verbs
from rummynet_client.core.text.action_text import Wording
from rummynet_client.core.text.card_names import WRITTEN, Voice, meld_cards
from rummynet_client.core.text.commands import BeReady, Do, PlayAction
from rummynet_client.core.text.event_text import events_line
from rummynet_client.core.text.hint_text import advice_sentence
from rummynet_client.language import N_, _, ngettext, sentence_of
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, CallRummy
from rummynet_protocol.errors import Refusal
from rummynet_protocol.events import Event
from rummynet_protocol.values import replace

Outcome = Literal["right", "wrong", "shown"]  # what became of it; "shown": the player asked for the answer

_THEMES: Final = {
    "take": N_("what to take from the pile"),
    "draw": N_("leaving the pile alone"),
    "lay": N_("what to lay"),
    "hold": N_("holding cards back"),
    "throw": N_("what to throw out"),
    "out": N_("going out"),
}


class PuzzleTable:
    """A puzzle and how far its player is. ``take_input`` takes the answer; ``model`` and the sentences are shown."""

    def __init__(self, puzzle: Puzzle, rating: float, title: str) -> None:
        """*rating* is that of the puzzle now; *title* stands in the head of the screen."""
        self.puzzle, self._rating, self._title = puzzle, rating, title
        self.outcome: Outcome | None = None  # None until it is answered
        self.wanted = ""  # the game of the next puzzles, where the player has said which
        self._answer: Action | None = None
        self._steps = 0  # how many moves of the line are shown
        self._states: list[GameState] = [puzzle.state]
        # Kept, as one object for each state: a screen takes no key for a position other than the one that it has drawn.
        self._seen = [puzzle.state.observation(puzzle.seat).position]
        self._told = self._history()
        self._refusal: news.WasRefused | None = None

    @property
    def is_done(self) -> bool:
        """Whether it is answered."""
        return self.outcome is not None

    @property
    def refusal_text(self) -> str:
        """Why the last input was refused; "" if it was not."""
        return self._refusal.says if self._refusal is not None else ""

    # -- input

    def take_input(self, said: str | Action) -> bool:
        """Carry out an action, or a command as text. Returns whether the next puzzle is asked for.

        The first action is the answer; ``hint`` shows the answer, and after it the next move of the line.
        """
        self._refusal = None
        try:
            command = verbs.parse_command(said) if isinstance(said, str) else PlayAction(said)
            match command:
                case Do("hint"):
                    self._show_more()
                case BeReady() if self.is_done:
                    return True
                case commands.OpenTable(game):
                    if not puzzle_lines((game,)):
                        raise commands.BadCommand(_("there are no puzzles for {game}", game=game))
                    self.wanted = game
                    return True
                case PlayAction(action) if not self.is_done:
                    self._take_answer(action)
                case PlayAction():
                    raise commands.BadCommand(_("this puzzle is answered; the next one waits"))
                case _:
                    raise commands.BadCommand(_("that is for a real table; here you answer a puzzle"))
        except Refusal as problem:
            asked = said if isinstance(said, str) else notation.text(said)
            self._refusal = news.WasRefused(asked, problem.code, sentence_of(problem, self.names))
        return False

    def _take_answer(self, action: Action) -> None:
        if isinstance(action, CallRummy):
            raise commands.BadCommand(_("nothing can be called here; it is your turn"))
        play = self.puzzle.play_with(action)
        self._answer = action
        self.outcome = "right" if play is self.puzzle.plays[0] else "wrong"

    def _show_more(self) -> None:
        if not self.is_done:
            self.outcome = "shown"
            return
        line = self.puzzle.answer_with(self.best).line
        if self._steps == len(line):
            raise commands.BadCommand(_("this is as far as the line goes"))
        seat, action = line[self._steps]
        self._steps += 1
        state, events = self._states[-1].step(action, seat)
        self._states.append(state)
        self._seen.append(state.observation(self.puzzle.seat).position)
        self._told.append((self._heard(events), state))

    @property
    def best(self) -> Action:
        """The best play: the answer if that is one of the best."""
        right = self._answer if self.outcome == "right" else None
        return right if right is not None else self.puzzle.plays[0].actions[0]

    # -- sentences

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""
        return NAMES[: self.puzzle.state.players]

    @property
    def heading(self) -> str:
        """Which puzzle of which game it is."""
        heading = _("{title}: {game}.", title=self._title, game=self.puzzle.variety.title)
        return heading[:1].upper() + heading[1:]

    def question(self) -> str:
        """What is asked."""
        return _("Puzzle {id}, rated {rating}: which play is best?", id=self.puzzle.id, rating=round(self._rating))

    def verdict(self, voice: Voice = WRITTEN) -> str:
        """What is told after the answer: right or not, and why."""
        wording = Wording(self.names, self.puzzle.seat, meld_cards(self.puzzle.state.position), voice)
        best = advice_sentence(Advice(self.best, self.puzzle.answer_with(self.best).reasons), wording)
        theme = _("Theme: {theme}.", theme=_(_THEMES[self.puzzle.theme]))
        if self.outcome == "right":
            return _("Right: {best}.", best=best) + " " + theme
        if self._answer is None:
            return _("The best play: {best}.", best=best) + " " + theme
        play = self.puzzle.play_with(self._answer)
        points = round(play.loss)
        says = ngettext(
            "Not the best: '{done}' costs about {n} ± {error} point. The best play: {best}.",
            "Not the best: '{done}' costs about {n} ± {error} points. The best play: {best}.",
            points, done=wording.action(self._answer), n=points, error=half_interval(play.error), best=best,
        )  # fmt: skip
        return says + " " + theme

    def lines(self, voice: Voice = WRITTEN) -> tuple[str, ...]:
        """What happened, move by move, as the seat hears of it."""
        return self._said(0, voice)

    def _said(self, first: int, voice: Voice) -> tuple[str, ...]:
        """The moves from this one on."""
        wording = Wording(self.names, self.puzzle.seat, (), voice)
        said = (
            events_line(events, replace(wording, melds=meld_cards(after.position)))
            for events, after in self._told[first:]
        )
        return tuple(one for one in said if one)

    def recent_lines(self, voice: Voice = WRITTEN) -> tuple[str, ...]:
        """What happened since the seat's last turn: what the others did, and what it has done in this one."""
        turns = [after.position.turn for _, after in self._told]
        own = self.puzzle.seat
        ended = [at for at, turn in enumerate(turns) if turn != own and (at == 0 or turns[at - 1] == own)]
        # With the line shown, the seat's next turn may have begun: the last end of one of its turns counts.
        return self._said(ended[-1] + 1 if ended else 0, voice)

    def _history(self) -> list[tuple[tuple[Event, ...], GameState]]:
        told, state = [], self.puzzle.round.start
        for seat, move in self.puzzle.round.moves:
            state, events = state.step(move, seat)
            told.append((self._heard(events), state))
        return told

    def _heard(self, events: Sequence[Event]) -> tuple[Event, ...]:
        return tuple(told_to(event, self.puzzle.seat) for event in events)

    # -- the table

    @property
    def new_cards(self) -> tuple[str, ...]:
        """The cards of the hand that came in this turn."""
        own, codec = self.puzzle.seat, self.puzzle.variety.positions
        states = [self.puzzle.round.start, *(after for _, after in self._told)]
        earlier = [state for at, state in enumerate(states) if at == 0 or state.position.turn != own][-1]
        if states[-1].position.turn != own:
            return ()
        before = codec.hand(earlier.position, own)
        return tuple(card for card in codec.hand(states[-1].position, own) if card is not None and card not in before)

    @property
    def model(self) -> ViewModel:
        """The view model of a client at such a table."""
        state, honest = self._seen[-1], _("this is a puzzle; nobody shuffles and nothing is signed")
        over = news.GameWasWon(1, None, None, state.scores) if self.is_done else None
        return without_host(
            self.puzzle.variety, state, self.puzzle.seat, self.names, self._title, honest,
            due=() if self.is_done else (self.puzzle.seat,), over=over, lines=self.lines(), refusal=self._refusal,
        )  # fmt: skip
