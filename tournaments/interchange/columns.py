"""Which column of a list of players is which, by the names people give them."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from enum import Enum


class Field(Enum):
    """What a column may hold."""

    NAME = "name"
    FAMILY = "family"
    GIVEN = "given"
    KANA = "kana"
    FAMILY_KANA = "family_kana"
    GIVEN_KANA = "given_kana"
    CLUB = "club"
    GRADE = "grade"
    SEED = "seed"
    RATING = "rating"
    NUMBER = "number"
    ELIGIBLE = "eligible"
    NOTE = "note"


_NAMES: Mapping[Field, str] = {
    Field.NAME: "氏名 名前 お名前 姓名 なまえ 氏名漢字 名前漢字 漢字氏名 参加者 参加者名 "
    "参加者氏名 選手 選手名 選手氏名 生徒氏名 生徒名 児童生徒氏名 フルネーム name names fullname "
    "player playername participant participantname entrant competitor contestant student "
    "studentname",
    Field.FAMILY: "姓 氏 名字 苗字 みょうじ 姓漢字 familyname lastname surname",
    Field.GIVEN: "名 下の名前 名漢字 givenname firstname forename",
    Field.KANA: "ふりがな かな よみ 読み よみがな 読みがな 読み仮名 読みかな 振り仮名 氏名かな "
    "氏名ふりがな 氏名よみ 氏名読み 名前かな 名前ふりがな 名前よみ かな氏名 かな名 kana furigana "
    "reading yomi yomigana phonetic namekana kananame namereading hiragana katakana",
    Field.FAMILY_KANA: "せい 姓ふりがな 姓かな 姓よみ 姓読み ふりがなせい ふりがな姓 かな姓 "
    "familynamekana lastnamekana",
    Field.GIVEN_KANA: "めい 名ふりがな 名かな 名よみ 名読み ふりがなめい ふりがな名 "
    "givennamekana firstnamekana",
    Field.CLUB: "所属 学校 学校名 所属校 所属学校 所属団体 所属名 在籍校 在学校 出身校 クラブ "
    "クラブ名 団体 団体名 チーム チーム名 支部 道場 塾 学校所属 club clubname school schoolname "
    "schoolorclub organisation organization affiliation team teamname institution",
    Field.GRADE: "学年 年次 grade schoolyear yearofschool year",
    Field.SEED: "シード シード順 シード順位 シード番号 seed seeding seedno seednumber "
    "seedingnumber",
    Field.RATING: "レーティング レイティング レート レーティング値 rating ratings elo elorating "
    "fiderating fideelo rtg ratingpoints",
    Field.NUMBER: "番号 参加番号 参加者番号 選手番号 受付番号 エントリー番号 登録番号 整理番号 "
    "受験番号 ゼッケン no num number id entryno entrynumber playerno playernumber "
    "registrationnumber startnumber",
    Field.ELIGIBLE: "資格 参加資格 出場資格 有資格 参加可否 出場可否 eligible "
    "eligibility qualified",
    Field.NOTE: "備考 備考欄 メモ コメント 注 注記 note notes remark remarks comment comments memo",
}


def _plain(text: str) -> str:
    """Without width, case, spaces and punctuation; katakana as hiragana."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    kept = "".join(char for char in folded if char.isalnum() or char == "ー")
    return "".join(chr(ord(char) - 0x60) if "ァ" <= char <= "ヶ" else char for char in kept)


_FIELDS = {_plain(name): field for field, names in _NAMES.items() for name in names.split()}
_BRACKETS = re.compile(r"[(\[【<《].*?[)\]】>》]|[*※].*$")


def field_of(header: str) -> Field | None:
    """The field a column name stands for.

    >>> field_of("氏　名（必須）"), field_of("ﾌﾘｶﾞﾅ"), field_of("First name"), field_of("身長")
    (<Field.NAME: 'name'>, <Field.KANA: 'kana'>, <Field.GIVEN: 'given'>, None)
    """
    found = _FIELDS.get(_plain(header))
    if found is None:
        bare = _BRACKETS.sub("", unicodedata.normalize("NFKC", header))
        found = _FIELDS.get(_plain(bare))
    return found


def fields_of(cells: Sequence[str]) -> tuple[Field | None, ...]:
    """The fields of a header row; a second column for the same thing stays unknown.

    A full name makes its separate parts unknown, since one of them must win.
    """
    found: list[Field | None] = []
    for cell in cells:
        field = field_of(cell)
        found.append(None if field in found else field)
    if Field.NAME in found:
        found = [None if field in {Field.FAMILY, Field.GIVEN} else field for field in found]
    if Field.KANA in found:
        parts = {Field.FAMILY_KANA, Field.GIVEN_KANA}
        found = [None if field in parts else field for field in found]
    return tuple(found)


def names_people(fields: Sequence[Field | None]) -> bool:
    """Whether there is a column to take names from."""
    return Field.NAME in fields or Field.FAMILY in fields
