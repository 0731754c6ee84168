"""Rate limits: token buckets, and what is forgotten of them."""

from lianliankan.web.rate_limits import RateLimiter, TokenBucket


def test_a_bucket_allows_a_burst_and_then_its_rate() -> None:
    bucket = TokenBucket(rate=10, burst=3)
    taken = [bucket.take(now=now) for now in (0, 0, 0, 0, 0.05, 0.1, 0.1)]
    assert taken == [True, True, True, False, False, True, False]


def test_a_limiter_forgets_the_keys_used_least_recently() -> None:
    limiter = RateLimiter(rate=0.001, burst=1, limit=2)
    assert [limiter.take(key) for key in "abcab"] == [True] * 5  # forgotten keys start with a full bucket
    assert not limiter.take("b")
