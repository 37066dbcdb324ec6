"""Characters that look like digits in a list of players."""

from tests.tournaments.interchange.test_people import codes, csv
from tournaments.interchange.people import Field, RowFault, read_people


def test_what_only_looks_like_a_digit_is_none() -> None:
    unclear = read_people(csv("氏名,参加資格", "山田,①"))
    assert codes(unclear) == [RowFault.ELIGIBLE_UNCLEAR]
    apart = read_people(csv("氏名,番号,学年", "山田,①,高²", "佐藤,1,"))
    assert [(one.number, one.grade) for one in apart.people] == [("①", "高²"), ("1", "")]
    guess = read_people(csv("①,Taro Yamada", "②,Hana Sato"))
    assert guess.proposal == (None, Field.NAME)
