"""The platform's settings in tests: a home folder of their own; PROBIERZ_TEST_DATABASE_URL names a PostgreSQL."""

import os
import tempfile

for _name in [name for name in os.environ if name.startswith("PROBIERZ_")]:
    if _name not in ("PROBIERZ_DATA", "PROBIERZ_TEST_DATABASE_URL"):
        del os.environ[_name]
# In memory where there is such a folder: every test empties the database, and each time waits for the disk.
_memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
_home = tempfile.TemporaryDirectory(prefix="probierz-home-", dir=_memory)
os.environ["PROBIERZ_HOME"] = _home.name
os.environ["PROBIERZ_DATABASE_URL"] = os.environ.get("PROBIERZ_TEST_DATABASE_URL", "")
os.environ["PROBIERZ_HOSTS"] = "testserver,localhost,127.0.0.1"

from probierz.web.settings import *  # noqa: E402, F403

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):  # noqa: F405
    # A file, as on a real platform: several threads and processes open it.
    DATABASES["default"]["TEST"] = {"NAME": os.path.join(_home.name, "test.sqlite3")}  # noqa: F405
WHITENOISE_AUTOREFRESH = True  # else every client of a test looks through all static files first
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick; the real ones have their own test
