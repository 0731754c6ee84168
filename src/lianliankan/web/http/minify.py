"""Scripts and style sheets without comments and without space that means nothing; names and lines stay.

A script must end its statements with semicolons, as prettier writes them. A test compares the syntax trees of all
modules of the page before and after.
"""

import re

_REST_OF_TEMPLATE = r"(?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{)"
_TOKEN = re.compile(
    r"\s+|//[^\n]*|/\*.*?\*/"
    r"|[\w$]+"
    r'|"(?:[^"\\]|\\.)*"'
    r"|'(?:[^'\\]|\\.)*'"
    rf"|`{_REST_OF_TEMPLATE}"
    r"|[^\s\w$\"'`/{}]+"
    r"|.",
    re.DOTALL,
)
_END_OF_VALUE = re.compile(rf"\}}{_REST_OF_TEMPLATE}", re.DOTALL)
_REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
_BEFORE_REGEX = frozenset({"", "return", "typeof", "case", "of", "in", "await", "yield"})
_WORD = re.compile(r"[\w$]")


def minify_script(code: str) -> str:
    r"""Remove comments, indentation and spaces of a script; one of its lines stays one line.

    >>> minify_script('// A sum.\nexport const a = 1 + b; // of two\n\n  /* more */ f(`${a}  ${`//`}`, / +/);\n')
    'export const a=1+b;\nf(`${a}  ${`//`}`,/ +/);\n'
    """
    found: list[str] = []
    open_braces: list[int] = []  # in each value of a template that has begun
    place, gap, before = 0, "", ""
    while place < len(code):
        token = _next_token(code, place, before, open_braces)
        place += len(token)
        if token.isspace() or token.startswith(("//", "/*")):
            gap = "\n" if "\n" in gap + token else " "
            continue
        if gap and before and (gap == "\n" or _needs_space(before, token)):
            found.append(gap)
        found.append(token)
        gap, before = "", token
    return "".join(found) + "\n"


def _next_token(code: str, place: int, before: str, open_braces: list[int]) -> str:
    """Return the token at a place; `open_braces` is kept up, with an entry for each value in a template."""
    match = _TOKEN.match(code, place)
    if code[place] == "}" and open_braces and open_braces[-1] == 0:
        open_braces.pop()
        match = _END_OF_VALUE.match(code, place)
    elif code[place] == "/" and match is not None and match[0] == "/" and _may_be_regex(before):
        match = _REGEX.match(code, place)
    if match is None:
        raise ValueError(f"this script cannot be read: {code[place : place + 60]!r}")
    token = match[0]
    if token in ("{", "}") and open_braces:
        open_braces[-1] += 1 if token == "{" else -1
    elif token.endswith("${") and token[0] in "`}":
        open_braces.append(0)
    return token


def _may_be_regex(before: str) -> bool:
    """Whether a slash after a token begins a regular expression; otherwise it divides."""
    return before in _BEFORE_REGEX or not (_WORD.match(before[-1]) or before[-1] in ")]\"'`")


def _needs_space(before: str, after: str) -> bool:
    """Whether two tokens would be read as others without a space."""
    is_word = bool(_WORD.match(before[-1])) and bool(_WORD.match(after[0]))
    return is_word or (before[-1] == after[0] and after[0] in "+-/")


_SHEET_TOKEN = re.compile(r'"[^"]*"|/\*.*?\*/|\s*([{};,])\s*|\s+', re.DOTALL)


def minify_sheet(sheet: str) -> str:
    r"""Remove comments and spaces of a style sheet; each rule is a line.

    >>> minify_sheet('/* tiles */\na,\nb > c {\n  color: red;\n  width: calc(1px + 2px);\n}\n')
    'a,b > c{color: red;width: calc(1px + 2px);}\n'
    """

    def shorten(match: re.Match[str]) -> str:
        token = match[0]
        if token.startswith('"'):
            return token
        return match[1] + "\n" * (match[1] == "}") if match[1] else "" if token.startswith("/*") else " "

    return _SHEET_TOKEN.sub(shorten, sheet).lstrip()
