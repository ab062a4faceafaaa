"""The real server's modules, for programs that change one thing about it."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "server"))

from fixtures import INCIDENTS, PRIORITY_CUSTOMERS
from local_support import local_support, serve
from support_tools import TOOLS, SupportTool, list_priority_customers, structured

__all__ = [
    "INCIDENTS",
    "PRIORITY_CUSTOMERS",
    "TOOLS",
    "SupportTool",
    "list_priority_customers",
    "local_support",
    "serve",
    "structured",
]
