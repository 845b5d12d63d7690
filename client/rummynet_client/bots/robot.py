"""A bot at a host: a client like any other, controlled by a strategy.

It finds a table, takes a seat, is ready, and acts when it is due. The strategy decides how long to think and which
rummies to notice; the waiting is done here. It chooses in another thread, so that the connection is served meanwhile.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from rummynet.bots.budget import DECISION_MS, Budget
from rummynet.bots.characters import CHARACTERS
from rummynet.bots.seat_view import SeatView
from rummynet.bots.strategies.named import strategy
from rummynet.bots.strategy import MIDDLING, Chance, Strategy, cards_in_question
from rummynet.rules.varieties import NAMES
from rummynet_client.bots.command_strategy import CommandStrategy, strategy_or_command
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text import commands, news
from rummynet_client.core.text.character_words import Occasion, lines_of
from rummynet_client.core.text.news import News
from rummynet_client.language import _
from rummynet_client.net.host_link import ConnectOptions, HostLink
from rummynet_protocol.actions import CallRummy
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.values import Value, field

# Refusals at one length of the log after which a bot gives up. A strategy that is wrong repeats itself without end,
# so from half of these on the bot acts at random, which frees it unless the host refuses everything.
_MAX_REFUSALS: Final = 25
# Seconds at least from what happened to a word about it: nobody types sooner, and the line would come before its
# cause is seen.
_SPEAKING_SECONDS: Final = 0.8
# Seconds from one line to the next, at least (docs/bots.md): with five bots at a table the chat is still the
# people's.
_QUIET_SECONDS: Final = 12.0
# For what was sent last and the host's goodbye; a host that does not answer keeps no bot from ending.
_GOODBYE_SECONDS: Final = 3.0

Think = Callable[[], Awaitable[None]]


class BotStuck(RummynetError):
    """Every action of a bot was refused."""

    code = "bot_stuck"


class BotConfig(Value):
    """A bot's configuration.

    ``strategy``: a name, or ``command:`` and a program. ``table``: where it takes a seat; None for the first waiting
    table with a free seat, or a new one (``variant``, ``options``) if there is none. ``company``: how many players must
    have a seat before it is ready. ``human``: it thinks before it acts, and a character talks. ``stay``: it is ready
    for further games. A bot consents to whatever its table shows, and again when that changes: whoever runs it has
    agreed to that.
    """

    strategy: str = "simple"
    table: int | None = None
    company: int = 2  # no game begins with fewer
    human: bool = True
    stay: bool = False
    variant: str = NAMES[0]
    options: dict[str, Any] = field(default_factory=dict)


class Robot:
    """One bot. ``run`` ends when its game is over, with ``stay`` when it is cancelled; ``link`` is its client."""

    def __init__(self, visit: ConnectOptions, habits: BotConfig, chance: Chance, think: Think | None = None) -> None:
        """*think* is awaited before each action in place of the strategy's own time."""
        self.link: Final[HostLink] = visit.link(self._on_news)
        self.seated: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """The number of its table, once it has a seat there."""
        self.news: asyncio.Queue[News] = asyncio.Queue()  # all news, for displays of progress
        self._config, self._chance, self._think = habits, chance, think
        self._strategy: Strategy = strategy_or_command(habits.strategy)
        self._awake = asyncio.Event()
        self._table = habits.table
        self._talk = TableTalk(habits.strategy, chance) if habits.human and habits.strategy in CHARACTERS else None
        self._considered: set[CallRummy] = set()
        self._refusals = (-1, 0)
        self._played = 0
        self.ending = ""  # how its last game ended, as a sentence
        self._voted_at = -1
        self._consented_to: object = None  # the table as it was when the bot last consented

    async def run(self) -> None:
        """Play. Raises CannotConnect, LostHost, BotStuck, BotProgramFailed."""
        running = asyncio.create_task(self.link.run())
        thinking = asyncio.create_task(self._play_until_finished())
        try:
            await asyncio.wait((running, thinking), return_when=asyncio.FIRST_COMPLETED)
            if thinking.done():
                thinking.result()
            await asyncio.wait((running,), timeout=_GOODBYE_SECONDS)
        finally:
            for task in (running, thinking):
                task.cancel()
            if isinstance(self._strategy, CommandStrategy):
                self._strategy.close()
            await asyncio.wait((running, thinking))
            if not self.seated.done():
                self.seated.cancel()
        if not running.cancelled():
            running.result()

    def _on_news(self, items: Sequence[News]) -> None:
        for item in items:
            self.news.put_nowait(item)
            match item:
                case news.QueryAnswered("table", (("created", int(number)),)):
                    self._table = number
                case news.WasRefused(asked=asked, code=code, says=says):
                    self._handle_refused(asked, code, says)
                case news.Welcomed():
                    self._consented_to = None  # a consent sent on the connection before may be lost
                case news.FairnessReported(check="game", says=says):
                    self._played += 1
                    self.ending = self.ending or says
                case news.GameBegan():
                    self.ending = ""
                case news.GameWasWon():
                    self.ending = self._result(item)
            if isinstance(self._strategy, CommandStrategy):
                self._tell_program(self._strategy, item)
        if self._talk is not None:
            model = self.link.session.model
            high_wins = model.variety is None or model.variety.highest_wins
            line = self._talk.remark(items, model.me, time.monotonic(), high_wins=high_wins)
            if line is not None:
                pause = _SPEAKING_SECONDS + self._chance(1001) / 1000
                asyncio.get_running_loop().call_later(pause, self._say, line)
        self._awake.set()

    def _tell_program(self, program: CommandStrategy, item: News) -> None:
        """Tell somebody's own program the results, which no question of a position holds."""
        seat = self.link.session.model.me
        match item:
            case news.RoundScored(number, out, scores, totals):
                result = {"round": number, "out": out, "scores": scores, "totals": totals}
                program.tell({"tell": "round", "seat": seat, **result})
            case news.GameWasWon(winner=winner, totals=totals):
                program.tell({"tell": "over", "seat": seat, "winner": winner, "totals": totals})

    def _result(self, item: news.GameWasWon) -> str:
        names = self.link.session.game.names if self.link.session.game is not None else ()
        totals = ", ".join(f"{name} {total}" for name, total in zip(names, item.totals, strict=False))
        if item.name is None:
            return _("Several share the first place: {totals}", totals=totals)
        return _("{name} won the game: {totals}", name=item.name, totals=totals)

    def _say(self, line: str) -> None:
        if not self.link.session.has_quit:
            self.link.run_command(commands.Do("say", (line,)))

    def _handle_refused(self, asked: str, code: str, says: str) -> None:
        if asked == "ready":
            return  # the table has changed meanwhile; the bot consents to its new state
        game = self.link.session.game
        at = game.follower.length if game is not None else 0
        before, times = self._refusals
        self._refusals = (at, times + 1 if at == before else 1)
        # That table has filled up; any other will do, unless one was asked for.
        if asked.startswith("sit") and self._config.table is None:
            self._table = None

    async def _play_until_finished(self) -> None:
        """Whenever something has changed, act until nothing is due."""
        while not self._is_finished():
            await self._awake.wait()
            self._awake.clear()
            session = self.link.session
            while session.is_ready and not session.is_busy and not session.has_quit:
                if not await self._step(session.model):
                    break
        self.link.run_command(commands.QUIT)

    def _is_finished(self) -> bool:
        """Whether to stop; also after a cheat, because a bot cannot ask anybody whether to go on."""
        session, game = self.link.session, self.link.session.game
        cheated = game is not None and game.follower.cheat is not None
        return session.has_quit or cheated or (self._played > 0 and not self._config.stay)

    async def _step(self, model: ViewModel) -> bool:
        """Do one thing that is due. Returns whether there was one."""
        if self._is_finished():
            return False
        if model.table is None:
            return self._find_table(model)
        if not self.seated.done():
            self.seated.set_result(model.table.table)
        if model.table.stage == "waiting":
            return self._be_ready(model)
        await self._notice_rummies(model)
        model = self.link.session.model
        if self._vote(model):
            return True
        return await self._play_turn(model) if model.is_asked else False

    # -- finding a table

    def _find_table(self, model: ViewModel) -> bool:
        if self._played or self.seated.done():  # the table was closed meanwhile, or somebody freed the seat
            self.link.session.quit()
            return False
        if self._refusals[1] > _MAX_REFUSALS:
            raise BotStuck(
                _("the bot cannot find a seat: {says}", says=model.refusal.says if model.refusal else _("refused"))
            )
        free = [row.table for row in model.lobby if row.stage == "waiting" and len(row.players) < row.seats]
        if self._table is None and free:
            self._table = free[0]
        if self._table is not None:
            self.link.run_command(commands.Do("sit", (self._table,)))
        else:
            self.link.run_command(commands.OpenTable(self._config.variant, self._config.options, ""))
        return True

    def _be_ready(self, model: ViewModel) -> bool:
        mine = next((seat for seat in model.seats if seat.me), None)
        if mine is None or mine.ready or len(model.seats) < self._config.company:
            return False
        game = self.link.session.game
        now = model.table, model.seats, None if game is None else (game.number, game.follower.length)
        if now == self._consented_to:
            return False  # it was refused, and nothing has changed since
        self._consented_to = now
        self.link.run_command(commands.BeReady(True, as_bot=True))
        return True

    # -- playing

    def _vote(self, model: ViewModel) -> bool:
        """Vote about a player who is waited for as most people present do; the host's bots have no vote."""
        game, me = self.link.session.game, model.me
        if game is None or me is None or self._voted_at == game.follower.length:
            return False
        auditor = game.follower.auditor
        if me in auditor.bots:
            return False
        # Like most people there (docs/host.md): a bot that abstained could keep people from the half that they need.
        for seat in (one for one in model.seats if not one.me):
            people = {one.seat for one in model.seats if one.connected and not (one.bot or one.me) and one is not seat}
            found = auditor.outcome(seat.seat)
            if found is None or not people or not found.by:
                continue
            yes = 2 * len(people & found.by) > len(people)
            if yes != (me in found.by):
                self._voted_at = game.follower.length
                self.link.run_command(commands.Do("vote", (seat.seat, *(() if yes else ("no",)))))
                return True
        return False

    async def _play_turn(self, model: ViewModel) -> bool:
        """Think, look again, act. The position may have changed meanwhile."""
        game = self.link.session.game
        if game is None:
            return False
        if self._think is not None or self._config.human:
            await (self._think() if self._think else asyncio.sleep(self._thinking_seconds(model)))
            model = self.link.session.model
        variety, state, me = model.variety, model.state, model.me
        if not model.is_asked or variety is None or state is None or me is None or self.link.session.is_busy:
            return False
        # Over a slow line an entry comes before the cards that go with it: without them there may be nothing to play.
        if not game.hand_is_known:
            return False
        budget = Budget(DECISION_MS, time.monotonic)
        view = SeatView(me, state, game.round_log)
        action = await asyncio.to_thread(self._current_strategy().choose_action, variety, view, self._chance, budget)
        # An action for an older position would be refused as stale.
        if self.link.session.model.state != state or self.link.session.is_busy:
            return True  # something has happened meanwhile: look again
        self.link.run_command(commands.PlayAction(action))
        return True

    def _thinking_seconds(self, model: ViewModel) -> float:
        """How long the bot thinks: by chance, and by what everybody sees."""
        state, me = model.state, model.me
        cards = MIDDLING if state is None or me is None else cards_in_question(state, me)
        return self._strategy.thinking_seconds(self._chance, cards)

    def _current_strategy(self) -> Strategy:
        """The strategy; a random one after many refusals. Raises BotStuck."""
        at, times = self._refusals
        game = self.link.session.game
        if game is None or at != game.follower.length or times < _MAX_REFUSALS // 2:
            return self._strategy
        if times > _MAX_REFUSALS:
            refusal = self.link.session.model.refusal
            raise BotStuck(
                _("the bot cannot go on: {says}", says=refusal.says if refusal else _("the host refuses everything"))
            )
        return strategy("random")

    async def _notice_rummies(self, model: ViewModel) -> None:
        """Let the strategy notice or miss each rummy once, when it becomes possible. It may take its time."""
        state, me = model.state, model.me
        if state is None or me is None:
            return
        possible = {claim.action: claim for claim in state.claims if claim.by != me}
        fresh = [claim for action, claim in possible.items() if action not in self._considered]
        self._considered = set(possible)
        if not fresh:
            return
        call = await asyncio.to_thread(self._strategy.notice_call, fresh, me, self._chance)
        if call is not None:
            loop = asyncio.get_running_loop()
            loop.call_later(call.seconds if self._config.human else 0, self._call, call.action)

    def _call(self, action: CallRummy) -> None:
        session = self.link.session
        state, me = session.model.state, session.model.me
        if session.has_quit or state is None or session.game is None or session.game.shuffling:
            return
        # Somebody may have called it, or covered it, while the bot hesitated.
        if any(claim.action == action and claim.by != me for claim in state.claims):
            self.link.run_command(commands.PlayAction(action))


