"""Network namespaces for the hosts of a cluster on one machine, each with a cable to players and one to the database.

A cut takes a cable from its bridge: both ends stay up and nothing is refused, packets are lost. Addresses
are of 198.18.0.0/15, which RFC 2544 sets aside for measuring networks. Needs root and ``ip``.
"""

import os
import shutil
import subprocess
from typing import Final

PLAYERS, DATABASE = range(2)
_CABLES: Final = "pd"
PAIRS: Final = 127
"""Of networks, for players and database: 198.18.0.0/24 and 198.18.1.0/24 are the first."""


def free_pair(wanted: int) -> int:
    """The third number of the address of a network that no interface has, nor the one after it."""
    used = subprocess.run(["ip", "-o", "-4", "addr"], capture_output=True, text=True, check=False).stdout
    pairs = (2 * ((wanted + more) % PAIRS) for more in range(PAIRS))
    return next(one for one in pairs if f" 198.18.{one}." not in used)


def why_no_networks() -> str | None:
    """Why there can be no namespaces here; None if there can."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    if shutil.which("ip") is None:
        return "network namespaces need ip"
    networks = HostNetworks(1)
    try:
        networks.make()
    except subprocess.CalledProcessError as problem:
        return f"no network namespace can be made ({problem.stderr.strip()})"
    finally:
        networks.remove()
    return None


class HostNetworks:
    """*count* namespaces, not made yet."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._tag = f"rmy{os.getpid() % 100_000}"
        self._first = free_pair(os.getpid() % PAIRS)
        """The networks of several runs differ."""

    def make(self) -> None:
        """Make bridges, namespaces and cables. Raises CalledProcessError."""
        for net, letter in enumerate(_CABLES):
            bridge = self._tag + letter
            _ip("link", "add", bridge, "type", "bridge")
            _ip("addr", "add", f"{self.address(net)}/24", "dev", bridge)
            _ip("link", "set", bridge, "up")
        for number in range(self.count):
            name = self.name(number)
            _ip("netns", "add", name)
            _ip("-n", name, "link", "set", "lo", "up")
            for net, letter in enumerate(_CABLES):
                cable = self._cable(number, net)
                _ip("link", "add", cable, "type", "veth", "peer", "name", letter, "netns", name)
                _ip("link", "set", "dev", cable, "master", self._tag + letter, "up")
                _ip("-n", name, "addr", "add", f"{self.address(net, number)}/24", "dev", letter)
                _ip("-n", name, "link", "set", "dev", letter, "up")

    def remove(self) -> None:
        """Remove all that was made."""
        for number in range(self.count):
            for net in (PLAYERS, DATABASE):
                subprocess.run(["ip", "link", "del", self._cable(number, net)], capture_output=True, check=False)
            subprocess.run(["ip", "netns", "del", self.name(number)], capture_output=True, check=False)
        for letter in _CABLES:
            subprocess.run(["ip", "link", "del", self._tag + letter], capture_output=True, check=False)

    def address(self, net: int, number: int | None = None) -> str:
        """The address of a host in one of the two networks; with None that of players or server."""
        return f"198.18.{self._first + net}.{1 if number is None else number + 2}"

    def words(self, number: int) -> list[str]:
        """What stands before a command that runs in the namespace of a host."""
        return ["ip", "netns", "exec", self.name(number)]

    def cut(self, number: int, net: int = DATABASE) -> None:
        """Lose every packet on this cable."""
        _ip("link", "set", self._cable(number, net), "nomaster")

    def mend(self, number: int, net: int = DATABASE) -> None:
        """Undo ``cut``."""
        _ip("link", "set", self._cable(number, net), "master", self._tag + _CABLES[net])

    def name(self, number: int) -> str:
        """The name of a namespace."""
        return f"{self._tag}-{number}"

    def _cable(self, number: int, net: int) -> str:
        return f"{self._tag}{_CABLES[net]}{number}"


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)
