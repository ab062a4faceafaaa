"""JSON Schemas of every kind → parameters that a reader understands."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from site_builder.model import Parameter
from site_builder.transcripts.contract import read_contract, unique_ids
from site_builder.transcripts.schema import read_parameters
from spoken import GREETING, announcing, error, request, result, tool, transcript


def one(schema: object) -> Parameter:
    (parameter,) = read_parameters({"type": "object", "properties": {"p": schema}})  # type: ignore[dict-item]
    return parameter


def test_types_are_named_as_a_reader_would() -> None:
    cases: list[tuple[object, str]] = [
        ({"type": "string"}, "string"),
        ({"type": ["string", "null"]}, "string or null"),
        ({"type": "array", "items": {"type": "integer"}}, "array of integer"),
        ({"type": "array"}, "array"),
        (
            {"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}]},
            "array of string, number",
        ),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string or null"),
        ({"oneOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]}, "A or B"),
        ({"allOf": [{"$ref": "#/$defs/A"}]}, "A"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "map of integer"),
        ({"enum": ["a", "b", None]}, "string or null"),
        ({"const": 3}, "integer"),
        ({"properties": {}}, "object"),
        ({}, "any"),
        (True, "any"),
        (False, "never"),
        ({"$ref": "https://example.org/thing.json"}, "thing.json"),
        ({"type": 7}, "any"),
    ]
    assert [(one(schema).type, name) for schema, name in cases] == [(name, name) for _, name in cases]


def test_defaults_choices_and_limits_are_kept_as_json() -> None:
    found = one({"type": "string", "enum": ["a", "ü"], "default": "a", "maxLength": 3, "pattern": "^x"})
    assert (found.choices, found.default) == (('"a"', '"ü"'), '"a"')
    assert found.limits == (("pattern", '"^x"'), ("maxLength", "3"))


def test_nested_objects_and_arrays_lay_their_fields_out() -> None:
    inner = {"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"]}
    expected = (Parameter(name="x", type="number", required=True),)
    assert one(inner).fields == expected
    assert one({"type": "array", "items": inner}).fields == expected
    assert one({"anyOf": [{"type": "null"}, inner]}).fields == expected
    assert one({"type": "object", "additionalProperties": inner}).fields == expected


def test_alternatives_with_fields_are_told_apart() -> None:
    schema = {
        "type": "object",
        "properties": {"p": {"oneOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]}},
        "$defs": {
            "A": {"type": "object", "properties": {"a": {"type": "string"}}},
            "B": {"type": "object", "properties": {"b": {"type": "string"}}},
        },
    }
    (found,) = read_parameters(schema)  # type: ignore[arg-type]
    assert [(field.type, field.fields[0].name) for field in found.fields] == [("A", "a"), ("B", "b")]


def test_a_reference_is_unfolded_once_so_that_recursion_ends() -> None:
    schema = {
        "type": "object",
        "properties": {"left": {"$ref": "#/$defs/No~1de"}, "right": {"$ref": "#/$defs/No~1de"}},
        "$defs": {
            "No/de": {
                "description": "A node",
                "type": "object",
                "properties": {"next": {"$ref": "#/$defs/No~1de"}, "self": {"$ref": "#"}},
            }
        },
    }
    left, right = read_parameters(schema)  # type: ignore[arg-type]
    assert (left.type, left.description) == ("No/de", "A node")
    assert [field.name for field in left.fields] == ["next", "self"]
    assert left.fields[0].fields == ()
    assert right.fields == ()


def test_what_the_schema_means_by_itself_is_read_from_its_references() -> None:
    schema = {"$ref": "#/$defs/Args", "$defs": {"Args": {"properties": {"a": {"type": "string"}}}}}
    assert [found.name for found in read_parameters(schema)] == ["a"]  # type: ignore[arg-type]


words = st.sampled_from(
    ["type", "properties", "items", "$ref", "anyOf", "enum", "required", "x", "allOf", "default"]
)
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["object", "array", "#", "#/x", "string"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=5),
    max_leaves=30,
)


@given(junk)
def test_no_schema_is_too_odd_to_be_read(schema: object) -> None:
    found = read_parameters(schema)  # type: ignore[arg-type]
    assert all(isinstance(parameter, Parameter) for parameter in found)


def test_a_schema_as_deep_as_json_allows_is_read() -> None:
    deep: dict[str, object] = {"type": "string"}
    for _ in range(300):
        deep = {"type": "object", "properties": {"d": deep}}
    assert read_parameters(deep)[0].name == "d"  # type: ignore[arg-type]


def test_a_contract_is_read_from_what_was_announced_last() -> None:
    twice = (
        *announcing(tool("old")),
        request(3, "tools/list"),
        result(3, tools=[tool("a")], nextCursor="2"),
        request(4, "tools/list", cursor="2"),
        result(4, tools=[tool("b", annotations={"title": "B", "readOnlyHint": True})]),
        request(5, "prompts/list"),
        error(5, -32601, "no prompts"),
    )
    contract = read_contract(transcript(*twice))
    assert [found.name for found in contract.tools] == ["a", "b"]
    assert (contract.tools[1].title, contract.tools[1].annotations) == ("B", (("readOnlyHint", "true"),))
    assert contract.refused == (("prompts/list", -32601, "no prompts"),)
    assert contract.capabilities == ("tools",)


def test_a_contract_of_odd_values_is_empty_where_they_are() -> None:
    odd = {"name": 3, "description": [], "inputSchema": "x", "annotations": 1}
    contract = read_contract(transcript(*GREETING, request(2, "tools/list"), result(2, tools=[odd, 3, None])))
    assert [(found.name, found.parameters) for found in contract.tools] == [("", ())]


def test_anchors_are_unique_whatever_the_names() -> None:
    names = ["Get Item", "get_item", "get-item", "日本", "", "get-item-2", "get item"]
    assert len(set(unique_ids(names))) == len(names)
    assert unique_ids(names)[0] == "get-item"
