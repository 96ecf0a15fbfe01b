"""A challenge's README.md as a page: no markup of its own gets through, and nothing is loaded from elsewhere.

What people write may take Markdown minutes: this module is run in a process of its own, see `readme.py`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from urllib.parse import quote, unquote, urlsplit

from probierz.web.intake.tags import split_tags

_TAGS = {
    "a", "blockquote", "br", "code", "del", "em", "h2", "h3", "h4", "h5", "h6", "hr", "img", "li", "ol", "p", "pre",
    "s", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
_ATTRIBUTES = {"a": {"href", "title"}, "img": {"src", "alt", "title"}, "ol": {"start"}}
_SCHEMES = {"http", "https", "mailto", "data"}
_IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+")

FileAddress = Callable[[str], str]
"""From a path inside the challenge to its address on this platform."""


def rendered(text: str, file_address: FileAddress, *, has_title: bool = True) -> str:
    """Return the HTML of a README without its title; headings are a level lower, as the page has its own first one.

    has_title: whether a heading at the very beginning is the title of the whole. What has none, such as an
    announcement, is written on this platform and may link to its pages.
    Pictures are shown if they are in the challenge or in the text; of others, only the description is.
    """
    import nh3
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    tokens = markdown.parse(_without_title(text) if has_title else text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1:]) + 1)}"
        for child in token.children or ():
            if child.type == "image" and _picture(str(child.attrs.get("src", "")), file_address) is None:
                child.type, child.tag, child.children = "text", "", None  # its content is the description
    html = markdown.renderer.render(tokens, markdown.options, {})

    def checked(element: str, attribute: str, value: str) -> str | None:
        if (element, attribute) == ("img", "src"):
            return _picture(value, file_address)
        if (element, attribute) == ("a", "href"):
            return value if not has_title and _is_of_platform(value) else _link(value, file_address)
        return value

    return nh3.clean(
        html, tags=_TAGS, attributes=_ATTRIBUTES, url_schemes=_SCHEMES, link_rel="nofollow noopener noreferrer",
        attribute_filter=checked,
    )  # fmt: skip


def _without_title(text: str) -> str:
    return re.sub(r"\A\s*(?:#[ \t]+[^\n]*|[^\n]+\n=+[ \t]*)(?:\n|\Z)", "", text, count=1)


def _picture(value: str, file_address: FileAddress) -> str | None:
    return value if _IMAGE.fullmatch(value) else _own(value, file_address)


def _link(value: str, file_address: FileAddress) -> str | None:
    if value.startswith("#"):
        return value
    scheme = urlsplit(value).scheme
    return value if scheme in {"http", "https", "mailto"} else _own(value, file_address)


def _is_of_platform(value: str) -> bool:
    """Whether it is the address of a page here, such as `/challenges/x/board`: never one of another host."""
    return re.match(r"/(?![/\\])", value) is not None and not re.search(r"[\\\s\x00-\x1f]", value)


def _own(value: str, file_address: FileAddress) -> str | None:
    """The address of a file of the challenge; None for anything else."""
    try:
        parts = urlsplit(value)
    except ValueError:
        return None
    path = unquote(parts.path).removeprefix("./")
    if parts.scheme or parts.netloc or not path or path.startswith("/") or ".." in path.split("/") or "\\" in path:
        return None
    return file_address(quote(path))


def summary_of(text: str) -> str:
    """Return the first paragraph as plain words in one line; empty without one."""
    from markdown_it import MarkdownIt

    tokens = MarkdownIt("commonmark", {"html": False}).parse(_without_title(text))
    opened = next((at for at, token in enumerate(tokens) if token.type == "paragraph_open"), None)
    if opened is None:
        return ""
    words = (
        " " if child.type in ("softbreak", "hardbreak") else child.content
        for child in tokens[opened + 1].children or ()
    )
    return " ".join("".join(words).split())


def tag_words(text: str) -> list[str]:
    """Return the tags in the first paragraph that begins with `Tags:`."""
    found = re.search(r"(?:\A|\n[ \t]*\n)Tags:([^\n]*(?:\n[^\n]*\S[^\n]*)*)", text, re.IGNORECASE)
    return split_tags(found[1]) if found else []


def main() -> None:
    """Answer the process that asks for a README's page; see `readme.render`."""
    asked = json.load(sys.stdin)
    html = rendered(asked["text"], lambda path: f"{asked['files']}{path}", has_title=asked["has_title"])
    json.dump({"html": html, "summary": summary_of(asked["text"])}, sys.stdout)


if __name__ == "__main__":
    main()
