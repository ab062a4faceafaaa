"""HTTP as uvicorn speaks it, with a clock: slow, half-open and idle clients are let go.

In: connections. Out: the same, fewer. A client has `REQUEST` seconds for its request and `RESPONSE` for
taking the answer in, event streams apart; above `CONNECTIONS` new ones are closed at once.
"""

from __future__ import annotations

import asyncio
import gc

from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST = 8.0  # seconds
RESPONSE = 60.0
CONNECTIONS = 200
COLLECTED = 256  # connections; each is a circle of objects, and builds have the collector come seldom


class PatientNoLonger(H11Protocol):
    _gone = 0  # connections of this process so far
    _clock: asyncio.TimerHandle | None = None
    _clocked: object = None  # the request that the clock runs for; None: one that has not come yet

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > CONNECTIONS:
            transport.abort()
            return
        self._clock = self.loop.call_later(REQUEST, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_clock()
        super().connection_lost(exc)
        PatientNoLonger._gone += 1
        if PatientNoLonger._gone % COLLECTED == 0:
            gc.collect(1)

    def eof_received(self) -> None:
        """A client that has closed its side and is owed nothing is gone."""
        if self.cycle is None or self.cycle.response_complete:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._set_clock()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._set_clock()

    def _set_clock(self) -> None:
        """One clock a request: it does not start anew with each byte."""
        busy = self.cycle is not None and not self.cycle.response_complete
        current = self.cycle if busy else None
        if self._clock is not None and self._clocked is current:
            return
        self._stop_clock()
        self._clocked = current
        if not busy:
            self._clock = self.loop.call_later(REQUEST, self.transport.abort)
        elif not self.cycle.scope["path"].endswith(".events"):
            self._clock = self.loop.call_later(RESPONSE, self.transport.abort)

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
