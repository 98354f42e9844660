"""Questions, updates and views as JSON, and the JSON schema of each, both made from their dataclasses.

A field that has its default is left out, and `keeps_open` is written `keeps-open`.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from typing import Any, NewType, Union, cast, get_args, get_origin, get_type_hints

JsonObject = dict[str, Any]
PLAIN: Mapping[object, str] = {str: "string", int: "integer", bool: "boolean"}


def to_json(value: object) -> Any:
    """Return a value as JSON has it: objects, lists, texts, whole numbers, true, false and null."""
    if is_dataclass(value) and not isinstance(value, type):
        said = ((each, getattr(value, each.name)) for each in fields(value))
        return {key_of(each): to_json(part) for each, part in said if part != _default(each)}
    if isinstance(value, tuple | list):
        return [to_json(each) for each in value]
    if isinstance(value, Mapping):
        return {str(key): to_json(each) for key, each in value.items()}
    return str(value) if isinstance(value, StrEnum) else value


def schema_of(kind: type) -> JsonObject:
    """Return the JSON schema of a dataclass."""
    found: JsonObject = {}
    top = _schema(kind, found)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **top, "$defs": found}


def _schema(kind: Any, found: JsonObject) -> JsonObject:
    if isinstance(kind, NewType):
        return _schema(kind.__supertype__, found)
    if kind in PLAIN:
        return {"type": PLAIN[kind]}
    if kind is Any:
        return {}
    if is_dataclass(kind):
        return _reference(cast("type", kind), found)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return {"enum": [each.value for each in kind]}
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return {"anyOf": [{"type": "null"} if each is type(None) else _schema(each, found) for each in inner]}
    if origin is tuple:
        return {"type": "array", "items": _schema(inner[0], found)}
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": _schema(inner[1], found)}
    raise TypeError(f"{kind} has no JSON schema")


def _reference(kind: type, found: JsonObject) -> JsonObject:
    if kind.__name__ not in found:
        found[kind.__name__] = {}  # so that a type may contain itself
        hints = get_type_hints(kind)
        found[kind.__name__] = {
            "type": "object",
            "properties": {key_of(each): _schema(hints[each.name], found) for each in fields(kind)},
            "required": [key_of(each) for each in fields(kind) if _default(each) is MISSING],
            "additionalProperties": False,
        }
    return {"$ref": f"#/$defs/{kind.__name__}"}


def key_of(field: Field[Any]) -> str:
    """Return the name of a field in JSON."""
    name = field.metadata.get("name", field.name)
    return str(name).replace("_", "-")


def _default(field: Field[Any]) -> object:
    return field.default_factory() if field.default_factory is not MISSING else field.default
