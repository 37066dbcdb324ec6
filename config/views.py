"""What the server says about itself."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """That pages are served. Nothing is asked of the database."""
    return HttpResponse("ok\n", content_type="text/plain", headers={"Cache-Control": "no-store"})
