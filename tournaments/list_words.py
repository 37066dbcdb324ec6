"""Words for what is wrong, or odd, with a list of people."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.interchange.columns import Field
from tournaments.interchange.people import FileFault, Issue, RowFault, Warn
from tournaments.names import listed

Words = Mapping[str, str | Promise]

FIELDS: Mapping[Field, str | Promise] = {
    Field.NAME: _("Name"),
    Field.FAMILY: _("Family name"),
    Field.GIVEN: _("Given name"),
    Field.KANA: _("Reading"),
    Field.FAMILY_KANA: _("Reading of the family name"),
    Field.GIVEN_KANA: _("Reading of the given name"),
    Field.CLUB: _("School or club"),
    Field.GRADE: _("Grade"),
    Field.SEED: _("Seeding number"),
    Field.RATING: _("Rating"),
    Field.NUMBER: _("Number on the list"),
    Field.ELIGIBLE: _("Eligible"),
    Field.NOTE: _("Note for the desk"),
}

ENCODINGS: Words = {
    "utf-8": "UTF-8",
    "cp932": "Shift-JIS (CP932)",
    "euc_jp": "EUC-JP",
    "utf-16-le": "UTF-16 (LE)",
    "utf-16-be": "UTF-16 (BE)",
    "iso2022_jp": "JIS (ISO-2022-JP)",
}

FILE_FAULTS: Words = {
    "empty_file": _("The file is empty."),
    "file_too_big": _("The file is too large to be a list of people."),
    "not_text": _("This is no list: neither CSV nor XLSX. Save it as one of the two."),
    "old_or_protected_workbook": _(
        "This is an old or a protected workbook. Save it as XLSX without a password, or as CSV."
    ),
    "not_a_workbook": _("This is no workbook with a table. Save the list as XLSX or CSV."),
    "broken_workbook": _("The workbook is damaged. Open it, save it again, and choose it anew."),
    "huge_workbook": _("The workbook unpacks to more than can be read. Save the list alone."),
    "wrong_encoding": _("The letters do not fit %(value)s. Choose another encoding."),
    "malformed": _("The commas and quotation marks do not fit together here."),
    "too_many_rows": _("There are more than %(value)s rows. Split the list."),
    "too_many_columns": _("There are more columns than a list of people has."),
    "no_such_sheet": _("There is no sheet “%(value)s” in the workbook."),
}

ROW_FAULTS: Words = {
    "no_name_column": _("No column holds the names. Say below which one does."),
    "column_twice": _("Two columns are said to be the same: %(value)s."),
    "no_such_column": _("There is no such column."),
    "no_people": _("There is nobody on the list."),
    "name_missing": _("The name is missing."),
    "too_long": _("%(column)s is longer than %(value)s characters."),
    "control_character": _("%(column)s has a character that cannot be printed."),
    "seed_not_a_number": _("The seeding number “%(value)s” is no whole number."),
    "rating_not_a_number": _("The rating “%(value)s” is no whole number from 1 to 9999."),
    "number_twice": _("The number “%(value)s” is there twice."),
    "eligible_unclear": _("“%(value)s” says neither yes nor no."),
    "extra_cells": _("There are more cells than columns."),
}

WARNINGS: Words = {
    "unknown_column": _("The column “%(column)s” is not used."),
    "same_name": _("“%(value)s” is there more than once. Two people may share a name."),
    "same_row": _("The same row is there more than once: %(value)s."),
    "already_entered": _("“%(value)s” is entered already."),
    "seed_twice": _("The seeding number %(value)s is there twice."),
    "encoding_guessed": _("The encoding was guessed. Look whether the names are right."),
    "rows_before_header": _("Rows above the column names were passed over."),
    "other_sheets": _("The workbook has other sheets: %(value)s."),
    "damaged_character": _("A character was damaged before the list came here: %(value)s"),
}


@dataclass(frozen=True, slots=True)
class Said:
    where: str
    """Line 3; lines 3 and 7; or empty."""
    what: str


def column_words(header: str) -> str:
    """A column without a name is called by its number."""
    number = header.removeprefix("#")
    if header == number or not number.isdecimal():
        return header
    return gettext("Column %(n)s") % {"n": number}


def say_issues(issues: Iterable[Issue]) -> list[Said]:
    return [_said(issue) for issue in issues]


def _said(issue: Issue) -> Said:
    words = FILE_FAULTS if isinstance(issue.code, FileFault) else WARNINGS
    if isinstance(issue.code, RowFault):
        words = ROW_FAULTS
    lines = issue.lines or ((issue.line,) if issue.line is not None else ())
    where = ""
    if lines:
        where = ngettext("Line %(lines)s", "Lines %(lines)s", len(lines)) % {
            "lines": listed(lines[:20])
        }
    text = words.get(issue.code.value, gettext("Something is wrong here."))
    value = str(ENCODINGS.get(issue.value, issue.value))
    if issue.code is RowFault.COLUMN_TWICE:
        value = str(FIELDS[Field(issue.value)])
    return Said(
        where,
        str(text)
        % {
            "column": column_words(issue.column),
            "value": value,
        },
    )


__all__ = ["ENCODINGS", "FIELDS", "Said", "Warn", "column_words", "say_issues"]
