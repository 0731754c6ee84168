"""Python for browsers beside the page: which files there are, how long they are kept, and what the worker may do."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from lianliankan.web.http.security import LEARNER_POLICY
from support.web_stage import Client, new_client, run_server

CODE = b"print('hello')" * 1000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one file of Python, and another that is none of it."""
    folder = tmp_path_factory.mktemp("runtime")
    (folder / "python.0123456789ab.zip.gz").write_bytes(gzip.compress(CODE))
    (folder / "diary.txt").write_text("nobody's business", encoding="utf-8")
    listed = {"python.zip": {"url": "python.0123456789ab.zip.gz", "size": 7}}
    (folder / "files.json").write_text(json.dumps({"version": "1", "files": listed}), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def client(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with run_server(tmp_path_factory.mktemp("games"), runtime=folder) as server, new_client(server) as client:
        yield client


def test_the_files_of_python_are_served_as_they_are_and_kept(client: Client, folder: Path) -> None:
    listing = client.http.get("/runtime/files.json")
    assert (listing.status_code, listing.headers["cache-control"]) == (200, "no-cache")
    assert client.http.get("/runtime/files.json", headers={"If-None-Match": listing.headers["etag"]}).status_code == 304
    for file in listing.json()["files"].values():
        answer = client.http.get(f"/runtime/{file['url']}", headers={"Accept-Encoding": "gzip"})
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert (answer.headers["content-type"], answer.headers.get("content-encoding")) == ("application/gzip", None)
        assert gzip.decompress(answer.content) == CODE
    assert client.http.get("/api/game").json()["python"] is True


@pytest.mark.parametrize("name", ["diary.txt", "..%2fdiary.txt", "other.gz", "", "%2fetc%2fpasswd"])
def test_nothing_else_in_the_folder_is_served(client: Client, name: str) -> None:
    assert client.http.get(f"/runtime/{name}").status_code == 404


def test_a_file_that_was_replaced_meanwhile_is_not_found(client: Client, folder: Path, tmp_path: Path) -> None:
    packed = folder / "python.0123456789ab.zip.gz"
    packed.rename(tmp_path / "away")
    try:
        assert client.http.get(f"/runtime/{packed.name}").status_code == 404
    finally:
        (tmp_path / "away").rename(packed)


def test_only_the_learners_worker_has_a_policy_of_its_own(client: Client) -> None:
    policy = client.http.get("/static/js/lab/learner/learner_worker.js").headers["content-security-policy"]
    assert policy == LEARNER_POLICY
    assert "'unsafe-eval'" not in policy
    for path in ("js/lab/learner/learner_python.js", "js/local/worker.js", "js/kernel/facts_worker.js"):
        assert "content-security-policy" not in client.http.get(f"/static/{path}").headers
    page = client.http.get("/lab").headers["content-security-policy"]
    assert "blob:" not in page.partition("script-src")[2].partition(";")[0]


def test_without_python_there_is_nothing_of_it(tmp_path: Path) -> None:
    with run_server(tmp_path) as server, new_client(server) as client:
        assert client.http.get("/api/game").json()["python"] is False
        assert client.http.get("/runtime/files.json").status_code == 404
