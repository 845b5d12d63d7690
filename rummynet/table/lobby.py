"""All tables of a host. Inputs go in with their time, effects come out in the order in which they are to be done.

A table that fails is closed with a message; the others never notice.
"""

from collections.abc import Callable
from dataclasses import asdict, replace

from rummynet.rules.core.options import Options
from rummynet.rules.core.variety import Variety
from rummynet.rules.varieties import variety
from rummynet.table.bot_seats import check_bot_limits
from rummynet.table.chat_history import ChatHistory
from rummynet.table.effects import Answer, Append, Effect, Effects, StopBot, TimerId
from rummynet.table.game.received_statements import MOST_SAYS, RefusedForGood
from rummynet.table.host_context import HostContext
from rummynet.table.inputs import (
    BotFailed,
    BotStarted,
    Connected,
    Disconnected,
    HostRestarted,
    Input,
    RequestReceived,
    TimerExpired,
)
from rummynet.table.journal.records import InputRecorded, TableClosed, TableOpened
from rummynet.table.journal.table_history import pack_input
from rummynet.table.journal.table_journal import TableJournal
from rummynet.table.managing import handle_manage
from rummynet.table.members import host_line
from rummynet.table.readiness import handle_ready
from rummynet.table.refusals import NoSuchTable, TableTrouble, TooManyTables
from rummynet.table.table import Table
from rummynet.table.views import view_json
from rummynet_protocol.errors import Refusal
from rummynet_protocol.sentences import said
from rummynet_protocol.text import clean, clean_sentence
from rummynet_protocol.wire.message_codec import TableRow, lobby
from rummynet_protocol.wire.messages import (
    NAME,
    AskLog,
    AskView,
    Create,
    Done,
    Here,
    Leave,
    LobbyShown,
    Manage,
    Ready,
    Refused,
    Request,
    Say,
    SeatBot,
    Sit,
    Stand,
    Submit,
    View,
    Watch,
)

_LOBBY = TimerId(0, "lobby")
_TOLD_A_MILLI = 20
"""Rows that are told in a millisecond of the lobby's pace, about two million bytes a second: crowds hear seldom."""
_MOST_CODE = 30
_TROUBLE = "the host made a mistake at this table and has closed it; open a new one"


