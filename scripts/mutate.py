"""Mutation test: change one operator, constant, return or raise inside a function, and see whether a test fails.

The first run maps which test takes which line (``--map FILE`` keeps that), with the time of each. Mutants are drawn at
random, with a seed, from the functions of each folder. For each the process, which has collected all tests, forks; the
child swaps the code of the function and runs the tests that take its line until one fails: caught. First come those
that have caught others of the file, or of the folder, then the quick ones of a folder of that name with many of their
lines in it, each function's apart.
Where all ran and none failed it survived, and has to be looked at; where ``--seconds`` of processor time were up, it is
unsettled. No mutant is drawn of a function that none of these tests enters: programs alone take it, where no code can
be swapped, or nothing does. Prints a line per mutant, and at the end as JSON, by folder: mutants, caught, equivalent
(EQUIVALENT: why), unsettled, survivors, and how many mutants there are of functions that were left out so. ``--only``
takes mutants of one folder, file or line (``FILE:LINE``).
"""

import argparse
import ast
import copy
import gc
import json
import os
import random
import resource
import select
import signal
import sys
import time
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate, chain
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = (
    "rummynet/rules",
    "rummynet/ledger",
    "rummynet/verifier",
    "rummynet/table",
    "rummynet/host",
    "protocol/rummynet_protocol",
    "client/rummynet_client/core",
)
PRODUCT = ("rummynet", "client", "protocol")
RULES = "rummynet/rules/"
LEFT_OUT = (
    "web", "end_to_end", "env", "packaging", "docs", "evenings", "cli", "far",
    "cluster/test_failover.py", "cluster/test_new_tables.py",
)  # fmt: skip
"""Tests that start programs, where no code can be swapped."""
EQUIVALENT: dict[tuple[str, str, str], str] = {
    ("rummynet/host/storage/sqlite_journal.py", "self._last = 0", "(1)"):
        "one row that is free is written over a turn later",
    ("rummynet/table/game/hosted_game.py",
     "self._returned_by = 0  # until when (milliseconds) nobody is gone on without: people come back after a restart",
     "(1)"): "no wait is over in a host's first millisecond",
    ("rummynet/table/table.py", "self._rests = False  # whether the members were last shown that the game is paused",
     "(True)"): "a table is shown before its first game, and that sets it",
    ("protocol/rummynet_protocol/codec.py",
     "max_ext_len=0,  # checked before the bytes are copied; an extension that is empty still reaches the hook", ""):
        "the hook refuses an extension as well, only later",
    ("protocol/rummynet_protocol/errors.py", "cls.code = code or cls.code", ""): "runs when modules are read",
    ("protocol/rummynet_protocol/shapes.py", "return read", ""): "shapes are made when modules are read",
    ("protocol/rummynet_protocol/wire/versions.py", "newest = min(high, ours[-1])", "(0)"): "there is one version",
    ("protocol/rummynet_protocol/sealed/sealed_round.py", "dealer, proof = blob[:1], blob[1:]", "(2)"):
        "the first byte of it is looked at",
    ("keilty/turn.py", "if depth[code] < deepest:", "(depth[code] <= deepest)"): "each card lies there once",
    ("crummy/turn.py", "apart = len({rank_of(words[0].means) for words in sets}) == len(sets)", "(-1)"):
        "all cards of a set have its rank",
    ("vegas/game.py", 'paid = [sentence("everybody paid {paid}", paid=state.paid[0])]', "(-1)"): "all paid the same",
    ("basic/game.py",
     "rising = all(one < two for one, two in pairwise(places)) and places[-1] <= places[0] + 12", "(13)"):
        "13 places apart is the same card",
    ("rummynet/host/limits/request_limits.py", "if len(self._groups) > 2 * self._bounds.connections:", "(1)"):
        "groups that nobody asks for are forgotten sooner",
    ("rummynet/host/connections/scheduler.py", "if self._run_at.getTime() <= self._reactor.seconds() + delay:",
     "(self._reactor.seconds() - delay)"):
        "the time is worked out again, and is the same",
    ("rummynet/host/connections/host_protocol.py", "return 0", "(-1)"): "its caller counts nothing as 1",
    ("rummynet/host/limits/token_bucket.py", "if len(self._buckets) >= self._clean_at:",
     "(len(self._buckets) > self._clean_at)"):
        "full buckets, which say nothing, are forgotten one newcomer later",
    ("shared/melds.py", "lowest, highest = places[-1] - 12, places[0] + 12", "(2)"):
        "nobody holds the card that would be one more: it lies in the run",
    ("shared/melds.py", "elif low[:1] == high[:1]:", "(2)"):
        "two ends have a card in common only where each has just the ace",
    ("joker/turn.py", "before, spare = 0, len(jokers)", "(-1)"):
        "only the faces of the places before are looked for among the cards",
    ("joker/turn.py",
     "for end in (shape.below, shape.above) if shape.reach & wanted and (held >> 52 or shape.fits & held) else ():",
     "(51)"):
        "a shape is looked at in vain",
    ("vegas/game.py", "meld = Meld(codes, stands, (0,) * len(codes), run)", "(-1)"):
        "who laid the cards is not looked at there",
    ("vegas/score.py",
     "chips = [pot * percent // 100 for percent in split] + [0] * max(0, players - len(split))", "(-1)"):
        "a list times a number below 0 is empty, too",
    ("rummynet/ledger/play.py", "for extra in range(drawn if named else 0):", "(-1)"): "a range below 0 is empty, too",
    ("rummynet/ledger/ledger.py", "self.votes = Votes(len(players), frozenset(bots), index - 1)", ""):
        "no vote is aimed at an entry before the deal",
    ("rummynet/ledger/ledger.py", "return None if is_elsewhere else self.waits_since(0)", ""):
        "at a ceremony all seats are waited for alike",
    ("rummynet/ledger/agreed_session.py",
     "if not new <= set(joining) or max(joining, default=0) >= len(keys):", "(-1)"): "neither is a seat too many",
    ("client/rummynet_client/core/text/table_wish.py",
     "at = choices.index(value) if value in choices else -1 if step > 0 else 0", "(step >= 0)"): "no step is 0",
    ("rummynet/ledger/ledger.py", "return None if since is None else (since + rests, 0)", ""):
        "no vote can stand before a round",
    ("protocol/rummynet_protocol/fairness/time_bound.py", "if own < self._latest.get(clock, 0):", "(-1)"):
        "no time is below 0",
    ("protocol/rummynet_protocol/fairness/time_bound.py",
     "self._latest[clock] = max(own, self._latest.get(clock, 0))", "(-1)"): "no time is below 0",
    ("protocol/rummynet_protocol/sealed/hedged_nonces.py", "for last in range(count - 1, 0, -1):", "(-1)"):
        "the last card changes places with itself",
    ("client/rummynet_client/core/session/pings.py", "if number > self._whole_since:", "(number >= self._whole_since)"):
        "entries that were asked for come before the pong",
    ("client/rummynet_client/core/log/own_part.py",
     "self._voted = -1  # the number of the own seat's newest vote: a part signed before it is put aside", ""):
        "no number is below 0",
    ("client/rummynet_client/core/session/waits.py", "self._still = 0  # milliseconds since the newest entry", ""):
        "nothing promises the very millisecond",
    ("client/rummynet_client/core/session/following.py",
     "if auditor.index <= self._ahead:  # those of missing entries come again behind the log that was asked for",
     "(auditor.index < self._ahead)"): "the cards of an entry come right behind it",
    ("client/rummynet_client/core/session/playing.py",
     "rounds = len(self.game.rounds) if self.game is not None else 0", ""): "no round ends with the first entry",
    ("client/rummynet_client/core/session/playing.py",
     "length = self.game.follower.length if self.game is not None else 0", ""): "nothing was sent before it",
    ("client/rummynet_client/core/session/waits.py",
     "since = auditor.clocked_since(me) if game.follower.put_by_millis > PUT_BY_MILLIS else None",
     "(game.follower.put_by_millis >= PUT_BY_MILLIS)"): "nothing promises the very millisecond",
    ("rummynet/ledger/sealed_play.py",
     'raise Cheat("hand", f"seat {seat} holds other cards by its key than by the moves of the round")', "pass"):
        "the proofs of its plays leave a seat no other cards",
    ("rummynet/ledger/sealed_play.py",
     'raise Cheat("position", "another number of cards was turned up than the rules say")', "pass"):
        "no entry stands there by the order of entries, which is looked at first",
    ("rummynet/ledger/sealed_play.py",
     'raise Cheat("chain", "something happened in a round before its keys were shown")', "pass"):
        "no entry stands there by the order of entries, which is looked at first",
    ("rummynet/host/service.py",
     "wanted = self.bounds.connections + 2 * self.bounds.ungreeted + self.context.limits.bots + OTHER_FILES", "(3)"):
        "room for more files than that does no harm",
    ("rummynet/host/storage/sqlite_journal.py",
     "if self._last + 1 == len(self._needed) > 4 * self._count + FEWEST:", ""):
        "nothing promises how many rows are free",
    ("rummynet/host/storage/sqlite_journal.py",
     "points, highest = dict.fromkeys(self.open_tables(), 0), 0", "(-1)"): "no row is below 0",
    ("rummynet/host/dispatch/dispatcher.py", "self.timers.start(timer, ceil(1000 * left))", "(999)"):
        "it would be put off again",
    ("rummynet/host/dispatch/dispatcher.py", "self.timers.start(timer, ceil(1000 * left))", "(1001)"):
        "nothing promises the very millisecond",
    ("rummynet/host/dispatch/dispatcher.py", "if seconds >= SLOW_SECONDS:", "(seconds > SLOW_SECONDS)"):
        "nothing promises the very millisecond",
    ("rummynet/host/connections/host_protocol.py",
     "return is_free and self._inbox.has_frame and (not self._out.paused or self.unsent < UNREAD_LIMIT)",
     "(self.unsent <= UNREAD_LIMIT)"): "nothing promises the very byte",
    ("rummynet/host/connections/host_protocol.py",
     "self._is_greedy = left <= 0 or (self._is_greedy and left < self._share.capacity / 2)", "(1)"):
        "nothing promises the very message",
    ("rummynet/host/web/web_certificate.py",
     ".add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)", "(True)"):
        "browsers know what it is for",
    ("rummynet/host/dispatch/dispatcher.py",
     "self._next.effects.append((SendPong(request.number), (peer,), 0))", "(-1)"): "no table has either number",
    ("rummynet/table/lobby/resume.py", 'raise BadHistory("more was left to chance than the journal holds")', "pass"):
        "the table fails by what it is not given",
    ("rummynet/table/journal/checkpoint.py", "game = table.new_game(Effects(0, 0))", ""):
        "its own times are among the attributes",
    ("rummynet/table/journal/table_journal.py", "self._place, self._inputs = place, 0", ""):
        "nothing promises when a checkpoint comes",
    ("rummynet/host/storage/postgres/postgres_schema.py",
     '_, version, identity, *writer = base.execute("SELECT * FROM cluster").fetchone() or (1, 0, b"")', ""):
        "neither is a version that there was",
    ("rummynet/host/log_checks.py", "passed, passed_head = known.get(table, (0, NO_HEAD))", "(-1)"):
        "no game is below 1",
    ("rummynet/host/log_checks.py",
     "new = [(table, game) for table, game in games if game > known.get(table, (0, NO_HEAD))[0]]", "(-1)"):
        "no game is below 1",
    ("rummynet/table/game/round.py", "timers = stand_in(self.play.variety, self.play.full, 1)", ""):
        "only what it does is looked at",
    ("rummynet/table/game/hidden_round.py", "for timer in stand_in(v, state, 1) if opened else ():", ""):
        "only what it does is looked at",
    ("rummynet/table/table.py",
     "self._round = 0  # the round in which consents were last looked through for lapsed ones", ""):
        "nobody has agreed to anything before the first",
    ("rummynet/host/dispatch/dispatcher.py", "return 1", ""): "an effect costs a fourth of a message",
    ("rummynet/host/storage/postgres/postgres_journal.py",
     "self._wrote = 0 if read_only else self._last_written()  # the number of this host's last transaction", ""):
        "only whether it is still the last is looked at",
    ("rummynet/host/storage/postgres/postgres_journal.py",
     "(number,) = self._base.execute(query, (self.host,)).fetchone() or (0,)", ""):
        "only whether it is still the last is looked at",
    ("rummynet/table/game/dealer.py", "self._round = 0", ""): "set before it is of any use",
    ("rummynet/table/game/call_rules.py", "if call.index <= aim:", "(call.index < aim)"):
        "what a call took does not lie there behind it",
    ("rummynet/table/seats/bot_seats.py",
     "self.resting = False  # their programs are stopped because no person is connected", "(True)"):
        "somebody arrives before anybody asks for a bot",
    ("rummynet/table/game/hosted_game.py", "self.pause_ended_in = 0", "(-1)"): "no round has either number",
    ("rummynet/table/game/hosted_game.py",
     "self.paused_at = 0  # when (milliseconds) it was paused last", ""): "set before it is read",
    ("rummynet/table/journal/change_budget.py", "if self._until.get(holder, 0) + cost - ms > HOUR:", "(1)"):
        "nothing promises the very millisecond",
    ("rummynet/table/journal/change_budget.py", "self._until[holder] = max(ms, self._until.get(holder, 0)) + cost", ""):
        "each is over at the first time that there is",
    ("rummynet/table/seats/received_statements.py",
     "if status is None and last is not None and received.statement.n <= last.n:", "(received.statement.n < last.n)"):
        "of the newest the status is kept",
    ("rummynet/table/seats/received_statements.py", "return last is None or last.n < received.statement.n",
     "(last.n <= received.statement.n)"): "what is asked about is not in the log",
    ("rummynet/host/discovery/advertiser.py", 'why = f"{type(failure.value).__name__}: {failure.value}"[:200]', ""):
        "nothing promises how much of it is said",
    ("rummynet/host/web/web_server.py", "return 0", ""): "the next reading says that there is nothing",
    ("rummynet/host/net/outgoing.py",
     'piece = Packed(messages[0].message, b"".join(message.frame for message in messages))', "(-1)"):
        "only of what kind it is, and of which table, is looked at",
    ("rummynet/host/retention.py", "before = 0 if self._days is None else now - self._days * DAY", "(1)"):
        "nothing is of before 1970",
    ("rummynet/host/retention.py", "before = 0 if self._days is None else now - self._days * DAY", "(-1)"):
        "nothing is of before 1970",
    ("rummynet/host/bots/bot_manager.py",
     "if ended and not self._closing and self._reactor.seconds() >= self._opened_at + LIVED_SECONDS:",
     "(self._reactor.seconds() > self._opened_at + LIVED_SECONDS)"): "nothing promises the very millisecond",
    ("rummynet/host/log_checks.py", "waiting.extend(pool.submit(check_log, log) for log in islice(logs, 1))", "(2)"):
        "nothing promises how many wait",
    ("rummynet/host/storage/postgres/postgres_journal.py", "self._patience = 0", "(-1)"): "neither waits",
    ("rummynet/host/storage/journal.py", "return place", "(None)"): "it is read again from the newest row",
    ("rummynet/host/limits/admission.py", "return None", "(not None)"): "only what is a connection is dropped",
    ("rummynet/host/administration.py", 'return int(text) if re.fullmatch("[0-9]{1,11}", text) else -1', "(2)"):
        "no order takes a number below 0",
    ("rummynet/host/retention.py", "if written < packed and compress(path):", "(written <= packed)"):
        "nothing promises the very second",
    ("rummynet/host/net/outgoing.py", "while self._bytes > self._most:", "(self._bytes >= self._most)"):
        "nothing promises the very byte",
    ("rummynet/host/dispatch/dispatcher.py", "self._reactor.callLater(0, self.flush)", "(-1)"):
        "what was due before is due in the next turn",
    ("rummynet/host/event_loop.py", "if left > 0:", "(left >= 0)"): "it is called in the next turn",
    ("rummynet/host/retention.py", "before = 0", "(-1)"): "nothing is of before 1970",
    ("rummynet/host/storage/postgres/postgres_schema.py",
     'what = "use a newer rummynet" if version > VERSION else "export its games with the rummynet that wrote it"',
     "(version >= VERSION)"): "the same version is not refused",
    ("rummynet/host/storage/schema.py", "if found > VERSION:", "(found >= VERSION)"): "the same version is not refused",
    ("rummynet/host/storage/postgres/postgres_journal.py",
     "if spent >= TROUBLE_SECONDS and why not in reasons:",
     "(spent > TROUBLE_SECONDS)"): "nothing promises the very millisecond",
    ("rummynet/host/cluster/operating.py", "if time.monotonic() >= until:", "(time.monotonic() > until)"):
        "nothing promises the very millisecond",
    ("rummynet/host/net/certificate.py", "self._asked, self._has_come = secrets.token_hex(16), False", "(15)"):
        "nothing promises how long it is",
    ("rummynet/host/net/certificate.py", "self._asked, self._has_come = secrets.token_hex(16), False", "(17)"):
        "nothing promises how long it is",
    ("rummynet/host/connections/host_protocol.py",
     "if self._listens and len(self._inbox) >= INBOX_FULL and self._inbox.has_frame:",
     "(len(self._inbox) > INBOX_FULL)"): "nothing promises the very byte",
    ("rummynet/host/storage/postgres/connecting.py", "gc.collect(1)", ""): "only the memory of a host shows it",
    ("rummynet/host/net/ports.py", "sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)", "(2)"):
        "any number says yes",
    ("rummynet/host/net/ports.py", "sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)", "(2)"):
        "any number says yes",
    ("rummynet/host/net/ports.py", "sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)", "(2)"):
        "any number says yes",
    ("rummynet/host/net/tls_transport.py", "self._tcp.set_write_buffer_limits(WRITE_BYTES, 0)", "(1)"):
        "nothing promises the very byte",
    ("rummynet/host/web/web_pages.py", "etag = b'\"' + sha256(body).hexdigest()[:32].encode() + b'\"'", "(33)"):
        "nothing promises its length",
    ("rummynet/host/connections/host_protocol.py",
     'if self.only_table not in (None, getattr(request, "table", 0)):', "(-1)"): "no table has either number",
    ("rummynet/host/discovery/advertiser.py", 'logging.getLogger("zeroconf").setLevel(logging.CRITICAL + 1)', ""):
        "it says nothing that is critical",
    ("rummynet/host/web/web_certificate.py",
     "fresh = kept.not_valid_before_utc <= now < kept.not_valid_after_utc - RENEWED",
     "(kept.not_valid_before_utc < now < kept.not_valid_after_utc - RENEWED)"): "nothing promises the very second",
    ("rummynet/host/dispatch/dispatcher.py", "return 0", "(-1)"): "the connection, or the host, is at its end",
    ("rummynet/host/dispatch/dispatcher.py", "return 0", "(not 0)"): "the connection, or the host, is at its end",
    ("rummynet/host/dispatch/dispatcher.py", "return 0", "(1)"): "the connection, or the host, is at its end",
    ("rummynet/host/connections/host_protocol.py", "return 0", "(not 0)"): "an effect costs a fourth of a message",
    ("rummynet/host/connections/host_protocol.py", "return 0", "(1)"): "an effect costs a fourth of a message",
    ("rummynet/host/storage/transcripts.py",
     "age, data = path.stat().st_mtime_ns, gzip.compress(path.read_bytes(), mtime=0)", ""): "nobody looks at that time",
    ("rummynet/host/web/web_pages.py",
     "return WebPage(body, gzip.compress(body, 9, mtime=0), etag, scripts, styles, kind)", ""):
        "nothing promises how small a page is",
    ("rummynet/host/net/ports.py",
     "sock.bind(socket.getaddrinfo(interface, port, family, socket.SOCK_STREAM)[0][4])", "(-1)"):
        "an address has one",
    ("rummynet/ledger/signed_statements.py", "self.now = 0  # log time of the entry being checked", ""):
        "set before it is read",
    ("rummynet/ledger/sealed_play.py",
     "if sealed.late is not None and (sealed.late[0] == entry.seat or sealed.late[0] not in on_turn):", "(-1)"):
        "what the clock of these games does ends the turn",
    ("basic/turn.py",
     "grown = shapes.meld_of(new + old if at_low_end else old + new, meld.is_run, itemgetter(0))", "(1)"):
        "each card stands for itself",
    **dict.fromkeys(
        (
            ("rummynet/table/game/hosted_game.py",
             'raise RuntimeError("the game cannot go on after a ceremony") from problem', "pass"),
            ("rummynet/table/game/hosted_game.py",
             'raise RuntimeError("the game cannot go on after a part of a deck") from problem', "pass"),
            ("rummynet/table/game/hosted_game.py",
             'raise RuntimeError("the game cannot go on after an action") from problem', "pass"),
            ("rummynet/table/game/pending_actions.py",
             'raise NotDue("another action is already waiting for its time; it will be done first")', "pass"),
            ("rummynet/table/seats/received_statements.py",
             'raise RuntimeError("a statement was to be refused that stands in the log")', "pass"),
        ), "only a fault of the table comes there"),
    ("rummynet/table/game/pending_actions.py",
     'raise RuntimeError("a timer on the host depends on a card that the host does not know")', "pass"):
        "only a fault of the rules comes there",
    ("rummynet/table/game/call_rules.py", "left = self._until.get(aimed.seat, 0) - effects.ms", ""):
        "each is over at the first time that there is",
    ("rummynet/table/game/round.py", 'raise RuntimeError("a draw needs a shuffle of nothing")', "pass"):
        "only a fault of the rules comes there",
    ("rummynet/table/journal/table_journal.py",
     "stands = self._table.consents.game, self._table.running is None", "(self._table.running is not None)"):
        "only whether it changes is looked at",
    ("rummynet/table/journal/table_journal.py", "self._inputs += 1", "(2)"): "nothing promises when a checkpoint comes",
    ("rummynet/table/journal/table_journal.py",
     "is_due = self._inputs is None or self._inputs >= CHECKPOINT_AFTER or place != self._place",
     "(self._inputs > CHECKPOINT_AFTER)"): "nothing promises when a checkpoint comes",
    ("rummynet/table/journal/table_journal.py",
     "if self._state is None and not _marks_its_changes(input):",
     "(self._state is None or not _marks_its_changes(input))"): "read again it is the same",
    ("rummynet/table/game/dealer.py", "self._break_millis = 0", ""): "nothing promises the very millisecond",
    ("rummynet/table/game/dealer.py",
     "self._break_millis = 0  # what the next gathering is given beyond its time: the break between two rounds", ""):
        "nothing promises the very millisecond",
    ("rummynet/table/game/dealer.py",
     "self._silence_due = 0  # when (milliseconds) silence voids what is being gathered", ""): "set before it is read",
    ("rummynet/table/lobby/lobby.py", "self._now = 0", ""): "set before it is read",
    ("rummynet/table/lobby/lobby.py",
     'self._close_after_error(self.tables.get(getattr(request, "table", 0)), error, effects)', "(-1)"):
        "no table has either number",
    ("rummynet/table/game/call_rules.py", "millis = max(0, effects.ms - call.ms)", "(-1)"): "no call is of later",
    ("rummynet/table/seats/bot_seats.py",
     '"there is no bot {name!r}; the bots are: {known}", name=clean(chosen, 20), known=", ".join(known)', ""):
        "nothing promises how much of a long word is repeated",
    ("rummynet/table/seats/bot_seats.py",
     'raise NoBot(sentence("no bot here plays {strategy}", strategy=clean(strategy, 20)))', "(19)"):
        "nothing promises how much of a long word is repeated",
    ("rummynet/table/game/hosted_game.py",
     "self._in_open = False  # the running clocks are those of a round with open hands", "(True)"):
        "no hands are open when the first clocks run",
    ("rummynet/table/game/sealed_dealer.py", "return {}", "(None)"): "only what is owed is looked at",
    ("rummynet/table/game/game_log.py", "known[one.key, one.envelope[0]] = one.statement, one.hash", "(1)"):
        "what is not known is looked at again",
    ("rummynet/table/journal/checkpoint.py",
     'raise TypeError(f"a table holds a {kind}: say in checkpoint.py how it is written down")', "pass"):
        "only a fault of the table comes there",
    ("rummynet/table/seats/bot_seats.py",
     'raise NoBot(sentence("no bot here plays {strategy}", strategy=clean(strategy, 20)))', "(21)"):
        "nothing promises how much of a long word is repeated",
    ("rummynet/verifier/false_refusals.py", "seen = -1 if isinstance(statement, Agreed) else seen", "(2)"):
        "each is before the first entry",
    ("rummynet/verifier/false_refusals.py",
     "is_late = at is not None and (logged.index if logged else refused.at if refused else 0) > at", "(-1)"):
        "what is neither logged nor refused is not known anyway",
    ("rummynet/verifier/false_refusals.py",
     "is_late = at is not None and (logged.index if logged else refused.at if refused else 0) > at", "(1)"):
        "what is neither logged nor refused is not known anyway",
    ("protocol/rummynet_protocol/text.py", 'kept = harmless(unicodedata.normalize("NFC", text[: most * 8]))', "(9)"):
        "nothing promises how much of a long text is looked at",
    ("protocol/rummynet_protocol/fairness/transcript.py",
     "if not 1 <= len(entry) <= MOST_ENTRY or len(signature) != _SIGNATURE:", "(2)"): "no entry is a single byte",
    ("protocol/rummynet_protocol/text.py", "kept = clean(text, most + 1)", "(2)"): "one more shows that it is cut",
    ("protocol/rummynet_protocol/text.py", 'return "removed"', "(not 'removed')"): "what has no other kind is removed",
    ("protocol/rummynet_protocol/fairness/statements.py",
     "if kind in KINDS and len(payload) <= MOST_BYTES and (found := _flat_statements(kind).read(payload)) is not None:",
     "(len(payload) < MOST_BYTES)"): "the slower way reads the same",
    ("protocol/rummynet_protocol/wire/handover.py",
     "for at in range(0, min(len(handovers), MOST * SIZE) - SIZE + 1, SIZE):", "(2)"): "a cut one verifies nothing",
    ("protocol/rummynet_protocol/wire/message_codec.py", "if len(tables) <= _ALWAYS_FIT:",
     "(len(tables) < _ALWAYS_FIT)"): "where they are measured they fit, too",
    ("client/rummynet_client/core/session/pings.py",
     "return any(ping.waited >= SILENT_MILLIS for ping in self._under_way.values())", "(ping.waited > SILENT_MILLIS)"):
        "nothing promises the very millisecond",
    ("client/rummynet_client/core/session/view_model.py",
     'is_long = self.paused_millis >= 1000 * self.options.get("idle_seconds", 0)', "(-1)"): "no pause is below 0",
    ("client/rummynet_client/core/session/action_sender.py", "before = self._waited.get(signed.hash, 0)", "(-1)"):
        "nothing promises the very millisecond",
    ("client/rummynet_client/core/text/hint_text.py", "raise TypeError(reason)", "pass"):
        "every kind of reason stands above",
}  # fmt: skip
"""File (of the rules, or from the root), line and mutant (empty: each of the line): why nobody sees the difference."""
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
OTHER_CODE, CUT_SHORT = 3, 4
"""Exit status of a child whose code could not be swapped, and of one whose time was up before all tests had run."""


