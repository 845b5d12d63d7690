"""Whole sessions in memory: each file of ``told`` is a script, and what everybody in it sends, is told and could see.

A line ``> …`` of a file is done; the lines behind it, up to the next one, came of it. Each begins with the initials of
those whom it concerns. ``->`` is a request that was sent, ``kind key=value`` news as ``--json`` has it, ``"`` what a
listener hears of it, ``~`` what went to the disk, ``=`` what has changed in what the screen is drawn from. What is
asked behind a ``/`` is asked by a program, to which no narrator answers. RUMMYNET_REWRITE=1 writes what comes now: that
is right where a sentence, a message or a field was meant to change; read what else has changed before committing.
"""

import hashlib
import json
import os
import random
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from rummynet.rules.varieties import NAMES
from rummynet.table.api.inputs import BotFailed, BotStarted, TimerExpired
from rummynet_client.core.log.private_records import HEADER, read_kept
from rummynet_client.core.session.guide import rule_now, vote_text
from rummynet_client.core.session.outbox import PRIVATE, Keep
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.spoken.narrator import Narrator
from rummynet_client.core.text import commands, verbs
from rummynet_client.core.text.json_lines import news_lines
from rummynet_protocol.errors import Refusal
from rummynet_protocol.fairness.chain import NO_HEAD
from rummynet_protocol.fairness.commitment import NO_EVIDENCE, refusal_payload, statement_hash
from rummynet_protocol.fairness.statements import read_statement
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import LogEntry, Message, Refused, Request, Submit, TableShown
from tests.support.compact_lines import compact
from tests.support.fake_host import FakeHost, Guest, play
from tests.support.games import short
from tests.support.kept import is_kept

FILES = sorted((Path(__file__).parent / "told").glob("*.txt"))
DRAWN = Path(__file__).parent / "drawn.txt"
FLAGS = (
    "connected", "silent", "watching", "my_turn", "shuffling", "is_paused", "awaits_parts", "may_act", "is_asked",
    "hurries", "is_between_games", "owns_table", "may_resume", "is_in_play",
)  # fmt: skip
LONG = 60  # characters: of a longer line that has stood there before, half is enough to know it again
SIGNED = ("n", "t", "do", "part", "about", "yes")
SHOWN = ("waiting", "due", "early", "break_left", "paused_millis", "progress", "parts_from", "called_off", "facts")


def wanted(request: Request) -> str:
    """A request in a line; of what is signed its place among the own statements, and what is meant."""
    fields = {name: getattr(request, name) for name in request.__struct_fields__}
    kind, signed = request.kind, fields.pop("signed", None)
    if isinstance(request, Submit):
        kind, signed, fields = request.what, (request.payload,), {}
    if signed is not None:
        said = read_statement(kind, signed[0])
        fields |= {name: getattr(said, name) for name in SIGNED if hasattr(said, name)}
    return f"-> {kind} {pairs(fields)}"


def pairs(fields: dict[str, object]) -> str:
    return " ".join(f"{key}={value}" for key, value in fields.items() if not isinstance(value, bytes))


def shown(model: ViewModel) -> dict[str, object]:
    """What a screen is drawn from, beside what news say."""
    fair = model.fairness
    away = [vote_text(model, seat, "v", "V") for seat in (*model.absent, *model.overdue)]
    waits = {seat: f"{one.what} {one.left} {one.need} {sorted(one.by)} {one.follows} {one.follows_in} {one.is_ahead}"
             for seat, one in model.waits.items()}  # fmt: skip
    return {
        "is": " ".join(name for name in FLAGS if getattr(model, name)),
        **{name: getattr(model, name) for name in SHOWN},
        "rule": rule_now(model), "away": away, "waits": waits, "own_wait": model.own_wait is not None,
        "log": (len(model.lines), model.lines[-1:], len(model.chat), sum(model.chat_since[-1:])),
        "ready": [seat.name for seat in model.seats if seat.ready],
        "kept_waiting": [seat.name for seat, _ in model.kept_waiting],
        "checked": re.sub(r"\d+ ch", "ch", fair.summary), "limits": fair.limits,
        "found": (fair.voided, fair.cheat, fair.unknown, fair.doubts),
        "voids": [(one.round, one.silent, one.protests) for one in fair.voids],
    }  # fmt: skip


