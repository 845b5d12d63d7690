"""The Twisted daemon: sockets, timers, disk. The only package that imports the reactor."""