@dataclass(frozen=True)
class Mutant:
    """One change: the bytes from *start* to *end* of a file become *text*."""

    file: str
    line: int
    kind: str
    start: int
    end: int
    before: str
    text: str

    @property
    def code(self) -> str:
        """The line where it begins."""
        return (ROOT / self.file).read_text("utf-8").splitlines()[self.line - 1].strip()

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.kind}: {self.before!r} -> {self.text!r}"

    @property
    def folder(self) -> str:
        """One of FOLDERS, or the file's own."""
        return next((name for name in FOLDERS if self.file.startswith(name + "/")), str(Path(self.file).parent))


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST, ast.AST | None]]:
    """Each mutation of one node: its kind, the node that goes, and what comes (None: ``pass``)."""
    new = copy.deepcopy(node)
    if isinstance(new, ast.Compare):
        for at, op in enumerate(new.ops):
            one = copy.deepcopy(new)
            one.ops[at] = COMPARISONS[type(op)]()
            yield "comparison", node, one
    elif isinstance(new, ast.BoolOp):
        new.op = ast.Or() if isinstance(new.op, ast.And) else ast.And()
        yield "and/or", node, new
    elif isinstance(new, ast.UnaryOp) and isinstance(new.op, ast.Not):
        yield "not", node, new.operand
    elif isinstance(new, ast.BinOp | ast.AugAssign) and type(new.op) in ARITHMETIC:
        new.op = ARITHMETIC[type(new.op)]()
        yield "arithmetic", node, new
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield "constant", node, ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        for step in (1, -1):
            yield "constant", node, ast.Constant(node.value + step)
    elif isinstance(node, ast.Return) and node.value is not None:
        if isinstance(node.value, ast.Constant | ast.Compare | ast.BoolOp):
            yield "return", node.value, ast.UnaryOp(ast.Not(), copy.deepcopy(node.value))
        else:
            yield "return", node.value, ast.Constant(None)
    elif isinstance(node, ast.Raise):
        yield "raise", node, None