class Keeper(Guest):
    """A guest of whom it is noted what goes to the disk."""

    def __init__(self, name: str, *, takes_breaks: bool) -> None:
        self.notes: list[str] = []
        super().__init__(name, takes_breaks=takes_breaks)

    def keep(self, keep: Keep) -> None:
        super().keep(keep)
        if keep.where == PRIVATE:
            self.notes += [type(one).__name__.removesuffix("Kept") for one in read_kept(HEADER + keep.record)]
        else:
            self.notes.append(f"{keep.where} {keep.record[0]}")

    def take_notes(self) -> str:
        """What was kept since the last call, and the incidents."""
        told = [json.loads(line) for line in self.incidents[self.noted :]]
        notes = [f"{many} {note}" if many > 1 else note for note, many in Counter(self.notes).items()]
        notes += [" ".join(str(one[key]) for key in ("kind", "game", "check", "says") if key in one) for one in told]
        self.notes, self.noted = [], len(self.incidents)
        return ", ".join(notes)

    noted = 0


class Member:
    """A guest, and how much of theirs has been written."""

    def __init__(self, name: str) -> None:
        self.guest = Keeper(name.strip("*"), takes_breaks=name.endswith("*"))
        self.narrator = Narrator()
        self.told = 0
        self.shown: dict[str, object] = {}

    def came(self, asked: Iterable[Request]) -> list[str]:
        """All lines since the last call."""
        guest, model = self.guest, self.guest.session.model
        items, self.told = guest.news[self.told :], len(guest.news)
        lines = [wanted(request) for request in asked]
        lines += [compact(line) for item in items for line in news_lines(item)]
        lines += [f'"{line}' for line in self.narrator.tell(items, model)]
        before, self.shown = self.shown, shown(model)
        notes = self.guest.take_notes()
        lines += [f"~ {notes}"] if notes else []
        return lines + [f"= {key} {value}" for key, value in self.shown.items() if before.get(key) != value]