class Lobby:
    """``first`` is the number of the first table: numbers are never used twice, also not after a restart."""

    def __init__(self, context: HostContext, first: int = 1) -> None:
        self.context = context
        self.tables: dict[int, Table] = {}
        self.people: dict[bytes, str] = {}
        """Everybody who is connected, by key, and the name."""
        self._journals: dict[int, TableJournal] = {}
        self._next_number = first
        self._rows: dict[int, TableRow] = {}
        """The tables as they were told last, but for those that have changed since."""
        self._touched: set[int] = set()
        """Tables at which something has happened in this input."""
        self._timer_runs = False
        self._chat = ChatHistory()

    def take_input(self, came: Input, ms: int, unix: int) -> list[Effect]:
        """What is to be done because of this input."""
        effects = Effects(ms, unix)
        match came:
            case Connected():
                self._handle_connected(came, effects)
            case Disconnected():
                self._handle_disconnected(came, effects)
            case RequestReceived(key, request):
                self._handle_request(key, request, effects)
            case TimerExpired(clock):
                self._timer_expired(clock, effects)
            case BotStarted(number, key):
                if number not in self.tables:
                    effects.items.append(StopBot(key))
                self._apply_to_table(number, lambda table: table.bots.bot_started(key, effects), effects, came)
            case BotFailed(number, maybe):
                self._apply_to_table(number, lambda table: table.bot_failed(maybe, effects), effects, came)
            case HostRestarted(number):
                self._apply_to_table(number, lambda table: table.host_restarted(effects), effects, came)
        for table in [table for table in self.tables.values() if table.closing]:
            self._close_table(table, table.closing or "", effects)
        self._start_lobby_timer(effects)
        return effects.items

    def shown(self) -> LobbyShown:
        """The lobby as everybody may see it."""
        return lobby([_row(table) for table in self.tables.values()])

    @property
    def bots(self) -> tuple[bytes, ...]:
        """The keys of all bots that the host has started."""
        return tuple(key for table in self.tables.values() for key in sorted(table.bots.keys))

    def adopt_table(self, table: Table, journal: TableJournal) -> None:
        """A table that was made again from the journal is open here."""
        self.tables[table.number] = table
        self._journals[table.number] = journal
        self._rows[table.number] = _row(table)

    # -- inputs

    def _handle_connected(self, came: Connected, effects: Effects) -> None:
        self.people[came.key] = came.name
        effects.send((came.key,), self.shown())
        for number in self._tables_of(came.key):
            self._apply_to_table(number, lambda table: table.connected(came.key, effects), effects, came)

    def _handle_disconnected(self, came: Disconnected, effects: Effects) -> None:
        self.people.pop(came.key, None)
        for number in self._tables_of(came.key):
            self._apply_to_table(number, lambda table: table.connection_lost(came.key, effects), effects, came)

    def _tables_of(self, key: bytes) -> list[int]:
        tables = self.tables.items()
        return [number for number, table in tables if key == table.ownership.owner or key in table.seating.members]

    def _timer_expired(self, clock: TimerId, effects: Effects) -> None:
        if clock == _LOBBY:
            self._timer_runs, self._rows = False, {number: _row(table) for number, table in self.tables.items()}
            effects.send(self.people, self.shown())
        else:
            self._apply_to_table(
                clock.table, lambda table: table.timer_expired(clock, effects), effects, TimerExpired(clock)
            )

    def _handle_request(self, key: bytes, request: Request, effects: Effects) -> None:
        """Carry the request out, or refuse it; either way it is answered once."""
        input, before = RequestReceived(key, request), len(effects.items)
        number = getattr(request, "table", self._next_number)
        self._touched.add(number)
        try:
            if number in self._journals:
                self._journals[number].begin_input(input, effects)
                self._journals[number].check_budget(key, request, effects)
            answer = self._carry_out(key, request, effects)
        except Refusal as refusal:
            answer = _refused(request, refusal, None)
        except RefusedForGood as final:
            answer = _refused(request, final.why, final.signed)
        except Exception as error:
            del effects.items[before:]
            self._close_after_error(self.tables.get(getattr(request, "table", 0)), error, effects)
            answer = Refused(request.n, TableTrouble.code, _TROUBLE)
        self._record_input(number, input, before, effects, answer)
        effects.send((key,), answer)

    def _carry_out(self, key: bytes, request: Request, effects: Effects) -> Answer:
        if isinstance(request, Create):
            return Done(request.n, self._create_table(key, request, effects))
        table = self._table_by_number(request.table)
        table.sign_of_life(key, effects)
        if not isinstance(request, AskLog | AskView) and getattr(request, "what", "action") in ("action", "vote"):
            table.player_present(key, effects)  # what a program asks or signs by itself shows nobody's presence
        name = self.people.get(key, "")
        match request:
            case Sit(seat=seat):
                is_new = key not in table.seating.members
                table.sit(key, name, seat, effects)
                self._send_chat_history(key, table, is_new, effects)
            case Stand():
                table.stand(key, effects)
            case Ready(signed=signed):
                handle_ready(table, key, signed, effects)
            case Watch():
                is_new = key not in table.seating.members
                table.watch(key, name, effects)
                self._send_chat_history(key, table, is_new, effects)
            case Leave():
                table.members.leave(key, effects)
            case Say(text=text):
                self._chat.add_line(table.members.send_chat(key, text, effects))
            case SeatBot(do=do):
                if do == "add":
                    check_bot_limits((one.bots for one in self.tables.values()), key, self.context.limits)
                table.ask_bot(request, key, effects)
            case Here():
                table.members.require_member(key)
            case Manage():
                handle_manage(table, request, key, effects)
            case Submit():
                table.submit_statement(key, request, effects)
            case AskLog(start=start):
                table.send_log(key, start, effects)
            case AskView():
                return View(request.n, view_json(table, key))
        return Done(request.n, None)

    def _send_chat_history(self, key: bytes, table: Table, is_new: bool, effects: Effects) -> None:
        """Whoever has just come to the table hears what was said there last."""
        for line in self._chat.lines(table.number) if is_new else ():
            effects.send((key,), line)

    # -- tables

    def _create_table(self, key: bytes, request: Create, effects: Effects) -> int:
        limits = self.context.limits
        if len(self.tables) >= limits.tables:
            raise TooManyTables(
                said("this host has its {tables} tables open already; join one, or wait", tables=limits.tables)
            )
        if sum(table.by == key for table in self.tables.values()) >= limits.tables_each:
            raise TooManyTables(
                said("you have opened {tables} tables already; use one of them", tables=limits.tables_each)
            )
        game = variety(request.variant)
        options = game.resolve(request.options)
        _check_playable(game, options)
        number, self._next_number = self._next_number, self._next_number + 1
        name = clean(request.name, NAME) or clean(f"{self.people.get(key, '')}'s table", NAME)
        # A context of its own: what the host changes meanwhile is for new tables, or the journal would not tell all.
        named = self.context.chance(32)
        self.tables[number] = table = Table(replace(self.context), number, named, name, game, options, key)
        kept = asdict(self.context.limits)
        effects.append(TableOpened(number, name, game.name, options, key, effects.unix, self.context.name, kept, named))
        table.members.update_occupancy(effects)
        self._journals[number] = TableJournal(table)
        return number

    def _table_by_number(self, number: int) -> Table:
        found = self.tables.get(number)
        if found is None:
            raise NoSuchTable(said("there is no table {number}; look at the lobby", number=number))
        return found

    def _record_input(
        self, number: int, came: Input, before: int, effects: Effects, answer: Answer | None = None
    ) -> None:
        """If it has changed the table, the input goes to the journal ahead of all that came of it."""
        journal = self._journals.get(number)
        if journal is None:
            return
        try:
            if journal.needs_record(came, effects.items[before:], effects, answer):
                name = self.people.get(came.key, "") if isinstance(came, RequestReceived) else ""
                effects.items.insert(
                    before, Append(InputRecorded(number, effects.ms, effects.unix, pack_input(came, name)))
                )
            journal.append_checkpoint_if_due(effects)
        except Exception as error:
            del effects.items[before:]
            self._close_after_error(self.tables.get(number), error, effects)

    def _apply_to_table(self, number: int, do: Callable[[Table], None], effects: Effects, came: Input) -> None:
        """Let something happen at a table, if it is there; its trouble stays its own."""
        table = self.tables.get(number)
        self._touched.add(number)
        before = len(effects.items)
        try:
            if table is not None:
                self._journals[number].begin_input(came, effects)
                do(table)
                self._record_input(number, came, before, effects)
        except Exception as error:
            del effects.items[before:]
            self._close_after_error(table, error, effects)

    def _close_after_error(self, table: Table | None, error: Exception, effects: Effects) -> None:
        effects.note(table.number if table else 0, "trouble", error)
        if table is not None:
            self._close_table(table, _TROUBLE, effects)

    def _close_table(self, table: Table, why: str, effects: Effects) -> None:
        self.tables.pop(table.number, None)
        self._touched.add(table.number)
        self._journals.pop(table.number, None)
        self._chat.remove_table(table.number)
        effects.append(TableClosed(table.number, why, effects.unix))
        line = said("table {number} is closed: {why}", number=table.number, why=why)
        effects.send(table.seating.members, host_line(table.number, self.context.name, line))
        table.close(effects)

    # -- the lobby, told at most every so often

    def _start_lobby_timer(self, effects: Effects) -> None:
        """Start the clock if one of the tables touched has changed; while it runs there is nothing to look for."""
        touched, self._touched = self._touched, set()
        if not self._timer_runs and any(self._is_changed(number) for number in touched):
            self._timer_runs = True
            crowd = len(self.people) * len(self.tables) // _TOLD_A_MILLI
            effects.start_timer(_LOBBY, max(self.context.limits.lobby_millis, crowd))

    def _is_changed(self, number: int) -> bool:
        table = self.tables.get(number)
        return self._rows.get(number) != (_row(table) if table is not None else None)


def _refused(request: Request, why: Refusal, signed: bytes | None) -> Refused:
    return Refused(request.n, why.code[:_MOST_CODE], clean_sentence(why.says, MOST_SAYS), signed)


def _row(table: Table) -> TableRow:
    names = tuple(seat.name for seat in table.seating.seats.values())
    most, watching = table.seating.most, len(table.seating.watchers)
    return table.number, table.name, table.variety.name, table.stage, names, most, watching


def _check_playable(game: Variety, options: Options) -> None:
    """Raises what stands in the way if these options suit no number of players at all."""
    problem: Refusal | None = None
    for players in game.seats:
        try:
            game.check(options, players)
        except Refusal as refusal:
            problem = problem or refusal
        else:
            return
    if problem is not None:
        raise problem
