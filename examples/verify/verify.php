<?php
// Verifies an event. Arguments: secret, webhook-id, webhook-timestamp, webhook-signature, and the
// current time in seconds since 1970 (optional). The raw body is read from standard input.

// region: verify
/** Returns whether the signature and timestamp of an event are valid. `$body` is the raw body. */
function is_verified(string $secret, array $headers, string $body, ?int $now = null): bool
{
    $timestamp = $headers['webhook-timestamp'];
    if (!ctype_digit($timestamp) || abs(($now ?? time()) - (int) $timestamp) > 300) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $signed = $headers['webhook-id'] . '.' . $timestamp . '.' . $body;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    // During a rotation, the header contains one signature for each secret.
    foreach (explode(' ', $headers['webhook-signature']) as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}
// endregion

$headers = ['webhook-id' => $argv[2], 'webhook-timestamp' => $argv[3], 'webhook-signature' => $argv[4]];
$now = isset($argv[5]) ? (int) $argv[5] : null;
exit(is_verified($argv[1], $headers, file_get_contents('php://stdin'), $now) ? 0 : 1);
