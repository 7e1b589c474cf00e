"""A real proxy with TLS before a real house, set up as `deploy/` shows it: nginx, and Caddy."""

import asyncio
import gzip
import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from punto.testing.serving import ServedHouse, quick_house
from tests.server.waiting import PATIENCE

NAME: Final = "punto.example"
ORIGIN: Final = Origin(f"https://{NAME}")
EVIL: Final = Origin("https://evil.example")
DEPLOY: Final = Path(__file__).parents[2] / "deploy"
PROXIES: Final = ("nginx", "caddy")
SERVER: Final = f'\n[server]\nproxy = ["127.0.0.1"]\norigin = "{ORIGIN}"\n'
FOR_EVER: Final = "public, max-age=31536000, immutable"
BROWSER: Final = "text/html,*/*;q=0.8"


class Certificate(NamedTuple):
    """Who the proxy says that it is, and who believes it."""

    chain: Path
    key: Path
    believed: ssl.SSLContext


class Proxy(NamedTuple):
    """Which proxy it is, where it listens, and how its clients speak to it."""

    name: str
    port: int
    plain_port: int
    tls: ssl.SSLContext


class Answer(NamedTuple):
    """What a client is sent."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    """Make a certificate that the clients of this test believe, and nobody else."""
    place = tmp_path_factory.mktemp("certificate")
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    chain, private = place / "fullchain.pem", place / "privkey.pem"
    chain.write_bytes(signed.public_bytes(Encoding.PEM))
    private.write_bytes(
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
    )
    return Certificate(chain, private, ssl.create_default_context(cafile=str(chain)))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHouse]:
    """Open a house with a client of one page and one script, which its build has compressed."""
    place, client = tmp_path_factory.mktemp("house"), tmp_path_factory.mktemp("client")
    (client / "assets").mkdir()
    (client / "index.html").write_text("<html></html>")
    script = b"let a = 0;" * 500
    (client / "assets" / "app-1a2b.js").write_bytes(script)
    (client / "assets" / "app-1a2b.js.gz").write_bytes(gzip.compress(script))
    codes = {"demo-1": "code-1", "demo-2": "code-2"}
    config = quick_house()
    for usual, own in codes.items():
        config = config.replace(f'"{usual}"', f'"{own}"')
    with ServedHouse(place, config + SERVER, client=client) as served:
        yield served


@pytest.fixture(params=PROXIES)
def proxy(
    request: pytest.FixtureRequest, house: ServedHouse, certificate: Certificate, tmp_path: Path
) -> Iterator[Proxy]:
    """Start a proxy by its example, with the ports and paths of this test."""
    begun = {"nginx": _nginx, "caddy": _caddy}[request.param]
    program = shutil.which(request.param, path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip(f"there is no {request.param} on this machine: apt-get install {request.param}")
    ports = Proxy(request.param, free_port(), free_port(), certificate.believed)
    command = begun(program, tmp_path, ports, certificate, house.address.split("/")[2])
    with running(command, tmp_path, ports.port):
        yield ports


def _deployed(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def _substituted(text: str, *pairs: tuple[str, str]) -> str:
    for shown, ours in pairs:
        assert shown in text, f"the example has no {shown!r} any more"
        text = text.replace(shown, ours)
    return text


def _nginx(program: str, place: Path, ports: Proxy, own: Certificate, house: str) -> list[str]:
    site = _substituted(
        _deployed("nginx.conf"),
        ("127.0.0.1:8000", house),
        ("listen 80;", f"listen 127.0.0.1:{ports.plain_port};"),
        ("listen 443 ssl", f"listen 127.0.0.1:{ports.port} ssl"),
        ("/etc/ssl/punto/fullchain.pem", str(own.chain)),
        ("/etc/ssl/punto/privkey.pem", str(own.key)),
    )
    (place / "site.conf").write_text(site, encoding="utf-8")
    kept = "".join(
        f"{each}_temp_path {place}/{each};\n"
        for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    main = (
        f"daemon off;\nmaster_process off;\npid {place}/pid;\nerror_log stderr;\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{kept}include {place}/site.conf;\n}}\n"
    )
    (place / "nginx.conf").write_text(main, encoding="utf-8")
    return [program, "-e", "stderr", "-p", str(place), "-c", str(place / "nginx.conf")]


def _caddy(program: str, place: Path, ports: Proxy, own: Certificate, house: str) -> list[str]:
    """Its certificate is given: here is nobody who could sign one."""
    site = _substituted(
        _deployed("Caddyfile"),
        ("127.0.0.1:8000", house),
        ("punto.example {", f"punto.example {{\n\tbind 127.0.0.1\n\ttls {own.chain} {own.key}"),
    )
    known = (
        f"{{\n\tadmin off\n\thttp_port {ports.plain_port}\n\thttps_port {ports.port}\n"
        f"\tstorage file_system {place}/kept\n}}\n"
    )
    (place / "Caddyfile").write_text(known + site, encoding="utf-8")
    return [program, "run", "--config", str(place / "Caddyfile"), "--adapter", "caddyfile"]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
    return port


@contextmanager
def running(command: list[str], place: Path, port: int) -> Iterator[None]:
    """Run a proxy until it is needed no more; wait until it listens."""
    said = place / "said"
    with said.open("wb") as output:
        process = subprocess.Popen(
            command, stdout=output, stderr=output, env={**os.environ, "HOME": str(place)}
        )
    try:
        end = time.monotonic() + PATIENCE
        while not _listens(port):
            assert process.poll() is None, said.read_text()
            assert time.monotonic() < end, f"it never listens: {said.read_text()}"
            time.sleep(0.02)
        yield
    finally:
        process.terminate()
        process.wait(20)


def _listens(port: int) -> bool:
    with socket.socket() as trying:
        return trying.connect_ex(("127.0.0.1", port)) == 0


def asked(
    proxy: Proxy,
    path: str,
    method: str = "GET",
    content: object = None,
    *,
    source: str = "127.0.0.2",
    **headers: str,
) -> Answer:
    """Ask through the proxy, from an address of this machine that is not the proxy's own."""
    raw = socket.create_connection(("127.0.0.1", proxy.port), 20, (source, 0))
    connection = http.client.HTTPConnection(NAME, timeout=60)
    connection.sock = proxy.tls.wrap_socket(raw, server_hostname=NAME)
    body = None if content is None else json.dumps(content).encode()
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if body is not None:
        sent["Content-Type"] = "application/json"
    try:
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers, answer.read())
    finally:
        connection.close()


