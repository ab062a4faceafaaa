"""A JSON Schema → `Parameter` values that a reader understands.

References inside the document are shown by name and unfolded once each, so that a recursive or heavily shared
schema stays finite; references to elsewhere are shown by name and never fetched. Whatever has no readable
form is left to the schema itself, which is shown in full.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import unquote

from site_builder.model import Parameter
from site_builder.transcripts.canonical import Json, one_line
from site_builder.transcripts.messages import table_of, text_of

LIMITS = (
    "format",
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "contentEncoding",
    "contentMediaType",
    "readOnly",
    "writeOnly",
    "deprecated",
    "examples",
)
DEEPEST = 24  # levels of nesting that are laid out; deeper ones are in the schema


def read_parameters(schema: Json) -> tuple[Parameter, ...]:
    """The properties of an object's schema, in the schema's order."""
    return _Reading(schema).fields(schema, 0)


class _Reading:
    """One schema document; remembers which references have been unfolded."""

    def __init__(self, document: Json) -> None:
        self.document = document
        self.unfolded: set[str] = set()

    def fields(self, schema: Json, depth: int) -> tuple[Parameter, ...]:
        """What is inside: an object's properties, an array's items', the alternatives' of a choice."""
        if depth >= DEEPEST or not isinstance(schema, dict):
            return ()
        found: list[Parameter] = []
        reference = text_of(schema.get("$ref"))
        if reference is not None and reference not in self.unfolded:
            target = self.target(reference)
            if target is not None:
                self.unfolded.add(reference)
                found += self.fields(target, depth + 1)
        required = schema.get("required")
        names = required if isinstance(required, list) else []
        for name, one in table_of(schema.get("properties")).items():
            found.append(self.parameter(name, one, name in names, depth))
        for part in _schemas(schema.get("allOf")):
            found += self.fields(part, depth + 1)
        found += self.alternatives(schema, depth)
        for inner in _inner(schema):
            found += self.fields(inner, depth + 1)
        return tuple(found)

    def alternatives(self, schema: dict[str, Json], depth: int) -> Iterable[Parameter]:
        """One alternative with fields gives them directly; several are told apart by their names."""
        options = [*_schemas(schema.get("anyOf")), *_schemas(schema.get("oneOf"))]
        groups = [(one, fields) for one in options if (fields := self.fields(one, depth + 1))]
        if len(groups) == 1:
            return groups[0][1]
        return [Parameter(name="", type=self.type_of(one, depth), fields=fields) for one, fields in groups]

    def parameter(self, name: str, schema: Json, required: bool, depth: int) -> Parameter:
        table = table_of(schema)
        target = table_of(self.target(text_of(table.get("$ref")) or ""))
        described = text_of(table.get("description")) or text_of(target.get("description")) or ""
        return Parameter(
            name=name,
            type=self.type_of(schema, depth),
            required=required,
            description=described,
            default=one_line(table["default"]) if "default" in table else None,
            choices=_choices(table) or _choices(target),
            limits=tuple((key, one_line(table[key])) for key in LIMITS if key in table),
            fields=self.fields(schema, depth + 1),
        )

    def type_of(self, schema: Json, depth: int = 0) -> str:
        if schema is False:
            return "never"
        if not isinstance(schema, dict) or depth >= DEEPEST:
            return "any"
        reference = text_of(schema.get("$ref"))
        if reference is not None:
            return reference_name(reference)
        for key, joint in (("anyOf", " or "), ("oneOf", " or "), ("allOf", " and ")):
            options = _schemas(schema.get(key))
            if options:
                return joint.join(dict.fromkeys(self.type_of(one, depth + 1) for one in options))
        kinds = schema.get("type")
        names = [kinds] if isinstance(kinds, str) else kinds if isinstance(kinds, list) else []
        spelled = [self.named(name, schema, depth) for name in names if isinstance(name, str)]
        return " or ".join(spelled) or self.implied(schema, depth)

    def named(self, kind: str, schema: dict[str, Json], depth: int) -> str:
        if kind == "array":
            items = schema.get("items")
            fixed = _schemas(schema.get("prefixItems"))
            if fixed:
                return "array of " + ", ".join(self.type_of(one, depth + 1) for one in fixed)
            return "array" if items is None or items is True else f"array of {self.type_of(items, depth + 1)}"
        if kind == "object" and "properties" not in schema:
            values = schema.get("additionalProperties")
            if isinstance(values, dict) and values:
                return f"map of {self.type_of(values, depth + 1)}"
        return kind

    def implied(self, schema: dict[str, Json], depth: int) -> str:
        """The type of a schema that names none."""
        if "properties" in schema:
            return "object"
        if "items" in schema or "prefixItems" in schema:
            return self.named("array", schema, depth)
        constants = schema["enum"] if isinstance(schema.get("enum"), list) else []
        if "const" in schema:
            constants = [schema["const"]]
        kinds = [_kind(one) for one in constants] if isinstance(constants, list) else []
        return " or ".join(dict.fromkeys(kinds)) or "any"

    def target(self, reference: str) -> Json:
        """What a reference inside this document names, by JSON pointer or anchor; None for any other."""
        if reference == "#":
            return self.document
        if not reference.startswith("#/"):
            return None
        found: Json = self.document
        for part in unquote(reference[2:]).split("/"):
            key = part.replace("~1", "/").replace("~0", "~")
            if isinstance(found, dict):
                found = found.get(key)
            elif isinstance(found, list) and key.isascii() and key.isdigit() and int(key) < len(found):
                found = found[int(key)]
            else:
                return None
        return found


def reference_name(reference: str) -> str:
    """`#/$defs/Incident` → `Incident`."""
    last = unquote(reference.rstrip("/").rsplit("/", 1)[-1]).replace("~1", "/").replace("~0", "~")
    return last.lstrip("#") or reference


def _schemas(found: Json) -> list[Json]:
    return list(found) if isinstance(found, list) else []


def _inner(schema: dict[str, Json]) -> Iterable[Json]:
    """Schemas of an array's items and of a map's values."""
    yield schema.get("items")
    yield from _schemas(schema.get("prefixItems"))
    yield schema.get("additionalProperties")


def _choices(table: dict[str, Json]) -> tuple[str, ...]:
    if "const" in table:
        return (one_line(table["const"]),)
    found = table.get("enum")
    return tuple(one_line(one) for one in found) if isinstance(found, list) else ()


def _kind(found: Json) -> str:
    match found:
        case bool():
            return "boolean"
        case str():
            return "string"
        case int():
            return "integer"
        case float():
            return "number"
        case list():
            return "array"
        case dict():
            return "object"
        case _:
            return "null"