def executed(node: ast.AST, within: bool = False) -> Iterator[ast.AST]:
    """The nodes that run in functions: no annotations, defaults, ``strict=True``; nothing in f-strings (no columns).

    Nor in assertions, which say what holds anyway.
    """
    if isinstance(node, ast.Assert):
        return
    if within:
        yield node
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.keyword) and node.arg == "strict"):
        return
    function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and name not in ("annotation", "returns", "decorator_list", "args"):
                yield from executed(child, within or (function and name == "body"))
            elif isinstance(child, ast.AST) and name == "args" and not isinstance(node, ast.FunctionDef | ast.Lambda):
                yield from executed(child, within)


def sites(path: Path) -> Iterator[Mutant]:
    """Every mutant of one file."""
    source = path.read_bytes()
    starts = [0, *accumulate(map(len, source.splitlines(keepends=True)))]
    for node in executed(ast.parse(source)):
        for kind, old, new in changes(node):
            start = starts[old.lineno - 1] + old.col_offset  # type: ignore[attr-defined]
            end = starts[old.end_lineno - 1] + old.end_col_offset  # type: ignore[attr-defined]
            text = "pass" if new is None else f"({ast.unparse(new)})" if isinstance(new, ast.expr) else ast.unparse(new)
            file, before = str(path.relative_to(ROOT)), source[start:end].decode()
            yield Mutant(file, old.lineno, kind, start, end, before, text)  # type: ignore[attr-defined]


