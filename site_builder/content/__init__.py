"""Content files → pages with holes: front matter, Markdown, directives, languages. Pure: reads no file."""
