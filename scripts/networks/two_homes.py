"""Two homes in network namespaces, behind routers of many kinds, and a third network between them.

Needs Linux, root and iptables. The namespaces are named for this process, so several can run at a time.
"""

import ctypes
import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Container, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
NAMES: Final = ("wan", "cgn", "ra", "rb", "ha", "hb")
PATIENCE: Final = 180.0
WAN: Final = "10.99.0.1"
RENDEZVOUS: Final = f"ws://{WAN}:4000/v1"
RELAY: Final = f"tcp:{WAN}:4001"
CLONE_NEWNET: Final = 0x40000000
"""setns(2)."""


def space(name: str) -> str:
    """What the system calls a namespace."""
    return f"rummynet-{os.getpid()}-{name}"


def server(name: str, folder: Path) -> tuple[str, ...]:
    """What the ``rendezvous`` or the ``relay`` says once it runs, and the words for ``started``."""
    database = ("--channel-db", str(folder / "mailbox.sqlite"))
    return {
        "rendezvous": ("starting on 4000", "-m", "twisted", "wormhole-mailbox", "--port", "tcp:4000", *database),
        "relay": ("starting on 4001", "-m", "twisted", "transitrelay", "--port", "tcp:4001"),
    }[name]


def enter(name: str) -> None:
    """Move the calling thread, and all that it starts from now on, into a namespace."""
    libc = ctypes.CDLL(None, use_errno=True)
    with open(f"/run/netns/{space(name)}", "rb") as there:
        if libc.setns(there.fileno(), CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def run(line: str) -> None:
    """Run a command, which has to succeed."""
    subprocess.run(line.split(), check=True, stdout=subprocess.DEVNULL)


def inside(name: str, line: str) -> None:
    """Run a command in a namespace."""
    run(f"ip netns exec {space(name)} {line}")


def link(one: str, other: str, one_address: str, other_address: str) -> None:
    """A cable between two namespaces; its ends are named for each other."""
    run(f"ip link add {other} netns {space(one)} type veth peer name {one} netns {space(other)}")
    for here, there, where in ((one, other, one_address), (other, one, other_address)):
        inside(here, f"ip link set {there} up")
        if where:
            inside(here, f"ip address add {where} dev {there}")


def translate(router: str, out: str, kind: str) -> None:
    """What a home's router does: out it translates, in it lets answers only."""
    random = " --random-fully" if "symmetric" in kind else ""
    inside(router, "sysctl -qw net.ipv4.ip_forward=1")
    inside(router, f"iptables -t nat -A POSTROUTING -o {out} -j MASQUERADE{random}")
    inside(router, f"iptables -A FORWARD -i {out} -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT")
    inside(router, f"iptables -A FORWARD -i {out} -j DROP")
    if "noudp" in kind:
        inside(router, "iptables -I FORWARD -p udp -j DROP")
    if "ports" in kind:
        inside(router, f"iptables -A FORWARD -o {out} -p tcp -m multiport --dports 4000,4001 -j ACCEPT")
        inside(router, f"iptables -A FORWARD -o {out} -j DROP")


def home(letter: str, number: int, kind: str) -> None:
    """A home: a machine, and its router unless it has a public address."""
    router, machine = f"r{letter}", f"h{letter}"
    if kind == "same":
        link("ra", machine, "192.168.2.1/24", "192.168.2.2/24")
        inside(machine, "ip route add default via 192.168.2.1")
        return
    if kind == "public":
        inside("wan", "sysctl -qw net.ipv4.ip_forward=1")
        link("wan", machine, f"10.98.{number}.1/24", f"10.98.{number}.2/24")
        inside(machine, f"ip route add default via 10.98.{number}.1")
        return
    outer = "cgn" if "double" in kind or kind == "shared" else "wan"
    if "double" in kind or (kind, letter) == ("shared", "a"):
        link("wan", "cgn", "10.97.0.1/24", "10.97.0.2/24")
        inside("cgn", "ip route add default via 10.97.0.1")
        translate("cgn", "wan", kind)
        # What one home sends to the other comes from the carrier's own address.
        inside("cgn", "iptables -t nat -A POSTROUTING -s 100.64.0.0/16 -d 100.64.0.0/16 -j MASQUERADE")
    net = f"10.96.{number}" if outer == "wan" else f"100.64.{number}"
    link(outer, router, f"{net}.1/24", f"{net}.2/24")
    inside(router, f"ip route add default via {net}.1")
    # Both homes have the same private network, as most have.
    link(router, machine, "192.168.1.1/24", "192.168.1.2/24")
    inside(machine, "ip route add default via 192.168.1.1")
    translate(router, outer, kind)
    if "mtu" in kind:
        inside(machine, f"ip link set {router} mtu 576")
    if "ipv6" in kind:
        inside(machine, f"ip -6 address add 2001:db8::2/64 dev {router}")


@contextmanager
def namespaces(*names: str) -> Iterator[None]:
    """Namespaces of this process, taken away at the end."""
    try:
        for name in names:
            run(f"ip netns add {space(name)}")
            inside(name, "ip link set lo up")
        yield
    finally:
        for name in names:
            subprocess.run(["ip", "netns", "del", space(name)], stderr=subprocess.DEVNULL)


@contextmanager
def networks(one: str, other: str) -> Iterator[None]:
    """Two homes of these kinds, and what is between them; taken away at the end."""
    with namespaces(*NAMES):
        inside("wan", f"ip address add {WAN}/32 dev lo")
        home("a", 1, one)
        home("b", 2, other)
        yield


def set_cable(kind: str, is_in: bool) -> None:
    """Take the cable of the second home, of this kind, out, or put it in."""
    cable = "ra" if kind == "same" else "wan" if kind == "public" else "rb"
    inside("hb", f"ip link set {cable} {'up' if is_in else 'down'}")
    if is_in:
        gateway = {"ra": "192.168.2.1", "wan": "10.98.2.1", "rb": "192.168.1.1"}[cable]
        inside("hb", f"ip route replace default via {gateway}")


@contextmanager
def started(name: str, *words: str) -> Iterator[tuple[subprocess.Popen[str], "queue.Queue[str]"]]:
    """A program in a namespace, and its lines."""
    process = subprocess.Popen(
        ["ip", "netns", "exec", space(name), sys.executable, *words],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(str(ROOT / name) for name in (".", "client", "protocol"))},
    )  # fmt: skip
    lines: queue.Queue[str] = queue.Queue()

    def read() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            lines.put(line)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    with process:
        try:
            yield process, lines
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
            reader.join()


def until(lines: "queue.Queue[str]", wanted: str) -> str:
    """The first line with this in it."""
    end, said = time.monotonic() + PATIENCE, ""
    while wanted not in said:
        said = lines.get(timeout=max(0.1, end - time.monotonic()))
    return said


def open_code(folder: Path, used: Container[str] = ()) -> str:
    """A code that is open at the host with this data, and not among those."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for path in (folder / "host" / "far").glob("*.json"):
            one = json.loads(path.read_bytes())
            if not one["secret"] and one["code"] not in used:
                return str(one["code"])
        time.sleep(0.1)
    raise TimeoutError("the host has no code")


def children(process: int) -> list[int]:
    """The processes that this one has started."""
    return [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
