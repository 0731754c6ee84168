"""Checks of every request: hosts and origins, cookies, rate limits; files of the page, errors as JSON."""
