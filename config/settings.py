"""Django's settings, from the environment (environment.py) and nothing else."""

import atexit
import gc
import os
import sys
from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from config.environment import (
    BASE_DIR,
    database,
    flag,
    log_level,
    number,
    product_version,
    redis_url,
    refuse,
    secret_key,
    time_zone,
    var_dir,
)

_database_url = os.environ.get("DATABASE_URL", "").strip()
REDIS_URL = redis_url()
EMBEDDED = not _database_url and not REDIS_URL
TESTING = "pytest" in sys.modules
if not TESTING:
    # Loading all this makes 200,000 objects and no rubbish: looking for some took a tenth of the
    # time, and again a quarter of a second at the end.
    gc.set_threshold(50_000, 20, 20)
    atexit.register(gc.freeze)
if not EMBEDDED and not (_database_url and REDIS_URL) and not TESTING:
    refuse("DATABASE_URL" if REDIS_URL else "REDIS_URL", "must be set when the other one is")

VAR_DIR = var_dir()
SECRET_KEY = secret_key(VAR_DIR, embedded=EMBEDDED or TESTING)
DEBUG = flag("DEBUG", default=False)
HTTPS = flag("HTTPS", default=not EMBEDDED and not TESTING)

TRUSTED_PROXIES = number("TRUSTED_PROXIES", default=1 if HTTPS else 0, most=10)
"""How many proxies of ours stand in front and add to X-Forwarded-For."""
VERSION = product_version()

_hosts = [host.strip() for host in os.environ.get("ALLOWED_HOSTS", "").split(",") if host.strip()]
if not _hosts and not EMBEDDED and not TESTING:
    refuse("ALLOWED_HOSTS", "must name the hosts this site answers to, with commas between")
ALLOWED_HOSTS = _hosts or ["*"]
CSRF_TRUSTED_ORIGINS = [f"https://{host.lstrip('.')}" for host in _hosts if host != "*"]

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "config.static_files.StaticFiles",
    "django.forms",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "accounts",
    "games",
    "tournaments",
    "judging",
    "config",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "accounts.middleware.arrival",
    "accounts.middleware.content_security_policy",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "accounts.middleware.language",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "config.errors.ErrorPages",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.site",
            ],
        },
    }
]

FORM_RENDERER = "accounts.rendering.FormRenderer"

if _database_url:
    DATABASES = {"default": database(_database_url)}
    if DATABASES["default"]["ENGINE"].endswith("postgresql"):  # type: ignore[attr-defined]
        DATABASES["default"].setdefault("CONN_MAX_AGE", 600)
        DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
else:
    DATABASES = {
        "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": VAR_DIR / "taikai.sqlite3"}
    }
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"] |= {
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
        # In memory, tables are locked as they never are in a file.
        "TEST": {"NAME": VAR_DIR / "tests.sqlite3"},
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

if REDIS_URL:
    CACHES: dict[str, dict[str, object]] = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": 2000},
        }
    }
SESSION_ENGINE = "django.contrib.sessions.backends.db"

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["username", "name"]},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
if TESTING:
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
LOGIN_URL = "accounts:sign_in"
LOGIN_REDIRECT_URL = "home"
SESSION_COOKIE_AGE = int(timedelta(days=30).total_seconds())
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
CSRF_FAILURE_VIEW = "config.errors.csrf_failure"

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if HTTPS:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    if TRUSTED_PROXIES:
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = int(timedelta(days=365).total_seconds())
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True

LANGUAGE_CODE = "ja"
LANGUAGES = [("ja", _("Japanese")), ("en", _("English"))]
LOCALE_PATHS = [
    BASE_DIR / "locale" / area
    for area in ("config", "accounts", "games", "oware", "rithmomachia", "tournaments", "judging")
]
USE_I18N = True
TIME_ZONE = time_zone(default="Asia/Tokyo")
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static"]
# Scaled out, `manage.py collectstatic` gathers them; without it they are served as they lie.
_collected = not EMBEDDED and not TESTING and (STATIC_ROOT / "staticfiles.json").exists()
WHITENOISE_USE_FINDERS = not _collected
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "config.storage.StaticFiles"
        if _collected or "collectstatic" in sys.argv
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ("png", "gif", "gz", "br", "woff", "woff2", "map")
MEDIA_ROOT = VAR_DIR / "uploads"
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000
"""The results of a round are typed on one page: two fields for each of 5,000 tables."""
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024

CELERY_BROKER_URL = REDIS_URL or "memory://localhost"
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["accounts.parsers.Json"],
    "DEFAULT_PAGINATION_CLASS": "accounts.pagination.Pages",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "config.errors.api_exception_handler",
    "DEFAULT_VERSIONING_CLASS": None,
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Taikai",
    "DESCRIPTION": "Tournaments, timed matches and standings.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "ENUM_NAME_OVERRIDES": {
        "MatchStatus": "games.models.Status",
        "TournamentState": "tournaments.models.TournamentState",
        "RoundState": "tournaments.models.RoundState",
        "PublicationState": "tournaments.models.PublicationState",
        "TableState": "tournaments.next_step.TableState",
        "EntryStatus": "tournaments.standings.Status",
        "StandingsState": "tournaments.serializers.IN_STANDINGS",
        "Role": "tournaments.serializers.ROLES",
        "DeskRole": "tournaments.api.requests.DESK_ROLES",
        "PairOutcome": "tournaments.api.requests.OUTCOMES",
        "ReportedOutcome": "tournaments.services.reports.REPORTABLE",
        "ProblemKind": "judging.models.Kind",
        "BoardProblemKind": "judging.api.bank_bodies.BOARDS",
        "ProblemState": "judging.models.ProblemState",
        "PaperMode": "judging.models.Mode",
        "PaperState": "judging.models.PaperState",
        "RejudgeState": "judging.models.RejudgeState",
        "Pictures": "judging.records.uploads.Upload.Pictures",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "config.schema.describe_problems",
    ],
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": log_level(default="WARNING")},
    # What people ask in vain is no fault of the server, and addresses may hold their links.
    "loggers": {"django.request": {"level": "ERROR"}},
}
