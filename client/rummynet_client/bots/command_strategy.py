"""A strategy in a program of yours, in any language: a JSON line asks, a JSON line answers.

The program is started once and asked about one decision after another, and told which game it is and how it went. It
is told what its seat knows and nothing else; the form is in docs/bot.md. It is given no shell.
"""

import json
import os
import queue
import shlex
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, Final

from rummynet.bots.budget import DECISION_MS, Budget
from rummynet.bots.seat_view import SeatView
from rummynet.bots.strategies.named import strategy
from rummynet.bots.strategy import Chance, PlannedCall, Strategy, choices
from rummynet.rules.core.state import Claim
from rummynet.rules.core.variety import Variety, once_answered
from rummynet_client.language import _, system_words
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, CallRummy
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.events import Event, to_dict
from rummynet_protocol.text import shortened

PREFIX: Final = "command:"  # what the name of a strategy begins with if it is a command
# Far more than a search needs. By default turns have no clock, so a program that hangs would keep the table for ever.
ANSWER_SECONDS: Final = 10.0
# For a program to store what it has learned, once it knows the result; a host that stops its bots does not wait longer.
FAREWELL_SECONDS: Final = 1.0
# Characters of a program's line in an error: enough to recognise it, and one line of a terminal or two.
_MOST_SHOWN: Final = 200


class BotProgramFailed(RummynetError):
    """The program cannot be started, has ended, is silent, or answers what is no answer."""

    code = "bot_program"


def strategy_or_command(name: str) -> Strategy:
    """The strategy called *name*, or the program in ``command:PROGRAM``. Raises NoSuchStrategy, BotProgramFailed."""
    return CommandStrategy(name.removeprefix(PREFIX)) if name.startswith(PREFIX) else strategy(name)


def command_words(command: str) -> list[str]:
    """The command split as a shell splits words. Raises BotProgramFailed if it names no program."""
    try:
        words = shlex.split(command)
    except ValueError:
        raise BotProgramFailed(
            _("the bot {command!r} cannot be started: a quotation mark is missing", command=command)
        ) from None
    if not words or "\0" in command:
        raise BotProgramFailed(_("the command of the bot names no program"))
    return words


@cache
def load_entrant(name: str) -> Strategy:
    """The same for a match: a program is started once in each process that plays."""
    return strategy_or_command(name)


