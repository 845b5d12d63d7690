"""What the client watches its host for: signed contradictions, silences, what comes late, games without an end.

``watches`` has the table of what is kept and which module reports it; every incident is made in this package. The
others tell it what has happened: ``HostWatch`` at a table, ``GameWatch`` in a game, ``MissingEnd`` where one is over.
"""
