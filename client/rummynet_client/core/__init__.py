"""The client without a terminal or a socket: session, witness of the shuffle, commands."""
