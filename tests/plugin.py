"""Runs before the settings are read: a folder and a Redis database of this process's own."""

import atexit
import gc
import os
import shutil
import tempfile

WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
FOLDER = tempfile.mkdtemp(prefix="taikai-tests-")
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)

# Most objects are modules and templates, which stay: looking for rubbish took a twentieth.
gc.set_threshold(50_000, 20, 20)
atexit.register(gc.freeze)

os.environ["TAIKAI_VAR"] = FOLDER
os.environ.setdefault("SECRET_KEY", "only-for-tests-" + "0" * 32)
if WORKER and os.environ.get("REDIS_URL"):
    server, _, number = os.environ["REDIS_URL"].rpartition("/")
    os.environ["REDIS_URL"] = f"{server}/{int(number) + 1 + int(WORKER.removeprefix('gw'))}"
