"""What a build keeps for the next one, as long as the process lives; `output.store` keeps it longer."""

from __future__ import annotations

from typing import Any, Protocol

from site_builder.document.page import Live


class Store(Protocol):
    """Plain data by key.  What was put may be gone; what is got is what was put."""

    @property
    def live(self) -> Live:
        """What this process has made, by name, each with what it was made from."""

    def get(self, key: str) -> Any | None: ...

    def put(self, key: str, value: Any) -> None: ...

    def sweep(self) -> None:
        """Forget everything that was neither put nor got since the last time."""


class Memory:
    """A store in this process."""

    def __init__(self) -> None:
        self._old: dict[str, Any] = {}
        self._new: dict[str, Any] = {}
        self.live: Live = {}

    def get(self, key: str) -> Any | None:
        if key in self._old:
            self._new[key] = self._old[key]
        return self._new.get(key)

    def put(self, key: str, value: Any) -> None:
        self._new[key] = value

    def sweep(self) -> None:
        self._old, self._new = self._new, {}
