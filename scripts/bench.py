#!/usr/bin/env python3
"""Speed figures as JSON on standard output, each beside a baseline measured in the same run.

An absolute figure depends on the machine: compare ``ratio`` between two runs, not ``figure``.

    python scripts/bench.py                  all figures on this line's right; or some of them by name:
    python scripts/bench.py rules            rules, bots, client, verify, replay, key, start, journals, sealed
                                             (the steps alone, without a table)
    python scripts/bench.py library                                  each game as docs/library.md plays it
    python scripts/bench.py library --compiled                       with the rules compiled (a C compiler is needed)
    python scripts/bench.py load --tables 50 --seconds 10            a host that players keep as busy as they can
                                                                     (needs pip install --group bench)
    python scripts/bench.py load --tables 500 --rate 4               the same tables at four actions a second each
    python scripts/bench.py load --tables 50 --boardgame-io          and boardgame.io in turns with it (Node, npm)
    python scripts/bench.py profile                                  functions that a host calls for an action
"""

import argparse
import asyncio
import gc
import hashlib
import io
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from rummynet_protocol.values import replace

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import host_calls
from benchmarks.bot_decisions import bots
from benchmarks.client_core import client
from benchmarks.compiled import compiled_figures
from benchmarks.finished_logs import replay, verify
from benchmarks.random_play import library, rules
from benchmarks.sealed import sealed
from benchmarks.timing import beside, rate
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input.defaults import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from rummynet_client.hosting import private_host
from rummynet_client.terminal.screen import Screen
from rummynet_protocol.wire.address import address
from tests.support import pictures

BARE = """
from prompt_toolkit.application import Application
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl
Application(Layout(Window(FormattedTextControl("Tables"))), full_screen=True).run()
"""
"""The minimum that Python and prompt_toolkit need to show something."""


def main() -> int:
    """Run the benchmarks asked for; print JSON."""
    words, further = sys.argv[1:], list[str]()
    if "--" in words:
        further, words = words[words.index("--") + 1 :], words[: words.index("--")]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "what", nargs="*", choices=[[], *BENCHES, *ALONE],
        help="which figures; or one of 'library', 'load', 'profile'; after --: further arguments of rummynet host",
    )  # fmt: skip
    parser.add_argument("--compiled", action="store_true", help="'library', 'rules' and 'bots' with compiled rules")
    parser.add_argument("--tables", type=int, default=50, help="of 'load'")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--variety", default="keilty", choices=["keilty", "crummy", "joker"])
    parser.add_argument("--seconds", type=float, default=10.0, help="length of each measured part")
    parser.add_argument("--data", metavar="DIR", help="where the host's folder is made; /dev/shm: no disk")
    parser.add_argument("--rate", type=float, help="actions a second and table; as fast as they come by default")
    parser.add_argument("--boardgame-io", action="store_true", help="and boardgame.io, with a host's promises")
    parser.add_argument("--top", type=int, default=25, help="of 'profile': functions to name")
    wish = parser.parse_args(words, argparse.Namespace(host=further))
    names = wish.what or list(BENCHES)
    alone = ALONE.get(names[0])
    if len(names) > 1 and not ALONE.keys().isdisjoint(names):
        parser.error(f"each of {', '.join(ALONE)} is measured alone")
    if wish.compiled and not {"rules", "bots", "library"}.issuperset(names):
        parser.error("--compiled is for library, rules and bots; name one of them")
    if names == ["load"] and find_spec("OpenSSL") is None:
        parser.error("the relay beside the host needs pyOpenSSL: pip install --group bench")
    if wish.boardgame_io and wish.seconds > 15:
        parser.error("boardgame.io gives up a connection that stands still for 20 seconds: --seconds 15 at most")
    if wish.compiled:
        result = compiled_figures(names)
    else:
        result = alone(wish) if alone is not None else {name: BENCHES[name]() for name in names}
    # On one line for programs, which read the last one.
    print(json.dumps(result, indent=2 if sys.stdout.isatty() else None))
    return 0


