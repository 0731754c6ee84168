"""Parts that the whole server uses: its log, measurements and background tasks, JSON, and limits of sizes."""
