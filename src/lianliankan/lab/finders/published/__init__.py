"""The finders as they were published, flaws included: to study, not to use."""
