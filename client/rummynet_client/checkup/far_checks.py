"""Whether play with another home works from here: the programs, and two servers. Asked for by ``--far`` only."""

import asyncio
import time

from rummynet.far.way_process import PUBLIC_RELAY, PUBLIC_RENDEZVOUS, NoEngine, WayProcess, check
from rummynet_client.checkup.finding import Finding
from rummynet_client.language import N_, _, sentence_of, system_words

_SECONDS = 10.0  # how long a server may take. A slow phone network needs three.


async def far_play(rendezvous: str | None, relay: str | None) -> list[Finding]:
    """A finding for each server, or one that says what is not installed."""
    try:
        check()
    except NoEngine as problem:
        return [Finding(N_("other homes"), "fail", sentence_of(problem), _("install it, or play on one network"))]
    return [
        await asyncio.get_running_loop().run_in_executor(None, _rendezvous, rendezvous, relay),
        await _relay(relay or PUBLIC_RELAY),
    ]


def _rendezvous(rendezvous: str | None, relay: str | None) -> Finding:
    """Take a code, as a host would, and give it back."""
    what, url, begun = N_("rendezvous"), rendezvous or PUBLIC_RENDEZVOUS, time.monotonic()
    engine = WayProcess(rendezvous, relay)
    try:
        engine.control.settimeout(_SECONDS)
        engine.open("1", None, {})
        while not (messages := engine.receive()) and messages is not None:
            pass  # not a whole line yet
        if messages and messages[0]["is"] == "code":
            taken = time.monotonic() - begun
            return Finding(what, "ok", _("{url} answers ({seconds:.1f} s)", url=url, seconds=taken))
        return Finding(what, "fail", _("{url} does not answer", url=url), _("is this machine online?"))
    finally:
        engine.end()


async def _relay(url: str) -> Finding:
    what = N_("relay")
    host, _colon, port = url.removeprefix("tcp:").rpartition(":")
    try:
        async with asyncio.timeout(_SECONDS):
            _reader, writer = await asyncio.open_connection(host, int(port))
    except (OSError, ValueError) as problem:
        why = system_words(problem) if isinstance(problem, OSError) and problem.strerror else _("no answer")
        return Finding(
            what, "warn", _("{url} cannot be reached ({reason})", url=url, reason=why),
            _("two homes then need a direct way to each other, which routers often refuse"),
        )  # fmt: skip
    writer.close()
    return Finding(what, "ok", _("{url} can be reached", url=url))
