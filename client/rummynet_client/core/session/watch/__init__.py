"""What the client watches its host for, what it has found, and whether a refusal is false. Knows no session.

``watches`` has the table of what is kept and which module reports it: ``game_watch`` here in a game; of the session
``host_watch`` at a table, ``missing_end`` and ``unfinished_games`` where a game is over.
"""