def entered(path: Path, taken: dict[str, list[int]]) -> set[int]:
    """The lines of the functions and methods of a file of which tests take a line."""
    found = set[int]()
    nodes: list[ast.AST] = [ast.parse(path.read_bytes())]
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = range(node.body[0].lineno, (node.end_lineno or 0) + 1)
            found.update(lines if any(taken.get(str(line)) for line in lines) else ())
        else:
            nodes.extend(ast.iter_child_nodes(node))
    return found


def codes(code: CodeType) -> Iterator[CodeType]:
    """The code and all within it."""
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from codes(const)


Key = tuple[str, str, int]
"""Of a function: its file, qualified name and first line."""


def key_of(code: CodeType) -> Key:
    """The key of its function."""
    return code.co_filename, code.co_qualname, code.co_firstlineno


def living() -> dict[Key, list[FunctionType]]:
    """Every function of this process."""
    found = defaultdict(list)
    gc.unfreeze()  # pytest's collection is frozen (tests/conftest.py)
    for one in gc.get_objects():
        if type(one) is FunctionType:
            found[key_of(one.__code__)].append(one)
    gc.freeze()
    return found


def swapped(mutant: Mutant, functions: dict[Key, list[FunctionType]]) -> bool:
    """Let the functions of this process do what the mutant says; False where none of them changed."""
    path = ROOT / mutant.file
    source = path.read_bytes()
    text = source[: mutant.start] + mutant.text.encode() + source[mutant.end :]
    old = {key_of(one): one for one in codes(compile(source, str(path), "exec"))}
    found = False
    for code in codes(compile(text, str(path), "exec")):
        for one in functions.get(key_of(code), ()) if code != old.get(key_of(code)) else ():
            if len(code.co_freevars) == len(one.__code__.co_freevars):
                one.__code__, found = code, True
    return found


