"""One build at a time for the folders beside one another."""

from __future__ import annotations

import errno
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE_SECONDS = 60.0
_NO_LOCKS_HERE = {errno.EBADF, errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL}


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of `folder`, waiting for another build to finish writing.

    The lock is on the folder itself, so nothing is left behind, and the system drops it with its holder,
    however that ends.  A file system without locks is used without.  Raises OSError after a minute.
    """
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        _acquire(handle, folder)
        yield
    finally:
        os.close(handle)


def _acquire(handle: int, folder: Path) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise OSError(errno.EAGAIN, "another build is still writing here", str(folder)) from None
            time.sleep(0.05)
        except OSError as error:
            if error.errno in _NO_LOCKS_HERE:
                return
            raise
