"""Tells a listener what happens, once and in order of importance, and answers what is asked again.

``tell`` turns news into lines; ``read`` turns what the player types into a command, or answers it at once: ``what``,
``hand``, ``table``, ``scores``, ``review``, and the number of an offer.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rummynet.bots.coach.findings import Moment
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety, has_calls
from rummynet_client.core.session.answers import said_command
from rummynet_client.core.session.guide import rule_now, vote_text
from rummynet_client.core.session.joined_game import host_played
from rummynet_client.core.session.review import lost_calls, nothing_costly
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.session.waits import whole_seconds
from rummynet_client.core.spoken import table_words
from rummynet_client.core.spoken.spoken_cards import (
    SPOKEN,
    and_list,
    cards_words,
    codes_in_words,
    hand_words,
    said_order,
)
from rummynet_client.core.spoken.table_words import position_lines, sentence
from rummynet_client.core.text import commands, event_text, news
from rummynet_client.core.text.action_text import Wording, worded
from rummynet_client.core.text.card_names import Melds, face, in_notation
from rummynet_client.core.text.commands import Command
from rummynet_client.core.text.game_words import game_title, table_title
from rummynet_client.core.text.hint_text import advice_sentence, moment_sentence
from rummynet_client.core.text.news import News
from rummynet_client.core.text.second_person import in_second_person
from rummynet_client.core.text.verbs import seat_word
from rummynet_client.core.views.ranking import best_first, gain_of, price_of
from rummynet_client.language import _, ngettext
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, CallRummy, Take, ThrowOut
from rummynet_protocol.events import Drew, RoundEnded, Shuffled, Took, TurnedUp, WentOut
from rummynet_protocol.text import harmless
from rummynet_protocol.values import Value, replace

_QUIET_CHECKS: Final = frozenset({"deck", "consent"})
"""Checks whose results are not written: other news report them, or nothing has to be done about them."""
_HISTORY: Final = (
    news.GameBegan, news.RoundDealt, news.StockRenewed, news.SeatActed, news.HandShown, news.CallWasLate,
    news.RoundScored, news.GameWasWon,
)  # fmt: skip
_PAST_CHECKS: Final = frozenset({"round", "stock", "vote", "gone", "late", "void", "game", "words", *_QUIET_CHECKS})
# Offers read out at once, the best first: a screen reader takes seconds for each, and `what all` gives the rest.
MOST: Final = 7


class NumberedOffer(Value):
    """An action at a position with named cards."""

    action: Action
    model: ViewModel

    @property
    def words(self) -> str:
        """The action in words; made on demand, as there may be thousands of offers and few are written."""
        laid = getattr(self.action.play, "cards", ()) if isinstance(self.action, Take) else ()
        above = [card for card in self.meaning[1] if face(card) not in map(face, laid)]
        also = _("; you also get {cards}", cards=cards_words(above)) if above else ""
        return self.says + also + self.gain

    @property
    def says(self) -> str:
        """The action alone."""
        return worded(self.action, melds_at(self.model.position), SPOKEN)

    @property
    def gain(self) -> str:
        """The points that it lays and whether it ends the round, behind its words."""
        gain = gain_of(self.model, self.action)
        points = ngettext("{points} point", "{points} points", gain.points, points=gain.points) if gain.points else ""
        return "".join(f", {part}" for part in (points, _("ends the round") if gain.ends else "") if part)

    @property
    def meaning(self) -> tuple[Action, tuple[str, ...]]:
        """The action, and the cards of the pile that come with it."""
        pile = self.model.position["discard"] if self.model.position is not None else ()
        above = _above(self.action.card, pile) if isinstance(self.action, Take) else ()
        return self.action, tuple(above)


class Narrator:
    """Writes the lines for one listener; keeps what was written, so that nothing is repeated."""

    def __init__(self, *, is_going: bool = False) -> None:
        """*is_going*: to a table that was named or is opened, so that no list of tables is wanted first."""
        self._is_going = is_going
        self._numbers: dict[tuple[Action, tuple[str, ...]], int] = {}
        """What has been offered in this turn, by number: it keeps its number, and what comes later gets a new one."""
        self._offers: dict[int, NumberedOffer] = {}  # what can be done now, by the number that a player types
        self._choices: Sequence[Action] | None = None
        """The legal actions when the offers were last written; None when it is not the listener's turn."""
        self._knows_what = False  # the listener has heard how to ask for the plays of the pile
        self._phase = ""  # the phase of the round then
        self._whose: int | None = None  # whose turn was told last
        self._facts: tuple[str, ...] = ()
        self._asked: Action | None = None  # what is done if the player says yes
        self._asks_incidents = False
        """The player has asked for incidents, so the answer is written even if there are none."""
        self._table: news.TableChanged | None = None
        self._seats: dict[int, news.SeatTaken] = {}
        self._comes_in = self._has_missed = False  # the log of a game that is under way comes; some of it was not told
        self._taken = set[str]()  # cards of the pile of which the player has just heard that they come
        self._returns = False  # the player has come back: what the table waits for is told once it is known
        self._lost: list[str] = []
        """The last lines about a lost connection. Each new try fails in the same way, and is not told again."""

    # -- what happens

    def tell(self, items: Sequence[News], model: ViewModel) -> list[str]:
        """The lines for this news; alarms come first, the listener's own turn last."""
        # A listener hears one line after another: what stops the game must not wait behind what happened in it.
        loud = [item for item in items if _is_alarm(item)]
        quiet = [item for item in items if not _is_alarm(item)]
        lines: list[str] = []
        for item in (*loud, *quiet):
            if self._comes_in and _is_history(item, model):
                self._has_missed = True
                continue
            told = self._news(item, model)
            # What people say, and what is typed or a path, stays as it is.
            is_literal = isinstance(item, news.ChatSaid | news.QueryAnswered)
            lines += told if is_literal else map(codes_in_words, told)
        if model.is_catching_up:
            self._choices = self._whose = None  # the turn is told anew once it is known again
        else:
            lines += [*self._standing(model), *self._return(model), *self._turn(model)]
        return [harmless(line) for line in lines if line]

    def _standing(self, model: ViewModel) -> list[str]:
        """How a game stands that has been under way when the player came to its table."""
        has_missed, self._comes_in, self._has_missed = self._has_missed, False, False
        return [*table_words.standing_lines(model), *_wait_lines(model)] if has_missed else []

    def _return(self, model: ViewModel) -> list[str]:
        """After a lost connection: that the table waits for the player, or for whom it waits."""
        if not self._returns or model.table is None:
            return []
        self._returns = False
        is_ready = any(seat.me and seat.ready for seat in model.seats)
        return [rule_now(model)] if model.is_between_games and not is_ready else _wait_lines(model)

    def _turn(self, model: ViewModel) -> list[str]:
        """The listener's turn, when it begins or goes on."""
        # Without a connection nothing that is offered could be done.
        if not model.connected or model.state is None or model.shuffling or not (model.may_act or model.awaits_card):
            self._choices = None
            return self._others_turn(model)
        is_new, self._whose = self._whose != model.me, model.me
        if model.awaits_card:
            return []
        phase, choices = model.state.phase, model.legal()
        # A question, which may come out of turn, has a price: it is asked in the rule's own words.
        is_question = phase not in ("pickup", "play")
        begins = self._choices is None or (is_question and phase != self._phase)
        if self._choices is None or phase != self._phase:
            self._offers.clear()
        # Within a turn a number means one thing: typed twice, it must not throw out a card after a draw.
        if is_new or (phase == "pickup" and phase != self._phase):
            self._numbers.clear()
        self._phase = phase
        # Others' answers change the position, not what can be done: the same list is not read out twice.
        if choices == self._choices and not begins:
            return []
        self._choices = choices
        first = [
            f"{rule_now(model) if is_question else _('It is your turn.')} "
            f"{_('You hold {cards}.', cards=hand_words(model.hand))}",
            table_words.pile_words(model, asked=False),
        ]  # fmt: skip
        return [*(first if begins else ()), *self._offer_lines(model)]

    def _others_turn(self, model: ViewModel) -> list[str]:
        state, before = model.state, self._whose
        if not model.connected or state is None or model.shuffling or state.phase == "over":
            self._whose = None
            return []
        self._whose = state.turn
        return [table_words.turn_line(model, state)] if before != state.turn else []

    def _offer_lines(self, model: ViewModel, *, asked: bool = False, whole: bool = False) -> list[str]:
        """What can be done now, with its numbers; of the throws only if *asked*, or if there is a new one."""
        hides = model.hides_takes and not asked
        found = [one for one in offers(model) if not (hides and isinstance(one.action, Take) and one.action.play)]
        told = [one for at, one in enumerate(found) if whole or at < MOST or one.meaning in self._numbers]
        known, thrown = {*self._numbers}, throws(model)
        numbered = [*told, *thrown]
        numbers = [self._numbers.setdefault(one.meaning, len(self._numbers) + 1) for one in numbered]
        before = [number for number, one in self._offers.items() if not isinstance(one.action, ThrowOut)]
        last = max(numbers[: len(told)], default=0)
        lost = sorted(number for number in {*before} - {*numbers} if number < last)
        # A gap in the numbers would be heard as an offer that was missed.
        says = ngettext("Number {gone} is gone.", "Numbers {gone} are gone.", len(lost), gone=and_list(map(str, lost)))
        gone = [says] if lost else []
        listed = [*zip(numbers, numbered, strict=True)]
        # By number, so that what was heard before stays in its place.
        self._offers = dict([*sorted(listed[: len(told)], key=lambda pair: pair[0]), *listed[len(told) :]])
        # Said again where one ends the round now.
        if not asked and thrown and all(one.meaning in known and not one.gain for one in thrown):
            kept = {number: one for number, one in self._offers.items() if one not in thrown}
            return [
                *gone,
                *offer_lines(kept, len(found) - len(told)),
                _("Each card to throw out keeps its number; 'what' says them."),
            ]
        more = [_("'what' says all that you can do, with the pile too.")] if hides and not self._knows_what else []
        self._knows_what |= hides
        return [*gone, *offer_lines(self._offers, len(found) - len(told)), *more]

    def _news(self, item: News, model: ViewModel) -> list[str]:
        match item:
            case news.Welcomed():
                was_lost, self._lost = bool(self._lost), []
                self._returns = self._table is not None
                if was_lost:
                    return [_("The connection to {host} is back.", host=item.host)]
                return [
                    welcome_line(item),
                    _("Say 'help' for the commands, 'what' for what you can do now, 'quit' to leave."),
                ]
            case news.LobbyListed():
                return self._tell_lobby(item)
            case news.NewTable(row):
                return [] if self._is_going else [_("A table has opened.") + " " + _table_line(row)]
            case news.TableChanged():
                return self._tell_table(item)
            case news.LeftTable():
                self._table, self._choices = None, None
                self._seats.clear()
                return [_("You have left the table.")]
            case news.SeatTaken():
                return self._tell_seat(item, model)
            case news.SeatFreed(seat):
                left = self._seats.pop(seat, None)
                return [] if left is None or left.me else [sentence(_("{name} has left", name=left.name), [left.name])]
            case news.GameBegan():
                return [_("The game begins: {names}.", names=and_list(item.names))]
            case news.RoundDealt():
                up = event_text.event_sentences([TurnedUp(card) for card in item.up], _wording(model))
                return [_("Round {round} is dealt.", round=item.round), *(sentence(says) for says in up)]
            case news.StockRenewed(count):
                return [sentence(says) for says in event_text.event_sentences([Shuffled(count)], _wording(model))]
            case news.FactsChanged():
                facts, before = model.facts or item.facts, self._facts
                self._facts = facts
                return [sentence(codes_in_words(fact), model.names) for fact in facts if fact not in before]
            case news.ClockChanged():
                return self._tell_clock(item, model)
            case news.SeatActed():
                return self._tell_action(item, model)
            case news.HandShown(cards, came) if len(came) < len(cards):
                came = tuple(card for card in came if face(card) not in self._taken)
                return [sentence(event_text.cards_came(came, SPOKEN))] if came else []
            # A whole new hand is read out sorted; "you get" is for cards that come to it. The own turn tells it, too.
            case news.HandShown(cards):
                return [_("You hold {cards}.", cards=hand_words(cards))] if cards and not model.may_act else []
            case news.WasRefused():
                self._is_going = False  # to the table that was named, for one
                return [sentence(item.told(item.says))]
            case news.CallWasLate():
                return [sentence(event_text.late_call(item, model.names))]
            case news.RummyHinted(action):
                return [sentence(_("A rummy can be called: {action}", action=action))]
            case news.RoundScored():
                return self._tell_score(item, model)
            case news.GameWasWon(winner=winner, totals=totals):
                won = sentence(event_text.game_won(winner, _wording(model), totals), model.names)
                return [won, _("Say 'ready' to play again, 'verify' to check the game once more.")]
            case news.ChatSaid(by="host"):
                return [_("The host says: {text}", text=item.text)]
            case news.ChatSaid():
                return [_("{name} says: {text}", name=item.name, text=item.text)]
            # A shorter sentence: the check's full one is long to listen to after each round.
            case news.FairnessReported("round", False):
                return [_("The deck of this round was checked: fair.")]
            case news.FairnessReported(check, cheat):
                return [sentence(item.says, model.names)] if cheat or check not in _QUIET_CHECKS else []
            case news.QueryAnswered():
                return self._tell_answer(item, model)
            case news.HintGiven(advice):
                return [sentence(advice_sentence(advice, _wording(model)), model.names)]
            case news.RoundCoached():
                return self._tell_coaching(item, model)
            case news.GameCoached():
                return self._tell_turning_points(item, model)
            case news.WentWrong():
                return [sentence(item.says)]
            case news.ConnectionEnded(code="quit"):
                return [_("Goodbye.")]
            case news.ConnectionEnded():
                told, self._lost = self._lost, lost_lines(item)
                return self._lost if self._lost != told else []
            # The own turn is told from the model, what may be done in it when asked; a call with what it did.
            case news.TurnBegan() | news.MovesChanged() | news.RummyCalled():
                return []
        raise TypeError(item)

    def _tell_lobby(self, item: news.LobbyListed) -> list[str]:
        if self._is_going:
            return []
        if not item.tables:
            return [_("There is no table yet; 'create keilty' opens one, 'create keilty bots=simple' one with a bot.")]
        lines = [_table_line(table) for table in item.tables]
        return [*lines, *([sentence(_("and {tables} more tables", tables=item.more))] if item.more else [])]

    def _tell_table(self, item: news.TableChanged) -> list[str]:
        before, self._table = self._table, item
        if before is None or before.table != item.table:
            self._seats.clear()
            self._is_going, self._comes_in = False, True
            title = game_title(item.variant)
            return [
                _(
                    "You are at table {number}, {name}: {game}.",
                    number=item.table,
                    name=table_title(item.name),
                    game=title,
                )
            ]
        lines: list[str] = []
        if item.paused != before.paused:
            lines.append(_("The table is paused.") if item.paused else _("The table goes on."))
        if item.closed != before.closed:
            closed, opened = _("new players cannot sit down here now"), _("anybody can sit down here again")
            lines.append(sentence(closed if item.closed else opened))
        for name in item.knocks:
            if name not in before.knocks:
                lines.append(_("{name} would like to sit down; the owner allows it with 'let {name}'.", name=name))
        if item.coming > before.coming:
            coming = ngettext("{n} bot is on its way", "{n} bots are on their way", item.coming, n=item.coming)
            lines.append(sentence(coming))
        for seat in set(item.asking) - set(before.asking):
            if seat in self._seats:
                name = self._seats[seat].name
                lines.append(
                    _("{name} asks to come in: 'admit {who}' lets them in.", name=name, who=seat_word(seat, name))
                )
        return lines

    def _tell_seat(self, item: news.SeatTaken, model: ViewModel) -> list[str]:
        before = self._seats.get(item.seat)
        self._seats[item.seat] = item
        if before is None or before.name != item.name:
            if item.me:
                sits = _("You sit down as {name}.", name=item.name)
                if not item.ready and (self._table is None or self._table.stage == "waiting"):
                    sits += " " + _("Say 'ready' to play; 'bot add' seats a bot.")
                if model.fairness.unknown:
                    sits = _(
                        "You sit down as {name}, but you cannot play here: this version of rummynet does not "
                        "know the game. Say 'stand' and choose another table, or come back with a newer "
                        "version.",
                        name=item.name,
                    )
                return [line for line in (table_words.own_name_line(model), sits) if line]
            ready = _(", ready") if item.ready else ""
            if item.level:
                return [_("{name} sits here, a bot: {level}{ready}.", name=item.name, level=item.level, ready=ready)]
            return [_("{name} sits here{ready}.", name=item.name, ready=ready), *_delay(item)]
        if item.me:
            return [_("You are ready.") if item.ready else ""] if item.ready != before.ready else []
        lines: list[str] = []
        if item.ready and not before.ready:
            lines.append(_("{name} is ready.", name=item.name))
        if item.connected != before.connected:
            is_played = self._table is not None and self._table.stage == "playing"
            away = (
                _(
                    "{name} is away; 'vote {who}' stops waiting for them.",
                    name=item.name,
                    who=seat_word(item.seat, item.name),
                )
                if is_played
                else sentence(_("{name} is away", name=item.name), [item.name])
            )
            lines.append(_("{name} is back.", name=item.name) if item.connected else away)
        return [*lines, *_delay(item, before.delay)]

    def _tell_action(self, item: news.SeatActed, model: ViewModel) -> list[str]:
        took = [card for event in item.events if isinstance(event, Took) for card in event.cards]
        self._taken = {*map(face, took)} if item.seat == model.me else set[str]()
        told = [event for event in item.events if not isinstance(event, (RoundEnded, WentOut))]
        # The drawn card itself follows. Beside a card taken it stays: it says that this one was bought.
        if item.seat == model.me and not any(isinstance(event, Took) for event in told):
            told = [event for event in told if not (isinstance(event, Drew) and event.card is None)]
        # Who comes back hears of many actions at once: each is about the melds that lay there then.
        frame = host_played(item.by, is_own=item.seat == model.me)
        wording = replace(_wording(model), melds=item.melds)
        sentences = event_text.event_sentences(told, replace(wording, me=None) if frame else wording)
        if sentences and frame:
            return [sentence(_(frame, name=item.name, says="; ".join(sentences)), model.names)]
        if sentences and item.by == "rule":
            sentences[-1] += ", " + _("by the rules")
        return [" ".join(sentence(says, model.names) for says in sentences)]

    def _tell_clock(self, item: news.ClockChanged, model: ViewModel) -> list[str]:
        seconds = whole_seconds(item.millis)
        if item.stage == "warning" and item.seat == model.me:
            return [_("Your time is nearly up: {seconds} seconds.", seconds=seconds)]
        if item.stage == "lost" and item.seat < len(model.names):
            return [_("{name} has {seconds} seconds to come back.", name=model.names[item.seat], seconds=seconds)]
        return []

    def _tell_score(self, item: news.RoundScored, model: ViewModel) -> list[str]:
        lines = [sentence(event_text.round_out(item.round, item.out, _wording(model)))]
        for seat, (score, total) in enumerate(zip(item.scores, item.totals, strict=False)):
            says = event_text.seat_scored(table_words.name_of(model, seat), score, total)
            lines.append(sentence(says, model.names))
        review = next((one for one in model.reviews if one.round == item.round), None)
        if review is not None and model.variety is not None and has_calls(model.variety):
            missed = len(review.missed)
            lines.append(
                ngettext("{n} rummy was missed; 'review' shows it.", "{n} rummies were missed; 'review' shows them.",
                         missed, n=missed) if missed else _("No rummy was missed.")
            )  # fmt: skip
        if model.break_left:
            seconds = whole_seconds(model.break_left)
            lines.append(_("The next round waits for you, for {seconds} seconds: press Enter.", seconds=seconds))
        return lines

    def _tell_answer(self, item: news.QueryAnswered, model: ViewModel) -> list[str]:
        values = dict(item.pairs)
        if "transcript" in values:
            return [_("Your transcript: {transcript}", transcript=values["transcript"])]
        if "setting" in values:
            return [f"{values['setting']} = {values['value']}: {values['does']}."]
        if "command" in values:
            return [f"{values['command']}: {codes_in_words(str(values['does']))}."]
        if "join" in values:  # typed as it stands
            return [str(values["join"])]
        if values.get("incidents") == 0 and not self._asks_incidents:
            return []
        said = [str(values[key]) for key in ("rule", "says") if key in values]
        return [sentence(codes_in_words(says) if item.kind == "log" else says, model.names) for says in said]

    def _tell_coaching(self, item: news.RoundCoached, model: ViewModel) -> list[str]:
        game = model.variety
        if game is None or not item.moments:
            reviews = [one for one in model.reviews if one.round == item.round]
            says = nothing_costly(reviews, model.me)
            return [sentence(_("Round {round}: {out}", round=item.round, out=says))]
        says = _("Your most costly plays, compared with the best ones")
        first = sentence(_("Round {round}: {out}", round=item.round, out=says))
        told = [sentence(moment_words(one, game, model.names), model.names) for one in item.moments]
        return [first, *told]

    def _tell_turning_points(self, item: news.GameCoached, model: ViewModel) -> list[str]:
        game = model.variety
        if game is None or not item.points:
            return [sentence(nothing_costly(model.reviews, model.me))]
        lost = lost_calls(model.reviews, model.me)
        told = [sentence(_("The turning points of your game")), *([sentence(lost)] if lost else [])]
        for round, moment in item.points:
            says = moment_words(moment, game, model.names)
            told.append(sentence(_("Round {round}: {out}", round=round, out=says), model.names))
            state, seat = moment.decision.view.position, moment.decision.view.seat
            told += position_lines(game.positions.write(state), seat)
            facts = (in_second_person(fact, model.names, seat) for fact in game.presentation.facts(state))
            told += [sentence(codes_in_words(fact), model.names) for fact in facts]
        return told

    # -- what is asked

    def read(self, text: str, model: ViewModel, heard: State | None = None) -> Command | list[str]:
        """The command in *text*, or the lines that answer it. Raises BadCommand, BadNotation, BadOption.

        *heard*: the position of which the player had been told when typing; plays on another one are not made.
        """
        answer = self._read(text, model)
        if heard is None or not isinstance(answer, commands.PlayAction) or isinstance(answer.action, CallRummy):
            return answer
        if model.awaits_card:
            return [sentence(_("nothing was done: a drawn card is on its way"))]
        return answer if heard is model.state else [sentence(_("nothing was done: the table has just changed"))]

    def _read(self, text: str, model: ViewModel) -> Command | list[str]:
        words = text.strip().lower().split()
        asked, self._asked = self._asked, None
        if asked is not None and " ".join(words) in ("yes", "y"):
            return commands.PlayAction(asked)
        if words[:1] == ["what"]:
            return self._what(model, whole=words[1:] == ["all"])
        said, now = _heard(text), [*offers(model), *throws(model)]
        verb, _space, number = said.rpartition(" ")  # "throw 3" is the 3 that was told; "aces 2" is two aces
        # Offers have at most five digits; int() refuses thousands of them.
        told = self._offers.get(int(number)) if number.isascii() and number.isdigit() and len(number) < 6 else None
        if told is not None and verb != "aces" and verb == notation.text(told.action).split()[0]:
            said = number
        if said.isascii() and said.isdigit() and len(said) < 6:
            offer = self._offers.get(int(said))
            # The list may be older than the table: somebody may have called a rummy since it was read out.
            if offer is None or self._choices is None or offer.meaning not in [one.meaning for one in now]:
                return [_("There is no offer {number} now; say 'what'.", number=int(said))]
        else:
            offer = next((one for one in now if said in map(_heard, (one.says, one.words))), None)
        if offer is not None:
            if price := price_of(model, offer.action):
                self._asked = offer.action
                return [f"{price}. " + sentence(_("{action}? 'yes' does it.", action=offer.words))]
            return commands.PlayAction(offer.action)
        command = said_command(model, text)
        self._asks_incidents = command == commands.Do("incidents")
        answer = self._answer(command, model)
        return command if answer is None else [harmless(codes_in_words(line)) for line in answer]

    def _what(self, model: ViewModel, *, whole: bool) -> list[str]:
        if model.state is None or model.shuffling or model.state.phase == "over" or model.called_off:
            return [rule_now(model)]
        held = table_words.hand_lines(model) if model.me is not None else []
        facts = [sentence(codes_in_words(fact), model.names) for fact in model.facts]
        told = [rule_now(model), *facts, *held, table_words.pile_words(model), *_wait_lines(model)]
        if not model.may_act:
            return told
        return [*told, *self._offer_lines(model, asked=True, whole=whole)]

    def _answer(self, command: Command, model: ViewModel) -> list[str] | None:
        match command:
            case commands.Do("hand"):
                return table_words.hand_lines(model)
            case commands.Do("table"):
                return table_words.table_lines(model)
            case commands.Do("scores"):
                return table_words.score_lines(model)
            case commands.Do("review"):
                return table_words.review_lines(model, command.first)
        return None