def test_a_house_behind_a_proxy_is_the_same_house(proxy: Proxy) -> None:
    """Pages, 404s, compression, caching, cookies and addresses, as if it were asked itself."""
    assert_pages(proxy)
    assert_compressed_and_kept(proxy)
    token = assert_cookies(proxy)
    asyncio.run(assert_played(proxy, token))
    assert_told_apart(proxy)
    assert_sent_to_tls(proxy)


def test_the_health_check_of_the_image_tells_whether_a_house_is_ready(house: ServedHouse) -> None:
    shown = re.search(
        r"HEALTHCHECK.*?CMD (\[.*?\])$", _deployed("Dockerfile"), re.DOTALL | re.MULTILINE
    )
    assert shown is not None
    _, *arguments = json.loads(shown[1])
    for where, status in ((house.address.split("/")[2], 0), (f"127.0.0.1:{free_port()}", 1)):
        ours = [_substituted(each, ("127.0.0.1:8000", where)) for each in arguments[-1:]]
        command = [sys.executable, *arguments[:-1], *ours]
        done = subprocess.run(command, capture_output=True, check=False, timeout=60)
        assert done.returncode == status, done.stderr


def assert_pages(proxy: Proxy) -> None:
    for path, accept, status in (
        ("/", BROWSER, 200),
        ("/table/tiger", BROWSER, 200),
        ("/nothing", BROWSER, 404),
        ("/nothing", "*/*", 404),
        ("/api/nothing", "*/*", 404),
        ("/assets/none.js", "*/*", 404),
        ("/healthz", "*/*", 200),
        ("/readyz", "*/*", 200),
        ("/metrics", "*/*", 404),
    ):
        found = asked(proxy, path, accept=accept)
        assert found.status == status, path
        assert found.headers["strict-transport-security"], path
    assert asked(proxy, "/", "HEAD").status == 200


