"""Low priority for threads that compute, so that the window and the network go first.

If the system refuses, the work runs at normal priority and only the window gets slower.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from contextlib import suppress
from typing import Final

NICE_STEPS: Final = 10
"""Niceness (`nice`) added for threads of low priority."""
_NICEST: Final = 19
_BELOW_NORMAL: Final = -1
"""THREAD_PRIORITY_BELOW_NORMAL of Windows."""
_UTILITY: Final = 0x11
"""QOS_CLASS_UTILITY of macOS."""


def lower_thread_priority() -> None:
    """Run the calling thread at low priority until it ends."""
    with suppress(OSError, AttributeError):  # not allowed, or not known to this system
        if sys.platform == "win32":
            kernel = ctypes.WinDLL("kernel32")
            kernel.GetCurrentThread.restype = ctypes.c_void_p
            kernel.SetThreadPriority.argtypes = (ctypes.c_void_p, ctypes.c_int)
            kernel.SetThreadPriority(kernel.GetCurrentThread(), _BELOW_NORMAL)
        elif sys.platform == "darwin":
            ctypes.CDLL(None).pthread_set_qos_class_self_np(_UTILITY, 0)
        else:  # on Linux, the priority of a thread id is set for that thread only
            thread = threading.get_native_id()
            nice = os.getpriority(os.PRIO_PROCESS, thread)
            os.setpriority(os.PRIO_PROCESS, thread, min(_NICEST, nice + NICE_STEPS))
