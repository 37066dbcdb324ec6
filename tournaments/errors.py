"""What an organiser, an arbiter or a player may be told cannot be done."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.errors import UserError

__all__ = ["UserError"]


class RulesRefusedError(UserError):
    """A rule set or time control with a value that is not allowed."""

    code = "rules_refused"
    status = 400
    words = _("%(message)s Nothing was changed.")


class NoTableError(UserError):
    """A round has no table of that number."""

    code = "no_table"
    words = _("There is no table %(table)s.")


class KeepsChangingError(UserError):
    code = "keeps_changing"
    words = _(
        "Results kept changing while the round was being paired. Nothing was drawn; draw it "
        "when they are in."
    )


class JobFailedError(UserError):
    """``what``: what went wrong, for whoever looks after the server."""

    code = "job_failed"
    status = 500
    words = _(
        "The server could not do this: %(what)s. Nothing was changed; what was entered is kept. "
        "Try once more."
    )


class JobOutdatedError(UserError):
    code = "job_outdated"
    words = _(
        "What this was about is not there any more: it was changed meanwhile. Nothing was done. "
        "The page shows how it stands now."
    )


class BeingDoneError(UserError):
    code = "being_done"
    words = _("%(what)s is being done already. Wait for it; nothing was changed.")


class AlreadyPlayedError(UserError):
    code = "already_played"
    words = _("%(what)s can no longer change: a round has begun. Nothing was changed.")


class StageKindError(UserError):
    code = "stage_kind"
    words = _(
        "This stage cannot become that: it has begun, or the game is not played so. "
        "Nothing was changed."
    )


class RoundsExistError(UserError):
    code = "rounds_exist"
    words = ngettext_lazy(
        "There is %(rounds)s round already, so there cannot be fewer. Nothing was changed.",
        "There are %(rounds)s rounds already, so there cannot be fewer. Nothing was changed.",
        "rounds",
    )


class SeatedEntryError(UserError):
    code = "entry_seated"
    words = _(
        "%(name)s has been seated in a round and stays on the list. "
        "Withdraw the entry instead; results are kept."
    )


class NameTakenError(UserError):
    code = "name_taken"
    words = _(
        "%(name)s is on the list already. If this is somebody else, add a school or club "
        "that tells the two apart."
    )


class EntryStateError(UserError):
    code = "entry_state"
    words = _("%(name)s is not entered, or has left. Nothing was changed.")


class LateEntryClosedError(UserError):
    code = "late_entry_closed"
    words = _("Late entry is closed: it was open until round %(round)s.")


class RoundStateError(UserError):
    """A step that the round is not ready for, or past."""

    code = "round_state"
    words = _("%(round)s is not in a state for this any more. The page shows how it stands now.")


class ResultsMissingError(UserError):
    code = "results_missing"
    words = _("Results are missing: %(missing)s. Enter them, or go on with a reason.")


class RoundsCompleteError(UserError):
    code = "rounds_complete"
    words = _("All planned rounds are drawn. Raise their number in the settings to play more.")


class NobodyToSeatError(UserError):
    code = "nobody_to_seat"
    words = _("Fewer than two people can be seated. Check people in first.")


class NoPairingError(UserError):
    """No pairing keeps every rule. ``params``: remedies, codes of what would help."""

    code = "no_legal_pairing"
    words = _("No pairing keeps every rule: everybody left has met, or must not meet.")


class AdvancementOpenError(UserError):
    code = "advancement_open"
    words = _("Who plays in %(stage)s is not decided yet.")


class DrawFaultyError(UserError):
    code = "draw_faulty"
    words = _("This seating cannot be published: %(faults)s. Nothing was changed.")


class PairingsFixedError(UserError):
    """A bracket or a schedule says who meets whom."""

    code = "pairings_fixed"
    words = _(
        "Who meets whom in %(round)s follows from the draw of the stage. Only the first move can "
        "be exchanged."
    )


class RoundStartedError(UserError):
    code = "round_started"
    words = _("A table has begun, so the round stays published.")


class ReasonNeededError(UserError):
    code = "reason_needed"
    status = 400
    words = _("A reason is needed; it goes into the record.")


class ResultChangedError(UserError):
    """Somebody else changed the result after this form was opened."""

    code = "result_changed"
    words = _(
        "Somebody else has changed the result of table %(table)s. Yours was not saved; "
        "the page shows the new one."
    )


class InvalidPlacesError(UserError):
    code = "invalid_places"
    status = 400
    words = _("This result cannot be taken: %(why)s What else is typed is kept.")


class MatchGoingOnError(UserError):
    code = "match_going_on"
    words = _("Table %(table)s is still playing. To end it with this result, say why.")


class DependentsError(UserError):
    """A correction that others rest on, not confirmed yet. ``params``: dependents."""

    code = "dependents"
    words = _("Other things rest on this result. Look at the list, then confirm.")


class PlayedOnError(UserError):
    """People cannot be replaced in a match that was played."""

    code = "played_on"
    words = _(
        "%(table)s has been played already. Keep who went on, or let that match be played again."
    )


class NotYourTableError(UserError):
    code = "not_your_table"
    status = 404
    words = _("You do not play at this table.")


class TableStateError(UserError):
    code = "table_state"
    words = _("Table %(table)s has begun or is over; this cannot change any more.")


class UndecidedError(UserError):
    code = "undecided"
    words = _("%(left)s more must be chosen among the equals.")


class TooManyChosenError(UserError):
    code = "too_many_chosen"
    words = ngettext_lazy(
        "%(chosen)s are chosen and there is only %(seats)s place.",
        "%(chosen)s are chosen and there are only %(seats)s places.",
        "seats",
    )


class NotFinalError(UserError):
    code = "not_final"
    words = _("The standings cannot be final yet: %(missing)s.")


class UnknownPersonError(UserError):
    code = "unknown_person"
    status = 400
    words = _("Nobody has the username %(username)s. Check it, or add the person by name.")


class LastOrganiserError(UserError):
    code = "last_organiser"
    words = _("The tournament needs an organiser, and this is the last one.")


class WrongCodeError(UserError):
    code = "wrong_code"
    status = 404
    words = _("There is no tournament with the code %(join_code)s. Check it and try again.")


class RegistrationClosedError(UserError):
    code = "registration_closed"
    words = _("Registration is closed. Ask at the desk.")


class PlaceTakenError(UserError):
    code = "place_taken"
    words = _("%(name)s has entered already. If that is you, ask at the desk for your own link.")


class FileTooLargeError(UserError):
    code = "file_too_large"
    status = 413
    words = _("%(name)s has %(size)s; at most %(limit)s can be read. Nothing was imported.")


class ListGoneError(UserError):
    code = "list_gone"
    words = _("There is no list waiting to be read. Choose the file again.")


class ListFaultyError(UserError):
    code = "list_faulty"
    status = 400
    words = _("The list has faults, so nobody was entered. They are shown below.")


class BrokenArchiveError(UserError):
    """``where`` in the file, and ``what`` is wrong there."""

    code = "archive_broken"
    status = 422
    words = _("The archive cannot be restored: %(where)s: %(what)s. Nothing was changed.")


class ArchiveHereError(UserError):
    code = "archive_here"
    words = _("“%(name)s” is on this server already. Nothing was changed; make a copy instead.")


class NotInReportError(UserError):
    code = "not_in_report"
    words = _("This stage cannot be told in a report file (TRF): %(why)s.")


class NoFinalStandingsError(UserError):
    code = "no_final_standings"
    words = _("Certificates are made from final standings. Publish the standings as final first.")


class OtherGameError(UserError):
    code = "other_game"
    words = _("“%(name)s” holds ratings of another game. Nothing was changed.")


class SamePersonError(UserError):
    code = "same_person"
    words = _("%(name)s would be in one tournament twice. Nothing was changed.")


class NotPutAwayError(UserError):
    code = "not_put_away"
    words = _("Put the tournament away first. Nothing was deleted.")


class OtherNameError(UserError):
    code = "other_name"
    status = 400
    words = _("To delete it, type its name: %(name)s. Nothing was deleted.")


class NothingToDrawError(UserError):
    code = "nothing_to_draw"
    words = _("Nobody shares place %(rank)s any more.")


class NothingToUndoError(UserError):
    code = "nothing_to_undo"
    words = _("This step can no longer be taken back.")
