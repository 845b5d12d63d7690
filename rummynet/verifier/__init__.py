"""Replays a log of one game and checks every claim in it. Used live by clients and offline by ``rummynet verify``."""
