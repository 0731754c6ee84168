"""The algorithm lab: finders, traces, races, and a judge for learners' functions."""