def function_of(test: str) -> str:
    """Without its case."""
    return test.partition("[")[0]


class Plugin:
    """Maps, or tries mutants, in place of a run of all tests."""

    def __init__(self, flags: argparse.Namespace) -> None:
        self.flags = flags
        self.outcomes: list[dict[str, Any]] = []
        self.functions: dict[Key, list[FunctionType]] = {}
        self.caught = Counter[tuple[str, str]]()
        """Mutants, by file or folder, and function of tests."""
        self.left_out = Counter[str]()

    def pytest_collection(self) -> None:
        """An example that fails is enough; none is shrunk, none is chance."""
        from hypothesis import Phase, settings

        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutation", derandomize=True, database=None, phases=phases, deadline=None)
        settings.load_profile("mutation")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of pytest's."""
        if not self.flags.map.exists():
            child = os.fork()  # no test may have run in the process that tries mutants: much is remembered
            if not child:
                self.flags.map.parent.mkdir(exist_ok=True)
                self.flags.map.write_text(json.dumps(mapped(session)))
                os._exit(0)
            os.waitpid(child, 0)
        self.try_all(session)
        return True

    def try_all(self, session: pytest.Session) -> None:
        """Every mutant of the sample."""
        known = json.loads(self.flags.map.read_text())
        names, seconds, lines = known["tests"], known["seconds"], known["lines"]
        self.functions = living()
        items = {item.nodeid: item for item in session.items}
        near = {file: Counter(chain.from_iterable(by.values())) for file, by in lines.items()}
        size = sum(near.values(), Counter())
        everything = defaultdict[str, list[Mutant]](list)
        for folder in FOLDERS if not self.flags.only else [self.flags.only.partition(":")[0]]:
            path = ROOT / folder
            for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
                judged = entered(file, lines.get(str(file.relative_to(ROOT)), {}))
                for one in sites(file):
                    if f"{one.file}:{one.line}:".startswith(self.flags.only):
                        self.left_out[one.folder] += one.line not in judged
                        everything[folder] += [one] if one.line in judged else []
        for mutants in everything.values():
            sample = random.Random(self.flags.seed).sample(mutants, min(self.flags.sample, len(mutants)))
            for mutant in sample:
                takes = lines.get(mutant.file, {}).get(str(mutant.line), ())
                cost = {one: (0.02 + seconds[one]) * size[one] / near[mutant.file][one] for one in takes}
                before = Counter[str]()
                for one in sorted(cost, key=lambda one: (cost[one], one)):  # a function's cases mostly fail together
                    before[function := function_of(names[one])] += 1
                    caught = 20 * self.caught[mutant.file, function] + 5 * self.caught[mutant.folder, function]
                    cost[one] *= before[function] / (1 + caught)
                    cost[one] /= 4 ** len({*Path(mutant.file).parts} & {*Path(function.partition(":")[0]).parts})
                tests = sorted((one for one in takes if names[one] in items), key=lambda one: (cost[one], one))
                self.attempt(session, mutant, [items[names[one]] for one in tests])

    def attempt(self, session: pytest.Session, mutant: Mutant, tests: list[pytest.Item]) -> None:
        """One mutant, in a child."""
        began = time.monotonic()
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            try:
                os._exit(outcome_of(session, self.functions, mutant, tests, writing, self.flags.seconds))
            finally:
                os._exit(OTHER_CODE)  # whatever it was, there is one process that goes on
        os.close(writing)
        ready, _, _ = select.select([reading], [], [], 60 + 10 * self.flags.seconds)
        if not ready:  # nothing fails, and nothing ends
            os.kill(child, signal.SIGKILL)
        status = os.waitpid(child, 0)[1]
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # what it has started and left would keep the pipe
        with os.fdopen(reading) as lines:
            by = [line.strip() for line in lines]
        ended = os.WEXITSTATUS(status) if os.WIFEXITED(status) else None
        if ended == OTHER_CODE:
            return  # no function that lives has this code
        if by or ended is None:  # or it hangs
            outcome = "caught"
        elif any((mutant.file.removeprefix(RULES), mutant.code, text) in EQUIVALENT for text in (mutant.text, "")):
            outcome = "equivalent"
        else:
            outcome = "unsettled" if ended == CUT_SHORT else "survived"
        self.caught.update((where, function_of(one)) for one in by for where in (mutant.file, mutant.folder))
        self.outcomes.append({"outcome": outcome, "folder": mutant.folder, "by": by, **vars(mutant)})
        print(f"{outcome:10}{time.monotonic() - began:6.1f}s {len(tests):4} {mutant}", file=self.flags.log, flush=True)


