"""The load test: simulated players and racers on one server, its response times, and what is lost in a crash."""
