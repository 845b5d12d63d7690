"""The choices of a host, by the identifiers of FAIRNESS.md, "What a host may choose", and all that can be generated.

A choice of the page is a row of an operator, or an act. ``GENERATED`` has each operator with each kind of what comes
in, goes out and is logged; its identifiers are ``OPERATOR.KIND``.
"""

from collections.abc import Iterable
from typing import Final

from crooked import absence
from crooked.acts import ACTS, Choice, show_secrets
from crooked.operators import AtEntry, AtSecond, Deviation, operate
from rummynet_protocol.fairness.entries import Entry
from rummynet_protocol.values import replace
from rummynet_protocol.wire import messages

REFUSAL_CODES: Final = (
    "stale", "not_your_turn", "wrong_phase", "illegal", "shuffling", "paused", "not_due", "wrong_statement",
    "signature", "cooldown", "too_late", "race", "no_game", "no_such_call", "trouble", "no_seat", "not_absent",
)  # fmt: skip
"""Codes with which the search refuses falsely; ``clock``, ``order`` and ``too_many`` have rows of their own."""
UNSIGNED: Final = ("stale", "not_your_turn", "illegal", "paused", "trouble", "no_table")


def _row(
    rows: dict[str, str] | str, args: tuple[str, ...] = (), places: int = 12, *, is_sealed: bool = False
) -> Choice:
    """What operators make: by ``arg``, or for every one, with that in the place of ``{}``."""
    by_arg = rows if isinstance(rows, dict) else {}
    known = (*by_arg, *args) or ("",)

    def make(arg: str) -> Deviation:
        arg = arg or known[0]
        return operate(by_arg.get(arg, rows if isinstance(rows, str) else by_arg.get("*", "")).format(arg))

    return Choice(make, tuple(one for one in known if one != "*"), places, is_sealed)


def _deal_other(arg: str) -> Deviation:
    return AtEntry("act", show_secrets) if arg == "show" else _DEALS.make(arg)


_DEALS: Final = _row({
    "starter": "forge.deal=starter", "up": "forge.deal=up.0.1", "position": "forge.draw=position",
    "play": "forge.play=position", "again": "add.commits=host-commit", "silent": "forge.reveals=signed",
    "shuffle": "add.act=shuffle",
})  # fmt: skip
PLAYED: Final[dict[str, Choice]] = {
    **ACTS,
    **{f"refuse-{code}": _row(f"keep.act={code}") for code in REFUSAL_CODES},
    "refuse-clock": _row({"1": "keep.submit=clock", "2": "keep.submit=clock-twice"}),
    "refuse-order": _row("keep.act=order-{}", ("nothing", "older", "same", "hidden")),
    "refuse-part": _row(
        "keep.any-part={}",
        ("not_due", "wrong_statement", "clock", "order", "stale", "not_dueU", "wrong_statementU", "staleU", "troubleU",
         "too_manyU"),
    ),
    "refuse-ready": _row(
        {"use": "read.consent=stale", "useU": "read.consent=staleU", "*": "keep.consent={}"},
        ("stale", "clock", "order", "staleU"), 2,
    ),
    "refuse-unsigned": _row("keep.act={}U", UNSIGNED),
    "refuse-too_many": _row("keep.act={}U-on", ("too_many",)),
    "use-refused": _row("read.action={}U-next", ("stale", "not_your_turn", "trouble", "no_table", "too_many")),
    "log-refused": _row("read.act=stale"),
    "keep-statement": _row({"": "keep.act", "mute": "keep.act=mute"}),
    "keep-acknowledged": _row("keep.act=done"),
    "keep-part": _row(
        {"5": "read.part=5", "30": "read.part=30", "*": "keep.part-{}"}, ("escrow", "mix", "proof", "share", "open"), 4,
        is_sealed=True,
    ),
    "refuse-due": _row(
        {"action": "keep.proven=wrong_statement", "actionU": "keep.proven=wrong_statementU", "*": "keep.part={}"},
        ("not_due", "wrong_statement", "stale", "not_dueU", "wrong_statementU"), is_sealed=True,
    ),
    "delay": _row("read.submit={}", ("5", "15", "30", "5all", "15all", "30all")),
    "leave-ready": _row("read.ready=on", places=2),
    "keep-openings": _row("drop.openings=on", places=2),
    "false-openings": _row("alter.openings=cards.0.1"),
    "alter-entry": _row("alter.entry-act=t", places=20),
    "deal-twice": _row({"deal": "alter.entry-deal=to", "draw": "alter.entry-draw=position"}, places=3, is_sealed=True),
    "begin-unasked": _row({"name": "forge.seats=players.0.1", "key": "forge.seats=players.0.0"}, places=1),
    "deal-other": Choice(_deal_other, (*_DEALS.args, "show"), 4),
    "show-paused": _row("show.paused", places=40),
    "show-stage": _row("show.stage", places=40),
    "show-game": _row("show.game", places=40),
    "show-away": _row("show.seats=0.4", places=40),
    "score-wrong": _row("forge.score=scores.0", places=1),
}  # fmt: skip
"""What the machine plays, by its identifier in FAIRNESS.md."""

