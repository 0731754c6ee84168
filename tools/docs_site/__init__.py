"""The documentation as a web site, made by Sphinx from the Markdown of docs/: English, and Chinese below zh/."""
