"""The lab of the page: what its finders are, traces, races and runs on growing boards."""
