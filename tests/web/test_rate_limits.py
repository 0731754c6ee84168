"""Rate limits: token buckets, and what is forgotten of them."""

from starlette.requests import HTTPConnection

from lianliankan.web.http.rate_limits import RateLimiter, TokenBucket, client_network


def test_a_bucket_allows_a_burst_and_then_its_rate() -> None:
    bucket = TokenBucket(rate=10, burst=3, now=iter([0, 0, 0, 0, 0, 0.05, 0.1, 0.1]).__next__)
    taken = [bucket.take() for _ in range(7)]
    assert taken == [True, True, True, False, False, True, False]


def test_a_limiter_forgets_the_keys_used_least_recently() -> None:
    limiter = RateLimiter(rate=1, burst=1, limit=2, now=lambda: 0.0)
    assert [limiter.take(key) for key in "abcab"] == [True] * 5  # forgotten keys start with a full bucket
    assert not limiter.take("b")


def test_all_addresses_of_a_client_have_one_network() -> None:
    def request(host: str | None) -> HTTPConnection:
        return HTTPConnection({"type": "http", "headers": [], "client": None if host is None else (host, 1)})

    hosts = ["2001:db8::1", "2001:db8::ffff:2", "2001:db8:0:1::1", "192.0.2.1", "::ffff:192.0.2.1", "unix:", None]
    assert [client_network(request(host)) for host in hosts] == [
        "2001:db8::/64",
        "2001:db8::/64",
        "2001:db8:0:1::/64",
        "192.0.2.1",
        "192.0.2.1",
        "unix:",
        "",
    ]
