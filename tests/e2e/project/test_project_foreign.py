"""A site that has nothing in common with this repository's: other folders, languages and sources.

The project lies in a folder of a larger repository. Its pages quote C# and TypeScript outside that folder,
are written in German, Arabic and Japanese, and document an MCP server that is a shell script.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from projects import Project, contents

LANGUAGES = ("de", "ar", "ja")

PROGRAM = """\
namespace Wetter;

public static class Program
{
    public static string Lies(string ort)
    {
        return $"{ort}: <sonnig> & warm";
    }
}
"""

CLIENT = """\
export async function read(place: string): Promise<string> {
  const answer = await fetch(`/weather/${place}`);
  if (!answer.ok) {
    throw new Error("no weather");
  }
  return answer.text();
}
"""

SERVER = r"""#!/bin/sh
# An MCP server on stdio in a few lines of shell.
echo server >>"$STARTED"
answer() { printf '{"jsonrpc":"2.0","id":%s,%s}\n' "$id" "$1"; }
while IFS= read -r line; do
  id=$(printf '%s' "$line" | sed -n 's/.*"id": *\([0-9][0-9]*\).*/\1/p')
  [ -n "$id" ] || continue
  case $line in
  *'"initialize"'*)
    answer '"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},'\
'"serverInfo":{"name":"wetterdienst","version":"7.3"}}'
    ;;
  *'"tools/list"'*)
    answer '"result":{"tools":[{"name":"wetter_lesen","description":"Liest <b>das</b> Wetter in 東京",'\
'"inputSchema":{"type":"object","properties":{"ort":{"type":"string"}},"required":["ort"]}}]}'
    ;;
  *'"tools/call"'*)
    answer '"result":{"content":[{"type":"text","text":"sonnig & warm"}],"isError":false}'
    ;;
  *)
    answer '"error":{"code":-32601,"message":"Method not found"}'
    ;;
  esac
done
"""

SETTINGS = """\
[site]
languages = ["de", "ar", "ja"]

[site.title]
de = "Handbuch"
ar = "الدليل"
ja = "手引き"

[paths]
content = "seiten"
demos = "programme"
templates = "vorlagen"
output = "ergebnis"
"""

SCENARIO = """\
title = {{ de = "Wetterdienst", ar = "خدمة الطقس", ja = "天気サービス" }}
sources = ["*.sh"]
server = ["sh", "dienst.sh"]

[defaults]
env = {{ STARTED = "{started}" }}

[runs.contract]
calls = [{{ tool = "wetter_lesen", arguments = {{ ort = "Köln" }} }}]

[runs.console]
server = false
command = ["sh", "konsole.sh"]
"""

CONSOLE = """\
echo console >>"$STARTED"
echo 'Wetter: <sonnig>'
echo 'Warnung' >&2
"""

WORDS = {
    "de": ("Wetter lesen", "So liest man das Wetter."),
    "ar": ("قراءة الطقس", "هكذا تُقرأ حالة الطقس."),
    "ja": ("天気を読む", "天気の読み方。"),
}

BODY = """\
## C# {#csharp}

```{excerpt} ../src/Server/Program.cs
:lines: 5-8
```

## TypeScript {#typescript}

```{excerpt} ../web/client.ts
:lines: 1-2,6-7
```

## MCP {#mcp}

```{contract} Wetter
```

```{transcript} Wetter/contract
```

```{transcript} Wetter/console
```

