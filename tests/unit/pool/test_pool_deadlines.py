"""Deadlines for pure work, alone and nested."""

from __future__ import annotations

import re
import signal
import threading

from site_builder.effects.pool_deadline import within


def endless() -> str:
    while True:
        pass


def test_work_in_time_gives_its_result_and_leaves_no_alarm() -> None:
    before = signal.getsignal(signal.SIGALRM)
    assert within(5, lambda: "done", lambda: "late") == "done"
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) is before


def test_an_endless_loop_and_a_pathological_pattern_are_cut_off() -> None:
    assert within(0.05, endless, lambda: "late") == "late"
    assert within(0.05, lambda: str(re.match(r"(a+)+$", "a" * 40 + "b")), lambda: "late") == "late"


def test_an_inner_deadline_leaves_the_outer_one_running() -> None:
    def page() -> str:
        code = within(0.05, endless, lambda: "plain code")
        return code + " " + within(5, endless, lambda: "never")

    assert within(0.3, page, lambda: "plain page") == "plain page"
    assert within(5, lambda: within(0.05, endless, lambda: "plain code"), lambda: "page") == "plain code"


def test_a_library_that_swallows_everything_is_asked_again() -> None:
    def stubborn() -> str:
        for _ in range(2):
            try:
                endless()
            except BaseException:
                continue
        return "gave in"

    assert within(0.05, stubborn, lambda: "late") in ("gave in", "late")


def test_an_error_of_the_work_passes_through() -> None:
    def faulty() -> str:
        raise KeyError("x")

    try:
        within(5, faulty, lambda: "late")
    except KeyError as error:
        assert error.args == ("x",)
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_outside_the_main_thread_work_is_simply_done() -> None:
    results: list[str] = []
    thread = threading.Thread(target=lambda: results.append(within(0.0001, lambda: "done", lambda: "late")))
    thread.start()
    thread.join()
    assert results == ["done"]
