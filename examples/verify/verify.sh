#!/usr/bin/env bash
# Verifies an event. Arguments: secret, webhook-id, webhook-timestamp, webhook-signature, and the
# current time in seconds since 1970 (optional). The raw body is read from standard input.
set -euo pipefail

# region: verify
# Usage: is_verified SECRET ID TIMESTAMP SIGNATURES NOW < raw-body
is_verified() {
  local age=$(($5 - $3))
  [ "${age#-}" -le 300 ] || return 1
  local key mac
  key=$(printf %s "${1#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \n')
  mac=$({ printf '%s.%s.' "$2" "$3"; cat; } |
    openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
  # During a rotation, the header contains one signature for each secret.
  case " $4 " in *" v1,$mac "*) return 0 ;; *) return 1 ;; esac
}
# endregion

is_verified "$1" "$2" "$3" "$4" "${5:-$(date +%s)}"
