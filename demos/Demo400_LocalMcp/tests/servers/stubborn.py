"""A program that never answers and that only a kill can end."""

import signal

signal.signal(signal.SIGTERM, signal.SIG_IGN)
while True:
    signal.pause()