class Party:
    """A host, and people who do what a script says."""

    def __init__(self) -> None:
        self.host = FakeHost()
        self.members: dict[str, Member] = {}
        self.asked = 0
        self.long = set[str]()
        self.waiting: list[tuple[str, Message]] = []

    def done(self, line: str) -> list[str]:
        """Do a line of a script; what came of it."""
        name, colon, text = line.partition(": ")
        if colon:
            member = self.members[name]
            try:
                is_listener, text = text[:1] != "/", text.removeprefix("/")
                model = member.guest.session.model
                read = member.narrator.read(text, model) if is_listener else verbs.parse_command(text)
            except Refusal as problem:
                return [f"{name} {problem}"]
            if isinstance(read, list):
                return [f'{name} "{one}' for one in read]
            member.guest.session.apply_command(read)
            self.host.settle()
            return self.came()
        verb, *words = line.split(" ")
        return getattr(self, verb)(*words) or self.came()

    def came(self) -> list[str]:
        """What came for everybody; what is the same for several is written once."""
        lines: dict[tuple[str, int], list[str]] = {}
        asked, self.asked = self.host.asked[self.asked :], len(self.host.asked)
        for name, member in self.members.items():
            count = Counter[str]()
            for line in member.came(request for guest, request in asked if guest is member.guest):
                count[line] += 1
                lines.setdefault((line, count[line]), []).append(name[0])
        return ["".join(who) + " " + self.shortened(line) for (line, _), who in lines.items()]

    def shortened(self, line: str) -> str:
        """A long line is written once, and then its beginning."""
        if len(line) > LONG and line in self.long:
            return line[: LONG // 2] + " …"
        self.long.add(line)
        return line

    # -- verbs of a script

    def come(self, *names: str) -> None:
        """People connect; a star: whoever looks at a screen between two rounds."""
        for name in names:
            member = self.members[name.strip("*")] = Member(name)
            self.host.connect(member.guest)

    def bot(self, *words: str) -> None:
        """A bot that somebody asked for comes, and sits down; what it says is not written."""
        bot = Guest(" ".join(words))
        self.host.take(BotStarted(1, bot.signer.public))
        self.host.connect(bot)
        for command in (verbs.parse_command("sit 1"), commands.BeReady(yes=True, as_bot=True)):
            bot.session.apply_command(command)
            self.host.settle()

    def fails(self) -> None:
        """A bot that somebody asked for does not come."""
        self.host.take(BotFailed(1, None))
        self.host.settle()

    def play(self, count: int | str) -> list[str]:
        """Simple bots play for all."""
        lines: list[str] = []
        for _ in range(int(count)):
            play(self.host, [member.guest for member in self.members.values()], 1)
            lines += self.came()
        return lines

    def skip(self, count: str) -> list[str]:
        """The same, of which nothing is written."""
        return self.play(count)[:0]

    def wait(self, seconds: str) -> None:
        """Time passes, for clocks and programs."""
        for _ in range(int(seconds)):
            self.host.pass_time(1000)
            for clock, due in list(self.host.clocks.items()):
                if due <= self.host.ms and self.host.clocks.get(clock) == due:
                    del self.host.clocks[clock]
                    self.host.take(TimerExpired(clock))
            for key in list(self.host.ends):
                self.host.ends[key][0].session.tick()
            self.host.settle()

    def lose(self, name: str) -> None:
        self.host.lose(self.members[name].guest)

    def back(self, name: str) -> None:
        self.host.connect(self.members[name].guest)

    def restart(self, name: str) -> None:
        self.members[name].guest.start()
        self.members[name].narrator = Narrator()
        self.back(name)

    def ignore(self, name: str, what: str) -> None:
        """From now on the host does as if it had not got this."""
        whose = self.members[name].guest
        self.host.ignores = lambda guest, one: guest is whose and what in (one.kind, getattr(one, "what", ""))

    def refuse(self, name: str, what: str, code: str) -> None:
        self.host.refuse_all(self.members[name].guest, what, code)

    def deny(self, name: str, what: str, code: str) -> None:
        """From now on the host refuses this under its signature."""
        whose = self.members[name].guest
        key = whose.signer.public

        def refuses(guest: Guest, one: Request) -> bool:
            signed: Any = getattr(one, "signed", None)
            kind, payload = (one.what, one.payload) if isinstance(one, Submit) else (one.kind, signed and signed[0])
            if guest is not whose or kind != what or not payload:
                return False
            game = self.host.lobby.tables[1].game
            head = game.game_log.head if game is not None else NO_HEAD
            log, name = read_statement(kind, payload).log, statement_hash(kind, payload)
            promise = self.host.signer.sign("refusal", refusal_payload(log, head, key, name, code, NO_EVIDENCE))
            self.host.tell(key, Refused(one.n, code, "no", promise, head))
            return True

        self.host.ignores = refuses

    def hold(self, name: str) -> None:
        """From now on the host answers no ping of theirs."""
        whose = self.members[name].guest
        self.host.keeps_pongs = lambda guest: guest is whose

    def drop(self, name: str, kind: str) -> None:
        """From now on messages of this kind do not come to them."""
        self.members[name].guest.tamper = lambda message: [] if message.kind == kind else [message]

    def late(self, name: str, kind: str) -> None:
        """From now on messages of this kind wait until they are let go."""

        def waits(message: Message) -> list[Message]:
            self.waiting += [(name, message)] if message.kind == kind else []
            return [] if message.kind == kind else [message]

        self.members[name].guest.tamper = waits

    def go(self) -> None:
        """What waits comes."""
        self.honest()
        for name, message in self.waiting:
            self.host.tell(self.members[name].guest.signer.public, message)
        self.waiting.clear()
        self.host.settle()

    def skew(self, name: str, millis: str) -> None:
        """Their clock is set."""
        self.members[name].guest.clock.ms += int(millis)

    def bend(self, name: str) -> None:
        """From now on the entries that come to them are signed wrongly."""
        self.members[name].guest.tamper = lambda message: [
            replace(message, signature=bytes(64)) if isinstance(message, LogEntry) else message
        ]

    def show(self, name: str, field: str, value: str) -> None:
        """From now on their table is shown to them with another value in a field."""
        told = {field: json.loads(value)}
        self.members[name].guest.tamper = lambda message: [
            replace(message, **told) if isinstance(message, TableShown) else message
        ]

    def forget(self) -> None:
        """The host is started again, and knows no table any more."""
        names = [name for name, member in self.members.items() if member.guest.signer.public in self.host.ends]
        for name in names:
            self.lose(name)
        self.host.lobby = FakeHost().lobby
        self.host.clocks.clear()
        for name in names:
            self.back(name)

    def honest(self) -> None:
        self.host.ignores, self.host.keeps_pongs = lambda guest, request: False, lambda guest: False
        for member in self.members.values():
            member.guest.tamper = lambda message: [message]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_session_is_as_it_is_told(file: Path) -> None:
    party, kept = Party(), file.read_text("utf-8").splitlines()
    found: list[str] = []
    for line in (one for one in kept if one[:1] in ("#", ">")):
        found += [line, *(party.done(line[2:]) if line[0] == ">" else ())]
    if os.environ.get("RUMMYNET_REWRITE"):
        file.write_text("\n".join(found) + "\n", "utf-8")
    assert found == kept


ASKS = (
    "hand,what,help draw,why deck,review,review 1,coach,coach game,incidents,scores,log,moves,table,say hi,vote 1,"
    "vote 2,vote 0,vote 1 no,here,pause,resume,ready,ready no,stand,sit 1,owner 1,remove 2,seats close,let 1,"
    "watch 1,again,fair,seats,rules,rule draw,points,melds,pile,hint,tables,leave,draw,set bell off,verify"
).split(",")
FAULTS = (
    "ignore commit,ignore action,ignore ready,ignore part,ignore root,deny action stale,deny reveal clock,hold,"
    "deny ready clock,refuse action too_many,refuse log too_many,drop entry,drop openings,drop done,late entry,"
    'late pong,skew -90000,skew 4000,show paused true,show stage "waiting"'
).split(",")


def drawn_story(seed: int) -> Iterable[tuple[str, list[str]]]:
    """A session in which people do what comes to their mind: each line, and what came of it."""
    chance, party, variant = random.Random(seed), Party(), NAMES[seed % len(NAMES)]
    names = ["Ann", "Bob", "Cid", "Dan"][: chance.choice((2, 2, 3, 4))]
    options = short(variant) | {"turn_seconds": chance.choice((0, 20))} | ({"deck": "sealed"} if seed % 7 == 3 else {})
    lines = [f"come {' '.join(name + '*' * chance.randrange(2) for name in names)}"]
    lines += [f"Ann: create {variant} {' '.join(f'{key}={value}' for key, value in options.items())}"]
    lines += [f"{name}: {what}" for what in ("sit 1", "ready") for name in names]
    for step in range(len(lines) + 30):
        fault, name = chance.choice(FAULTS).partition(" "), chance.choice(names)
        line = lines[step] if step < len(lines) else chance.choice((
            f"play {chance.randrange(1, 9)}", f"play {chance.randrange(1, 30)}", f"{name}: {chance.choice(ASKS)}",
            f"wait {chance.choice((1, 12, 40))}", f"{name}: {chance.choice(ASKS)}", f"{name}: /{chance.choice(ASKS)}",
            f"{fault[0]} {name} {fault[2]}".strip(), "honest", "go", f"lose {name}",
        ))  # fmt: skip
        if step >= len(lines) and party.members[name].guest.signer.public not in party.host.ends:
            line = f"{chance.choice(('back', 'restart'))} {name}"
        yield line, party.done(line)


@pytest.mark.parametrize("seed", range(60))
def test_what_comes_of_anything_is_what_was_kept(seed: int, tmp_path: Path) -> None:
    """Of each kind of line a digest; story.txt has them all, to be compared with what the commit before writes."""
    kinds, digests = {'"': "heard", "-": "sent", "~": "kept", "=": "shown"}, dict[str, Any]()
    with (tmp_path / "story.txt").open("w", encoding="utf-8") as story:
        for line, came in drawn_story(seed):
            story.write("\n".join((f"> {line}", *came, "")))
            for one in came:
                kind = kinds.get(one.split(" ")[1][:1], "news")
                digests.setdefault(kind, hashlib.sha256()).update(one.encode())
    assert is_kept(DRAWN, str(seed), [f"{kind} {of.hexdigest()[:12]}" for kind, of in sorted(digests.items())])
