"""Two pages of a cluster whose hosts are killed, ended and stopped all the time: neither accuses anybody."""

import secrets
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.cluster import cluster
from tests.support.pages import free_port, need_pages, windows
from tests.support.postgres import PostgresServer, postgres_server  # noqa: F401 - a fixture
from tests.web.test_browser_pages import asked, try_tap
from tests.web.test_page_cluster import PageCluster, sit_down

pytestmark = pytest.mark.long  # of minutes: a takeover takes seconds, and people have ten more to come back

FAULTS = 15
"""With 6 to 15 seconds between them: two or three minutes, in which each host goes away some five times."""
MOST_AWAY = 2
"""Hosts at a time, of three: one has to be there to take the tables over."""
PATIENCE = 100.0
"""Seconds without an action after which a table is stuck: some takeovers, each with the time to come back."""
ACCUSATIONS = """
return Object.entries(localStorage)
    .flatMap(([name, all]) => name.includes('incidents') ? JSON.parse(all) : []).filter(({ kind }) => kind !== 'void')
"""
"""What a page has against its host; a shuffle that was voided is nobody's fault here."""


class Faults:
    """Takes hosts away, and brings them back at the same ports."""

    def __init__(self, hosts: PageCluster, ports: dict[int, tuple[int, int]]) -> None:
        self.hosts, self.ports = hosts, ports
        self.done = 0
        self._away: dict[int, tuple[float, bool]] = {}
        """By host when it comes back, and whether it was only stopped."""
        self._next = time.monotonic()

    def start(self, number: int) -> None:
        game, web = self.ports[number]
        self.hosts.start(number, "--port", str(game), port=web)

    def tick(self) -> None:
        now = time.monotonic()
        for number, (back, is_stopped) in list(self._away.items()):
            if now < back:
                continue
            del self._away[number]
            if is_stopped:
                self.hosts.hosts[number].process.send_signal(signal.SIGCONT)
            else:
                self.start(number)
        if now >= self._next and len(self._away) < MOST_AWAY and self.done < FAULTS:
            self.done += 1
            number = secrets.choice([one for one in self.ports if one not in self._away])
            how = secrets.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP])
            process = self.hosts.hosts[number].process
            process.send_signal(how)
            if how != signal.SIGSTOP:
                process.wait()
            self._away[number] = now + 1 + secrets.randbelow(7), how == signal.SIGSTOP
            self._next = now + 6 + secrets.randbelow(10)

    @property
    def are_over(self) -> bool:
        return self.done == FAULTS and not self._away


def test_pages_play_on_and_accuse_nobody(tmp_path: Path, postgres_server: PostgresServer) -> None:  # noqa: F811
    need_pages()
    url = postgres_server.database()
    with cluster(tmp_path, url) as programs, windows() as window, ExitStack() as ended:
        hosts = PageCluster(programs, postgres_server, url)
        faults = Faults(hosts, {number: (free_port(), free_port()) for number in (1, 2, 3)})
        for number in faults.ports:
            faults.start(number)
        cid, table = hosts.table_at(3, "Cid", "")
        pages = [ended.enter_context(window(390, 844)) for number in (1, 2)]
        for number, page in enumerate(pages, 1):
            sit_down(page, hosts.pages[number], table)
        cid.say("stand")
        last, left, has_begun = time.monotonic(), 20, False
        while left:
            if has_begun:
                faults.tick()
            for page in pages:
                found = asked(page)
                if found is None and not has_begun:  # once more, when somebody has come or gone
                    page.run("document.querySelector('[data-key=ready]')?.click()")
                elif found is not None:
                    try_tap(page, *found)
                    last, has_begun = time.monotonic(), True
                    left -= faults.are_over or found[0] == "over"
            assert time.monotonic() < last + PATIENCE, [page.text("body") for page in pages]
        for page in pages:
            assert page.run(ACCUSATIONS) == [] and page.complaints() == []
        for host in hosts.hosts.values():
            assert host.stop() == 0
            assert "Traceback" not in host.errors()
    files = tmp_path / "games"
    words = ("--data", str(tmp_path / "host-1"), "--journal", url, "--export", str(files))
    assert subprocess.run((sys.executable, "-m", "rummynet", "host", *words), capture_output=True).returncode == 0
    (file,) = files.glob("*.rummy")
    verify = (sys.executable, "-m", "rummynet", "verify", "--partial", str(file))  # the game goes on
    judged = subprocess.run(verify, capture_output=True, text=True)
    assert judged.returncode == 0, judged.stdout
