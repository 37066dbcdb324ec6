"""What a person may be told went wrong at a contest."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.errors import UserError


class PaperOverError(UserError):
    code = "paper_over"
    words = _("The time of this paper is over. What was saved before is kept and will be graded.")


class ClosedEarlyError(PaperOverError):
    """The organisers closed it before its time was over."""

    words = _("The organisers closed this paper. What was saved before is kept and will be graded.")


class HandedInError(UserError):
    code = "handed_in"
    words = _("You have handed this paper in. What you handed in is kept.")


class NotOpenError(UserError):
    code = "not_open"
    words = _("This paper cannot be started now. Its start page says when it can.")


class NotStartedError(UserError):
    code = "not_started"
    words = _("You have not started this paper. Press start on its first page.")


class OtherDeviceError(UserError):
    """``device``: how the other one calls itself."""

    code = "other_device"
    words = _(
        "You went on with this paper on another device. What is typed here is not lost: "
        "copy it, or take the paper over to this device."
    )


class MalformedError(UserError):
    """``problem``: what is wrong with it, in words; ``understood``: what was made of it."""

    code = "malformed"
    status = 422
    words = _("%(problem)s Understood was: “%(understood)s”. This cost no attempt.")
    field = "answer"


class NoAttemptsError(UserError):
    """``limit``: how many were allowed."""

    code = "no_attempts_left"
    words = ngettext_lazy(
        "The %(limit)s attempt at this problem is used. This answer was not taken.",
        "All %(limit)s attempts at this problem are used. This answer was not taken.",
        "limit",
    )


class AlreadyRightError(UserError):
    code = "already_right"
    words = _("This problem is solved; no further answer is needed. Nothing was changed.")


class TooFastError(UserError):
    """``seconds``: how long to wait."""

    code = "too_fast"
    status = 429
    words = _(
        "Too many answers in a short time. Wait %(seconds)s s and send it again; it is kept here "
        "and cost no attempt."
    )


class TooLongError(UserError):
    """``limit``: characters."""

    code = "too_long"
    status = 422
    words = _("Longer than the %(limit)s characters that are taken. Nothing was changed.")
    field = "answer"


class FormKeyUsedError(UserError):
    code = "form_key_used"
    words = _("This form was sent before, for another problem. Load the page again.")


class NotRacingError(UserError):
    code = "problem_not_open"
    words = _("The host has not opened this problem, or has closed it. Wait for the next.")


class StaleProblemError(UserError):
    code = "stale_problem"
    words = _(
        "Somebody else changed this problem meanwhile. What you typed is kept; compare, then "
        "save again."
    )


class ProblemFaultyError(UserError):
    """``faults``: in words."""

    code = "problem_faulty"
    status = 422
    words = _("This problem cannot be used yet: %(faults)s")


class PaperFaultyError(UserError):
    """``faults``: in words."""

    code = "paper_faulty"
    words = _("This paper cannot be set yet: %(faults)s")


class PaperSetError(UserError):
    code = "paper_set"
    words = _("This paper is set. Take it back to draft before you change what is asked.")


class OnPaperError(UserError):
    code = "on_paper"
    words = _("This problem is on the paper already.")


class LabelTakenError(UserError):
    code = "label_taken"
    words = _("Another problem has this number.")


class PaperBegunError(UserError):
    code = "paper_begun"
    words = _("Somebody has started this paper. It cannot be changed or taken back any more.")


class WrongTimesError(UserError):
    code = "wrong_times"
    status = 422
    words = _("The end must come after the beginning, and the last instant not before the end.")


class PauseStateError(UserError):
    code = "pause_state"
    words = _("The paper is paused already, or is not paused. Nothing was changed.")


class RejudgeOpenError(UserError):
    code = "rejudge_open"
    words = _(
        "Another correction of this problem is being looked at. Apply or drop that one first."
    )


class RejudgeNotReadyError(UserError):
    """``left``: how many answers have no verdict under the new key."""

    code = "rejudge_not_ready"
    words = ngettext_lazy(
        "%(left)s answer has not been judged under the new key. Wait a moment.",
        "%(left)s answers have not been judged under the new key. Wait a moment.",
        "left",
    )


class RejudgeDecidedError(UserError):
    code = "rejudge_decided"
    words = _("This correction has been decided already. Nothing was changed.")


class UploadTooBigError(UserError):
    """``name``, ``size`` and ``limit`` in MB."""

    code = "upload_too_big"
    status = 413
    words = _(
        "“%(name)s” has %(size)s MB; at most %(limit)s MB are taken. Nothing else was lost: "
        "take the photo at a lower resolution and send it again."
    )
    field = "file"


class UploadKindError(UserError):
    """``name``."""

    code = "upload_not_a_page"
    status = 415
    words = _("“%(name)s” is neither a photo (JPEG, PNG, HEIC) nor a PDF. Nothing was stored.")
    field = "file"


class UploadBrokenError(UserError):
    """``name``."""

    code = "upload_broken"
    status = 422
    words = _("“%(name)s” cannot be read; it may be damaged or protected. Nothing was stored.")
    field = "file"


class TooManyPagesError(UserError):
    """``limit``."""

    code = "too_many_pages"
    status = 422
    words = _("At most %(limit)s pages are taken for a problem. Remove one first.")
    field = "file"


class SchemeNotApprovedError(UserError):
    code = "scheme_not_approved"
    words = _("The mark scheme of this problem is not approved. Nobody marks before it is.")


class SchemeApprovedError(UserError):
    code = "scheme_approved"
    words = _("This scheme is approved. Only a part for a new kind of solution can be added.")


class SchemeFaultyError(UserError):
    """``faults``: in words."""

    code = "scheme_faulty"
    status = 422
    words = _("This mark scheme cannot be used yet: %(faults)s")


class StaleMarkError(UserError):
    code = "stale_mark"
    words = _(
        "These marks were changed in another window or by somebody else. Nothing was "
        "overwritten: look at the newest and enter yours again."
    )


class FrozenMarksError(UserError):
    code = "marks_frozen"
    words = _("This round of marking is finished; its marks stay as they are.")


class UnmarkedPartError(UserError):
    """``letters``: the parts that have no mark."""

    code = "part_unmarked"
    status = 422
    words = _("Not complete: part %(letters)s has no mark. What you entered is kept.")


class MarkRefusedError(UserError):
    """``problem``: in words."""

    code = "mark_refused"
    status = 422
    words = _("%(problem)s Nothing was changed.")


class NotEnoughMarkersError(UserError):
    """``needed``."""

    code = "not_enough_markers"
    words = ngettext_lazy(
        "%(needed)s marker is needed for this problem. Add one, then deal the scripts.",
        "%(needed)s markers are needed for this problem. Add more, then deal the scripts.",
        "needed",
    )


class MarkerConflictError(UserError):
    code = "marker_conflict"
    words = _("This person marks the script already; two different people must.")


class NotForAdjudicationError(UserError):
    code = "not_for_adjudication"
    words = _("The markers of this script have not disagreed. Nothing was changed.")


class AppealStateError(UserError):
    code = "appeal_state"
    words = _("There is an appeal on this script already, or it has been decided.")


class AppealsClosedError(UserError):
    code = "appeals_closed"
    words = _("Appeals are not taken at this time. The results page says until when they are.")


class UnmarkedScriptsError(UserError):
    code = "not_marked_yet"
    words = _("This script has no mark yet. There is nothing to appeal against.")


class UnknownMemberError(UserError):
    """``username``."""

    code = "unknown_member"
    status = 422
    words = _("Nobody signs in with the username “%(username)s”. Ask how it is spelt.")
    field = "username"


class LastHeadError(UserError):
    code = "last_head"
    words = _("A bank needs somebody who manages it. Give that to somebody else first.")
