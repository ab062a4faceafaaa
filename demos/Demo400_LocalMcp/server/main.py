"""Start LocalSupport. Standard input and output carry the protocol; whatever else it says goes to stderr."""

import argparse
import asyncio
import logging
import sys

from local_support import local_support, serve
from support_tools import TOOLS


def main() -> int:
    """Serve until the client is gone; 130 after Ctrl+C."""
    parser = argparse.ArgumentParser(description="LocalSupport, an MCP server on standard input and output.")
    parser.add_argument("--verbose", action="store_true", help="log each call on standard error")
    level = logging.INFO if parser.parse_args().verbose else logging.WARNING
    logging.basicConfig(stream=sys.stderr, level=level, format="%(name)s: %(message)s")
    try:
        asyncio.run(serve(local_support(TOOLS)))
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