def journals() -> dict[str, Any]:
    """What a journal costs. Its imports, and those of `_until`, need the development tools; the others do not."""
    from benchmarks.journals import journals as measured

    return measured()


def _load(wish: argparse.Namespace) -> dict[str, Any]:
    from benchmarks.load import measure

    return measure(wish)


def _hashes() -> Iterator[int]:
    block = bytes(65536)
    while True:
        hashlib.sha256(block).digest()
        yield 1


KEY_SIZES: Final = ((80, 24), (120, 40), (200, 60))


def key() -> dict[str, Any]:
    """From a key to the changed screen's output, the whole application: 40 cards in the pile, 25 in the hand.

    The cursor goes along the hand and the pile; the goal is 30 ms for 99 of 100, at each of three sizes of a terminal:
    the figure is of the slowest. Processor time: nothing is waited for in between, and other programs do not count.
    """
    gc.freeze()  # as ``run_screen`` does
    worst = max(_ninety_nine(asyncio.run(_keys(*size))) for size in KEY_SIZES)
    blocks = 1000 / rate(_hashes())
    return beside(worst, blocks, "ms (99 of 100 are faster)", "from a key to the changed screen", "sha256 of 64 kB, ms")


def _ninety_nine(spent: list[float]) -> float:
    return sorted(spent)[int(len(spent) * 0.99)]


async def _keys(columns: int, rows: int) -> list[float]:
    picture, written = replace(pictures.laden(), fairness=pictures.empty().fairness), io.StringIO()
    output = Vt100_Output(written, lambda: Size(rows, columns), term="xterm-256color", enable_bell=False)
    spent: list[float] = []
    with create_pipe_input() as pipe:
        front = Screen(lambda: picture, lambda text: None, time.monotonic, input=pipe, output=output)
        painted = asyncio.Event()
        front.app.after_render += lambda _: painted.set()
        running = asyncio.ensure_future(front.run())
        await painted.wait()
        for pressed in range(500):
            painted.clear()
            begin, before = time.process_time(), front.cursor.choice
            pipe.send_text("\x1b[C" if pressed % 10 else "\t")
            while front.cursor.choice is before or not painted.is_set():
                await painted.wait()
                painted.clear() if front.cursor.choice is before else None
            spent.append((time.process_time() - begin) * 1000)
        front.leave()
        await running
    return spent


def start() -> dict[str, Any]:
    """From the command to the first lines on the terminal, while a host runs. The goal: under 0.4 s."""
    with tempfile.TemporaryDirectory() as home, private_host(Path(home), "bench") as there:
        env = {
            **os.environ,
            "LANGUAGE": "en",
            "RUMMYNET_HOME": home,
            "TERM": "xterm-256color",
            "PYTHONPATH": os.pathsep.join(sys.path),
        }
        words = ["join", address(*there.where), "--name", "bench"]
        commands = (["-m", "rummynet", *words], ["-c", BARE])
        tries = [[_until([sys.executable, *one], env, "Tables") for one in commands] for _ in range(7)]
        ours, bare = map(min, zip(*tries, strict=True))
    return beside(ours, bare, "s", "from the command to the first screen", "a full screen of one word, s")


def _until(command: list[str], env: dict[str, str], word: str) -> float:
    from tests.support.terminals import Terminal

    begin = time.perf_counter()
    with Terminal(command, 80, 24, env) as terminal:
        terminal.until(lambda text: word in text)
        return time.perf_counter() - begin


BENCHES: dict[str, Callable[[], dict[str, Any]]] = {
    "rules": rules,
    "bots": bots,
    "client": client,
    "verify": verify,
    "replay": replay,
    "key": key,
    "start": start,
    "journals": journals,
    "sealed": sealed,
}
ALONE: dict[str, Callable[[argparse.Namespace], dict[str, Any]]] = {
    "library": lambda wish: library(),
    "load": _load,
    "profile": lambda wish: host_calls.profile(wish.top),
}

if __name__ == "__main__":
    sys.exit(main())
