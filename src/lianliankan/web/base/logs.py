"""The log: lines of JSON, with the id of the request or connection that each is about."""

import json
import logging
import sys
import time
from contextvars import ContextVar

from lianliankan.override import override

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the request or connection that is being served; empty for what the server does by itself."""

_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class _JsonFormatter(logging.Formatter):
    """Writes a record as one line of JSON: time, level, event, request, and the extra fields."""

    @override
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        if current := request_id.get():
            line["request"] = current
        line |= {name: value for name, value in vars(record).items() if name not in _FIELDS}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def configure_logging(level: int) -> None:
    """Log to standard error as JSON lines, from a level upwards."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonFormatter())
    root = logging.getLogger()  # asyncio and the packages have something to say, too
    root.handlers = [handler]
    root.setLevel(max(level, logging.WARNING))
    for name in ("uvicorn", "lianliankan.web"):
        logging.getLogger(name).setLevel(level)
    # Requests and connections are logged by the app; what cannot be parsed is no problem of the server.
    logging.getLogger("uvicorn.error").setLevel(max(level, logging.ERROR))
