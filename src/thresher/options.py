"""Options of algorithms: the fields of their dataclass, given as values or as text.

A command line or a saved model gives text; it is read by the type of the field.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Literal, TypeVar

from thresher.errors import BadOption, nearest_first

T = TypeVar("T")
_WORDS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def option_names(algorithm: type[Any]) -> list[str]:
    """The options of an algorithm, in the order of its definition."""
    return [field.name for field in dataclasses.fields(algorithm) if field.init]


def option_docs(algorithm: type[Any]) -> dict[str, str]:
    """What each option means: the string that stands under its field."""
    docs: dict[str, str] = {}
    for base in reversed(algorithm.__mro__):
        if dataclasses.is_dataclass(base):
            docs |= _attribute_docs(base)
    return {name: docs.get(name, "") for name in option_names(algorithm)}


def _attribute_docs(cls: type[Any]) -> dict[str, str]:
    import ast
    import inspect
    import textwrap

    body = ast.parse(textwrap.dedent(inspect.getsource(cls))).body[0]
    statements = body.body if isinstance(body, ast.ClassDef) else []
    docs = {}
    for field, text in pairwise(statements):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(text, ast.Expr)
            and isinstance(text.value, ast.Constant)
        ):
            docs[field.target.id] = " ".join(str(text.value.value).split())
    return docs


def build(algorithm: type[T], options: Mapping[str, Any]) -> T:
    """An instance of `algorithm` with `options`, each checked by name, type and choice."""
    known = option_names(algorithm)
    hints = typing.get_type_hints(algorithm)
    values = {}
    for name, value in options.items():
        if name not in known:
            raise BadOption(unknown_option(name, known, algorithm.__name__))
        values[name] = _read(name, value, hints[name])
    return algorithm(**values)


def unknown_option(name: str, known: list[str], owner: str) -> str:
    """The message for an option that does not exist."""
    if not known:
        return f"{owner} has no options, but {name!r} was given"
    return f"{owner} has no option {name!r}; it has: {', '.join(nearest_first(name, known))}"


def options_of(algorithm: Any) -> dict[str, Any]:
    """The options of an instance, as plain values that JSON can hold."""
    values = {name: getattr(algorithm, name) for name in option_names(type(algorithm))}
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in values.items()
    }


def _read(name: str, value: Any, hint: Any) -> Any:
    origin = typing.get_origin(hint)
    if origin is Literal:
        return _choice(name, value, typing.get_args(hint))
    if origin in (typing.Union, types.UnionType):
        return _optional(name, value, typing.get_args(hint))
    if origin is tuple:
        return _sequence(name, value, typing.get_args(hint)[0])
    if hint is bool:
        return _truth(name, value)
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise _mismatch(name, value, hint)
    try:
        read = hint(value)
    except (ValueError, OverflowError):
        raise _mismatch(name, value, hint) from None
    is_cut = hint is int and isinstance(value, float) and read != value
    if is_cut or read != read:  # NaN is no number to compare with
        raise _mismatch(name, value, hint)
    return read


def _sequence(name: str, value: Any, hint: Any) -> tuple[Any, ...]:
    if isinstance(value, str):
        value = [part.strip() for part in value.split(",")]
    if not isinstance(value, (list, tuple)):
        raise BadOption(f"{name} must be values separated by commas, not {value!r}")
    return tuple(_read(name, part, hint) for part in value)


def _optional(name: str, value: Any, hints: tuple[Any, ...]) -> Any:
    if value is None or value in ("", "none"):
        return None
    return _read(name, value, next(hint for hint in hints if hint is not types.NoneType))


def _choice(name: str, value: Any, choices: tuple[Any, ...]) -> Any:
    if value in choices:
        return value
    shown = ", ".join(nearest_first(str(value), map(str, choices)))
    raise BadOption(f"{name} must be one of {shown}, not {value!r}")


def _truth(name: str, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in _WORDS:
        return _WORDS[value.lower()]
    raise BadOption(f"{name} must be true or false, not {value!r}")


def _mismatch(name: str, value: Any, hint: type[Any]) -> BadOption:
    expected = {int: "a whole number", float: "a number", str: "text"}.get(hint, str(hint))
    return BadOption(f"{name} must be {expected}, not {value!r}")