class TableTalk:
    """What a character says at the table: a line now and then, at moments that everybody sees.

    It gets news that all at the table have, and the number of its seat, but no hand: what it says betrays no card.
    """

    def __init__(self, who: str, chance: Chance) -> None:
        self._who, self._chance = who, chance
        self._last = float("-inf")

    def remark(self, items: Sequence[News], seat: int | None, now: float, *, high_wins: bool) -> str | None:
        """What the character in this seat says about these news, if anything. *now* in seconds."""
        for item in items:
            occasion = None if seat is None else occasion_of(item, seat, high_wins=high_wins)
            if occasion is None or now < self._last + _QUIET_SECONDS:
                continue
            if self._chance(100) < CHARACTERS[self._who].talks_percent:
                self._last = now
                lines = lines_of(self._who, occasion)
                return lines[self._chance(len(lines))]
        return None


def occasion_of(item: News, seat: int, *, high_wins: bool) -> Occasion | None:
    """The occasion that this news is for the player in *seat*; None if it calls for no remark."""
    match item:
        case news.RoundDealt(round=1):
            return Occasion.BEGINNING
        case news.RummyCalled(seat=caller):
            return Occasion.OWN_CALL if caller == seat else Occasion.CALL_OF_ANOTHER
        case news.GameWasWon(winner=winner):
            return Occasion.WON if winner == seat else Occasion.LOST
        case news.RoundScored(out=out, scores=scores):
            if out == seat:
                return Occasion.OUT
            worst = min(scores) if high_wins else max(scores)
            return Occasion.CAUGHT if out is not None and scores[seat] == worst else None
    return None
