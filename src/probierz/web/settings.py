"""Django's settings, out of the environment; see `environment.py` for what can be set."""

from __future__ import annotations

import os
from pathlib import Path

from probierz.web.configuration import environment, single_sign_on
from probierz.web.configuration.secret_key import secret_key

PROBIERZ = environment.read_all()
HOME = environment.home()
WEB = Path(__file__).resolve().parent

SECRET_KEY = secret_key(HOME)
DEBUG = PROBIERZ["PROBIERZ_DEBUG"]
ALLOWED_HOSTS = list(PROBIERZ["PROBIERZ_HOSTS"])
DATABASES = {"default": environment.database(PROBIERZ["PROBIERZ_DATABASE_URL"], HOME)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "ninja",
    "probierz.web.accounts",
    "probierz.web.jobs",
    "probierz.web.challenges",
    "probierz.web.submissions",
    "probierz.web.leaderboards",
    "probierz.web.suites",
    "probierz.web.webhooks",
    "probierz.web.notifications",
    "probierz.web.annotation",
    "probierz.web.labelling",
]

MIDDLEWARE = [
    "probierz.web.http.middleware.SecurityHeaders",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "probierz.web.html.languages.LanguageOfPage",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "probierz.web.accounts.closed_platform.LoginWhereClosed",
    "probierz.web.http.middleware.BodyLimit",  # below what its page needs; nothing above reads a body
    "probierz.web.http.middleware.OpenFormLimit",
    "probierz.web.http.middleware.FullDisk",
    "probierz.web.http.middleware.NulCharacters",
]

ROOT_URLCONF = "probierz.web.urls"
WSGI_APPLICATION = "probierz.web.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [WEB / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "probierz.web.html.context.platform",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "probierz.web.html.engine_words",
                "probierz.web.html.looks",
            ],
        },
    }
]

# --- people ----------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in (
        ("UserAttributeSimilarityValidator", {}),
        ("MinimumLengthValidator", {"min_length": 10}),
        ("CommonPasswordValidator", {}),
    )
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
CSRF_FAILURE_VIEW = "probierz.web.http.error_pages.stale_form"
globals().update(environment.email(PROBIERZ["PROBIERZ_EMAIL_URL"], PROBIERZ["PROBIERZ_EMAIL_FROM"]))

SSO = bool(PROBIERZ["PROBIERZ_OIDC_URL"])
if SSO:
    globals().update(single_sign_on.settings(PROBIERZ, INSTALLED_APPS, MIDDLEWARE))

# --- languages and times ---------------------------------------------------------------------------------------------

LANGUAGE_CODE = PROBIERZ["PROBIERZ_LANGUAGE"]
LANGUAGES = [("en", "English"), ("pl", "Polski"), ("cs", "Čeština")]  # not every page is there in Czech
LOCALE_PATHS = [WEB / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = PROBIERZ["PROBIERZ_TIME_ZONE"]

# --- files -----------------------------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATICFILES_DIRS = [WEB / "static"]
WHITENOISE_USE_FINDERS = True  # served from the package: nothing to collect before the first start
WHITENOISE_MAX_AGE = 3600
DATA_UPLOAD_MAX_MEMORY_SIZE = 8 * 2**20  # an article that is too long is refused by its form, beside what was typed
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
FILE_UPLOAD_MAX_MEMORY_SIZE = 2**20

IS_ALONE = environment.ALONE_KEY in os.environ  # one person on a laptop, with the pages of annotation alone

# --- safety ----------------------------------------------------------------------------------------------------------

_SECURE = PROBIERZ["PROBIERZ_URL"].startswith("https:")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _SECURE
SESSION_COOKIE_HTTPONLY = True
if _OWN_COOKIES := environment.own_cookies(PROBIERZ["PROBIERZ_URL"]):
    SESSION_COOKIE_NAME = f"sessionid-{_OWN_COOKIES}"
    CSRF_COOKIE_NAME = f"csrftoken-{_OWN_COOKIES}"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_HSTS_SECONDS = 31_536_000 if _SECURE else 0
X_FRAME_OPTIONS = "DENY"
if PROBIERZ["PROBIERZ_BEHIND_PROXY"]:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
if PROBIERZ["PROBIERZ_URL"]:
    CSRF_TRUSTED_ORIGINS = ["/".join(PROBIERZ["PROBIERZ_URL"].split("/")[:3])]

CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 2000}}}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "filters": {"tokens": {"()": "probierz.web.http.log_filter.WithoutTokens"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain", "filters": ["tokens"]}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django.server": {"level": "WARNING"},
        # What a visitor asks for in vain (400, 404) is told to the visitor, and no news in the operator's terminal.
        "django.request": {"level": "ERROR"},
        # A name that is not this platform's, as scanners send all day, is answered with 400.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