def _heard(text: str) -> str:
    """What is typed, or was read out, as one is compared with the other."""
    return in_notation(text.strip().rstrip(".")).casefold()


def _wait_lines(model: ViewModel) -> list[str]:
    """Without whom the game could go on, and how."""
    told = [(seat, seat_word(seat.seat, seat.name)) for seat, _wait in model.kept_waiting]
    return [sentence(vote_text(model, seat, f"'vote {who}'", f"'vote {who} no'"), model.names) for seat, who in told]


def _is_history(item: News, model: ViewModel) -> bool:
    """Whether this is not read out to who comes to a game in which it has happened: ``log`` gives it."""
    if isinstance(item, news.FairnessReported) and not item.cheat and item.check in _PAST_CHECKS:
        # The six words are to be compared also by who comes late.
        return item.check != "words" or all(seat.me or seat.bot for seat in model.seats)
    return isinstance(item, _HISTORY)


def _is_alarm(item: News) -> bool:
    return isinstance(item, news.FairnessReported) and item.cheat


def _delay(seat: news.SeatTaken, before: int = 0) -> list[str]:
    """How long the way to another player takes, if that matters and was not so before."""
    if seat.delay in (0, before):
        return []
    return [_("{name} is {millis} milliseconds from the host and back.", name=seat.name, millis=seat.delay)]


