"""The daemon: sockets, timers, disk. The only package that imports Twisted and its reactor."""
