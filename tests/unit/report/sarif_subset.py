"""The part of the SARIF 2.1.0 schema that these reports use, closed: anything else is refused.

Written from sections 3.13 to 3.34 of the standard: objects, their required members, types and enumerations.
"""

from __future__ import annotations

from typing import Any

TEXT: dict[str, Any] = {"type": "string", "minLength": 1}
POSITIVE: dict[str, Any] = {"type": "integer", "minimum": 1}
LEVEL: dict[str, Any] = {"enum": ["none", "note", "warning", "error"]}
BAG: dict[str, Any] = {"type": "object"}


def thing(required: list[str], **members: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "required": required, "properties": members, "additionalProperties": False}


def several(item: dict[str, Any], least: int = 0) -> dict[str, Any]:
    return {"type": "array", "items": item, "minItems": least}


MESSAGE = thing(["text"], text=TEXT, markdown=TEXT)
REGION = thing(["startLine"], startLine=POSITIVE, startColumn=POSITIVE, endLine=POSITIVE, endColumn=POSITIVE)
ARTIFACT = thing(["uri"], uri={"type": "string", "format": "uri-reference", "minLength": 1}, uriBaseId=TEXT)
PHYSICAL = thing(["artifactLocation"], artifactLocation=ARTIFACT, region=REGION)
LOCATION = thing(
    ["physicalLocation"], id={"type": "integer", "minimum": -1}, physicalLocation=PHYSICAL, message=MESSAGE
)
RULE = thing(
    ["id"],
    id=TEXT,
    shortDescription=MESSAGE,
    fullDescription=MESSAGE,
    help=MESSAGE,
    defaultConfiguration=thing([], level=LEVEL),
)
RESULT = thing(
    ["message"],
    ruleId=TEXT,
    ruleIndex={"type": "integer", "minimum": 0},
    level=LEVEL,
    message=MESSAGE,
    locations=several(LOCATION),
    relatedLocations={**several(LOCATION), "uniqueItems": True},
    partialFingerprints={"type": "object", "additionalProperties": {"type": "string"}},
    properties=BAG,
)
DRIVER = thing(["name"], name=TEXT, version=TEXT, rules={**several(RULE), "uniqueItems": True})
RUN = thing(
    ["tool"],
    tool=thing(["driver"], driver=DRIVER),
    automationDetails=thing([], id=TEXT),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    results=several(RESULT),
)
SCHEMA: dict[str, Any] = {
    **thing(
        ["version", "runs"],
        version={"const": "2.1.0"},
        runs=several(RUN),
    ),
    "$schema": "https://json-schema.org/draft/2020-12/schema",
}
SCHEMA["properties"]["$schema"] = {"type": "string", "format": "uri"}
