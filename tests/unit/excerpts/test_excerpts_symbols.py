"""Definitions by name, in Python and in the languages of the grammars."""

from __future__ import annotations

import sys

import pytest

from pinning import address_of, text_of
from site_builder.excerpts.caption import ranges_text
from site_builder.excerpts.modes import Unresolved, grammars, resolve

PYTHON = '''\
"""A module."""
LIMIT = 15
NAMES: tuple[str, ...] = (
    "a",
)
first, second = 1, 2


@decorated(
    "with arguments",
)
@again
class Session:
    timeout: float
    retries = 3

    async def connect(self) -> None:
        """Connect."""

        def inner() -> None:
            local = 1

        inner()

    class Inner:
        @property
        def name(self) -> str:
            return """
def not_here():
"""


if LIMIT:
    def conditional(): return 1
else:
    other = 2
'''


def found(text: str, name: str, path: str = "a.py") -> str:
    ranges = resolve(address_of(f"symbol:{name}"), text_of(text.encode(), path), path)
    assert not isinstance(ranges, Unresolved), ranges
    return ranges_text(ranges)


def missed(text: str, name: str, path: str = "a.py") -> Unresolved:
    ranges = resolve(address_of(f"symbol:{name}"), text_of(text.encode(), path), path)
    assert isinstance(ranges, Unresolved), ranges
    assert ranges.help
    return ranges


@pytest.mark.parametrize(
    "name, lines",
    [
        ("LIMIT", "L2"),
        ("NAMES", "L3–L5"),
        ("second", "L6"),
        ("Session", "L9–L30"),
        ("Session.timeout", "L14"),
        ("Session.retries", "L15"),
        ("Session.connect", "L17–L23"),
        ("Session.connect.inner", "L20–L21"),
        ("Session.Inner", "L25–L30"),
        ("Session.Inner.name", "L26–L30"),
        ("conditional", "L34"),
        ("other", "L36"),
    ],
)
def test_python_definitions_are_found_with_their_decorators(name: str, lines: str) -> None:
    assert found(PYTHON, name) == lines


def test_a_name_that_is_defined_twice_lists_the_lines() -> None:
    text = "class A:\n    @property\n    def x(self): ...\n    @x.setter\n    def x(self, v): ...\n"
    miss = missed(text, "A.x")
    assert miss.message == "defines `A.x` 2 times: L2 and L4"
    assert miss.lines == (2, 4)


def test_a_local_name_is_no_symbol_and_the_class_is_suggested() -> None:
    assert missed(PYTHON, "Session.connect.local").message == "defines no `Session.connect.local`"
    assert missed(PYTHON, "connect").help == "did you mean `Session.connect`?"
    assert missed(PYTHON, "not_here").message == "defines no `not_here`"


def test_a_declaration_without_a_value_gives_way_to_the_definition() -> None:
    assert found("x: int\nx = 1\n", "x") == "L2"


def test_a_file_that_does_not_parse_says_where() -> None:
    assert "does not parse as Python at L2" in missed("a = 1\ndef f(:\n", "f").message


def test_lines_are_counted_as_everywhere_else() -> None:
    text = "a = '''\x0c\u2028'''\rb = 1\ndef f():\r    return 1\n\ndef g(): pass\n"
    assert found(text, "f") == "L2"
    assert found(text, "g") == "L4"
    assert found(text.replace("\n", "\r\n"), "g") == "L4"