def outcome_of(
    session: pytest.Session,
    functions: dict[Key, list[FunctionType]],
    mutant: Mutant,
    tests: list[pytest.Item],
    writing: int,
    seconds: int,
) -> int:
    """In the child: the tests one after another; each that fails is written to the pipe."""
    from _pytest.runner import runtestprotocol

    os.setsid()
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    if not swapped(mutant, functions):
        return OTHER_CODE
    resource.setrlimit(resource.RLIMIT_CPU, (3 * seconds + 20, 3 * seconds + 21))
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    began = time.process_time()
    for item, following in zip(tests, [*tests[1:], None], strict=False):
        if time.process_time() > began + seconds:
            return CUT_SHORT
        reports = runtestprotocol(item, log=False, nextitem=following)
        if any(report.failed for report in reports):
            os.write(writing, f"{item.nodeid}\n".encode())
            break
    return 0


def mapped(session: pytest.Session) -> dict[str, Any]:
    """Run all tests once: which of them takes which line, and how long each takes."""
    import coverage
    from _pytest.runner import runtestprotocol

    include = [str(ROOT / one / "*") for one in PRODUCT]
    measure = coverage.Coverage(data_file=None, branch=False, include=include, config_file=False)
    seconds: list[float] = []
    failed: set[int] = set()
    measure.start()
    for item, following in zip(session.items, [*session.items[1:], None], strict=True):
        measure.switch_context(str(len(seconds)))
        began = time.process_time()
        reports = runtestprotocol(item, log=False, nextitem=following)
        seconds.append(round(time.process_time() - began, 4))
        if any(report.failed for report in reports):
            failed.add(len(seconds) - 1)
            print("fails unchanged:", item.nodeid, file=sys.stderr, flush=True)
    measure.stop()
    warnings.simplefilter("ignore")
    data = measure.get_data()
    lines: dict[str, dict[int, list[int]]] = {}
    for file in data.measured_files():
        by_line = data.contexts_by_lineno(file)
        lines[str(Path(file).relative_to(ROOT))] = {
            line: [int(one) for one in by if one and int(one) not in failed] for line, by in by_line.items()
        }
    return {"tests": [item.nodeid for item in session.items], "seconds": seconds, "lines": lines}


