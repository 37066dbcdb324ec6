"""A proof of the sample contest: written, marked by two people, appealed against."""

from datetime import datetime, timedelta
from decimal import Decimal

from accounts.models import User
from accounts.services.people import make_person
from judging.models import Marking, PaperProblem, Script, ScriptState
from judging.services.appeals import file_appeal, refuse_appeal
from judging.services.dealing import deal_scripts, set_duties
from judging.services.marking import open_adjudication, save_marks
from judging.services.schemes import PartDraft, approve_scheme, save_scheme

PARTS = (
    PartDraft("a", "対角の和を角で表した", Decimal(3)),
    PartDraft("b", "円周角の定理の逆を正しく使った", Decimal(3)),
    PartDraft("c", "結論まで述べた", Decimal(1)),
)
PROOFS = (
    r"""等脚台形 $ABCD$ で $AD \parallel BC$ とする。底角は等しいので $\angle B = \angle C$。
平行線の同側内角の和は $180^\circ$ だから $\angle A + \angle B = 180^\circ$。
よって $\angle A + \angle C = 180^\circ$ となり、対角の和が $180^\circ$ の四角形は円に内接する。""",
    r"""対称軸を $\ell$ とすると、$A$ と $D$、$B$ と $C$ は $\ell$ について対称である。
$AB$ の垂直二等分線と $\ell$ の交点を $O$ とすると $OA = OB$、対称性から $OA = OD$、$OB = OC$。
よって4点は $O$ を中心とする円の上にある。""",
    r"底角が等しいから、対角の和は $180^\circ$ になる。",
    "図をかくと円に乗る。",
)
MARKS = (("3", "3", "1"), ("3", "3", "1"), ("3", "1", "0"), ("0", "0", "0"))
COMMENTS = (
    "きれいな証明です。",
    "対称性の使い方がよい。",
    "同側内角の和に触れていれば満点でした。",
    "図だけでは証明になりません。",
)


def mark_proof(problem: PaperProblem, by: User, at: datetime) -> None:
    """Two markers and somebody who decides: they disagree on one script."""
    save_scheme(problem=problem, parts=PARTS, expected_version=0, by=by, at=at)
    approve_scheme(problem=problem, by=by, at=at)
    first, second, third = (make_person(name) for name in ("採点 一郎", "採点 双葉", "採点 三月"))
    set_duties(problem=problem, markers=[first, second], adjudicators=[third], by=by, at=at)
    deal_scripts(problem=problem, seed=5, by=by, at=at)
    for sheet in Marking.objects.filter(round__script__problem=problem).order_by("id"):
        _mark(sheet, at, harder=sheet.marker == second)
    for script in Script.objects.filter(problem=problem, state=ScriptState.DISAGREED):
        _mark(open_adjudication(script=script, user=third, at=at), at, harder=False)


def _mark(sheet: Marking, at: datetime, *, harder: bool) -> None:
    script = sheet.round.script
    assert script.submission is not None
    kind = PROOFS.index(script.submission.raw)
    marks = list(MARKS[kind])
    if harder and kind == 2:
        marks[1] = "0"
    save_marks(
        marking_id=sheet.pk,
        user=sheet.marker,
        marks=dict(zip("abc", marks, strict=True)),
        comment=COMMENTS[kind],
        expected_version=0,
        complete=True,
        at=at + timedelta(minutes=1),
    )


def appeal(problem: PaperProblem, by: User, at: datetime) -> None:
    """One contestant asks for another look; the mark stands, and why."""
    scripts = Script.objects.filter(problem=problem, blank=False)
    asked = next((one for one in scripts if one.points is not None and 0 < one.points < 7), None)
    if asked is None:
        return
    made = file_appeal(
        script=asked,
        text="同側内角の和は明らかなので省きました。もう一度見てください。",
        by=asked.sitting.entry.user,
        at=at,
    )
    refuse_appeal(
        appeal=made,
        answer="この問題ではその一文が要点なので、採点基準どおりとしました。",
        by=by,
        at=at + timedelta(minutes=20),
    )
