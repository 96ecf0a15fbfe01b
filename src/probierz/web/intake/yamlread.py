"""YAML of strangers, read as a tree of texts: nothing is constructed, and what could grow without end is refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from probierz.errors import ProbierzError

if TYPE_CHECKING:
    import yaml

MOST_YAML_BYTES = 64 * 2**10
DEEPEST = 10
MOST_NODES = 2000


class YamlProblem(ProbierzError):
    """Something in a YAML file cannot be used. `line` counts from 1; None where the whole file is meant."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True)
class YamlField:
    """A value with the key that it stands under; an item of a list has an empty key."""

    key: str
    node: yaml.Node

    def problem(self, message: str) -> YamlProblem:
        """A problem on the line of this value."""
        return YamlProblem(message, self.node.start_mark.line + 1)

    def text(self) -> str:
        """The value as it is written, without quotes. Raises YamlProblem for a list or a map."""
        import yaml

        if not isinstance(self.node, yaml.ScalarNode):
            raise self.problem(f"{self.key or 'an item'} must be a text")
        return str(self.node.value)

    def items(self, most: int) -> list[YamlField]:
        """The items of a list; no value at all is an empty list. Raises YamlProblem for anything else."""
        import yaml

        if self._is_nothing():
            return []
        if not isinstance(self.node, yaml.SequenceNode):
            raise self.problem(f"{self.key} must be a list")
        if len(self.node.value) > most:
            raise self.problem(f"{self.key} has more than {most} items")
        return [YamlField("", item) for item in self.node.value]

    def fields(self) -> list[YamlField]:
        """The keys and values of a map; no value at all is an empty map. Raises YamlProblem for anything else."""
        return [] if self._is_nothing() else list(_fields(self.node, self.key or "an item"))

    def as_yaml(self) -> str:
        """The value as YAML in one line; a text or number just as it is written, without quotes."""
        import yaml

        if isinstance(self.node, yaml.ScalarNode):
            return self.text()
        _flatten(self.node)
        written = yaml.serialize(self.node, Dumper=yaml.SafeDumper, width=10**6, allow_unicode=True)
        return str(written).strip()

    def _is_nothing(self) -> bool:
        return self.node.tag == "tag:yaml.org,2002:null"


def read_fields(content: bytes) -> list[YamlField]:
    """Return the top-level keys of a YAML map with their values, as nodes; an empty file has none.

    Raises YamlProblem, with the line, for a file that is too large or deep, broken, no UTF-8, no map, or has anchors.
    """
    import yaml

    if len(content) > MOST_YAML_BYTES:
        raise YamlProblem(f"the file is larger than {MOST_YAML_BYTES // 2**10} KiB")
    try:
        node = yaml.compose(content.decode("utf-8-sig"), Loader=_careful_loader())
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise YamlProblem(f"byte 0x{content[error.start]:02X} is not UTF-8", line) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise YamlProblem(f"this is not YAML: {_first_line(error.problem)}", mark.line + 1 if mark else None) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise YamlProblem(f"this is not YAML: {_first_line(str(error))}") from None
    return YamlField("the file", node).fields() if node is not None else []


def _first_line(text: str | None) -> str:
    return (text or "it breaks off").splitlines()[0][:200]


def _fields(node: yaml.Node, what: str) -> Iterator[YamlField]:
    import yaml

    if not isinstance(node, yaml.MappingNode):
        raise YamlField("", node).problem(f"{what} must be a map, lines of  key: value")
    seen: set[str] = set()
    for key, value in node.value:
        name = YamlField("a key", key).text().strip()
        if name in seen:
            raise YamlField("", key).problem(f"the key {name[:100]!r} stands here twice")
        seen.add(name)
        yield YamlField(name, value)


def _flatten(node: yaml.Node) -> None:
    """Let a list or map be written in one line."""
    import yaml

    if isinstance(node, yaml.CollectionNode):
        node.flow_style = True
        for child in node.value:
            for one in child if isinstance(child, tuple) else (child,):
                _flatten(one)


def _careful_loader() -> type[yaml.SafeLoader]:
    """A loader that counts: aliases, which can stand for any amount, are refused."""
    import yaml

    class Careful(yaml.SafeLoader):
        _depth = 0
        _nodes = 0

        def compose_node(self, parent: Any, index: Any) -> yaml.Node | None:
            event: Any = self.peek_event()  # type: ignore[no-untyped-call]
            self._depth, self._nodes = self._depth + 1, self._nodes + 1
            if isinstance(event, yaml.AliasEvent) or event.anchor:
                raise YamlProblem("anchors (&) and aliases (*) are not read; write the value out", _line(event))
            if self._depth > DEEPEST:
                raise YamlProblem(f"the file is nested more than {DEEPEST} levels deep", _line(event))
            if self._nodes > MOST_NODES:
                raise YamlProblem(f"the file has more than {MOST_NODES} keys and values", _line(event))
            node: yaml.Node | None = super().compose_node(parent, index)
            self._depth -= 1
            return node

    return Careful


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1