```{sources} Wetter
```
"""


@dataclass(frozen=True)
class Handbook:
    project: Project
    started: Path  # one line a process that the demo started
    commit: str  # the one that wrote the quoted files


@pytest.fixture(scope="module")
def handbook(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Handbook]:
    """Written, accepted, committed and built."""
    folder = tmp_path_factory.mktemp("foreign")
    started = folder / "started"
    Project(folder / "repository").init().write(
        {"src/Server/Program.cs": PROGRAM, "web/client.ts": CLIENT, ".gitignore": "ergebnis/\n.sitemaf/\n"}
    )
    project = Project(folder / "repository", "handbuch").write(
        {
            "sitemaf.toml": SETTINGS,
            "programme/Wetter/demo.toml": SCENARIO.format(started=started),
            "programme/Wetter/dienst.sh": SERVER,
            "programme/Wetter/konsole.sh": CONSOLE,
            **pages("index"),
            **pages("technik/erstens"),
            **pages("technik/zweitens"),
        }
    )
    commit = project.commit("Write the handbook")
    said = project.sitemaf("accept")
    assert said.code == 0, said.text
    project.commit("Accept")
    started.write_text("")
    said = project.sitemaf("build", "--fresh")
    assert said.code == 0, said.text
    yield Handbook(project, started, commit)


def pages(stem: str) -> dict[str, str]:
    """One page in every language."""
    name = stem.rpartition("/")[2]
    return {
        f"seiten/{stem}.{language}.md": f"---\ntitle: {title} – {name}\n---\n\n{lead}\n\n{BODY}"
        for language, (title, lead) in WORDS.items()
    }


def html(handbook: Handbook, language: str, page: str = "index") -> str:
    folder = "" if page == "index" else f"{page}/"
    return (handbook.project.root / "ergebnis" / language / folder / "index.html").read_text(encoding="utf-8")


def test_every_run_starts_once_whatever_the_number_of_pages_and_languages(handbook: Handbook) -> None:
    assert sorted(handbook.started.read_text().split()) == ["console", "server"]


def test_every_page_is_there_in_every_language_with_its_direction(handbook: Handbook) -> None:
    for language in LANGUAGES:
        for page in ("index", "technik/erstens", "technik/zweitens"):
            text = html(handbook, language, page)
            assert f'<html lang="{language}" dir="{"rtl" if language == "ar" else "ltr"}"' in text
            assert WORDS[language][1].rstrip("。.") in text


def test_captions_give_paths_from_the_top_of_the_repository(handbook: Handbook) -> None:
    for language in LANGUAGES:
        text = html(handbook, language)
        assert f'data-excerpt="src/Server/Program.cs#L5-L8@{handbook.commit}"' in text
        assert f'data-excerpt="web/client.ts#L1-L2,L6-L7@{handbook.commit}"' in text


def test_a_server_s_words_are_shown_as_text(handbook: Handbook) -> None:
    for language in LANGUAGES:
        text = html(handbook, language)
        assert "wetter_lesen" in text
        assert "<b>das</b>" not in text
        assert "&lt;b&gt;das&lt;/b&gt;" in text
        assert "東京" in text
        assert "wetterdienst" in text


def test_the_foreign_site_verifies(handbook: Handbook) -> None:
    said = handbook.project.sitemaf("verify")
    assert said.code == 0, said.text


def test_commands_find_the_project_from_a_folder_inside_it_and_from_outside(handbook: Handbook) -> None:
    inside = Project(handbook.project.root / "seiten" / "technik")
    assert inside.sitemaf("where", "../src/Server/Program.cs").code == 0
    outside = Project(handbook.project.repository)
    assert outside.sitemaf("verify", "--project", "handbuch", "--skip-demos").code == 0


def test_no_path_of_the_machine_reaches_the_site(handbook: Handbook) -> None:
    site = contents(handbook.project.root / "ergebnis")
    here = str(handbook.project.repository).encode()
    assert [path for path, content in site.items() if here in content] == []


def test_a_page_in_one_language_alone_is_an_error_that_names_the_missing_file(tmp_path: Path) -> None:
    project = Project(tmp_path).init().write({"sitemaf.toml": SETTINGS, **pages("index")})
    project.write({"seiten/index.ar.md": "# وحيد\n"}).commit("Write")
    (project.root / "seiten/index.ja.md").unlink()
    said = project.sitemaf("build", "--format", "json")
    assert said.code == 1
    assert "translation-missing" in said.codes()
    assert "index.ja.md" in said.out
