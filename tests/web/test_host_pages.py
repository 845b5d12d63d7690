"""``rummynet host --web`` as an operator meets it: what it says, what it serves, what it refuses."""

import json
import os
import re
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pages.page_tour import begin

from rummynet.host import upkeep
from rummynet.host.web.web_certificate import FILE, own_identity
from tests.host.test_upkeep import command
from tests.support import forked_program
from tests.support.daemons import Daemon
from tests.support.pages import OpenWindow, PageHost, need_pages

pytestmark = pytest.mark.drawn(2)


@pytest.fixture
def daemons(tmp_path: Path) -> Iterator[list[Daemon]]:
    need_pages()
    started: list[Daemon] = []
    yield started
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
        one.process.communicate()


def trusting() -> ssl.SSLContext:
    """TLS that takes any certificate, as a person who clicks the warning away."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def fetched(url: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(url, context=trusting() if url.startswith("https") else None) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as problem:
        with problem:
            return problem.code, problem.read().decode()


def test_the_pages_are_there_and_end_with_the_host(daemons: list[Daemon], tmp_path: Path) -> None:
    host = Daemon("--web", "0", folder=tmp_path)
    daemons.append(host)
    line = host.until(" pages ")
    found = re.search(r"url='(https://127\.0\.0\.1:\d+/)#[0-9a-f]{64}' certificate='([0-9A-F:]{95})'", line)
    assert found is not None, line
    for path, title in (("", "rummynet"), ("watch", "rummynet"), ("verify", "rummynet")):
        status, page = fetched(found[1] + path)
        assert status == 200 and title in page and "<script>" in page
    assert fetched(found[1] + "wire")[0] == 426
    status, page = fetched(found[1].replace("https", "http"))
    assert status == 400 and "Go on to the page" in page, "who forgets https is led to it"
    assert fetched(found[1] + "invite") == (200, page)
    assert fetched(found[1])[0] == 200, "TLS is as before"
    assert host.stop() == 0


def test_with_a_given_certificate_nothing_is_said_of_a_warning(
    daemons: list[Daemon], window: OpenWindow, tmp_path: Path
) -> None:
    (tmp_path / "given").mkdir()
    own_identity(tmp_path / "given", ["localhost"], ["127.0.0.1"], datetime.now(UTC))
    host = Daemon("--web", "0", "--web-cert", str(tmp_path / "given" / FILE), folder=tmp_path)
    daemons.append(host)
    found = re.search(r"url='https://[^:]+(:\d+/)#", host.until(" pages "))
    assert found is not None
    status, page = fetched("http://127.0.0.1" + found[1])
    assert status == 400 and 'data-warns="no"' in page
    with window(390, 844) as shown:
        shown.open("http://127.0.0.1" + found[1])
        assert shown.count("#page a.main") == 1 and shown.count(".warning") == 0


def test_a_home_screen_gets_name_and_icons(daemons: list[Daemon], window: OpenWindow, tmp_path: Path) -> None:
    """Chromium reads the manifest without a complaint, although the page may load nothing else."""
    host = Daemon("--web", "0", "--web-plain", folder=tmp_path)
    daemons.append(host)
    assert "without TLS" in host.until("warning")  # it speaks of the pages too
    found = re.search(r"url='(http://127\.0\.0\.1:\d+)/", host.until(" pages "))
    assert found is not None
    manifest = json.loads(fetched(found[1] + "/manifest.json")[1])
    assert (manifest["name"], manifest["display"]) == ("rummynet", "standalone")
    for icon in manifest["icons"]:
        with urllib.request.urlopen(found[1] + icon["src"]) as answer:
            assert answer.headers["Content-Type"] == icon["type"] and answer.read()
    with window(390, 844) as shown:
        shown.open(found[1])
        read = shown.cdp("Page.getAppManifest")
        assert read["url"] == found[1] + "/manifest.json" and not read["errors"]
        errors = [one["errorId"] for one in shown.cdp("Page.getInstallabilityErrors")["installabilityErrors"]]
        assert not {*errors} - {"in-incognito"}, "more than what the window of a test is"
        assert shown.complaints() == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--web-plain"], "without --web PORT there are none"),
        (["--web", "0", "--web-plain", "--web-cert", "x.pem"], "give one of them"),
        (["--web", "0", "--web-key", "x.pem"], "--web-cert FILE"),
        (["--web", "0", "--web-cert", "x.pem"], "cannot be used together"),
        (["--web", "70000"], "whole number from 0 to 65535"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(tmp_path: Path, words: list[str], says: str) -> None:
    need_pages()
    line = ["host", "--bind", "127.0.0.1", "--port", "0", "--no-announce", "--data", str(tmp_path)]
    ended = forked_program.run([*line, *words], dict(os.environ), seconds=60)
    assert ended.returncode != 0 and says in ended.stderr and "Traceback" not in ended.stderr
    assert ended.stdout == ""


def test_a_page_follows_a_host_to_its_new_key(host: PageHost, window: OpenWindow, tmp_path: Path) -> None:
    with window(390, 844) as shown:
        begin(shown, host)
        host.kill()
        assert upkeep.run(command(tmp_path / "host", new_key=True)) == 0
        host.start()
        shown.open(host.url)  # the name is known
        shown.until(lambda: shown.count("#variant"), "the tables")
