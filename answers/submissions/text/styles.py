"""Find out what CSS does to the text of an HTML page: hide it, strike it out, or raise or lower it.

In doubt, text is not read: hidden text that is read as an answer would be marked, while text that is left unread is
shown to the teacher. All steps take time in proportion to the length of the styles.
"""

import re
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Declaration: TypeAlias = tuple[str, str]  # a CSS property and its value, in small letters
Place: TypeAlias = Literal["raised", "lowered"]
Look: TypeAlias = Literal["hidden", "doubtful", "plain"]
"""How text looks: hidden or struck out, perhaps other than it reads (such as white or moved text), or plain."""

MAX_STYLE = 20_000
MAX_SELECTOR = 500
MAX_RULES = 200
"""Limits: length of a style and of a selector in characters, and number of rules. Beyond them, everything is hidden."""
FAINT = 0.1  # the opacity up to which text counts as hidden
PALE = 225  # if red, green and blue are at least this value, of 255, a colour cannot be read on white
FAR, VERY_FAR = -50.0, 2000.0  # offsets in pixels: below `FAR` or from `VERY_FAR` on, text may be moved out of the page
SMALL = {"": 4.0, "px": 4.0, "pt": 4.0, "em": 0.3, "rem": 0.3, "%": 30.0}  # the least legible size of letters by unit
NARROW = {"": -0.2, "px": -2.0, "pt": -2.0, "em": -0.2, "rem": -0.2}  # the least legible space between letters by unit
PALE_NAMES = frozenset(
    {
        *("white", "snow", "ivory", "azure", "mintcream", "ghostwhite", "whitesmoke", "floralwhite", "aliceblue"),
        *("linen", "seashell", "honeydew", "transparent", "lightyellow", "lightcyan", "lavenderblush", "cornsilk"),
        *("oldlace", "beige", "lemonchiffon"),
    }
)
_NUMBER = re.compile(r"([+-]?(?:\d{1,9}\.?\d{0,9}|\.\d{1,9}))([a-z%]{0,4})")
_SIZES = frozenset({"width", "height", "max-width", "max-height", "inline-size", "block-size", "line-height"})
_OFFSETS = frozenset({"left", "right", "top", "bottom", "inset", "translate", "text-indent"})
_UNLESS_NONE = frozenset({"transform", "rotate", "scale", "clip-path", "mask", "mask-image", "-webkit-mask", "filter",
                          "-webkit-text-security", "content"})  # fmt: skip
_HIDING = {
    "display": ("none", "var("),
    "visibility": ("hidden", "collapse", "var("),
    "content-visibility": ("hidden", "var("),
    "text-decoration": ("line-through", "var("),
    "text-decoration-line": ("line-through", "var("),
}
_MOVING = {
    "unicode-bidi": ("override",),
    "direction": ("rtl",),
    "flex-direction": ("reverse",),
    "position": ("absolute", "fixed"),
    "clip": ("rect",),
}
"""By property, parts of values with which text is hidden or struck out, and with which its order may differ."""


def declarations(style: str) -> list[Declaration]:
    """Return the declarations in the value of a `style` attribute or rule, without comments.

    A style that is too long or has a backslash gives a declaration that hides the text.
    """
    if len(style) > MAX_STYLE or "\\" in style:  # an escape may spell any property
        return [("display", "none")]
    pairs = (declaration.partition(":") for declaration in _without_comments(style.lower()).split(";"))
    return [(name.strip(), value.replace("!important", "").strip()) for name, _, value in pairs if value.strip()]


def look(declared: list[Declaration], *, is_inline: bool) -> Look:
    """Return how text with these declarations looks: "plain", "hidden" or "doubtful" (such as pale or moved text)."""
    values = dict(declared)
    is_cut = any(word in values.get(name, "") for name in ("overflow", "overflow-x", "overflow-y")
                 for word in ("hidden", "clip"))  # fmt: skip
    colours = {value for name, value in declared if name in ("background", "background-color")}
    result: Look = "plain"
    for name, value in declared:
        number, unit = _number(value)
        is_small = _is_too_small(name, value) or (
            is_cut and name in _SIZES and number is not None and (number == 0 or (number <= 1 and unit in ("px", "pt")))
        )
        if is_small or any(text in value for text in _HIDING.get(name, ())):
            return "hidden"
        is_pale = name in ("color", "-webkit-text-fill-color") and (_is_pale(value) or value in colours)
        is_changed = name in _UNLESS_NONE and value not in ("none", "normal", "1")
        is_moved = _is_moved(name, value, is_inline=is_inline) or any(t in value for t in _MOVING.get(name, ()))
        if is_pale or is_changed or is_moved:
            result = "doubtful"
    return result


def placement(declared: list[Declaration]) -> Place | None:
    """Return "raised" for superscript, "lowered" for subscript, None for text on the line."""
    for name, value in reversed(declared):
        if name == "vertical-align":
            number, _ = _number(value)
            if value.startswith("super") or (number or 0) > 0:
                return "raised"
            if value.startswith("sub") or (number or 0) < 0:
                return "lowered"
    return None


