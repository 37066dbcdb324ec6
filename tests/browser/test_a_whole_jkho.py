"""A JKHO from an empty machine to certificates: a qualifier, a final with proofs, markers."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Browser, Page, expect

from tests.browser.jkho import Api, Committee, Contestant, Marker, paper_id, wall
from tests.browser.olympiad import text_of
from tests.browser.papers import hand
from tests.browser.test_a_whole_olympiad import Day as _Day
from tests.browser.test_a_whole_olympiad import become_the_first_organiser
from tests.product.running import Product

Visitor = Callable[..., Page]
NAMES = (
    "早川 澪", "桐谷 蓮", "水野 楓", "二度押 葵", "圏外 翔", "一秒 遅",
    "森 一", "林 二", "原 三", "岡 四", "谷 五", "白紙 六",
)  # fmt: skip
FIRST, MISJUDGED, SLOW, TWICE, AWAY, LATE = NAMES[:6]
CIRCLE, INTEGER, LEMMA, THEOREM = "最初の円", "数える", "補題", "定理"
STONES = "a1 b1 a2 b2 e7 i4"
ON_CIRCLE, OFF_CIRCLE = "a1 b1 a2 b2", "a1 b1 a2 e7"
"""Four on one circle, as the one who clicks presses them; and four that are not."""


@dataclass
class Contest:
    product: Product
    visitor: Visitor
    browser: Browser
    committee: Committee = field(init=False)
    answers: dict[str, str] = field(default_factory=dict)
    people: dict[str, Contestant] = field(default_factory=dict)
    markers: list[Marker] = field(default_factory=list)
    qualifier: str = ""
    final: str = ""


def test_a_whole_jkho(new_product: Product, visitor: Visitor, browser: Browser) -> None:
    day = Contest(new_product, visitor, browser)
    try:
        the_committee_writes(day)
        contestants_are_entered(day)
        the_qualifier_is_written(day)
        the_qualifier_ends(day)
        a_key_is_corrected(day)
        five_go_on(day)
        the_final_is_written(day)
        proofs_are_marked(day)
        results_are_published(day)
        a_mark_is_appealed(day)
        results_are_final(day)
    finally:
        for one in day.people.values():
            if one.page is None:
                one.api.http.dispose()


def the_committee_writes(day: Contest) -> None:
    """Six problems: one drawn by hand, two generated, one typed, two proofs."""
    start = _Day(day.product, day.visitor)
    become_the_first_organiser(start)
    desk = day.committee = Committee(start.desk.page, day.product)
    desk.make_bank("共円オリンピック集団")
    desk.write(CIRCLE, "hantei", "共円な4点を選べ。", stones=STONES)
    day.answers = {CIRCLE: ON_CIRCLE, INTEGER: "13"} | desk.generate("生成", 2, "2027")
    desk.write(INTEGER, "integer", "$x^2+y^2=25$ の整数解の個数に1を足せ。", accepted="12")
    desk.write(LEMMA, "proof", "等脚台形の4頂点が共円であることを示せ。")
    desk.write(THEOREM, "proof", "$a^2+b^2=c^2$ を満たす3点について論ぜよ。")


def contestants_are_entered(day: Contest) -> None:
    desk = day.committee
    desk.make_contest("第5回 共円判定オリンピック")
    desk.read_list("名簿.csv", "\r\n".join(["氏名", *NAMES]).encode("cp932"))
    desk.confirm_list()
    assert desk.entered() == list(NAMES)
    for name, link in desk.personal_links().items():
        page = day.visitor(1280, 800) if name in {TWICE, AWAY} else None
        http = page.request if page else day.browser.new_context().request
        day.people[name] = Contestant(name, Api(http, link), page)
        day.people[name].api.sign_in()


def the_qualifier_is_written(day: Contest) -> None:
    desk = day.committee
    desk.open("contest/1/settings/")
    for rank in ("second", "third", "fourth"):
        desk.page.select_option(f"[name={rank}]", "")
    desk.send(desk.page.locator("main form button.primary"))
    titles = [CIRCLE, "生成 1", "生成 2", INTEGER]
    times = {"opens_at": wall(-1), "closes_at": wall(60)}
    day.qualifier = desk.make_paper(1, titles, 3, attempts="3", **times)
    labels = desk.labels(day.qualifier)
    right = {labels[title]: answer for title, answer in day.answers.items()}
    circle, integer = labels[CIRCLE], labels[INTEGER]
    desk.give_time(day.qualifier, SLOW, 10)

    twice = day.people[TWICE].begin(day.qualifier)
    away = day.people[AWAY].begin(day.qualifier)
    for name, one in day.people.items():
        if one.page is None and name != NAMES[-1]:
            one.start(day.qualifier)
    for name in (FIRST, MISJUDGED, SLOW):
        for label in right.keys() - {integer}:
            day.people[name].answer(label, right[label])
    day.people[FIRST].answer(integer, "１３")
    day.people[MISJUDGED].answer(integer, "12")
    for name in NAMES[6:11]:
        day.people[name].answer(circle, OFF_CIRCLE)
        day.people[name].answer(circle, right[circle])
    generated = next(label for label in right if label not in {circle, integer})
    day.people[LATE].answer(circle, right[circle])
    double_click(day, twice, right, [circle, generated])
    lose_the_connection(day, away, right, [circle, generated])
    for name in (FIRST, MISJUDGED, *NAMES[6:11]):
        day.people[name].hand_in()

    ends_in(day, 2)
    slow, late = day.people[SLOW], day.people[LATE]
    while late.clock()["phase"] != "over":
        time.sleep(0.1)
    time.sleep(1)
    assert late.answer(generated, right[generated])["late_by_ms"] >= 1000
    assert slow.clock()["phase"] == "open"
    assert slow.answer(integer, "13")["late_by_ms"] is None
    slow.hand_in()


def shown(page: Page, what: str) -> str:
    return f".problem[data-shown] {what}"


def double_click(day: Contest, page: Page, right: dict[str, str], labels: list[str]) -> None:
    """On the board, with a mouse that presses twice; one answer each."""
    for label in labels:
        day.people[TWICE].turn_to(label)
        for point in right[label].split():
            page.locator(shown(page, f'[data-point="{point}"] .hit')).click()
        page.locator(shown(page, ".send .primary")).dblclick()
        expect(page.locator(shown(page, ".receipt"))).to_have_count(1)
    day.people[TWICE].paper = paper_id(day.qualifier)
    assert len(day.people[TWICE].receipts()) == 2


def lose_the_connection(day: Contest, page: Page, right: dict[str, str], labels: list[str]) -> None:
    """What is sent without a connection is kept and arrives when it is back."""
    page.context.set_offline(True)
    for label in labels:
        day.people[AWAY].turn_to(label)
        page.locator(shown(page, ".typed-answer")).fill(right[label])
        page.locator(shown(page, ".send .primary")).click()
    expect(page.locator(shown(page, ".kept"))).to_contain_text("まだ送れていません")
    page.context.set_offline(False)
    expect(page.locator(".problem .receipt")).to_have_count(2)
    assert len(day.people[AWAY].receipts()) == 2


def ends_in(day: Contest, seconds: int) -> None:
    """Bring the end of the qualifier here, to a second that a form does not take."""
    asked = {"do": "act", "act": "end", "paper": paper_id(day.qualifier), "seconds": seconds}
    hand(day.product).ask(asked)


def the_qualifier_ends(day: Contest) -> None:
    desk = day.committee
    desk.accept_late(day.qualifier, LATE)
    desk.close(day.qualifier)
    groups = [([MISJUDGED], "1", "12"), ([FIRST, SLOW], "2=", "9")]
    groups += [([TWICE, AWAY, LATE], "4=", "6"), (list(NAMES[6:11]), "7=", "3")]
    desk.sees_board(1, {name: (rank, got) for names, rank, got in groups for name in names})


def a_key_is_corrected(day: Contest) -> None:
    """Tried and looked at first: three verdicts change, and who is in front."""
    desk = day.committee
    label = desk.labels(day.qualifier)[INTEGER]
    desk.try_key(day.qualifier, label, "13", "答えを数え違えていました")
    preview = desk.page.locator("#rejudge")
    assert text_of(preview.locator(".numbers b"))[0] == "3"
    for name in (FIRST, MISJUDGED, SLOW):
        expect(preview.locator("table.diff").last).to_contain_text(name)
    assert desk.board(1)[MISJUDGED] == ("1", "12"), "nothing counts before it is applied"
    desk.page.go_back()
    desk.send(desk.page.locator('form[action$="/key/apply/"] button'))
    desk.sees_board(1, {FIRST: ("1=", "12"), SLOW: ("1=", "12"), MISJUDGED: ("3", "9")})


def five_go_on(day: Contest) -> None:
    """Two places are left and three are equal: the desk asks, and is told."""
    desk = day.committee
    desk.open()
    desk.open_link(desk.page.locator('#next a[href*="/advancement/"]'))
    question = desk.page.locator('.note[data-level="warning"]')
    for name in (TWICE, AWAY, LATE):
        expect(question).to_contain_text(name)
        if name != LATE:
            row = desk.page.locator("table.standing tr", has_text=name)
            row.locator('[name="chosen"]').check()
    desk.decide("decide")
    assert set(desk.going_on()) == {FIRST, SLOW, MISJUDGED, TWICE, AWAY}


def the_final_is_written(day: Contest) -> None:
    """Two proofs; one contestant photographs nothing and writes none of the second."""
    desk = day.committee
    times = {"opens_at": wall(-1), "closes_at": wall(60)}
    day.final = desk.make_paper(2, [LEMMA, THEOREM], 7, **times)
    labels = desk.labels(day.final)
    lemma, theorem = labels[LEMMA], labels[THEOREM]
    outside = day.people[LATE].api
    outside("GET", f"papers/{paper_id(day.final)}/", status=404)

    page = day.people[TWICE].begin(day.final)
    for label in (lemma, theorem):
        day.people[TWICE].turn_to(label)
        page.locator(shown(page, ".typed-answer")).fill("対称の軸が円の中心を通る。$OA=OB$")
        page.locator(shown(page, ".send .primary")).click()
        expect(page.locator(shown(page, ".receipt"))).to_have_count(1)
    for name in (FIRST, MISJUDGED, SLOW, AWAY):
        one = day.people[name]
        one.start(day.final)
        one.answer(lemma, f"{name}による証明。")
        if name != AWAY:
            one.answer(theorem, "三平方の定理による。")
    desk.close(day.final)


def proofs_are_marked(day: Contest) -> None:
    """Two mark each script and do not see each other; they differ once, and a third decides."""
    lead(day)
    one, two, three = day.markers
    assert (len(one.waiting()), len(two.waiting()), len(three.waiting())) == (9, 9, 0)
    one.page.goto(f"{day.product.url}/marking/")
    expect(one.page.locator("main")).not_to_contain_text(FIRST)
    one.page.locator(".next a.primary").click()
    code = one.page.locator("h1").inner_text().split()[-1]
    one.mark_on_page({"a": "3", "b": "4"}, "見事な証明です。")
    for sheet in one.waiting():
        one.mark(sheet["marking"], {"a": "3", "b": "2"})
    apart = next(sheet for sheet in two.waiting() if sheet["code"] == code)
    two.page.goto(f"{day.product.url}/marking/{apart['marking']}/")
    expect(two.page.locator("main")).not_to_contain_text("見事な証明です。")
    two.mark_on_page({"a": "1", "b": "0"})
    for sheet in two.waiting():
        two.mark(sheet["marking"], {"a": "3", "b": "2"})

    page = three.page
    page.goto(f"{day.product.url}/marking/")
    page.locator(".queues .do a.button").first.click()
    with page.expect_navigation():
        page.locator('form[action$="/decide/"] button').click()
    expect(page.locator("main")).to_contain_text("見事な証明です。")
    three.mark_on_page({"a": "3", "b": "3"})


def lead(day: Contest) -> None:
    """Schemes, duties and dealing, by the organiser."""
    desk, page = day.committee, day.committee.page
    links: dict[str, str] = {}
    for number in range(2):
        desk.open("marking/")
        page.locator("ul.queues .title a").nth(number).click()
        desk.open_link(page.locator('a.button[href$="/scheme/"]').first)
        for n, (letter, title, points) in enumerate((("a", "補題", "3"), ("b", "結論", "4"))):
            page.fill(f"[name=p{n}-letter]", letter)
            page.fill(f"[name=p{n}-title]", title)
            page.fill(f"[name=p{n}-points]", points)
        page.fill("[name=tolerance]", "0")
        desk.send(page.locator('button[name="then"][value="approve"]'))
        for name in ("採点 一", "採点 二", "採点 三") if not links else ():
            page.locator("#people details summary").click()
            page.fill("#people [name=name]", name)
            desk.send(page.locator('form[action$="/do/person/"] button'))
        for name in ("採点 一", "採点 二", "採点 三"):
            duty = "decides" if name == "採点 三" else "marks"
            group = page.locator("#people fieldset", has_text=name)
            group.locator(f'input[value="{duty}"]').check()
        desk.send(page.locator('form[action$="/do/duties/"] button'))
        if not links:
            people = page.locator("#people fieldset").filter(has=page.locator("legend a"))
            hrefs = {
                one.locator("bdi").inner_text(): one.locator("legend a").get_attribute("href")
                for one in people.all()
            }
            home = page.url
            for name, href in sorted(hrefs.items()):
                page.goto(f"{day.product.url}{href}")
                links[name] = page.locator("#link").inner_text().strip()
            page.goto(home)
        desk.send(page.locator('.next form[action$="/do/deal/"] button'))
    for name in ("採点 一", "採点 二", "採点 三"):
        view = day.visitor(1280, 800)
        marker = Marker(name, view, Api(view.request, links[name]))
        marker.api.sign_in()
        day.markers.append(marker)


def results_are_published(day: Contest) -> None:
    """Provisional, with time for appeals; before that nobody sees their marks."""
    desk = day.committee
    twice = day.people[TWICE].page
    assert twice is not None
    mine = f"{desk.public}contest/2/mine/"
    hidden = twice.goto(mine)
    assert hidden is not None
    assert hidden.status == 404
    desk.open("contest/2/")
    desk.page.fill("[name=appeals_until]", wall(60))
    desk.send(desk.page.locator('form[action$="/do/until/"] button'))
    desk.publish_results(2, "provisional")
    answer = twice.goto(mine)
    assert answer is not None
    assert answer.ok
    expect(twice.locator(".own-problem")).to_have_count(2)


def a_mark_is_appealed(day: Contest) -> None:
    """The contestant asks, the organiser takes it up, two mark again: it rises."""
    desk = day.committee
    twice = day.people[TWICE].page
    assert twice is not None
    script = twice.locator(".own-script").filter(has=twice.locator("td", has_text="2")).last
    script.locator("summary").last.click()
    script.locator("textarea").fill("結論まで示しています。")
    with twice.expect_navigation():
        script.locator('form[action$="/appeal/"] button').click()
    desk.open("contest/2/appeals/")
    desk.send(desk.page.locator("ul.appeals button.primary"))
    again = [(who, sheet) for who in day.markers for sheet in who.waiting()]
    assert len(again) == 2
    for who, sheet in again:
        who.mark(sheet["marking"], {"a": "3", "b": "4"})
    twice.reload()
    expect(twice.locator(".own-script section.card")).to_contain_text("7")


def results_are_final(day: Contest) -> None:
    """The final version is public; certificates are of it, and only of it."""
    desk, page = day.committee, day.committee.page
    desk.open("contest/2/certificates/")
    expect(page.locator('button[name="pdf"]')).to_have_count(0)
    desk.publish_results(2, "final")
    desk.open("contest/2/certificates/")
    page.fill("[name=best]", "5")
    form = page.locator("form").filter(has=page.locator("[name=best]"))
    data = form.evaluate("form => Object.fromEntries(new FormData(form))")
    printed = page.request.post(page.url, form=data | {"pdf": "1"})
    assert printed.headers["content-type"] == "application/pdf"
    assert printed.body().startswith(b"%PDF")
    assert len(printed.body()) > 10_000

    everybody = day.visitor()
    everybody.goto(f"{desk.public}standings/")
    expect(everybody.locator("main")).to_contain_text(FIRST)
    assert everybody.evaluate("document.documentElement.scrollWidth") <= 390
    desk.open("audit/")
    expect(page.locator("table.audit")).to_contain_text("答えを数え違えていました")
    assert not re.search("Traceback", day.product.output)
