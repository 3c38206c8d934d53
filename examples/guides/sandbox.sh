#!/usr/bin/env bash
# Samples for the sandbox guides. Requires a running sandbox: npm start
set -euo pipefail
sandbox=${SANDBOX_URL:-http://localhost:4010}
field() {
  node -p "JSON.parse(fs.readFileSync(0)).$1"
}

# region: faults
curl -sS -X PUT "$sandbox/_sandbox/faults" \
  -H 'Content-Type: application/json' -d '{
  "operations": [
    { "operation": "getStore", "status": 503, "times": 1 },
    { "operation": "setOrderStatus", "drop": true }
  ],
  "events": [
    { "event": "order_created", "fault": "bad_signature" }
  ]
}' | field operations.length
# endregion

# region: prefer
curl -sS "$sandbox/marketplace/orders/ord_01JD5K8Q2W7F" \
  -H 'Authorization: Bearer test_token' \
  -H 'Prefer: code=410' | field code
# endregion

curl -sS "$sandbox/marketplace/stores/sto_01JD3M7X9KQA" -H 'Authorization: Bearer test_token' | field code
curl -sS -X PUT "$sandbox/_sandbox/faults" -H 'Content-Type: application/json' -d '{}' | field operations.length
