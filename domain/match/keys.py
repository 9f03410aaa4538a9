"""The key that signs the checkpoints of a store: a file beside it, that nobody else may read.

The file has the signing key on one line, and below it the public keys that signed before it, so that what they signed
stays verifiable. It is read again whenever it has changed: a rotation reaches servers that run.
"""

import os
import secrets
from pathlib import Path

import msgspec

from domain.match.checkpoint import NoteError, SigningKey, VerifierKey

OWNER_ONLY = 0o600

_HEAD = """\
# The key that signs the checkpoints of a Touchline log. Whoever has this file can sign in the log's name:
# keep it secret, and keep a copy of it somewhere safe. Below it are the public keys that signed before.
"""


class KeyFault(Exception):
    """The key file cannot be used. Nothing is signed."""

    def __init__(self, path: Path | None, reason: str) -> None:
        super().__init__(f"{path or 'the key'}: {reason}")
        self.reason = reason


class Keys(msgspec.Struct, frozen=True):
    """The key that signs now, and the public keys that signed before it, the newest first."""

    signing: SigningKey
    retired: tuple[VerifierKey, ...] = ()

    @property
    def known(self) -> tuple[VerifierKey, ...]:
        """Every key whose signatures count."""
        return (self.signing.verifier, *self.retired)

    def succeeded(self) -> "Keys":
        """A new key in the same name, with this one retired."""
        return Keys(SigningKey(self.signing.name, secrets.token_bytes(32)), self.known)


def new_keys(origin: str | None = None) -> Keys:
    """A key of its own for a log; its name is the origin of the log, a new one if none is given."""
    return Keys(SigningKey(origin or f"touchline/{secrets.token_hex(8)}", secrets.token_bytes(32)))


class Keyring:
    """The keys of a store in their file; without a path, in memory for as long as this object is there."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._keys: Keys | None = None
        self._seen: tuple[int, ...] = ()

    def keys(self, *, make: bool = False) -> Keys | None:
        """The keys; None where there are none yet, unless they are to be made. Raises KeyFault."""
        if self.path is not None:
            try:
                stat = self.path.stat()
            except FileNotFoundError:
                self._keys = None
            except OSError as error:
                raise KeyFault(self.path, error.strerror or str(error)) from error
            else:
                seen = (stat.st_ino, stat.st_mtime_ns, stat.st_size, stat.st_mode)
                if self._keys is None or seen != self._seen:
                    self._keys, self._seen = _read(self.path), seen
        if self._keys is None and make:
            self.put(new_keys())
            return self.keys()
        return self._keys

    def put(self, keys: Keys, *, replace: bool = False) -> None:
        """Keep keys. Where others are there already, these are dropped unless they are to replace them."""
        if self.path is None:
            self._keys = keys
            return
        beside = self.path.with_name(f".{self.path.name}.{secrets.token_hex(4)}")
        lines = [keys.signing.kept(), *map(str, keys.retired)]
        try:
            descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
            try:
                with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                    file.write(_HEAD + "".join(f"{line}\n" for line in lines))
                    file.flush()
                    os.fsync(file.fileno())
                if replace:
                    beside.replace(self.path)
                else:
                    self.path.hardlink_to(beside)
            finally:
                beside.unlink(missing_ok=True)
        except FileExistsError:
            pass  # another process made its own first, and that is the key
        except OSError as error:
            raise KeyFault(self.path, f"cannot be written: {error.strerror or error}") from error


def _read(path: Path) -> Keys:
    try:
        with path.open(encoding="utf-8") as file:
            mode = os.fstat(file.fileno()).st_mode & 0o777
            if mode & ~OWNER_ONLY:
                raise KeyFault(path, f"others than its owner may use it (mode {mode:04o}): chmod 600 it")
            lines = [line for line in file.read().splitlines() if line and not line.startswith("#")]
        if not lines:
            raise KeyFault(path, "there is no key in it")
        keys = Keys(SigningKey.read(lines[0]), tuple(VerifierKey.read(line) for line in lines[1:]))
    except OSError as error:
        raise KeyFault(path, f"cannot be read: {error.strerror or error}") from error
    except (NoteError, UnicodeDecodeError) as error:
        reason = str(error) if isinstance(error, NoteError) else "it is no text"
        raise KeyFault(path, f"not a key file: {reason}") from error
    if any(key.name != keys.signing.name for key in keys.retired):
        raise KeyFault(path, "its keys are of different logs")
    return keys
