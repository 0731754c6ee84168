"""The algorithm lab: finders, a judge for learners' functions, traces, races and studies."""
