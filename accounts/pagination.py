"""Lists of the API, a page at a time."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request


class Pages(PageNumberPagination):
    """A size that cannot be had is refused, where DRF alone would take another."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200

    def get_page_size(self, request: Request) -> int:
        asked = request.query_params.get(self.page_size_query_param)
        if asked is None:
            return self.page_size
        if not asked.isascii() or not asked.isdigit() or not 1 <= int(asked[:9]) <= 200:
            raise ValidationError({"page_size": [_("A page has 1 to 200 rows.")]})
        return int(asked)

    def get_page_number(self, request: Request, paginator: Any) -> Any:
        return request.query_params.get(self.page_query_param, 1)

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        found = super().get_schema_operation_parameters(view)
        for parameter in found:
            parameter["schema"]["minimum"] = 1
            if parameter["name"] == self.page_size_query_param:
                parameter["schema"]["maximum"] = self.max_page_size
        return found
