"""Certificates: a text that the organiser may edit, filled in for each person.

In the heading, the award and the body these words in braces are filled in: name, club, award,
contest, rank, points. Anything else in braces is printed as it is.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.printing.render import pdf, pictures

FIELDS = ("name", "club", "award", "contest", "rank", "points")
MAX_BODY = 2_000
_FIELD = re.compile(r"\{(" + "|".join(FIELDS) + r")\}")


@dataclass(frozen=True, slots=True)
class Certificate:
    """One person's. ``award`` as it is read aloud: 金賞, First prize."""

    name: str
    award: str = ""
    club: str = ""
    rank: str = ""
    points: str = ""


@dataclass(frozen=True, slots=True)
class CertificateText:
    """The same for all. ``signed``: lines at the foot, who awards it."""

    contest: str
    heading: str = ""
    body: str = ""
    date: str = ""
    signed: Sequence[str] = ()


def default_heading(language: str) -> str:
    with translation.override(language):
        return _("Certificate")


def default_body(language: str) -> str:
    """To begin editing with."""
    with translation.override(language):
        return _("is awarded this certificate\nfor an outstanding result at\n{contest}.")


def filled(text: str, values: Mapping[str, str]) -> str:
    """
    >>> filled("{name}: {rank}, {place}", {"name": "Ann", "rank": "1"})
    'Ann: 1, {place}'
    """
    return _FIELD.sub(lambda found: values.get(found[1], found[0]), text)


def certificates_data(
    people: Sequence[Certificate], text: CertificateText, *, language: str
) -> dict[str, Any]:
    heading = text.heading.strip() or default_heading(language)
    body = text.body.strip() or default_body(language)
    made = []
    for one in people:
        values = {
            "name": one.name,
            "club": one.club,
            "award": one.award,
            "contest": text.contest,
            "rank": one.rank,
            "points": one.points,
        }
        name = f"{one.name} 殿" if language == "ja" else one.name
        made.append(
            {
                "heading": filled(heading, values),
                "award": one.award,
                "name": name,
                "club": one.club,
                "lines": filled(body[:MAX_BODY], values).splitlines(),
                "date": text.date,
                "signed": list(text.signed),
            }
        )
    return {"lang": language, "title": f"{heading} — {text.contest}", "certificates": made}


def certificates(people: Sequence[Certificate], text: CertificateText, *, language: str) -> bytes:
    """A PDF, a page for each."""
    return pdf("certificates", certificates_data(people, text, language=language))


def certificate_pages(
    people: Sequence[Certificate], text: CertificateText, *, language: str
) -> list[bytes]:
    """The pages as SVG, for a preview."""
    return pictures("certificates", certificates_data(people, text, language=language))
