"""What a language more costs: one site in 1, 2, 4, 8 and 13 languages, built and verified.

`python benchmarks/languages.py [--pages 123] [--counts 1,2,4,8,13] [--rounds 2] [--work DIR]`. In: nothing.
Out: the section "Languages" of `benchmarks/RESULTS.md`, and the same on the terminal. A page has headings,
tables, code and inline code as in `corpus.py`, an excerpt, and links to pages, headings and outside.
"""

from __future__ import annotations

import argparse
import math
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from tempfile import mkdtemp

from measure import Cost, measure
from results import put_section
from words import WORDS, body, code, title

HERE = Path(__file__).parent
SITEMAF = [sys.executable, "-m", "site_builder"]
# Thirteen tags whose words the theme has: languages, regions, one from right to left, one without spaces.
LANGUAGES = (
    "en", "fr", "ar", "ja", "de", "es", "it", "pt", "fr-CA", "pt-BR", "de-CH", "es-MX", "en-GB",
)  # fmt: skip
_ARABIC = """
الخادم العميل الأداة الصفحة القائمة النداء الجواب الطلب السطر القارئ الكاتب البناء التشغيل الملف المجلد الاسم
القيمة العدد الوقت الحالة النتيجة الخطأ المصدر يقرأ يكتب يفتح يغلق ينتظر ينتهي يبدأ يعيد يرسل يجد صغير بسيط
مفتوح كامل دقيق قصير مفيد جديد مع بدون قبل بعد داخل بين تحت فوق من إلى عندما
"""
_JAPANESE = """
サーバーは クライアントが ツールを ページの 一覧に 呼び出しと 応答は 要求を 行の 読者が 著者は ビルドを 実行の
ファイルを フォルダーに 名前は 値を 数が 時間を 状態は 結果を 誤りの 変更が ソースを 読み 書き 開き 閉じ 待ち
終わり 始まり 返し 送り 小さな 単純な 正確な 短い 便利な 新しい そして または 前に 後で 中に
"""
WORDS.update({"ar": _ARABIC.split(), "ja": _JAPANESE.split()})


def write_site(folder: Path, languages: Sequence[str], pages: int) -> None:
    """A project in git, its excerpts accepted: `verify` has nothing to say of it."""
    titles = "".join(f'"{tag}" = "Corpus : {tag}"\n' for tag in languages)
    listed = ", ".join(f'"{tag}"' for tag in languages)
    texts = {
        "sitemaf.toml": f'[site]\nlanguages = [{listed}]\nbase_url = "https://docs.example.org/"\n'
        f"[site.title]\n{titles}",
        ".gitignore": "output/\n.sitemaf/\n",
        **{f"src/part_{number:02}.py": code(Random(number)) + "\n" for number in range(20)},
    }
    for tag in languages:
        for page in range(-1, pages - 1):
            texts[f"content/{name(page)}.{tag}.md"] = write_page(page, tag, languages[0], pages)
    for path, text in texts.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    git = ["git", "-c", "user.name=Corpus", "-c", "user.email=corpus@example.org"]
    for command in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--message", "Corpus"]):
        subprocess.run([*git, *command], cwd=folder, check=True)
    subprocess.run([*SITEMAF, "accept", "--quiet"], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def name(page: int) -> str:
    return "index" if page < 0 else f"part-{page // 25:02}/page-{page:04}"


def write_page(page: int, tag: str, first: str, pages: int) -> str:
    spoken = tag if tag in WORDS else ("fr" if tag.startswith("fr") else "en")
    other = name((page + 1) % (pages - 1))
    order = f"order: {page + 1}\n" if tag == first else ""
    return (
        f"---\ntitle: {title(page, spoken)}\nlead: {title(page + 7000, spoken)}\n{order}---\n\n"
        f"{body(page, spoken)}\n## {title(page, spoken)} {{#end}}\n\n"
        f"[{title(page, spoken)}](/{other}.md#end) : « {title(page + 9000, spoken)} » ; "
        f"[{spoken}](https://learn.example.com/{tag.lower()}/page?view=1) !\n\n"
        f"```{{excerpt}} src/part_{page % 20:02}.py\n:lines: 4-14\n:highlight: 8\n```\n"
    )


def main() -> int:
    options = _options()
    counts = [int(count) for count in options.counts.split(",")]
    work = options.work or Path(mkdtemp(prefix="sitemaf-languages-"))
    sites = {count: work / str(count) for count in counts}
    for count, folder in sites.items():
        if not folder.exists():
            write_site(folder, LANGUAGES[:count], options.pages)
    costs: dict[int, list[tuple[Cost, Cost]]] = {count: [] for count in counts}
    for _ in range(options.rounds):
        for count, folder in sites.items():
            for made in ("output", ".sitemaf"):
                shutil.rmtree(folder / made, ignore_errors=True)
            built = measure([*SITEMAF, "build", "--quiet"], folder)
            costs[count].append((built, measure([*SITEMAF, "verify"], folder)))
    found = {
        count: (_cheapest(one for one, _ in rounds), _cheapest(two for _, two in rounds))
        for count, rounds in costs.items()
    }
    text = report(found, options.pages, options.rounds)
    print(text)
    put_section(HERE / "RESULTS.md", "Languages", text)
    if options.work is None:
        shutil.rmtree(work)
    return 0


def _cheapest(costs: Iterable[Cost]) -> Cost:
    """The least that a run took: what else the machine did only ever adds."""
    found = list(costs)
    return Cost(
        wall=min(one.wall for one in found),
        cpu=min(one.cpu for one in found),
        memory=max(one.memory for one in found),
    )


def report(found: Mapping[int, tuple[Cost, Cost]], pages: int, rounds: int) -> str:
    lines = [
        f"One site of {pages} pages in one language, then in more; `sitemaf build` with nothing cached, then",
        "`sitemaf verify` of it. CPU seconds include every process; memory is that of the largest one. The",
        f"least of {rounds} rounds on {os.cpu_count()} cores that others used too; "
        "`python benchmarks/languages.py`.",
        "",
        "| languages | translations | build CPU | build wall | build memory "
        "| verify CPU | verify wall | verify memory | build CPU a translation |",
        "|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for count, (built, verified) in found.items():
        cells = [f"{one.cpu:.1f} s | {one.wall:.1f} s | {one.memory:.0f} MB" for one in (built, verified)]
        each = 1000 * built.cpu / (count * pages)
        lines.append(f"| {count} | {count * pages:,} | {cells[0]} | {cells[1]} | {each:.1f} ms |")
    build, verify = (exponent({count: pair[which].cpu for count, pair in found.items()}) for which in (0, 1))
    lines += [
        "",
        f"CPU time grows as the number of languages to the power of **{build:.2f}** (build) and",
        f"**{verify:.2f}** (verify): least squares through the logarithms; 1 is linear, and what any run "
        "costs, whatever its size, makes it less.",
    ]
    return "\n".join(lines)


def exponent(seconds: Mapping[int, float]) -> float:
    """The slope of log(seconds) over log(count)."""
    points = [(math.log(count), math.log(taken)) for count, taken in seconds.items()]
    x, y = (sum(point[axis] for point in points) / len(points) for axis in (0, 1))
    return sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=123)
    parser.add_argument("--counts", default="1,2,4,8,13")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--work", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
