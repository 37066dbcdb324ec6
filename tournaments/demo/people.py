"""Invented people of the sample tournaments."""

from tournaments.services.entries import Details

CLUBS = ("北辰数学会", "白樺高", "みなも塾", "汐見中等", "碧水学園")

NAMES = (
    ("三上 岳", "みかみ がく"),
    ("早川 澪", "はやかわ みお"),
    ("薄井 奏", "うすい かなで"),
    ("桐谷 蓮", "きりたに れん"),
    ("西園 楓", "にしぞの かえで"),
    ("小暮 千紘", "こぐれ ちひろ"),
    ("古賀 朔", "こが さく"),
    ("Mira Koval", ""),
    ("Jonas Adeyemi", ""),
    ("戸塚 凪", "とつか なぎ"),
    ("名取 悠", "なとり はるか"),
    ("芦田 環", "あしだ たまき"),
    ("瀬尾 柚", "せお ゆず"),
    ("荒巻 律", "あらまき りつ"),
    ("五十嵐 直", "いがらし なお"),
    ("Lena Brandt", ""),
    ("江波 紬", "えなみ つむぎ"),
    ("柏木 慧", "かしわぎ けい"),
    ("溝口 翠", "みぞぐち みどり"),
    ("緒方 樹", "おがた いつき"),
    ("白州 灯", "しらす あかり"),
    ("Asha Nair", ""),
    ("横田 星南", "よこた せな"),
)


def people(count: int) -> list[Details]:
    """The first ``count`` of them, seeded in order."""
    return [
        Details(name=name, kana=kana, club=CLUBS[number % len(CLUBS)], seed=number + 1)
        for number, (name, kana) in enumerate(NAMES[:count])
    ]
