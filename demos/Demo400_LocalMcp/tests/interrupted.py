"""Press Ctrl+C for a command whose server is at work: interrupted.py COMMAND...

What the command writes passes through, and its exit code is the exit code here.
"""

import signal
import subprocess
import sys

AT_WORK = "get_incident_status has begun\n"


def main(*command: str) -> int:
    """Run the command, and interrupt it once its server says that it is at work."""
    with subprocess.Popen(command, stderr=subprocess.PIPE, encoding="utf-8") as child:
        assert child.stderr
        for line in child.stderr:
            sys.stderr.write(line)
            if line == AT_WORK:
                child.send_signal(signal.SIGINT)
    return child.returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
