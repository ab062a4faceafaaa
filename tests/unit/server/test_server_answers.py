"""The preview's server, asked through real sockets: what it answers, and to whom."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator

import pytest

from site_builder.effects.server import PreviewServer, open_socket
from site_builder.effects.server_address import allowed_hosts, canonical, is_ours
from site_builder.effects.server_site import Remark, Served
from site_builder.model import EnvironmentProblem, Problem, Severity, Where

HTML = "text/html; charset=utf-8"


class Site:
    """Two pages, an error page and an asset; counts what it is asked."""

    def __init__(self) -> None:
        self.pages = {
            "/fr/": Served(body="<!doctype html><title>é</title>".encode(), type=HTML),
            "/fr/index.html": Served(body=b"x", type=HTML),
            "/fr/été/": Served(body=b"summer", type=HTML),
            "/404.html": Served(body=b"<!doctype html>not here", type=HTML),
            "/theme/theme.css": Served(body=b"p{}", type="text/css; charset=utf-8"),
            "/fr/plan.svg": Served(body=b"<svg/>", type="image/svg+xml", copied=True),
            "/fr/plan.png": Served(body=b"", type="image/png", copied=True),
            "/big.bin": Served(body=bytes(5_000_000), type="application/octet-stream"),
        }

    async def get(self, path: str) -> Served | None:
        return self.pages.get(path)

    async def remark(self, path: str) -> Remark:
        problem = Problem(
            where=Where(path="content/a.md", line=3),
            code="link-target",
            message="<b>no page</b>",
            severity=Severity.WARNING,
        )
        return Remark(problems=(problem,), notes=("a note",), others=2)


@pytest.fixture(scope="module")
def server() -> Iterator[PreviewServer]:
    running = PreviewServer(Site(), port=0)
    running.start()
    yield running
    running.stop()


def send(server: PreviewServer, raw: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(raw)
        received = b""
        while chunk := connection.recv(65536):
            received += chunk
    return received


def ask(
    server: PreviewServer, target: str, method: str = "GET", host: str = "localhost", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    lines = [f"{method} {target} HTTP/1.1", f"Host: {host}", "Connection: close"]
    lines += [f"{name.replace('_', '-')}: {text}" for name, text in headers.items()]
    head, _, body = send(server, ("\r\n".join(lines) + "\r\n\r\n").encode()).partition(b"\r\n\r\n")
    status, *rest = head.decode().split("\r\n")
    found = dict(line.split(": ", 1) for line in rest)
    return int(status.split()[1]), {name.lower(): text for name, text in found.items()}, body


def test_a_page_comes_as_it_will_be_published_with_headers_that_keep_others_out(
    server: PreviewServer,
) -> None:
    status, headers, body = ask(server, "/fr/")
    assert (status, body) == (200, "<!doctype html><title>é</title>".encode())
    assert headers["content-type"] == HTML
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"
    assert headers["content-security-policy"] == "frame-ancestors 'self'"
    assert not [name for name in headers if name.startswith("access-control")]
    assert "server" not in headers


def test_head_gives_the_same_headers_and_no_body(server: PreviewServer) -> None:
    status, headers, body = ask(server, "/fr/", "HEAD")
    assert (status, body, headers["content-length"]) == (200, b"", "32")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "PROPFIND", "get"])
def test_no_other_method_is_known(server: PreviewServer, method: str) -> None:
    status, headers, _ = ask(server, "/fr/", method)
    assert (status, headers["allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "localhost@evil.example",
        "[::2]",
        "192.168.1.1",
        "0.0.0.0",
        "localhost:",
        "localhost:8000:1",
        "",
        "127.1",
        "2130706433",
        "localhost.",
    ],
)
def test_another_name_is_misdirected(server: PreviewServer, host: str) -> None:
    assert ask(server, "/fr/", host=host)[0] == 421


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "LOCALHOST:9", "127.0.0.1:65535"])
def test_loopback_names_are_answered_whatever_the_port(server: PreviewServer, host: str) -> None:
    assert ask(server, "/fr/", host=host)[0] == 200


def test_without_a_host_or_with_two_nothing_is_answered(server: PreviewServer) -> None:
    for request in (
        b"GET /fr/ HTTP/1.0\r\n\r\n",
        b"GET /fr/ HTTP/1.1\r\nConnection: close\r\n\r\n",
        b"GET /fr/ HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
    ):
        assert send(server, request).split()[1] in (b"400", b"421")


def test_listening_on_every_address_any_address_in_digits_is_ours_and_no_name() -> None:
    allowed = allowed_hosts("0.0.0.0")
    assert is_ours(b"192.168.1.7:8000", allowed) and is_ours(b"[fe80::1]:8000", allowed)
    assert not is_ours(b"evil.example", allowed)
    assert is_ours(b"docs.lan:80", allowed_hosts("docs.lan"))


TRAVERSALS = [
    "/../etc/passwd",
    "/fr/../../etc/passwd",
    "/%2e%2e/etc/passwd",
    "/.%2e/etc/passwd",
    "/%252e%252e/etc/passwd",
    "/%c0%ae%c0%ae/etc/passwd",
    "/%ef%bc%8e%ef%bc%8e/etc/passwd",
    "/..%2fetc/passwd",
    "/..%5cetc/passwd",
    "/..\\etc\\passwd",
    "/%2fetc/passwd",
    "//etc/passwd",
    "/fr//etc",
    "/fr/./",
    "/.git/config",
    "/fr/.git/config",
    "/.sitemaf/cache",
    "/.made-by-sitemaf",
    "/fr/%00.html",
    "/fr/%0d%0aSet-Cookie:x",
    "/fr/%",
    "/fr/%zz",
    "/fr/%e9t%e9/",
    "/" + "a" * 5000,
    "/etc/passwd",
    "/proc/self/environ",
    "/fr/..;/x",
    "/file:///etc/passwd",
]


@pytest.mark.parametrize("target", TRAVERSALS)
def test_no_spelling_leads_out_of_the_site(server: PreviewServer, target: str) -> None:
    status, _, body = ask(server, target)
    assert (status, body) == (404, b"<!doctype html>not here")


@pytest.mark.parametrize("target", ["http://localhost/fr/", "*", "fr/", "http://evil.example/"])
def test_a_target_that_is_no_path_finds_nothing(server: PreviewServer, target: str) -> None:
    assert ask(server, target)[0] == 404


def test_an_address_is_decoded_once_and_in_no_other_way(server: PreviewServer) -> None:
    assert ask(server, "/fr/%C3%A9t%c3%a9/")[2] == b"summer"
    assert ask(server, "/%66r/")[0] == 200
    assert canonical(b"/%2541") == "/%41"
    assert canonical(b"/a?b".partition(b"?")[0]) == "/a"


def test_a_missing_slash_leads_to_the_page_and_never_to_another_site(server: PreviewServer) -> None:
    status, headers, _ = ask(server, "/fr")
    assert (status, headers["location"]) == (302, "/fr/")
    assert ask(server, "/fr/%C3%A9t%C3%A9")[1]["location"] == "/fr/%C3%A9t%C3%A9/"
    assert ask(server, "//evil.example/%2e%2e")[0] == 404


def test_no_folder_is_listed(server: PreviewServer) -> None:
    assert ask(server, "/theme/")[0] == 404
    assert ask(server, "/theme")[0] == 404


def test_a_browser_that_opens_a_page_is_led_to_the_wrapper_and_a_frame_is_not(server: PreviewServer) -> None:
    status, headers, _ = ask(server, "/fr/", Sec_Fetch_Dest="document", Sec_Fetch_Mode="navigate")
    assert (status, headers["location"]) == (302, "/_preview/fr/")
    assert ask(server, "/fr/", Sec_Fetch_Dest="iframe")[0] == 200
    assert ask(server, "/fr/?plain", Sec_Fetch_Dest="document")[0] == 200
    assert ask(server, "/theme/theme.css", Sec_Fetch_Dest="document")[0] == 200


def test_the_wrapper_alone_may_run_script_and_only_its_own(server: PreviewServer) -> None:
    status, headers, body = ask(server, "/_preview/fr/")
    assert status == 200 and b"<iframe" in body
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy
    for part, kind in ((".js", "text/javascript"), (".css", "text/css")):
        assert ask(server, f"/_preview{part}")[1]["content-type"].startswith(kind)
    assert ask(server, "/_previewer")[0] == 404
    assert ask(server, "/_preview.html")[0] == 404


def test_a_page_and_what_there_is_to_say_of_it_come_in_one_answer(server: PreviewServer) -> None:
    answer = json.loads(ask(server, "/_preview.page?at=%2Ffr%2F")[2])
    assert (answer["found"], answer["notes"], answer["others"]) == (True, ["a note"], 2)
    assert answer["html"] == "<!doctype html><title>é</title>"
    assert answer["problems"][0]["message"] == "<b>no page</b>"
    assert json.loads(ask(server, "/_preview.page?at=/nowhere/")[2])["found"] is False
    assert json.loads(ask(server, "/_preview.page?at=/../../etc/passwd")[2])["found"] is False
    assert json.loads(ask(server, "/_preview.page")[2])["found"] is False


def test_other_sites_may_send_a_reader_but_not_read(server: PreviewServer) -> None:
    cross = {"Sec_Fetch_Site": "cross-site"}
    assert ask(server, "/_preview.page?at=/fr/", **cross, Sec_Fetch_Mode="no-cors")[0] == 403
    assert ask(server, "/fr/", **cross, Sec_Fetch_Mode="navigate", Sec_Fetch_Dest="document")[0] == 302


def test_changes_are_announced_to_every_stream(server: PreviewServer) -> None:
    request = b"GET /_preview.events HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with (
        socket.create_connection(("127.0.0.1", server.port), timeout=20) as one,
        socket.create_connection(("127.0.0.1", server.port), timeout=20) as other,
    ):
        for connection in (one, other):
            connection.sendall(request)
            until(connection, b"event: hello")
        server.announce()
        for connection in (one, other):
            until(connection, b"event: change")


def until(connection: socket.socket, text: bytes) -> bytes:
    received = b""
    while text not in received:
        chunk = connection.recv(4096)
        assert chunk, received
        received += chunk
    return received


def test_without_reload_there_is_no_wrapper_and_no_stream() -> None:
    running = PreviewServer(Site(), port=0, reload=False)
    running.start()
    try:
        assert running.address == f"http://127.0.0.1:{running.port}/"
        assert ask(running, "/fr/", Sec_Fetch_Dest="document")[0] == 200
        assert ask(running, "/_preview.events")[0] == 404
    finally:
        running.stop()


def test_a_port_that_is_named_and_taken_is_refused_in_one_line() -> None:
    with open_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(EnvironmentProblem, match=f"^port {port} is taken$"):
            open_socket("127.0.0.1", port)


def test_without_a_name_the_next_free_port_is_taken() -> None:
    with open_socket("127.0.0.1", None) as first, open_socket("127.0.0.1", None) as second:
        assert 8000 <= first.getsockname()[1] < second.getsockname()[1]


def test_an_address_of_another_machine_is_refused() -> None:
    for host in ("192.0.2.1", "no.such.host.invalid"):
        with pytest.raises(EnvironmentProblem, match="is no address of this machine"):
            open_socket(host, 0)


def test_a_document_that_was_copied_runs_nothing(server: PreviewServer) -> None:
    policy = ask(server, "/fr/plan.svg")[1]["content-security-policy"].split("; ")
    assert "default-src 'none'" in policy and "frame-ancestors 'self'" in policy
    assert not [one for one in policy if one.startswith(("script", "frame-src", "object", "connect"))]
    assert ask(server, "/fr/plan.png")[1]["content-security-policy"] == "frame-ancestors 'self'"
