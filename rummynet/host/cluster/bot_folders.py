"""What of a bot's folder goes with it to another host: its key, its strategy and its name, sealed."""

from pathlib import Path

from rummynet.host.bots.bot_manager import NAME, PLAYER_KEY, STRATEGY
from rummynet.host.storage.postgres.sealing import Sealing
from rummynet.keyfile import identity_folder, secret, store
from rummynet_protocol import codec


def seal_bot(folder: Path, key: bytes, sealing: Sealing) -> bytes:
    """The sealed contents of a bot's folder. Raises OSError, KeyFileError."""
    private = secret(identity_folder(folder), PLAYER_KEY)
    strategy, name = ((folder / file).read_text(encoding="utf-8") for file in (STRATEGY, NAME))
    return sealing.seal(codec.pack([private, strategy, name]), "bot", key)


def restore_bot(home: Path, key: bytes, sealed: bytes, sealing: Sealing) -> None:
    """Make the bot's folder in *home* again, unless it is there. Raises JournalError, OSError, KeyFileError.

    The secret of its contributions is made again: it never leaves a machine, as with people who move.
    """
    folder = home / key.hex()
    if folder.exists():
        return
    private, strategy, name = codec.unpack(sealing.open(sealed, "bot", key))
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.mkdir(mode=0o700)
    store(identity_folder(folder), PLAYER_KEY, private)
    (folder / STRATEGY).write_text(strategy, encoding="utf-8")
    (folder / NAME).write_text(name, encoding="utf-8")
