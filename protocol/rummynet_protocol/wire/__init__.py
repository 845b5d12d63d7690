"""Frames, messages and the lifecycle of a connection, without sockets."""
