#!/usr/bin/env python3
"""Runs a Tor network of five relays on 127.0.0.1, all of them authorities, until it is ended.

    scripts/onion_network.py --folder /tmp/onions     # prints: export RUMMYNET_TORRC=/tmp/onions/torrc

With that variable set, ``rummynet host --onion`` and ``rummynet join ….onion`` use this network and no other one: the
file names its authorities, and an address outside 127.0.0.0/8 is refused. Needs ``tor`` and ``tor-gencert``, which are
Debian's package ``tor``.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from free_port import free_port

# Circuits to an onion service have three or four relays that differ. Authorities all, because those are in the first
# consensus; other relays publish themselves only when they have had one.
RELAYS: Final = 5
# The shortest that all five keep on two busy cores; a consensus is there after the first interval.
_VOTING: Final = """\
TestingV3AuthInitialVotingInterval 10
TestingV3AuthInitialVoteDelay 2
TestingV3AuthInitialDistDelay 2
V3AuthVotingInterval 20
V3AuthVoteDelay 4
V3AuthDistDelay 4
V3AuthNIntervalsValid 12
V3AuthoritativeDirectory 1
AuthoritativeDirectory 1
ContactInfo nobody@example.invalid
TestingDirAuthVoteExit *
TestingDirAuthVoteGuard *
TestingDirAuthVoteHSDir *
TestingMinExitFlagThreshold 0
MinUptimeHidServDirectoryV2 0
AuthDirMaxServersPerAddr 0
"""
_START_SECONDS: Final = 120.0


class Relay:
    """One ``tor`` of the network."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder / name, name
        self.or_port, self.dir_port = free_port(), free_port()
        self.folder.mkdir(mode=0o700)
        keys = self.folder / "keys"
        keys.mkdir(mode=0o700)
        words = ["--create-identity-key", "-m", "12", "-a", f"127.0.0.1:{self.dir_port}", "--passphrase-fd", "0"]
        subprocess.run(
            ["tor-gencert", *words], cwd=keys, input=b"passphrase\n", check=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def torrc(self, shared: str) -> Path:
        """Write its torrc."""
        path = self.folder / "torrc"
        path.write_text(
            f"{shared}DataDirectory {self.folder}\nNickname {self.name}\nAddress 127.0.0.1\nSocksPort 0\n"
            f"ORPort 127.0.0.1:{self.or_port}\nDirPort 127.0.0.1:{self.dir_port}\nExitRelay 0\n"
            f"ExitPolicy reject *:*\nShutdownWaitLength 0\nLog notice file {self.folder}/log\n{_VOTING}"
        )
        return path

    def authority_line(self) -> str:
        """The line by which all others know it."""
        path = self.torrc("TestingTorNetwork 1\nDirAuthority x 127.0.0.1:1 " + 40 * "0" + "\n")
        words = ["tor", "--defaults-torrc", os.devnull, "-f", str(path), "--list-fingerprint", "--quiet"]
        told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        own = told.split(" ", 1)[1].strip().replace(" ", "")
        cert = (self.folder / "keys" / "authority_certificate").read_text()
        found = re.search(r"^fingerprint ([0-9A-F]{40})$", cert, re.MULTILINE)
        assert found is not None
        return (
            f"DirAuthority {self.name} orport={self.or_port} no-v2 v3ident={found[1]} 127.0.0.1:{self.dir_port} {own}\n"
        )

    def has_logged(self, words: str) -> bool:
        """Whether it has said so."""
        log = self.folder / "log"
        return log.exists() and words in log.read_text()


def _is_up(relays: list[Relay]) -> bool:
    # An authority that missed the first consensus serves circuits, and may say for minutes that it is starting.
    can_build = [one for one in relays if one.has_logged("Bootstrapped 100%")]
    return 2 * len(can_build) > RELAYS and all(one.has_logged("Published microdesc consensus") for one in relays)


@contextmanager
def onion_network(folder: Path) -> Iterator[tuple[Path, list[Relay]]]:
    """The network, in a folder that is there: the torrc lines that a client of it needs, and the relays."""
    relays = [Relay(folder, f"relay{number}") for number in range(RELAYS)]
    shared = "TestingTorNetwork 1\nPathsNeededToBuildCircuits 0.25\n" + "".join(one.authority_line() for one in relays)
    fragment = folder / "torrc"
    # A relay must not have this line. It knows no address but those of the authorities, and what they vote for.
    fragment.write_text(f"{shared}ReachableAddresses accept 127.0.0.0/8:*, reject *:*\n")
    with ExitStack() as ended:
        for one in relays:
            words = ["tor", "--defaults-torrc", os.devnull, "-f", str(one.torrc(shared)), "--quiet"]
            process = subprocess.Popen(
                [*words, "__OwningControllerProcess", str(os.getpid())],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
            ended.callback(process.wait)
            ended.callback(process.kill)
        late = time.monotonic() + _START_SECONDS
        while not _is_up(relays):
            if time.monotonic() > late:
                raise SystemExit(f"the network is not up after {_START_SECONDS:g} seconds; its logs are in {folder}")
            time.sleep(0.2)
        yield fragment, relays


def main() -> None:
    """Run it until Ctrl-C or SIGTERM."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, help="an empty folder for it (default: a temporary one)")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.folder or Path(temporary)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with onion_network(folder) as (fragment, _):
            print(f"export RUMMYNET_TORRC={fragment}", flush=True)
            signal.pause()


if __name__ == "__main__":
    main()
