"""What the wheel carries."""

import importlib.metadata

import pytest

try:
    FILES = importlib.metadata.files("extremal") or []
except importlib.metadata.PackageNotFoundError:
    pytest.skip("needs the installed wheel", allow_module_level=True)


def text_of(name):
    [path] = [file for file in FILES if file.name == name]
    return path.read_text()


def test_it_carries_its_licences():
    assert "MIT License" in text_of("LICENSE-MIT") and "Apache License" in text_of("LICENSE-APACHE")
    assert importlib.metadata.metadata("extremal")["License-Expression"] == "MIT OR Apache-2.0"


def test_it_carries_the_notices_of_what_is_linked_in():
    if not any(file.name == "LICENSE-THIRD-PARTY" for file in FILES):
        pytest.skip("cargo xtask makes the notices when it builds the wheel")
    notices = text_of("LICENSE-THIRD-PARTY")
    for crate in ("pyo3 ", "serde ", "hashbrown "):
        assert f"\n{crate}" in notices, crate
    assert "Permission is hereby granted" in notices
