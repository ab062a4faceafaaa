"""Node types of the six grammars that define a name; where two grammars share one, it means the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Kind = Literal["scope", "function", "value"]  # a value is a symbol only outside functions

SCOPES = frozenset(
    {
        "abstract_class_declaration",
        "annotation_type_declaration",
        "class_declaration",
        "enum_declaration",
        "enum_item",
        "interface_declaration",
        "internal_module",
        "mod_item",
        "record_declaration",
        "struct_declaration",
        "struct_item",
        "trait_item",
        "type_alias",
        "type_spec",
        "union_item",
    }
)
FUNCTIONS = frozenset(
    {
        "abstract_method_signature",
        "compact_constructor_declaration",
        "constructor_declaration",
        "delegate_declaration",
        "function_declaration",
        "function_item",
        "function_signature_item",
        "generator_function_declaration",
        "local_function_statement",
        "macro_definition",
        "method_declaration",
        "method_definition",
        "method_elem",
    }
)
VALUES = frozenset(
    {
        "const_item",
        "const_spec",
        "enum_constant",
        "enum_member_declaration",
        "enum_variant",
        "field_definition",
        "method_signature",
        "property_declaration",
        "property_signature",
        "public_field_definition",
        "static_item",
        "type_alias_declaration",
        "type_item",
        "var_spec",
        "variable_declarator",
    }
)
DEFINITIONS: Mapping[str, Kind] = {
    **dict.fromkeys(SCOPES, "scope"),
    **dict.fromkeys(FUNCTIONS, "function"),
    **dict.fromkeys(VALUES, "value"),
}
ANONYMOUS_FUNCTIONS = frozenset(
    {"arrow_function", "function_expression", "func_literal", "lambda_expression", "closure_expression"}
)
LEADS = frozenset({"decorator", "attribute_item"})  # siblings that stand before what they describe
# A node around one definition, whose lines are the definition's.
WRAPPERS = frozenset(
    {
        "ambient_declaration",
        "const_declaration",
        "event_field_declaration",
        "export_statement",
        "expression_statement",
        "field_declaration",
        "lexical_declaration",
        "type_declaration",
        "var_declaration",
        "variable_declaration",
    }
)
