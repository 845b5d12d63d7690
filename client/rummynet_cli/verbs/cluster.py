"""``rummynet cluster``: the hosts with one journal on PostgreSQL, and their tables."""

import argparse
import json
import sys
from collections.abc import Iterator

from rummynet.host.cluster.operating import Overview, read_overview, rebalance, state
from rummynet_client.language import _, ngettext
from rummynet_protocol.text import harmless


def run(args: argparse.Namespace) -> int:
    """Show the cluster. 0 if every table has a living host, else 1. Raises JournalError."""
    if args.rebalance:
        count = rebalance(args.journal)
        line = ngettext("{n} host shares its tables out", "{n} hosts share their tables out", count, n=count)
        sys.stdout.write(line + "\n")
        return 0
    found = read_overview(args.journal)
    if args.json:
        sys.stdout.write(json.dumps(found.as_json(), ensure_ascii=False) + "\n")
    else:
        sys.stdout.write("".join(harmless(line) + "\n" for line in overview_lines(found)))
    alive = {host.id for host in found.hosts if host.alive}
    return 0 if all(one.host in alive for one in found.leases) else 1


def overview_lines(found: Overview) -> Iterator[str]:
    """One line for each host, table and standby."""
    yield found.where
    for host in found.hosts:
        yield _(
            "host {id}: {name} at {addresses}; {state}, silent for {seconds:.1f} s, tables {tables}, room {room}",
            id=host.id,
            name=host.name,
            addresses=", ".join(host.addresses) or "-",
            state=state(host),
            seconds=host.silent,
            tables=host.tables,
            room=host.room,
        )
    for one in found.leases:
        yield _(
            "table {table}: {name}, {stage}, at host {host}, token {token}",
            table=one.table,
            name=one.name or "-",
            stage=one.stage or "-",
            host=one.host,
            token=one.token,
        )
    for standby in found.standbys:
        behind = "-" if standby.seconds is None else f"{standby.seconds:.1f}"
        yield _("standby {name}: {state}, {seconds} s behind", name=standby.name, state=standby.state, seconds=behind)
