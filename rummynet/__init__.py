"""rummynet: rummy on the local network, on a host that cannot cheat without being caught."""

__version__ = "0.1.0"
