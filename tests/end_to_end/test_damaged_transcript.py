"""A transcript that the disk has damaged between two runs of a client: it is mended, said, and accuses nobody."""

from pathlib import Path

from rummynet.verifier.offline import check
from tests.support.programs import host, program


def test_a_client_goes_on_with_what_is_readable_and_does_not_blame_the_host(tmp_path: Path) -> None:
    home = tmp_path / "ann"
    with host(tmp_path / "host") as (_, address):
        join = ("join", address, "--json", "--name", "Ann", "--data", str(home))
        with program(*join, home=tmp_path / "cwd") as ann:
            for line in ("create keilty turn_seconds=300", "sit 1", "bot add", "ready"):
                ann.say(line)
            ann.until_kind("hand")
            ann.say("quit")
            ann.wait()
        (path,) = (home / "transcripts").glob("*.rummy")
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.write_bytes(data)
        with program(*join, home=tmp_path / "cwd") as ann:
            line = ann.until_kind("error")
            assert line.startswith("error code=transcript_store ") and ".damaged" in line
            ann.until_kind("hand")
            ann.say("verify")
            ann.until(lambda line: line.startswith("fair ") and "verified=" in line)
            assert not any("cheat=true" in line for line in ann.lines)
            ann.say("quit")
            ann.wait()
    assert check(path.read_bytes(), partial=True).verified
    assert path.with_suffix(".damaged").read_bytes() == data
