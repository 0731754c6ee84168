"""The whole server in one thread, without a network: the same app, in a page or in a program."""
