"""What is loaded before the first screen: nothing that only others need (``scripts/bench.py start``)."""

import json
import subprocess
import sys

from rummynet.rules.varieties import NAMES

LOADED = """
import json, sys
import rummynet_cli.main, rummynet_cli.parser, rummynet_cli.verbs.join, rummynet_client.terminal_client
rummynet_cli.parser.parser().parse_args(["join", "192.0.2.1"])
print(json.dumps(sorted(sys.modules)))
"""
LATER = {
    "twisted": "the host's",
    "zeroconf": "for looking round, which an address makes needless",
    "cryptography": "for the first handshake, when the screen is there already",
    "segno": "for invitations",
    "platformdirs": "for those who have not said where their data is",
    "rummynet.host": "the host's",
    "rummynet.bots.strategy": "for those who play with bots",
    **{f"rummynet.rules.{name}": "loaded when such a game is played" for name in NAMES},
}


def test_the_first_screen_waits_for_nothing_that_it_does_not_need() -> None:
    told = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    loaded = set(json.loads(told.stdout))
    assert {name: why for name, why in LATER.items() if name in loaded} == {}
