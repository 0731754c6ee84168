"""The names of browsers and systems, from what browsers say about themselves; for lists of devices."""

from typing import Final

from lianliankan.store.players import Agent

# In this order: nearly all browsers also name others, which they resemble.
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("MicroMessenger/", "WeChat"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def parse_agent(text: str) -> Agent:
    """Return the browser and system that a User-Agent header names.

    >>> parse_agent("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0")
    Agent(browser='Firefox', system='Linux')
    >>> parse_agent("curl/8.0")
    Agent(browser='', system='')
    """
    browser, system = (next((name for sign, name in known if sign in text), "") for known in (_BROWSERS, _SYSTEMS))
    return Agent(browser, system)
