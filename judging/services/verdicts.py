"""Storing many verdicts at once, in as few statements as the database allows."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from judging.kinds.graded import Graded
from judging.kinds.registry import GRADER
from judging.models import Submission, SubmissionStatus

# Both read one JSON parameter: hundreds of rows cost one statement and one journey.
ON_POSTGRESQL = """
    INSERT INTO judging_verdict
        (submission_id, key_id, grader, "right", malformed, share, reason, detail, at)
    SELECT given.submission, given.key, %s, given."right", given.malformed, given.share,
        given.reason, given.detail, %s
    FROM jsonb_to_recordset(%s::jsonb) AS given(submission bigint, key bigint, "right" boolean,
        malformed boolean, share text, reason text, detail jsonb)
    ON CONFLICT DO NOTHING
"""
ON_SQLITE = """
    INSERT OR IGNORE INTO judging_verdict
        (submission_id, key_id, grader, "right", malformed, share, reason, detail, at)
    SELECT json_extract(value, '$.submission'), json_extract(value, '$.key'), %s,
        json_extract(value, '$.right'), json_extract(value, '$.malformed'),
        json_extract(value, '$.share'), json_extract(value, '$.reason'),
        json_extract(value, '$.detail'), %s
    FROM json_each(%s)
"""


@dataclass(frozen=True, slots=True)
class Judged:
    """What an answer is under a key."""

    submission: int
    key: int
    graded: Graded


def store(found: Sequence[Judged], at: datetime) -> None:
    """Insert the verdicts; one that is there stays as it is."""
    if not found:
        return
    instant = connection.ops.adapt_datetimefield_value(at)
    with connection.cursor() as cursor:
        statement = ON_POSTGRESQL if connection.vendor == "postgresql" else ON_SQLITE
        cursor.execute(statement, [GRADER, instant, _json(found)])


def mark_judged(submissions: Sequence[int], at: datetime) -> None:
    """Of these answers those that were queued are judged."""
    Submission.objects.filter(pk__in=submissions, status=SubmissionStatus.QUEUED).update(
        status=SubmissionStatus.JUDGED, judged_at=at, fault=""
    )


def _json(found: Sequence[Judged]) -> str:
    rows: list[dict[str, Any]] = [
        {
            "submission": one.submission,
            "key": one.key,
            "right": one.graded.right,
            "malformed": one.graded.malformed,
            "share": str(one.graded.share),
            "reason": one.graded.reason,
            "detail": one.graded.to_json(),
        }
        for one in found
    ]
    return json.dumps(rows)