def _number(text: str) -> tuple[float | None, str]:
    """Return the number and unit in a CSS length such as "1.5em"; None and "" for another text."""
    match = _NUMBER.fullmatch(text)
    return (float(match[1]), match[2]) if match else (None, "")


def _is_too_small(name: str, value: str) -> bool:
    """Return whether a declaration makes text too small or too faint to be read."""
    if name in ("opacity", "zoom"):
        number, unit = _number(value)
        return "var(" in value or (number is not None and number / (100 if unit == "%" else 1) <= FAINT)
    if name in ("font-size", "font"):
        sizes = [_number(word.partition("/")[0]) for word in value.split()]
        return ("var(" in value and name == "font-size") or any(
            number is not None and (number == 0 or (unit and number < SMALL.get(unit, 0))) for number, unit in sizes
        )
    return False


def _is_moved(name: str, value: str, *, is_inline: bool) -> bool:
    """Return whether a declaration may move text away from its place, or letters onto each other."""
    if name == "letter-spacing":
        number, unit = _number(value)
        return number is not None and number < NARROW.get(unit, 0)
    if name in ("order", "float"):
        return value not in ("0", "none", "initial") and (is_inline or name == "order")
    if name not in _OFFSETS and not name.startswith("margin"):
        return False
    numbers = [_number(word)[0] for word in value.split()]
    least = 0.0 if name == "text-indent" else FAR
    return any(number is not None and (number < least or number >= VERY_FAR) for number in numbers)


def _is_pale(value: str) -> bool:
    """Return whether a colour cannot be read on white: nearly white, or transparent."""
    if value in PALE_NAMES:
        return True
    if value.startswith("#"):
        digits = value[1:]
        digits = "".join(digit * 2 for digit in digits) if len(digits) in (3, 4) else digits
        if len(digits) not in (6, 8) or not all(digit in "0123456789abcdef" for digit in digits):
            return False
        red, green, blue, *alpha = (int(digits[at : at + 2], 16) for at in range(0, len(digits), 2))
        return min(red, green, blue) >= PALE or (bool(alpha) and alpha[0] <= 255 * FAINT)
    kind, _, inside = value.partition("(")
    words = [_number(word) for word in inside.rstrip(")").replace(",", " ").replace("/", " ").split()]
    numbers = [(number or 0.0) * (2.55 if unit == "%" else 1) for number, unit in words[:3]]
    if len(words) > 3:
        alpha_number, alpha_unit = words[3]
        if alpha_number is not None and alpha_number / (100 if alpha_unit == "%" else 1) <= FAINT:
            return True
    if kind in ("rgb", "rgba"):
        return len(numbers) == 3 and min(numbers) >= PALE
    return kind in ("hsl", "hsla") and len(words) >= 3 and (words[2][0] or 0) >= 100 * PALE / 255


@dataclass(frozen=True, slots=True)
class Rule:
    """A CSS rule: the names that an element must have, such as "p", ".note" and "#first", and declarations."""

    names: frozenset[str]
    declared: list[Declaration] = field(default_factory=list)


_NAME = re.compile(r"(?:^|[.#])[\w-]+")
_BESIDE = re.compile(r":(?:before|after|marker|selection|placeholder)\b")
"""Selectors of generated or temporary content, which is not the text of the element itself."""


def style_rules(page: str) -> list[Rule]:
    """Return the rules in the `style` elements of an HTML page that hide, raise, lower or alter text.

    Only the last element of a selector is compared, so a rule may match more elements than in a browser, never fewer.
    With more than 200 such rules, the result is one rule that hides all text.
    """
    rules: list[Rule] = []
    for sheet in page.lower().split("<style")[1:]:
        for text in _without_comments(sheet.partition(">")[2].partition("</style")[0]).split("}"):
            head, _, style = text.rpartition("{")
            if not style.strip():
                continue
            declared = declarations(style)
            if look(declared, is_inline=True) == "plain" and placement(declared) is None:
                continue
            for selector in head.rpartition("{")[2].rpartition(";")[2].split(","):  # without "@media … {", "@import …;"
                added = dict(declared).get("content", "")
                if len(selector) > MAX_SELECTOR:
                    rules.append(Rule(frozenset(), declared))
                elif not _BESIDE.search(selector) or any(map(str.isalnum, added)):
                    bare = re.sub(r"\[[^\]]*\]|:[\w-]*|[()*]", "", selector).strip()
                    rules.append(Rule(frozenset(_NAME.findall(re.split(r"[\s>+~]+", bare)[-1])), declared))
                if len(rules) > MAX_RULES:
                    return [Rule(frozenset(), [("display", "none")])]
    return rules


def _without_comments(css: str) -> str:
    first, *commented = css.split("/*")
    return "".join((first, *(text.partition("*/")[2] for text in commented)))
