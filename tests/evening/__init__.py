"""A whole evening on a real X server: three windows, a real network, a real mouse.

`python -m tests.evening FOLDER` plays it (Linux, with Xvfb and xdotool) and leaves its photographs in FOLDER.
"""
