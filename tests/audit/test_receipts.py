"""Receipts: what only somebody finds who has kept a signed head of a journal."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from audit.test_tamper import BODIES, DATA, chained
from cli import commands
from pitboss.audit.verify import audit
from pitboss.store.lines import NotAJournal
from pitboss.store.receipts import BadReceipt, Receipt, own_key, public, read_receipt, receipt_of
from table.driving import watched

KEY = Ed25519PrivateKey.from_private_bytes(b"a key that everybody may know!!!")


def test_a_receipt_comes_back_from_its_bytes() -> None:
    receipt = receipt_of([DATA[:1000], DATA[1000:]], 1234)
    assert receipt.lines == len(BODIES)
    assert read_receipt(receipt.signed_by(KEY)) == (receipt, public(KEY))
    assert audit(DATA, receipt=receipt).problems == []


def test_a_journal_written_anew_is_found_by_its_receipt_alone() -> None:
    """Another evening under the same rules: its chain, its rounds and its shoes are all in order."""
    other = watched("spanish21-ma", seed=5)
    other.sit(("ann", 1), ("bob", 2))
    other.rounds(30)
    other.close()
    assert other.journal is not None
    forged = other.journal.data
    receipt = receipt_of([DATA], 0)
    early = receipt_of([b"".join(DATA.splitlines(keepends=True)[:100])], 0)
    assert audit(forged).problems == []
    assert any("rewritten" in each.says for each in audit(forged, receipt=early).problems)
    assert audit(forged, receipt=receipt).problems


def test_lines_that_are_cut_off_or_added_since() -> None:
    early = receipt_of([b"".join(DATA.splitlines(keepends=True)[:100])], 0)
    found = audit(DATA, receipt=early)
    assert found.problems == []
    assert any("newer than the receipt" in note for note in found.notes)
    whole = receipt_of([DATA], 0)
    cut = audit(chained(BODIES[:-40]), receipt=whole)
    assert any("40 are gone" in problem.says for problem in cut.problems)


def test_every_change_of_a_receipt_is_found() -> None:
    line = receipt_of([DATA], 1234).signed_by(KEY)
    row = json.loads(line)
    for name, value in row.items():
        other = value + 1 if isinstance(value, int) else ("0" if value[0] != "0" else "1") + value[1:]
        changed = json.dumps({**row, name: other}, separators=(",", ":")).encode()
        with pytest.raises(BadReceipt):
            read_receipt(changed)
    for nonsense in (b"", b"{}", b"[1]", line + b" ", line.replace(b",", b", "), b"\xff"):
        with pytest.raises(BadReceipt, match="no receipt"):
            read_receipt(nonsense)


def test_a_broken_journal_gets_no_receipt() -> None:
    with pytest.raises(NotAJournal, match="breaks its chain"):
        receipt_of([DATA.replace(b'"ann"', b'"bob"', 1)], 0)
    with pytest.raises(NotAJournal):
        receipt_of([b"nonsense\n"], 0)
    with pytest.raises(NotAJournal):
        receipt_of([], 0)
    torn = receipt_of([DATA + b'{"comm'], 0)
    assert torn == Receipt(torn.lines, receipt_of([DATA], 0).head, 0)


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    journal, receipt = tmp_path / "evening.journal", tmp_path / "evening.receipt"
    journal.write_bytes(DATA)
    done = commands.run("receipt", str(journal))
    assert done.code == 0
    receipt.write_text(done.out, encoding="utf-8")
    kept = tmp_path / "config/pitboss/receipt.key"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    key = done.err.split()[-1]
    assert public(own_key(kept)) == key
    good = commands.run("audit", str(journal), "--receipt", str(receipt), "--key", key)
    assert good.code == 0, good.err
    unsure = commands.run("audit", str(journal), "--receipt", str(receipt))
    assert unsure.code == 0
    assert key in " ".join(unsure.out.split())
    assert commands.run("audit", str(journal), "--receipt", str(receipt), "--key", "00" * 32).code == 1
    assert commands.run("audit", str(journal), "--key", key).code == 2
    assert commands.run("audit", str(journal), "--receipt", str(journal)).code == 2
    receipt.write_text(done.out.replace('"lines":', '"lines":1'), encoding="utf-8")
    assert commands.run("audit", str(journal), "--receipt", str(receipt)).code == 1
    kept.write_text("nonsense", encoding="utf-8")
    assert commands.run("receipt", str(journal)).code == 2
    assert commands.run("receipt", str(receipt)).code == 2
