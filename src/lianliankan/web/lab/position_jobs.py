"""The jobs of the worker processes about positions of the lab: why two tiles do not link, what lost a game."""

from dataclasses import dataclass

from lianliankan.web.lab.jobs import LabQuestion
from lianliankan.web.lab.recorded import describe_game, read_game
from lianliankan.web.lab.why import explain_pair
from lianliankan.web.live.protocol import encode
from lianliankan.web.work.jobs import JobContext, LaneName


@dataclass(frozen=True, slots=True)
class WhyJob:
    """Why two tiles do not link, as JSON."""

    question: LabQuestion
    lanes: tuple[LaneName, ...] = ("share",)

    def run(self, context: JobContext) -> bytes:
        """Explain it."""
        return encode(explain_pair(*self.question.read()))


@dataclass(frozen=True, slots=True)
class RecordedGameJob:
    """A recorded game, from its record or share text, as JSON."""

    text: str
    lanes: tuple[LaneName, ...] = ("share",)

    def run(self, context: JobContext) -> bytes:
        """Replay the game, and ask the solver about its positions."""
        return encode(describe_game(read_game(self.text)))
