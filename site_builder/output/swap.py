"""Two folders change places in one step of the file system."""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from pathlib import Path

_AT_FDCWD = -100
_EXCHANGE = 2  # RENAME_EXCHANGE of renameat2(2) on Linux, RENAME_SWAP of renamex_np(2) on macOS
_UNSUPPORTED = {errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EXDEV}


def swap(new: Path, site: Path) -> None:
    """Put the folder `new` at `site`; what was at `site` is at `new` afterwards.

    At every moment `site` is the old folder or the new one.  Only where the system cannot exchange two
    folders are there two renames with a gap between them; `recover` closes a gap that a kill left open.
    Raises OSError.
    """
    if not os.path.lexists(site):
        os.rename(new, site)
    elif not _exchange(new, site):
        _rename_twice(new, site)


def recover(new: Path, site: Path) -> None:
    """Finish what a killed `_rename_twice` of the same two paths left undone."""
    aside = _aside(new)
    if os.path.lexists(aside):
        if not os.path.lexists(site):
            os.rename(aside, site)
        elif not os.path.lexists(new):
            os.rename(aside, new)


def _aside(new: Path) -> Path:
    return new.with_name(new.name + "-aside")


def _rename_twice(new: Path, site: Path) -> None:
    os.rename(site, _aside(new))
    try:
        os.rename(new, site)
    finally:
        recover(new, site)


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two folders; False where this system or file system cannot."""
    libc = ctypes.CDLL(None, use_errno=True)
    first, second = os.fsencode(one), os.fsencode(other)
    if sys.platform == "linux" and hasattr(libc, "renameat2"):
        failed = libc.renameat2(_AT_FDCWD, first, _AT_FDCWD, second, _EXCHANGE)
    elif sys.platform == "darwin" and hasattr(libc, "renamex_np"):
        failed = libc.renamex_np(first, second, _EXCHANGE)
    else:
        return False
    code = ctypes.get_errno()
    if failed and code not in _UNSUPPORTED:
        raise OSError(code, os.strerror(code), str(other))
    return not failed
