"""Checkpoints, signed notes and keys: what is read, what is refused, and that others would read ours."""

import base64

import pytest

from domain.match.checkpoint import (
    Checkpoint,
    Extension,
    Forged,
    NoteError,
    SignedCheckpoint,
    SigningKey,
    VerifierKey,
    read_kept,
    sign,
)

KEY = SigningKey("touchline/test", bytes(range(32)))
OTHER = SigningKey("touchline/test", bytes(range(1, 33)))
CHECKPOINT = Checkpoint("touchline/test", 767, bytes(32))
SIGNED = sign(CHECKPOINT, [KEY])


class TestPublishedValues:
    """The example in the documentation of golang.org/x/mod/sumdb/note, from which C2SP signed-note comes."""

    TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
    VKEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
    SKEY = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
    LINE = "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="

    def test_its_verifier_key_is_read_and_written(self) -> None:
        assert str(VerifierKey.read(self.VKEY)) == self.VKEY

    def test_its_signing_key_makes_its_signature(self) -> None:
        key = SigningKey.read(self.SKEY)
        assert key.kept() == self.SKEY
        assert str(key.verifier) == self.VKEY
        assert base64.b64encode(key.verifier.id + key.sign(self.TEXT)).decode() == self.LINE

    def test_its_signature_is_verified(self) -> None:
        signature = base64.b64decode(self.LINE)[4:]
        assert VerifierKey.read(self.VKEY).signed(self.TEXT, signature)
        assert not VerifierKey.read(self.VKEY).signed(self.TEXT + "\n", signature)


class TestNotes:
    def test_a_note_is_written_as_c2sp_has_it(self) -> None:
        text, blank, signatures = str(SIGNED).partition("\n\n")
        assert (text, blank) == (f"touchline/test\n767\n{base64.b64encode(bytes(32)).decode()}", "\n\n")
        assert signatures.startswith("— touchline/test ")
        assert signatures.endswith("\n")

    def test_what_was_written_is_read(self) -> None:
        assert SignedCheckpoint.read(str(SIGNED)) == SIGNED
        assert SIGNED.signers([KEY.verifier]) == [KEY.verifier]

    def test_signatures_of_unknown_keys_are_ignored(self) -> None:
        both = sign(CHECKPOINT, [OTHER, KEY])
        assert both.signers([KEY.verifier]) == [KEY.verifier]
        assert both.signers([KEY.verifier, OTHER.verifier]) == [KEY.verifier, OTHER.verifier]

    def test_signatures_of_other_kinds_are_ignored(self) -> None:
        cosigned = f"{SIGNED}— witness.example/w {base64.b64encode(bytes(76)).decode()}\n"
        assert SignedCheckpoint.read(cosigned).signers([KEY.verifier]) == [KEY.verifier]

    def test_a_checkpoint_that_no_trusted_key_signed_is_forged(self) -> None:
        with pytest.raises(Forged, match="not signed by a key that is trusted"):
            SIGNED.signers([OTHER.verifier])
        with pytest.raises(Forged):
            SIGNED.signers([])

    def test_a_signature_in_the_name_of_a_trusted_key_that_did_not_make_it_is_forged(self) -> None:
        moved = str(SIGNED).replace("\n767\n", "\n768\n")
        with pytest.raises(Forged, match="not of this checkpoint"):
            SignedCheckpoint.read(moved).signers([KEY.verifier])

    def test_every_flipped_byte_of_a_note_is_found(self) -> None:
        whole = str(SIGNED).encode()
        for place in range(len(whole)):
            for bit in range(8):
                flipped = whole[:place] + bytes([whole[place] ^ 1 << bit]) + whole[place + 1 :]
                with pytest.raises((NoteError, Forged, UnicodeDecodeError)):
                    SignedCheckpoint.read(flipped.decode()).signers([KEY.verifier])

    def test_every_truncated_note_is_found(self) -> None:
        for length in range(len(str(SIGNED))):
            with pytest.raises((NoteError, Forged)):
                SignedCheckpoint.read(str(SIGNED)[:length]).signers([KEY.verifier])

    @pytest.mark.parametrize(
        "note",
        [
            "",
            "\n\n",
            "a\n1\n",
            str(SIGNED).replace("767", "0767"),
            str(SIGNED).replace("767", "-1"),
            str(SIGNED).replace("767", "9" * 5000),
            str(SIGNED).replace("767", "\u0667"),
            str(SIGNED).replace("\n767", "\r\n767"),
            str(SIGNED).replace("\n767", "\nmore\n767"),
            str(SIGNED).replace("touchline/test\n", "two words\n"),
            str(SIGNED).replace("—", "-"),
            str(SIGNED) + "\n",
            str(SIGNED) + "x" * 70_000,
        ],
    )
    def test_what_is_no_checkpoint_is_refused(self, note: str) -> None:
        with pytest.raises(NoteError):
            SignedCheckpoint.read(note)

    def test_a_checkpoint_with_a_proof_is_written_as_witnesses_take_it_and_read(self) -> None:
        grown = Extension(3, (bytes(32), bytes(range(32))), SIGNED)
        assert str(grown).startswith("old 3\nAAAA")
        assert read_kept(str(grown)) == grown
        assert read_kept(str(Extension(767, (), SIGNED))) == Extension(767, (), SIGNED)
        assert read_kept(str(SIGNED)) == SIGNED
        for wrong in ("old\n", "old x\n\n", f"old 1\nAAAA\n\n{SIGNED}", f"old 01\n\n{SIGNED}", "old 1\n", "old 1"):
            with pytest.raises(NoteError):
                read_kept(wrong)


class TestKeys:
    def test_a_key_is_never_shown_with_its_secret(self) -> None:
        assert "AAEC" not in repr(KEY)
        assert KEY.kept() not in f"{KEY!r} {KEY}"

    @pytest.mark.parametrize(
        "text",
        ["", "a+b", "a b+00000000+AAAA", "touchline/test+00000000+AAAA", "++", str(KEY.verifier)[:-1], KEY.kept()],
    )
    def test_what_is_no_public_key_is_refused(self, text: str) -> None:
        with pytest.raises(NoteError):
            VerifierKey.read(text)

    def test_every_flipped_byte_of_a_public_key_is_found(self) -> None:
        text = str(KEY.verifier)
        for place in range(len(text)):
            for bit in range(7):
                with pytest.raises(NoteError):
                    VerifierKey.read(text[:place] + chr(ord(text[place]) ^ 1 << bit) + text[place + 1 :])

    def test_a_key_of_another_kind_is_refused(self) -> None:
        other_kind = base64.b64encode(b"\x02" + bytes(32)).decode()
        with pytest.raises(NoteError, match="only Ed25519"):
            VerifierKey.read(f"a+00000000+{other_kind}")

    def test_a_signing_key_whose_id_is_not_its_own_is_refused_without_being_told(self) -> None:
        with pytest.raises(NoteError) as caught:
            SigningKey.read(KEY.kept().replace("touchline/test", "touchline/other"))
        assert "AAEC" not in str(caught.value)