def main() -> int:
    """Try the sample; 0 also when mutants survive, as each of them has to be looked at."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("tests", nargs="*", help="files or folders; without any, all that run in one process")
    for name, default in (("--sample", 100), ("--seed", 1), ("--seconds", 20)):
        parser.add_argument(name, type=int, default=default)
    parser.add_argument("--only", metavar="PATH[:LINE]", default="")
    parser.add_argument("--map", type=Path, default=ROOT / ".pytest_cache" / "lines.json", help="made if not there")
    parser.add_argument("--json", type=Path, help="write every outcome there")
    flags = parser.parse_args()
    flags.log = os.fdopen(os.dup(1), "w")
    tests = flags.tests or ["tests", *(f"--ignore=tests/{one}" for one in LEFT_OUT)]
    os.chdir(ROOT)
    os.environ.setdefault("RUMMYNET_DRAW", "1")  # the cases of the map: a run that draws others has no lines of them
    plugin = Plugin(flags)
    pytest.main(["-q", "-p", "no:cacheprovider", *tests], plugins=[plugin])
    outcomes = plugin.outcomes
    if flags.json:
        flags.json.write_text(json.dumps(outcomes, indent=1, sort_keys=True))
    table: dict[str, dict[str, Any]] = {}
    for one in outcomes:
        row = table.setdefault(
            one["folder"],
            {"mutants": 0, "caught": 0, "equivalent": 0, "unsettled": 0, "survivors": [],
             "left_out": plugin.left_out[one["folder"]]},
        )  # fmt: skip
        row["mutants"] += 1
        if one["outcome"] == "survived":
            row["survivors"].append(f"{one['file']}:{one['line']} {one['before']} -> {one['text']}")
        else:
            row[one["outcome"]] += 1
    print(json.dumps(table), file=flags.log)
    return 0


if __name__ == "__main__":
    sys.exit(main())
