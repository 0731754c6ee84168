"""Text for people: durations."""

__all__ = ["format_duration"]


def format_duration(seconds: float) -> str:
    """Return a duration as minutes and seconds, with hours if there are any.

    >>> format_duration(65.9), format_duration(3700)
    ('1:05', '1:01:40')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
