"""Hosts of one cluster as real programs."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from rummynet.keyfile import identity_folder
from tests.support.programs import Program

KEY = "5a" * 32


class ClusterPrograms:
    """Starts hosts with one key and one journal, and the people who play there; ends all of them."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder, self.url = folder, url
        self.ended = ExitStack()

    def host(self, number: int, *more: str, key: str = KEY, clock: int = 0) -> tuple[Program, str]:
        """The program and the address of a host with its own data folder, whose clocks are off by *clock* seconds."""
        data = self.folder / f"host-{number}"
        data.mkdir(exist_ok=True)
        path = identity_folder(data) / "host.key"
        if not path.exists():
            path.write_text(key + "\n")
            path.chmod(0o600)
        words = ("--bind", "127.0.0.1", "--port", "0", "--no-announce", "--name", "club", "--data", str(data), *more)
        program = Program("host", *words, "--journal", self.url, home=data, clock=clock)
        self.ended.callback(program.close)
        return program, program.until_kind("listening").split()[1]

    def join(self, address: str, name: str) -> Program:
        """A person at a host, spoken to line by line."""
        home = self.folder / name
        home.mkdir(exist_ok=True)
        program = Program("join", "--json", address, "--name", name, "--data", str(home), home=home)
        self.ended.callback(program.close)
        return program


@contextmanager
def cluster(folder: Path, url: str) -> Iterator[ClusterPrograms]:
    """Programs with the journal at *url*; all are ended."""
    made = ClusterPrograms(folder, url)
    with made.ended:
        yield made
