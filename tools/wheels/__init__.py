"""Builds the wheels for Linux and checks them: python -m wheels."""