class CommandStrategy:
    """The program started by *command*, which is split as a shell splits words. Raises BotProgramFailed."""

    def __init__(self, command: str, seconds: float = ANSWER_SECONDS) -> None:
        self.name = PREFIX + command
        self._command, self._seconds = command, seconds
        self._answers: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._lock = threading.Lock()  # two threads may ask: one for an action in turn, one about a rummy
        self._told: list[Mapping[str, Any]] = []  # what it is to be told before the next question
        self._seats: dict[int, SeatView] = {}  # by seat: what it saw last. In the arena one program plays several.
        self._questions = 0
        words = command_words(command)
        try:
            # Standard error stays the terminal's: there its author sees why it fails.
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
                # A group of its own, which ends with it: a script in between would leave the bot behind.
                start_new_session=True,
            )  # fmt: skip
        except OSError as problem:
            why = system_words(problem)
            raise BotProgramFailed(
                _("the bot {command!r} cannot be started: {problem}", command=self._short, problem=why)
            ) from None
        threading.Thread(target=self._read, daemon=True).start()

    @property
    def _short(self) -> str:
        return shortened(self._command, _MOST_SHOWN)

    # -- the interface of strategies

    def choose_action(self, variety: Variety, view: SeatView, chance: Chance, budget: Budget) -> Action:
        """The action that the program answers. Raises BotProgramFailed if it is not legal."""
        legal = choices(variety, once_answered(variety, view.position, view.seat), view.seat)
        position = variety.positions.write(view.position)
        written = [notation.text(action) for action in legal]
        events = [to_dict(event) for event in self._news(view)]
        answer = self._ask(
            {"ask": "action", "seat": view.seat, "position": position, "events": events, "legal": written,
             "ms": DECISION_MS}
        )  # fmt: skip
        if answer.get("action") not in written:
            raise self._failed(_("it answers {answer}, which is not legal here", answer=_shown(answer)))
        return legal[written.index(answer["action"])]

    def notice_call(self, claims: Sequence[Claim], seat: int, chance: Chance) -> PlannedCall | None:
        """The rummy that the program calls, at once; None if it calls none. Raises BotProgramFailed."""
        written = [notation.text(claim.action) for claim in claims]
        answer = self._ask({"ask": "call", "seat": seat, "rummies": written})
        call = answer.get("call")
        if call is None:
            return None
        if call not in written:
            raise self._failed(_("it answers {answer}, which is not a rummy", answer=_shown(answer)))
        action = claims[written.index(call)].action
        return PlannedCall(action, 0.0) if isinstance(action, CallRummy) else None

    def thinking_seconds(self, chance: Chance, cards: int) -> float:
        """None of its own: the program takes the time that it takes."""
        return 0.0

    def tell(self, message: Mapping[str, Any]) -> None:
        """Tell the program something that it does not answer: at once, or when it has answered what it was asked."""
        self._told.append(message)
        # The caller is an event loop, and a question holds the lock until its answer comes.
        if self._lock.acquire(blocking=False):
            try:
                with suppress(OSError, ValueError):  # it has ended: the next question says so
                    self._tell()
            finally:
                self._lock.release()

    def close(self) -> None:
        """End the program and all that it has started, also while it is asked something."""
        # Not while it is asked: a question holds the lock until its answer comes, and the caller is an event loop.
        if self._lock.acquire(blocking=False):
            try:
                assert self._process.stdin is not None
                with suppress(OSError, ValueError):
                    self._process.stdin.close()
                with suppress(subprocess.TimeoutExpired):
                    self._process.wait(FAREWELL_SECONDS)
            finally:
                self._lock.release()
        # Not only the program: what it has started would go on.
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL) if hasattr(os, "killpg") else self._process.kill()
        self._answers.put("")  # a program that it has started may hold its output open
        with self._lock:
            if self._process.stdin is not None:
                with suppress(OSError):  # what could not be written to it is still in the buffer
                    self._process.stdin.close()
            self._process.wait()

    # -- lines

    def _news(self, view: SeatView) -> Sequence[Event]:
        """What has happened since the seat was asked last in this round; before a game's first question, which game."""
        before, self._seats[view.seat] = self._seats.get(view.seat), view
        at, events = view.position, view.log.events
        if before is not None and (at.variety, at.options, at.players) == (
            before.position.variety, before.position.options, before.position.players,
        ):  # fmt: skip
            seen = len(before.log.events)
            if at.round == before.position.round and events[:seen] == before.log.events:
                return events[seen:]
            if at.round > before.position.round:
                return events
        game = {"tell": "game", "seat": view.seat, "variant": at.variety, "players": at.players}
        self._told.append({**game, "options": dict(at.options)})
        return events

    def _tell(self) -> None:
        """Write what it is to be told."""
        assert self._process.stdin is not None
        while self._told:
            self._process.stdin.write(json.dumps(self._told.pop(0)) + "\n")
        self._process.stdin.flush()

    def _ask(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        with self._lock:
            # Else it would be the answer to this question, and each further answer that to the one before.
            if not self._answers.empty():
                extra = shortened(self._answers.get(), _MOST_SHOWN)
                if extra:
                    about = self._questions
                    raise self._failed(
                        _("it wrote one line too many after question {number}: {line}", number=about, line=extra)
                    )
                self._answers.put("")  # its end
            self._questions += 1
            try:
                assert self._process.stdin is not None
                self._told.append(request)
                self._tell()
                line = self._answers.get(timeout=self._seconds)
            except queue.Empty:
                seconds = int(self._seconds)
                raise self._failed(_("it has not answered for {seconds} seconds", seconds=seconds)) from None
            # The pipe is broken, or ``close`` has closed it: the program has ended.
            except (OSError, ValueError):
                line = ""
        if not line:
            raise self._failed(_("it has stopped running"))
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise self._failed(_("its answer is not a JSON object: {line}", line=shortened(line, _MOST_SHOWN)))
        return answer

    def _read(self) -> None:
        """Runs in its own thread: a line that never comes must not block the caller beyond its timeout."""
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            try:
                for line in lines:
                    self._answers.put(line)
            except ValueError:  # bytes that are no text
                pass
        self._answers.put("")

    def _failed(self, problem: str) -> BotProgramFailed:
        return BotProgramFailed(_("the bot {command!r}: {problem}", command=self._short, problem=problem))


def _shown(answer: Mapping[str, Any]) -> str:
    return shortened(json.dumps(answer), _MOST_SHOWN)
