"""The rules of Rithmomachia on small positions."""

from typing import Any

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.faces.base import Lesson
from games.faces.rithmomachia import sayings, terms
from games.rules.rithmomachia.position import RithmoPosition
from games.rules.rithmomachia.rules import RithmoRules

LESSONS = (
    Lesson(
        "start",
        gettext_lazy("Two armies of numbers"),
        gettext_lazy(
            "Even has the white pieces, below, built from 2, 4, 6 and 8; Odd the black ones, built "
            "from 3, 5, 7 and 9. Rounds carry n and n², triangles n(n + 1) and (n + 1)², squares "
            "(n + 1)(2n + 1) and (2n + 1)². The squares 91 and 190 are pyramids. Even moves first."
        ),
        str(RithmoPosition.start(RithmoRules())),
        ("f4-f5", "c4-c5"),
    ),
    Lesson(
        "move",
        gettext_lazy("Moving"),
        gettext_lazy(
            "A round goes exactly one square, a triangle exactly two, a square exactly three: up, "
            "down or sideways, never over a piece. Choose a piece, then one of the dots."
        ),
        "Eb2S15,Ef2T6,Ed3R2,Oe6R5,Oh6R7 - - E 0 1 -",
        ("f2-f4", "b2-b5", "d3-d5"),
    ),
    Lesson(
        "meeting",
        gettext_lazy("Meeting"),
        gettext_lazy(
            "A piece that could move onto an enemy piece of the same value takes it and stands "
            "there. The distance must be its own: the triangle 25 meets the round 25 two squares "
            "away, the round could not do it back."
        ),
        "Ed2T25,Ea3R2,Od4R25,Oh5R7 - - E 0 1 -",
        ("d2xd4", "a3-a4"),
    ),
    Lesson(
        "assault",
        gettext_lazy("Assault"),
        gettext_lazy(
            "A small number takes a large one from afar: its value times the empty squares between "
            "must be the enemy’s value. The line is straight and free. The capturer moves there."
        ),
        "Eb1R4,Ed1R6,Ef1R8,Ob6T16,Od6T30,Of9T56,Oh8R9 - - E 0 1 -",
        ("b1xb6", "f1xf9", "d1xd6"),
    ),
    Lesson(
        "ambush",
        gettext_lazy("Ambush"),
        gettext_lazy(
            "When two of your pieces stand on both sides of an enemy piece, side by side on a rank "
            "or file, and add up to its value, it falls. Your pieces stay. It is looked for after "
            "each of your moves, all over the board."
        ),
        "Eb3R6,Ee5R2,Ed5T6,Oc3T12,Oh6R9 - - E 0 1 -",
        ("d5-d3", "e5-e4"),
    ),
    Lesson(
        "siege",
        gettext_lazy("Siege"),
        gettext_lazy(
            "A piece whose four neighbours are all enemies falls, whatever its value. The edge of "
            "the board counts as an enemy."
        ),
        "Ec1R4,Ea2R2,Ee3R8,Ed5R2,Ec4T6,Ed3R16,Oa1R7,Od4S28,Oh6R9 - - E 0 1 -",
        ("c1-b1", "e3-e4"),
    ),
    Lesson(
        "pyramid",
        gettext_lazy("Pyramids"),
        gettext_lazy(
            "91 is built of 36, 25, 16, 9, 4 and 1; 190 of 64, 49, 36, 25 and 16. A pyramid moves "
            "as any shape it contains and attacks with its total or a component. It falls whole to "
            "its total, or a component falls alone; then the capturer stays. Odd is to move."
        ),
        "Ec3P91,Eh2R2,Ob3S66,Od4R25,Oc5T36 - - O 0 1 -",
        ("d4-d3", "c5xc3/36"),
    ),
    Lesson(
        "common",
        gettext_lazy("A common victory"),
        gettext_lazy(
            "Before play you agree on numbers: here 5 pieces, value 160 and 9 digits. You win as "
            "soon as some of the pieces you took make exactly these. Even has taken 5, 25, 36 and "
            "64."
        ),
        "Ed1R6,Eb2R8,Od7T30,Oh6R9 R5,R25,T36,T64 - E 0 1 -",
        ("d1xd7", "b2-b3"),
    ),
    Lesson(
        "great",
        gettext_lazy("A great victory"),
        gettext_lazy(
            "Three pieces in the enemy half, in a line or right angle, equally spaced with nothing "
            "between, whose numbers are in arithmetic, geometric or harmonic progression. Enemy "
            "pieces that stand there count too, but one must be yours."
        ),
        "Ee9R6,Ea10R2,Ec10R4,Of12T16,Oh12R7 - - E 0 1 -",
        ("e9-e10", "e9-f9"),
    ),
    Lesson(
        "excellent",
        gettext_lazy("A most excellent victory"),
        gettext_lazy(
            "Four pieces in a line, right angle or square that hold all three kinds of progression "
            "at once. 3, 4, 6 and 9 are such: 3 6 9 arithmetic, 4 6 9 geometric, 3 4 6 harmonic."
        ),
        "Ea8R6,Ec9R4,Ea11T9,Oc11R3,Oh12R5 - - E 0 1 -",
        ("a8-a9", "a8-b8"),
    ),
    Lesson(
        "books",
        gettext_lazy("Other rule books"),
        gettext_lazy(
            "There never was one rule book. With Fulke (1563) rounds go diagonally, the capturer "
            "stays where it is, both ends are counted, large numbers divide, and captured pieces "
            "change side: Even may drop 90 on its back rank."
        ),
        "Eh1R2,Eb2S15,Ob4T100,Od4R5,Oh6R7 T90 - E 0 1 -",
        ("h1-g2", "T90@c1"),
        {"preset": "fulke"},
    ),
)


def taught(before: RithmoPosition, after: RithmoPosition) -> str:
    """What the last move did and why, of what the rules tell of it."""
    if after.told is None:
        return ""
    did = after.told.to_json()
    parts = [_moved(did), *sayings.taken(did)]
    parts += [_sentence(terms.victory(victory)) for victory in did["victories"][:1]]
    if after.over is not None and not did["victories"]:
        parts.append(sayings.ends().get(after.over.reason, ""))
    return terms.sentences(parts)


def _moved(did: dict[str, Any]) -> str:
    values = {"piece": terms.piece(did["piece"]), "from": did["from"], "to": did["to"]}
    if did["how"] == "drop":
        return _sentence(_("%(piece)s comes onto %(to)s") % values)
    if did["stays"]:
        return _sentence(_("%(piece)s stays on %(from)s") % values)
    return _sentence(_("%(piece)s goes from %(from)s to %(to)s") % values)


def _sentence(words: str) -> str:
    return f"{words}。" if get_language() == "ja" else f"{words[0].upper()}{words[1:]}."
