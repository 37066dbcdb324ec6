"""Static files of the scaled-out site: named by their content, so that browsers keep them."""

from collections.abc import Iterator
from typing import Any

from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

_EVERYWHERE, _PATTERNS = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Our modules import each other by the same names the pages use, or they would run twice."""

    keep_intermediate_files = False
    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = ("js/*.js", _PATTERNS)

    def create_compressor(self, **options: Any) -> Compressor:
        """The same everywhere: Brotli, no part of the product, may be installed by chance."""
        return Compressor(use_brotli=False, **options)

    def compress_files(self, paths: set[str]) -> Iterator[tuple[str, str]]:
        """Only those that pages name; the rest is there for who asks for it by its plain name."""
        yield from super().compress_files(paths & set(self.hashed_files.values()))
