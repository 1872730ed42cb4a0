"""Play the evening: `python -m tests.evening FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.evening.course import play_evening

if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    print(play_evening(Path(sys.argv[1])))
