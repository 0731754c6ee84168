"""What every request passes: hosts and origins, cookies, rate limits, files of the page, errors as JSON."""
