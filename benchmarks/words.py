"""Prose and code without meaning, the same on every machine: a seed and a language go in, text comes out."""

from __future__ import annotations

from random import Random

_ENGLISH = """
the a this each every one first next last server client tool page list call answer request line frame
reader author build run file folder name value number time state result error problem change source shows
names keeps reads writes opens closes waits ends begins returns sends finds holds needs gives small plain
local open quiet whole exact short useful common certain real known other same new and or but with
without before after inside between under over from into about because while when
"""
_FRENCH = """
le la les un une ce cette chaque premier prochain dernier serveur client outil page liste appel trame
lecteur auteur construction fichier dossier nom valeur nombre temps état résultat erreur problème
changement source montre nomme garde lit écrit ouvre ferme attend finit commence rend envoie trouve tient
donne petit simple local ouvert calme entier exact court utile commun certain réel et ou mais avec sans
avant après dans entre sous sur depuis vers parce pendant quand réponse ligne
"""
WORDS = {"en": _ENGLISH.split(), "fr": _FRENCH.split()}
HEADINGS = 7
_NOUNS = ["request", "answer", "frame", "server", "client", "tool", "page", "limit", "count", "total"]


def sentence(shape: Random, words: Random, language: str) -> str:
    """`shape` decides what translations share: lengths, inline code, emphasis."""
    chosen = words.choices(WORDS[language], k=shape.randint(9, 13))
    if shape.random() < 0.3:
        chosen[len(chosen) // 2] = f"`{shape.choice(_NOUNS)}_{shape.choice(_NOUNS)}`"
    if shape.random() < 0.2:
        chosen[1] = f"**{chosen[1]}**"
    return " ".join(chosen).capitalize() + "."


def paragraph(shape: Random, words: Random, language: str) -> str:
    return " ".join(sentence(shape, words, language) for _ in range(4))


def table(words: Random, language: str) -> str:
    rows = ["| " + " | ".join(words.choices(WORDS[language], k=3)) + " |" for _ in range(5)]
    return "\n".join([rows[0], "| --- | --- | --- |", *rows[1:]])


def code(random: Random) -> str:
    """Twenty lines of Python; the same in every language of a page."""
    name = random.choice(_NOUNS)
    lines = ["from dataclasses import dataclass", "", "", "@dataclass(frozen=True, slots=True)"]
    lines += [
        f"class {name.capitalize()}Keeper:",
        f'    """What a {name} holds between two calls of the server."""',
        "",
    ]
    for number in range(3):
        field = random.choice(_NOUNS)
        lines += [
            f"    def {field}_{number}(self, given: int = {random.randint(1, 99)}, top: int = 9) -> str:",
            f"        # Keep the {field} below its limit, and say so where it is not",
            f'        text = f"{{given}} of {random.randint(100, 999)} {field}s, as the {name} counts them"',
            f"        return text.strip() if given > {random.randint(1, 9)} and top != given else text",
        ]
    return "\n".join([*lines, ""][:20])


def body(pair: int, language: str) -> str:
    """About 650 words of prose, 7 headings, a table, 4 code blocks: 9 KB of Markdown."""
    shape, words = Random(pair), Random(f"{pair} {language}")
    parts = []
    for section in range(HEADINGS):
        name = " ".join(words.choices(WORDS[language], k=3)).capitalize()
        parts.append(f"{'##' if section % 3 == 0 else '###'} {name} {section}")
        parts += [paragraph(shape, words, language) for _ in range(2)]
        if section in (0, 2, 4, 6):
            parts.append(f"```python\n{code(shape)}\n```")
        if section == 3:
            parts.append(table(words, language))
        if section == 5:
            parts.append("\n".join(f"- {sentence(shape, words, language)}" for _ in range(4)))
    return "\n\n".join(parts) + "\n"


def title(pair: int, language: str) -> str:
    return (
        " ".join(Random(f"title {pair} {language}").choices(WORDS[language], k=4)).capitalize() + f" {pair}"
    )
