"""The whole data of LocalSupport: invented, fixed, and stored nowhere else.

A lookup reads these two collections and nothing more, so that every run of the demo
answers alike.
"""

from typing import TypedDict


class Incident(TypedDict):
    """One reported problem, as the server hands it to a client."""

    id: str
    title: str
    status: str
    severity: str
    customer: str


class Customer(TypedDict):
    """One customer whose incidents are handled first."""

    id: str
    name: str
    plan: str


INCIDENTS: dict[str, Incident] = {
    "INC-318": {
        "id": "INC-318",
        "title": "Invoices are sent twice",
        "status": "Investigating",
        "severity": "High",
        "customer": "CUS-07",
    },
}

PRIORITY_CUSTOMERS: list[Customer] = [
    {"id": "CUS-07", "name": "Atelier Morand", "plan": "Premium"},
    {"id": "CUS-12", "name": "Brightwater Clinics", "plan": "Premium"},
]
