"""Incidents: what a host did that its players should remember, such as cheats, dropped games and voided shuffles.

They are kept with the host's key, one line of JSON each, and shown with the host until the player clears them.
``WEIGHTS`` says what each of them, and each other finding about a host, is worth: SECURITY.md has the same table for
people.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from typing import Any, Final

from rummynet_client.core.session.watch.watches import (
    BLAMED,
    BLIND,
    CHEAT,
    GONE,
    HELD_BACK,
    LEFT_OUT,
    NO_END,
    TIME_LEADS,
    UNANSWERED,
    UNSEEN_END,
    VOID,
    WATCHES,
    WITHHELD,
    name_shown,
)
from rummynet_client.language import _, ngettext, translated
from rummynet_protocol.values import Value, asdict

CLEARED: Final = "cleared"
OTHER_MACHINE: Final = "other-machine"
OTHER_RULES: Final = "other-rules"
OTHER_KEY: Final = "other-key"
BAD_MESSAGE: Final = "bad-message"
UNKNOWN: Final = "unknown"


class Weight(StrEnum):
    """What a finding says of the host."""

    CHEAT = "cheat"  # somebody signed something that cannot be honest: an alarm
    DOUBT = "doubt"  # it may be the network, a crash, or the host: counted and shown, and no alarm
    UNKNOWN = "unknown"  # this program does not know the game: nothing is said of anybody


WEIGHTS: Final = {
    CHEAT: Weight.CHEAT,
    NO_END: Weight.DOUBT,
    UNSEEN_END: Weight.DOUBT,
    VOID: Weight.DOUBT,
    HELD_BACK: Weight.DOUBT,
    BLAMED: Weight.DOUBT,
    UNANSWERED: Weight.DOUBT,
    BLIND: Weight.DOUBT,
    TIME_LEADS: Weight.DOUBT,
    WITHHELD: Weight.DOUBT,
    OTHER_MACHINE: Weight.DOUBT,
    OTHER_RULES: Weight.DOUBT,
    OTHER_KEY: Weight.DOUBT,
    BAD_MESSAGE: Weight.DOUBT,
    UNKNOWN: Weight.UNKNOWN,
}
"""By kind: what is found about a host."""
RECORDED: Final = frozenset(WATCHES)  # the kinds that are kept with the host's key; the others are told once


class Incident(Value):
    """One incident. ``says`` and ``names`` are texts of others and are cleaned when they are shown.

    ``kind``: ``cheat`` (``check`` failed), ``no-end`` (a game was dropped), ``void`` (of the shuffle ``place``, for
    the silence of ``names``), ``held-back`` (``says`` was neither logged nor refused), ``blamed`` (this seat was named
    silent for a part that the host had acknowledged or read), ``unanswered`` (a request for the log, or a consent),
    ``blind`` (own cards were not shown), ``time-leads`` (of the wall clock, since an earlier run of the program),
    ``unseen-end`` (asked for the rest of a game, it showed no end), ``withheld`` (entries, for ``says`` seconds, or
    left out), ``cleared`` (the player has cleared all before).
    """

    kind: str
    log: str = ""  # the id of the log in hexadecimal
    game: int = 0
    check: str = ""
    says: str = ""
    place: str = ""  # the shuffle, as ``ROUND.EPOCH``
    names: tuple[str, ...] = ()
    at: int = 0  # Unix time in seconds; set when it is written

    @property
    def identity(self) -> tuple[object, ...]:
        """Identifies the incident: two with the same identity are kept once.

        What was left out is another finding than what came late, whatever the seconds.
        """
        about = self.says if self.kind == HELD_BACK else bool(self.says)
        return self.kind, self.log, self.check, self.place, about


def to_line(host: str, incident: Incident) -> str:
    """The line of the file, without its end; *host* is the fingerprint of its key."""
    return json.dumps({"host": host, **asdict(incident)}, ensure_ascii=True)


def read_lines(lines: Iterable[str], hosts: Collection[str]) -> tuple[Incident, ...]:
    """The incidents of the host with these fingerprints that have not been cleared, oldest first.

    Other lines are skipped.
    """
    found: list[Incident] = []
    for line in lines:
        incident = _read(line, hosts)
        if incident is None:
            continue
        if incident.kind == CLEARED:
            found.clear()
        elif incident.kind != GONE and incident.identity not in {one.identity for one in found}:
            found.append(incident)
    return tuple(found)


def logs_known(lines: Iterable[str], hosts: Collection[str]) -> frozenset[str]:
    """The logs of this host that an incident, also a cleared one, says why they go no further here."""
    read = (_read(line, hosts) for line in lines)
    return frozenset(one.log for one in read if one is not None and one.kind in (CHEAT, NO_END, UNSEEN_END, GONE))


def _read(line: str, hosts: Collection[str]) -> Incident | None:
    try:
        values: Any = json.loads(line)
    except ValueError:
        return None
    if (
        not isinstance(values, dict)
        or values.pop("host", None) not in hosts
        or values.get("kind") not in {*RECORDED, CLEARED, GONE}
    ):
        return None
    kept = {name: values[name] for name in Incident.__struct_fields__ if name in values}
    names = kept.get("names", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return None
    kept["names"] = tuple(names)
    numbers = all(isinstance(kept.get(name, 0), int) for name in ("game", "at"))
    texts = all(isinstance(kept.get(name, ""), str) for name in ("log", "check", "says", "place"))
    return Incident(**kept) if numbers and texts else None


def sentences(incidents: Sequence[Incident]) -> list[str]:
    """One sentence per incident; the voided shuffles of one game share one."""
    lines = [_sentence(incident) for incident in incidents if incident.kind != VOID]
    voids: dict[tuple[str, int], list[Incident]] = {}
    for incident in incidents:
        if incident.kind == VOID:
            voids.setdefault((incident.log, incident.game), []).append(incident)
    return lines + [_voids(game, many) for (_log, game), many in voids.items()]


def summary(incidents: Sequence[Incident]) -> str:
    """All incidents in one line, "" without any."""
    count = Counter(one.kind for one in incidents)
    kept = count[UNSEEN_END] + count[UNANSWERED] + count[BLIND] + count[WITHHELD]
    parts = [
        ngettext("{n} cheat", "{n} cheats", count[CHEAT], n=count[CHEAT]) if count[CHEAT] else "",
        ngettext("{n} game without an end", "{n} games without an end", count[NO_END], n=count[NO_END])
        if count[NO_END]
        else "",
        ngettext("{n} shuffle voided", "{n} shuffles voided", count[VOID], n=count[VOID]) if count[VOID] else "",
        ngettext("{n} action without an answer", "{n} actions without an answer", count[HELD_BACK], n=count[HELD_BACK])
        if count[HELD_BACK]
        else "",
        ngettext("you were named silent {n} time", "you were named silent {n} times", count[BLAMED], n=count[BLAMED])
        if count[BLAMED]
        else "",
        _("log time that ran ahead") if count[TIME_LEADS] else "",
        ngettext("{n} thing kept from you", "{n} things kept from you", kept, n=kept) if kept else "",
    ]
    counts = ", ".join(filter(None, parts))
    return _("recorded about this host: {found}; 'incidents' shows more", found=counts) if counts else ""


def _sentence(one: Incident) -> str:
    says = translated(one.says) if one.kind == CHEAT else one.says
    template = LEFT_OUT if one.kind == WITHHELD and not says else WATCHES[one.kind].says
    return _(template, game=one.game, check=one.check, says=says, action=name_shown(one.says))


def _voids(game: int, many: Sequence[Incident]) -> str:
    names = Counter(name for one in many for name in one.names)
    who = ", ".join(f"{name} {times}×" if times > 1 else name for name, times in names.items())
    return ngettext(
        "game {game}: {n} shuffle was voided, because the host heard nothing from: {who}",
        "game {game}: {n} shuffles were voided, because the host heard nothing from: {who}",
        len(many),
        game=game,
        n=len(many),
        who=who,
    )
