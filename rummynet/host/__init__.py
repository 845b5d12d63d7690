"""The daemon: sockets, timers, disk."""
