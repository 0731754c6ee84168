"""The worker process: its limits, and what happens when it hangs, dies or is missing."""

import importlib.util
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import IO

import pytest

from lianliankan import child_process
from lianliankan.child_process import ChildDied
from lianliankan.errors import MissingExtra
from lianliankan.faces.custom import picture_worker, worker
from lianliankan.faces.custom.picture_worker import PictureWorker
from lianliankan.faces.custom.refusal import PictureRefused
from lianliankan.faces.custom.thumbnail import make_thumbnail
from support.patience import PATIENCE
from support.picture_files import WORKER, chunk, picture, png

resource = pytest.importorskip("resource", reason="this system does not limit processes")

GOOD = picture(seed=1)


def running_worker() -> tuple[PictureWorker, int]:
    """Return a worker that has answered once, and its process."""
    started = PictureWorker(PATIENCE)
    started.make_thumbnail(GOOD)
    assert started.process_id is not None
    return started, started.process_id


def test_it_answers_like_the_functions_it_calls() -> None:
    thumbnails = [WORKER.make_thumbnail(picture(seed=seed)) for seed in (1, 2, 1)]
    assert thumbnails == [make_thumbnail(picture(seed=seed)) for seed in (1, 2, 1)]
    assert [pair[:2] for pair in WORKER.find_similar(thumbnails)] == [(0, 2)]
    assert WORKER.find_similar([]) == []


def after_the_request(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Do something once, as soon as the next request is written."""
    usual = child_process._write_message

    def write(sink: IO[bytes], message: bytes) -> None:
        usual(sink, message)
        monkeypatch.undo()
        act()

    monkeypatch.setattr(child_process, "_write_message", write)


@pytest.mark.kills
def test_a_worker_that_hangs_is_ended_and_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    hanging, process = running_worker()
    with hanging:
        os.kill(process, signal.SIGSTOP)
        monkeypatch.setattr(hanging, "_seconds", 0.1)
        with pytest.raises(PictureRefused, match="too much time or memory"):
            hanging.make_thumbnail(GOOD)
        monkeypatch.undo()
        assert hanging.make_thumbnail(GOOD) == WORKER.make_thumbnail(GOOD)
        assert hanging.process_id != process


@pytest.mark.kills
def test_a_worker_that_dies_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    dying, process = running_worker()
    with dying:
        os.kill(process, signal.SIGKILL)  # between two requests, so nobody needs to know
        os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)
        assert dying.make_thumbnail(GOOD)
        process = dying.process_id or 0
        os.kill(process, signal.SIGSTOP)
        after_the_request(monkeypatch, partial(os.kill, process, signal.SIGKILL))
        with pytest.raises(PictureRefused, match="too much time or memory"):
            dying.make_thumbnail(GOOD)
        assert dying.make_thumbnail(GOOD)
        process = dying.process_id or 0
        os.kill(process, signal.SIGSTOP)
        after_the_request(monkeypatch, partial(os.kill, process, signal.SIGKILL))
        with pytest.raises(ChildDied):
            dying.find_similar([GOOD])


@pytest.mark.kills
def test_closing_ends_a_request_in_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    closing, process = running_worker()
    os.kill(process, signal.SIGSTOP)
    other = threading.Thread(target=closing.close)
    after_the_request(monkeypatch, other.start)
    with pytest.raises(PictureRefused):
        closing.make_thumbnail(GOOD)
    other.join()


def test_memory_and_processor_time_are_limited() -> None:
    limited, process = running_worker()
    with limited:
        assert resource.prlimit(process, resource.RLIMIT_AS)[0] == worker.MAX_MEMORY
        assert 0 < resource.prlimit(process, resource.RLIMIT_CPU)[0] <= picture_worker.MAX_SECONDS + 10
        resource.prlimit(process, resource.RLIMIT_AS, (200_000_000, worker.MAX_MEMORY))
        with pytest.raises(PictureRefused, match="too much memory"):
            limited.make_thumbnail(png(6_000, 4_000, chunk(b"tRNS", bytes(6)), zeros=18_001 * 4_000))
        assert limited.make_thumbnail(GOOD)
        assert limited.process_id == process


def test_it_ends_with_its_parent() -> None:
    program = (
        "import os; from lianliankan.faces.custom.picture_worker import PictureWorker; worker = PictureWorker();"
        "worker.find_similar([]); print('ready', flush=True); os._exit(0)"
    )
    # The worker has inherited the error output, which this waits for.
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, timeout=PATIENCE)
    assert done.stdout == b"ready\n"


def test_without_pillow_a_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(picture_worker, "find_spec", lambda name: None if name == "PIL" else find(name))
    with pytest.raises(MissingExtra, match=r"pip install 'lianliankan\[pictures\]'"):
        PictureWorker().make_thumbnail(GOOD)