UNPLAYED: Final = {
    "serve-page": "a page is not this client core; the page's own tests have it",
    "new-key": "no part of a table: tests of the list of known hosts have it",
    "old-key": "no part of a table: tests of the list of known hosts have it",
    "redirect": "leads to a host with the same key, which is this one",
    "tell-friend": "changes nothing that anybody is sent",
    "friend-first": "within the jitter of a network, which the oracle allows",
    "chat": "no part of a game",
    "clock-display": "no part of a game: what happens is what the log says",
    "keep-clock": "others' time to think: the oracle knows no time that somebody should not have had",
    "race": "evidence that does not hold is not shown; a test of the client has it",
    "refuse-request": "no part of a log: a seat or a table that is refused before a game gains nothing in one",
    "let-in": "the owner decides it, and who comes in has signed for it",
    "hosts": "leads to hosts with the same key, as redirect does",
    "stop": "the whole host is silent: nothing is gained that a pulled plug does not give",
}
"""By identifier: why it is not played."""

_SEALED: Final = ("proven", "key", "part-escrow", "part-mix", "part-proof", "part-share")
_REQUESTS: Final = ("action", "vote", "want", "ready", "log", "nonce-commit", "nonce", "commit", "reveal",
                    "root", *_SEALED)  # fmt: skip
_ENTRIES: Final = {one.kind: one.__struct_fields__ for one in Entry.__args__}
_TOLD: Final = (messages.LobbyShown, messages.TableShown, messages.Openings, messages.Done, messages.Refused,
                messages.Dropped, messages.Pong, messages.ClockShown, messages.Race)  # fmt: skip
_MESSAGES: Final = {one.kind: one.__struct_fields__ for one in _TOLD}
_ANSWERS: Final = ("", "on", "done", "mute", *REFUSAL_CODES, "clock", "order-nothing", "too_manyU", "too_manyU-on",
                   *(f"{code}U" for code in UNSIGNED))  # fmt: skip
_READ: Final = ("2", "15", "40", "5all", "stale", "stale-15", "too_manyU-15", "done-15", "staleU-next")


def _deep(fields: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{field}{deeper}" for field in fields for deeper in ("", ".0", ".0.0", ".0.1"))


def _generate() -> Iterable[tuple[str, Choice]]:
    yield "recall.host", _row("recall.host={}", ("2", "10", "30"), 30)
    for kind in _REQUESTS:
        for name, args in (("keep", _ANSWERS), ("read", _READ)):
            yield f"{name}.{kind}", _row(f"{name}.{kind}={{}}", args, is_sealed=kind in _SEALED)
    for kind, fields in (*_MESSAGES.items(), *((f"entry-{kind}", fields) for kind, fields in _ENTRIES.items())):
        fields = _deep(fields) if kind in _MESSAGES else ("", *_deep(fields))
        rows = {"drop": ("", "on"), "delay": ("2", "15"), "repeat": ("0", "15"), "swap": ("",), "alter": fields}
        yield from ((f"{name}.{kind}", _row(f"{name}.{kind}={{}}", args)) for name, args in rows.items())
    yield from (
        (f"show.{field}", _row(f"show.{field}={{}}", ("", "0", "0.1", "0.4"), 40)) for field in _MESSAGES["table"]
    )
    for kind, fields in _ENTRIES.items():
        yield f"forge.{kind}", _row(f"forge.{kind}={{}}", _deep(fields), 4)
        yield f"add.{kind}", _row(f"add.{kind}={{}}", tuple(_ENTRIES), 4)


GENERATED: Final = dict(_generate())
"""Every operator with every kind."""
EVENTS: Final = {
    "net-drop": ACTS["drop"],
    "net-slow": replace(ACTS["hold-entries"], args=("2", "5", "10", "25"), needs=""),
    "net-restart": Choice(
        lambda arg: AtSecond(lambda deviation, _: deviation.world.restart(deviation.guest), arg), places=40
    ),
    "net-late": _row("read.submit={}", ("2all", "10all")),
    "net-away": Choice(lambda arg: AtSecond(absence.net_away, arg), ("40", "70"), 40, True, absence.LOST_MILLIS),
    "owner-pause": ACTS["log-pause"],
}
"""What a network, and an owner, do to honest people at an honest host."""
CHOICES: Final = {**PLAYED, **GENERATED, **EVENTS}