def _table_line(table: news.TableListed) -> str:
    stage = _("a game is running") if table.stage == "playing" else _("waiting")
    line = _(
        "Table {number}, {name}: {game}, {stage}, {taken} of {seats} seats taken{players}.",
        number=table.table, name=table_title(table.name), game=game_title(table.variant), stage=stage,
        taken=len(table.players), seats=table.seats, players=f": {and_list(table.players)}" if table.players else "",
    )  # fmt: skip
    more = [_("Its owner decides who sits down.")] if table.closed else []
    more += [_("Its deck is sealed: nobody sees a card but its holder.")] if table.sealed else []
    more += [_("Somebody there plays from far away.")] if table.far else []
    return " ".join([line, *more])


def welcome_line(item: news.Welcomed) -> str:
    """Where the player is now."""
    return _("You are at {host}; the others see you as {name}.", host=item.host, name=item.name)


def lost_lines(item: news.ConnectionEnded) -> list[str]:
    """That the connection has ended, and whether it is tried again."""
    lines = [sentence(_("The connection has ended: {says}", says=item.says))]
    return [*lines, _("Trying to reconnect.")] if item.again else lines


def offers(model: ViewModel) -> list[NumberedOffer]:
    """Everything that can be done now but throwing out, best first."""
    ranked = best_first(model, [action for action in model.legal() if not isinstance(action, ThrowOut)])
    return [NumberedOffer(action, model) for action in ranked]