def assert_compressed_and_kept(proxy: Proxy) -> None:
    """Want files as the house has compressed them, and JSON compressed on the way."""
    script = asked(proxy, "/assets/app-1a2b.js", accept_encoding="gzip, br")
    assert script.headers["content-encoding"] == "gzip"
    assert gzip.decompress(script.body).startswith(b"let a = 0;")
    assert script.headers["cache-control"] == FOR_EVER
    assert asked(proxy, "/").headers["cache-control"] == "no-cache"
    plain = asked(proxy, "/api/tables/tiger")
    packed = asked(proxy, "/api/tables/tiger", accept_encoding="gzip")
    assert (plain.headers["content-encoding"], packed.headers["content-encoding"]) == (None, "gzip")
    assert json.loads(gzip.decompress(packed.body)) == json.loads(plain.body)
    assert len(packed.body) < len(plain.body) / 2


def assert_cookies(proxy: Proxy) -> str:
    assert asked(proxy, "/api/guests", "POST", Origin=EVIL).status == 403
    found = asked(proxy, "/api/guests", "POST", Origin=ORIGIN)
    assert found.status == 201
    flags = found.headers["set-cookie"].split("; ")
    assert {"Secure", "HttpOnly", "SameSite=strict", "Path=/"} <= set(flags)
    token: str = json.loads(found.body)["token"]
    return token


async def assert_played(proxy: Proxy, token: str) -> None:
    """Want a socket that its cookie lets in, greeted and answered; none for another page."""
    to_proxy = partial(
        connect, f"wss://{NAME}:{proxy.port}/ws", host="127.0.0.1", port=proxy.port, ssl=proxy.tls
    )
    cookie = {"Cookie": f"punto={token}"}
    async with to_proxy(origin=ORIGIN, additional_headers=cookie) as socket_:
        welcome = json.loads(await socket_.recv())
        assert (welcome["type"], welcome["who"]) == ("Welcome", "guest")
        await socket_.send(json.dumps({"type": "Watch", "table": "zero"}))
        kinds = set()
        while "Snapshot" not in kinds:
            kinds.add(json.loads(await asyncio.wait_for(socket_.recv(), 60))["type"])
    with pytest.raises(InvalidStatus):
        await to_proxy(origin=EVIL)


def assert_told_apart(proxy: Proxy) -> None:
    """Want each address to have tries of its own, whatever it says that it is."""
    wrong = {"terminal": "terminal-1", "code": "guess"}
    for source, tries in ((_source(proxy), [401] * 5 + [429]), (_source(proxy, 1), [401])):
        for number, status in enumerate(tries):
            found = asked(
                *(proxy, "/api/terminals", "POST", wrong),
                source=source,
                X_Forwarded_For=f"203.0.113.{number}",
                Forwarded=f"for=203.0.113.{number}",
            )
            assert found.status == status, (source, number)


def _source(proxy: Proxy, more: int = 0) -> str:
    """Name an address that no other proxy of this test is asked from: they share a house."""
    return f"127.9.{PROXIES.index(proxy.name)}.{2 + more}"


def assert_sent_to_tls(proxy: Proxy) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", proxy.plain_port, timeout=60)
    try:
        connection.request("GET", "/table/tiger", headers={"Host": NAME})
        answer = connection.getresponse()
        assert answer.status == 308
        assert re.fullmatch(rf"{ORIGIN}(:\d+)?/table/tiger", answer.headers["location"])
    finally:
        connection.close()
