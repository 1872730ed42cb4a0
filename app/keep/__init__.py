"""Storage on disk: identity, settings, journal, records, logs and reports of crashes."""
