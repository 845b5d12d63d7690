"""The host's loop: what fails in it is one line of the log, without values."""

import asyncio
import io
import threading

import pytest

from rummynet.host.event_loop import LoopCall, LoopTime, log_failures
from rummynet.host.ops.logbook import Logbook
from tests.support.tls_ends import LOOPS, Acceptor, Client, Loop, Notes, listen, run, until

pytestmark = pytest.mark.parametrize("loop", LOOPS)


class Faulty(Notes):
    """A user with a mistake in it."""

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        raise ValueError(f"the secret is {data!r}")


class FaultyUsers(Acceptor):
    def build_protocol(self, address: str) -> Notes:
        self.users.append(Faulty())
        return self.users[-1]


def test_a_mistake_on_a_connection_ends_it_and_is_one_line_without_values(loop: Loop) -> None:
    async def work() -> None:
        log, faulty = io.StringIO(), FaultyUsers()
        log_failures(asyncio.get_running_loop(), Logbook(log))
        port = listen(faulty)
        client = await Client.dial(port.port)
        await client.shake_hands()
        await client.send(b"K1")
        await until(lambda: faulty.users and "lost" in faulty.users[0].calls)
        (line,) = log.getvalue().splitlines()
        assert "error unexpected error='ValueError'" in line and "test_event_loop.py" in line and "K1" not in line
        client.close()
        port.stop()

    run(loop, work)


def test_a_mistake_in_a_call_is_one_line_and_the_loop_goes_on(loop: Loop) -> None:
    async def work() -> None:
        log, running = io.StringIO(), asyncio.get_running_loop()
        log_failures(running, Logbook(log))
        running.call_soon(lambda: 1 // 0)
        running.call_exception_handler({"message": "a task was forgotten"})
        await until(lambda: log.getvalue().count("\n") == 2)
        assert "error='RuntimeError'" in log.getvalue() and "error='ZeroDivisionError'" in log.getvalue()

    run(loop, work)


def test_a_call_runs_when_it_is_due_and_never_before(loop: Loop) -> None:
    async def work() -> None:
        time, ran = LoopTime(asyncio.get_running_loop()), dict[str, float]()
        taking, calls = 1.0, dict[str, LoopCall]()
        while taking >= 0.001:  # a timer begins to count when it is asked for; these two have an order if that is quick
            for call in calls.values():
                call.cancel()
            begun = time.seconds()
            calls = {
                name: time.callLater(delay, lambda name=name: ran.setdefault(name, time.seconds()))
                for name, delay in (("later", 0.0087), ("sooner", 0.0014), ("at once", 0.0))
            }
            taking = time.seconds() - begun
        assert not ran and all(call.active() for call in calls.values())
        await until(lambda: len(ran) == 3)
        # On a busy machine the time of a timer has come before what is due at once has run: they have no order.
        assert [name for name in ran if name != "at once"] == ["sooner", "later"]
        assert all(ran[name] >= call.getTime() and not call.active() for name, call in calls.items())

    run(loop, work)


def test_a_cancelled_call_does_not_run(loop: Loop) -> None:
    async def work() -> None:
        time, ran = LoopTime(asyncio.get_running_loop()), list[str]()
        cancelled = [time.callLater(delay, ran.append, "cancelled") for delay in (0.0, 0.001)]
        for call in cancelled:
            call.cancel()
            call.cancel()
            assert not call.active()
        time.callLater(0.002, ran.append, "other")
        await until(lambda: bool(ran))
        assert ran == ["other"]

    run(loop, work)


def test_other_threads_have_their_calls_made_in_the_loop_s(loop: Loop) -> None:
    async def work() -> None:
        time, ran = LoopTime(asyncio.get_running_loop()), list[threading.Thread]()
        other = threading.Thread(target=time.callFromThread, args=(lambda: ran.append(threading.current_thread()),))
        other.start()
        await until(lambda: bool(ran))
        assert ran == [threading.current_thread()]
        other.join()

    run(loop, work)
