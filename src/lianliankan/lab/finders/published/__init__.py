"""The finders as they were published, flaws and all: to be seen failing, not to be used."""