SHARP = """\
namespace A.B;

[Serializable]
public class Session
{
    private const int Limit = 15;

    [Obsolete("x")]
    public async Task ConnectAsync(int n)
    {
        int Twice(int v) => v * 2;
    }

    public string Name { get; set; }
    public void Over() { }
    public void Over(int n) { }
}

public record Point(int X, int Y);
"""
TYPESCRIPT = """\
@Injectable()
export class Session<T> {
  private limit = 15;

  @Log()
  connect(n: number): void {
    const local = 1;
  }
}

export const open = async (a: string) => {
  return a;
};

export default function start() {}
interface Shape { area(): number }
namespace Tools { export function help() {} }
"""
GO = """\
package a

type Server struct {
	Name string
}

const (
	First = iota
	Second
)

func (s *Server) Start() error {
	return nil
}

func New[T any](v T) *Server { return nil }
"""
JAVA = """\
package a;

@Entity
public class Session {
    static final int LIMIT = 15;

    @Override
    public void connect() {
        run(() -> {});
    }

    enum State { OPEN, CLOSED }
}
"""
RUST = """\
#[derive(Debug)]
pub struct Session {
    name: String,
}

impl Session {
    #[inline]
    pub fn connect(&self) {}
}

impl Drop for Session {
    fn drop(&mut self) {}
}

mod tools {
    pub const LIMIT: u8 = 15;
}
"""
JAVASCRIPT = "class A {\n  #x = 1;\n  static go() {}\n}\nfunction* each() {}\n"


@pytest.mark.parametrize(
    "path, text, name, lines",
    [
        ("a.cs", SHARP, "Session", "L3–L17"),
        ("a.cs", SHARP, "Session.ConnectAsync", "L8–L12"),
        ("a.cs", SHARP, "Session.ConnectAsync.Twice", "L11"),
        ("a.cs", SHARP, "Session.Limit", "L6"),
        ("a.cs", SHARP, "Session.Name", "L14"),
        ("a.cs", SHARP, "Point", "L19"),
        ("a.ts", TYPESCRIPT, "Session", "L1–L9"),
        ("a.ts", TYPESCRIPT, "Session.connect", "L5–L8"),
        ("a.ts", TYPESCRIPT, "Session.limit", "L3"),
        ("a.ts", TYPESCRIPT, "open", "L11–L13"),
        ("a.tsx", TYPESCRIPT, "start", "L15"),
        ("a.ts", TYPESCRIPT, "Shape.area", "L16"),
        ("a.ts", TYPESCRIPT, "Tools.help", "L17"),
        ("a.go", GO, "Server", "L3–L5"),
        ("a.go", GO, "Server.Start", "L12–L14"),
        ("a.go", GO, "New", "L16"),
        ("a.go", GO, "Second", "L9"),
        ("a.java", JAVA, "Session", "L3–L13"),
        ("a.java", JAVA, "Session.connect", "L7–L10"),
        ("a.java", JAVA, "Session.LIMIT", "L5"),
        ("a.java", JAVA, "Session.State.OPEN", "L12"),
        ("a.rs", RUST, "Session", "L1–L4"),
        ("a.rs", RUST, "Session.connect", "L7–L8"),
        ("a.rs", RUST, "Session::drop", "L12"),
        ("a.rs", RUST, "tools::LIMIT", "L16"),
        ("a.js", JAVASCRIPT, "A.go", "L3"),
        ("a.mjs", JAVASCRIPT, "each", "L5"),
    ],
)
def test_definitions_of_other_languages_are_found(path: str, text: str, name: str, lines: str) -> None:
    assert found(text, name, path) == lines


def test_overloads_are_two_definitions() -> None:
    assert missed(SHARP, "Session.Over", "a.cs").message == "defines `Session.Over` 2 times: L15 and L16"


def test_names_inside_functions_are_no_symbols_in_other_languages_either() -> None:
    assert "defines no" in missed(TYPESCRIPT, "Session.connect.local", "a.ts").message


def test_a_language_without_a_grammar_says_what_to_write_instead() -> None:
    miss = missed("sub f {}\n", "f", "a.pl")
    assert "whose symbols are not known" in miss.message
    assert "`:lines:`" in miss.help


def test_without_the_extra_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tree_sitter", None)
    grammars.symbols.cache_clear()
    miss = missed(GO, "Server", "a.go")
    assert miss.message == "is Go: reading its symbols needs the extra `symbols`"
    assert "pip install 'sitemaf[symbols]'" in miss.help
    grammars.symbols.cache_clear()
