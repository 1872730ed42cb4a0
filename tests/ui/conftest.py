"""Qt without a screen, unless the one who runs the tests says otherwise."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
