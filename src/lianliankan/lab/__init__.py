"""The algorithm lab: finders, traces, races, studies, and a judge for learners' functions."""
