"""A player who plays on through restarts, and notices what goes wrong."""

import threading
import time

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from support.web_stage import Client, Window

__all__ = ["CarefulPlayer"]


class CarefulPlayer(threading.Thread):
    """A player who plays on, and whose page reconnects.

    - `answered`: how many commands of the game were answered.
    - `failed`: how many attempts to connect failed.
    - `codes`: how the connections were closed.
    - `wrong`: what should not have happened.
    """

    def __init__(self, client: Client, end: threading.Event) -> None:
        super().__init__()
        self.client, self._end = client, end
        self.id = client.start_game(mode="relaxed", rows=8, cols=10)
        self.answered = self.failed = 0
        self.codes: list[int] = []
        self.wrong: list[object] = []

    def run(self) -> None:
        while not self._end.is_set():
            try:
                window = self.client.open_window(self.id)
            except (OSError, ConnectionClosed, InvalidHandshake, EOFError):
                self.failed += 1
                time.sleep(0.05)
                continue
            if window.version != self.answered:  # run without an answer, or lost after it
                self.wrong.append((window.version, self.answered))
            self._play(window)

    def _play(self, window: Window) -> None:
        try:
            while not self._end.is_set():
                answer = window.do("resume" if window.version % 2 else "pause")
                if answer["type"] == "done":
                    self.answered = answer["version"]
                else:
                    self.wrong.append(answer)
                time.sleep(0.04)  # below the limit of messages
        except TimeoutError:
            self.wrong.append("no answer")
        except ConnectionClosed as closed:
            self.codes.append(closed.rcvd.code if closed.rcvd else 0)
        window.close()
