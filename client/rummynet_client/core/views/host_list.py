"""Formats the list of hosts: as lines of ``join --plain``, as text, and as JSON."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rummynet_client.core.session.watch.incidents import WEIGHTS, Incident, Weight, summary
from rummynet_client.core.text.game_words import table_title
from rummynet_client.core.text.json_lines import json_line
from rummynet_client.core.text.news import TableListed
from rummynet_client.core.views.host_registry import HostSeen, Standing
from rummynet_client.language import _, ngettext, pgettext
from rummynet_protocol.values import Value
from rummynet_protocol.wire.address import address
from rummynet_protocol.wire.announcement import TableAnnounced, short
from rummynet_protocol.wire.versions import VERSIONS

_PROBED: Final = ("players", "spectators", "closed", "sealed", "far")
"""What only a probe tells of a table."""


class ListedHost(Value):
    """A host in a list: its announcement, its standing against hosts met before, and the result of a probe.

    ``answers``: whether it was reached and has the announced key; None if it was not probed. ``why`` is the reason of
    a failure. ``tables``: all its tables, after a probe; else None.
    """

    host: HostSeen
    standing: Standing
    answers: bool | None = None
    why: str = ""
    tables: tuple[TableListed, ...] | None = None
    incidents: tuple[Incident, ...] = ()  # what is kept with its key
    own_name: str = ""  # the player's name; "" if it is not known

    @property
    def address(self) -> str:
        """The address to dial first."""
        return address(self.host.addresses[0], self.host.port)

    @property
    def is_compatible(self) -> bool:
        """Whether it supports a version of the protocol that this client supports."""
        return self.host.announcement.low <= VERSIONS[-1] and VERSIONS[0] <= self.host.announcement.high

    @property
    def warning(self) -> str:
        """What a player should know before joining; "" if nothing."""
        if not self.is_compatible:
            older = _("this program") if self.host.announcement.low > VERSIONS[-1] else _("that host")
            return _("speaks another version of the protocol: upgrade {older}", older=older)
        # Another key is told before a failure: that the host does not answer matters less then.
        return ". ".join(filter(None, (self.standing.says or self.why, summary(self.incidents))))

    @property
    def is_alarming(self) -> bool:
        """Whether the warning is of another key or a cheat; anything else may be the network (SECURITY.md)."""
        return bool(self.standing.says) or any(WEIGHTS[one.kind] is Weight.CHEAT for one in self.incidents)

    def has_own_seat(self, row: Mapping[str, Any]) -> bool:
        """Whether the player seems to sit at this table: met here before, and of that name.

        The lobby shows names and no keys. It is a hint for the eye; what happens on joining, the host decides by key.
        """
        return self.standing.kind == "known" and bool(self.own_name) and self.own_name in (row["players"] or ())

    def rows(self) -> tuple[dict[str, Any], ...]:
        """Its tables: after a probe with player names, else as announced, with None for the names."""
        if self.tables is None:
            return tuple(_row(one, one.seated, dict.fromkeys(_PROBED)) for one in self.host.announcement.tables)
        return tuple(
            _row(
                one,
                len(one.players),
                {"players": list(one.players)} | {name: getattr(one, name) for name in _PROBED[1:]},
            )
            for one in self.tables
        )

    @property
    def unlisted_tables(self) -> int:
        """Number of tables that are not known here."""
        return max(0, self.host.announcement.open - len(self.rows())) if self.tables is None else 0


def _row(one: TableListed | TableAnnounced, seated: int, more: Mapping[str, Any]) -> dict[str, Any]:
    row = {"table": one.table, "name": one.name, "variant": one.variant, "stage": one.stage, "seated": seated}
    return {**row, "seats": one.seats, **more}


def host_lines(hosts: Sequence[ListedHost]) -> list[str]:
    """A line with the count, then each host with a number, each followed by its tables with the same number."""
    result = [json_line("lobby", (("hosts", len(hosts)),))]
    for number, one in enumerate(hosts, 1):
        shown = one.host.announcement
        result.append(json_line("lobby", (
            ("host", number), ("name", shown.name), ("address", one.address), ("fingerprint", shown.fingerprint),
            ("players", shown.players), ("tables", shown.open), ("standing", one.standing.kind),
            ("warning", one.warning or None),
        )))  # fmt: skip
        for row in one.rows():
            result.append(json_line("lobby", (("host", number), *row.items())))
    return result


def numbered_lines(hosts: Sequence[ListedHost]) -> list[str]:
    """Sentences: each host with the number by which it is chosen, what is odd about it, and its tables."""
    result: list[str] = []
    for number, one in enumerate(hosts, 1):
        result.append(f"{number}: {host_line(one)}.")
        if one.warning:
            result.append(_("Warning: {warning}.", warning=one.warning))
        result += [f"{table_line(row, is_own=one.has_own_seat(row))}." for row in one.rows()]
    return result


def text_lines(hosts: Sequence[ListedHost]) -> list[tuple[str, str]]:
    """(style, line) pairs: ``title`` for a host, ``alarm`` or ``doubt`` for a warning about it, "" for the rest."""
    result: list[tuple[str, str]] = []
    for one in hosts:
        result.append(("title", host_line(one)))
        if one.warning:
            result.append(("alarm" if one.is_alarming else "doubt", f"  {one.warning}"))
        result += [("", f"  {table_line(row, is_own=one.has_own_seat(row))}") for row in one.rows()]
        if one.unlisted_tables:
            result.append(("", "  " + _("and {tables} more", tables=one.unlisted_tables)))
        elif not one.rows():
            result.append(("", "  " + _("no tables yet")))
    return result


def host_line(one: ListedHost) -> str:
    """A host in one line; the digits are the start of its fingerprint."""
    announced = one.host.announcement
    known = ", " + _("met before") if one.standing.kind == "known" else ""
    # After a probe the tables themselves are counted: an announcement may be a second old, or untrue.
    count = announced.players if one.tables is None else sum(len(table.players) for table in one.tables)
    sitting = ngettext("1 player", "{players} players", count, players=count)
    return _(
        "{name}  (key {fingerprint}{known})  {address}  {sitting}",
        name=announced.name,
        fingerprint=short(announced.fingerprint),
        known=known,
        address=one.address,
        sitting=sitting,
    )


def table_line(row: Mapping[str, Any], *, is_own: bool = False) -> str:
    """A table in one line. *is_own*: the player has a seat there."""
    names = f": {', '.join(row['players'])}" if row["players"] else ""
    seated = _("{seated} of {seats}", seated=row["seated"], seats=row["seats"])
    watch = ", " + _("{people} watching", people=row["spectators"]) if row["spectators"] else ""
    watch += ", " + _("closed") if row["closed"] else ""
    watch += ", " + _("sealed") if row["sealed"] else ""
    watch += ", " + _("somebody far away") if row["far"] else ""
    # Before the names: a narrow screen cuts the line at its end.
    seated += f" ({_('your seat')})" if is_own else ""
    return _(
        "table {table}  {variant}  {stage}  {seated}{names}{watch}  {name}",
        table=row["table"],
        variant=row["variant"],
        stage=pgettext("stage of a table", row["stage"]),
        seated=seated,
        names=names,
        watch=watch,
        name=table_title(row["name"]),
    ).rstrip()


def as_json(hosts: Sequence[ListedHost]) -> dict[str, Any]:
    """The output of ``lobby --json``; docs/lobby.md describes each key."""
    return {"hosts": [_host(one) for one in hosts]}


def _host(one: ListedHost) -> dict[str, Any]:
    announced = one.host.announcement
    return {
        "name": announced.name,
        "fingerprint": announced.fingerprint,
        "address": one.address,
        "addresses": [address(name, one.host.port) for name in one.host.addresses],
        "protocol": [announced.low, announced.high],
        "games": list(announced.games),
        "players": announced.players,
        "tables": list(one.rows()),
        "more_tables": one.unlisted_tables,
        "standing": one.standing.kind,
        "answers": one.answers,
        "warning": one.warning or None,
    }
