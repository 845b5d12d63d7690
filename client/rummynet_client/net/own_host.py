"""The host that ``rummynet play`` has started, and what is contacted to let people in from other homes."""

from pathlib import Path

from rummynet_client.language import _
from rummynet_client.net.far_line import far_notice
from rummynet_protocol.values import Value


class OwnHost(Value):
    """A host that this program runs: its data folder, and the servers that codes come from, None for the public ones.

    ``invites``: a code is asked for as soon as the player is at the table.
    """

    data: Path
    rendezvous: str | None = None
    relay: str | None = None
    invites: bool = False

    @property
    def servers(self) -> str:
        """Which servers are contacted for a code, and what they learn."""
        return far_notice(self.rendezvous, self.relay)

    @property
    def question(self) -> str:
        """What is asked before a code is."""
        asks = _("Invite somebody from another home? y asks for a code, any other key does not")
        return f"{self.servers}. {asks}"
