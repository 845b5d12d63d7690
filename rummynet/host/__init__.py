"""The Twisted daemon: sockets, clocks, disk. The only package that knows the reactor."""
