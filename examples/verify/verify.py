"""Verifies an event. Arguments: secret, webhook-id, webhook-timestamp, webhook-signature, and the
current time in seconds since 1970 (optional). The raw body is read from standard input."""

# region: verify
import base64
import hashlib
import hmac
import time


def is_verified(secret, headers, body, now=None):
    """Returns whether the signature and timestamp of an event are valid. `body` is in bytes."""
    event_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs((time.time() if now is None else now) - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.new(key, f"{event_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(mac)
    # During a rotation, the header contains one signature for each secret.
    signatures = headers["webhook-signature"].encode().split(b" ")
    return any(hmac.compare_digest(expected, one) for one in signatures)
# endregion


if __name__ == "__main__":
    import sys

    secret, event_id, timestamp, signatures, *now = sys.argv[1:]
    headers = {
        "webhook-id": event_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": signatures,
    }
    body = sys.stdin.buffer.read()
    sys.exit(0 if is_verified(secret, headers, body, int(now[0]) if now else None) else 1)
