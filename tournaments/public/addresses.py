"""The queries of links on the page of standings."""

from collections.abc import Mapping
from urllib.parse import urlencode

from tournaments.models import Publication
from tournaments.public.standings_page import StandingsPage


def links(
    table: StandingsPage, publication: Publication, mine: str, *, newest: bool
) -> Mapping[str, str]:
    """``version_query`` and ``page_query`` follow another value, ``detail_query`` stands alone.

    ``my_row`` is the row of whom the reader follows, empty when it is not in the table.
    """
    version = {} if newest else {"version": publication.version}
    after = {} if table.head.stage is None else {"after": table.head.ordinal}
    page = table.my_page
    return {
        "version_query": _more(version),
        "page_query": _more(after | version),
        "detail_query": f"?{urlencode(after | version)}" if after | version else "",
        "my_row": f"?{urlencode({'page': page} | after | version)}#e-{mine}" if page else "",
    }


def _more(values: Mapping[str, int]) -> str:
    return f"&{urlencode(values)}" if values else ""