def throws(model: ViewModel) -> list[NumberedOffer]:
    """The cards that can be thrown out, in the order in which the hand is read."""
    found = [action for action in model.legal() if isinstance(action, ThrowOut)]
    return [NumberedOffer(action, model) for action in sorted(found, key=lambda one: said_order(one.card))]


def offer_lines(numbered: Mapping[int, NumberedOffer], more: int) -> list[str]:
    """The offers with their numbers, how many *more* there are, and behind them the throws."""
    thrown = {number: one.action.card for number, one in numbered.items() if isinstance(one.action, ThrowOut)}
    lines = [f"{number}: {one.words}." for number, one in numbered.items() if number not in thrown]
    if more:
        lines.append(ngettext("{n} more: say 'what all'.", "{n} more: say 'what all'.", more, n=more))
    if thrown:
        # "2 3 of spades" would be heard as two numbers.
        cards = "; ".join(f"{number}: {SPOKEN.card(card)}{numbered[number].gain}" for number, card in thrown.items())
        lines.append(_("To throw out a card say its number. {cards}.", cards=cards))
    return lines


def _wording(model: ViewModel) -> Wording:
    return Wording(model.names, model.me, melds_at(model.position), SPOKEN)


def melds_at(position: Mapping[str, Any] | None) -> Melds:
    """The cards of each meld, wild ones with what they stand for."""
    return [meld["cards"] for meld in position["melds"]] if position is not None else ()


def _above(card: str, pile: Sequence[str]) -> Sequence[str]:
    """The cards of the pile above this one."""
    # An action may name a card without its deck; the pile names decks where there are several.
    faces = [name.partition(".")[0] if "." not in card else name for name in pile]
    return pile[len(faces) - faces[::-1].index(card) :] if card in faces else ()


def moment_words(moment: Moment, variety: Variety, names: Sequence[str]) -> str:
    """A decision that cost points, as it is said."""
    melds = melds_at(variety.positions.write(moment.decision.view.position))
    return moment_sentence(moment, Wording(names, None, melds, SPOKEN))
