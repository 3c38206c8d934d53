#!/usr/bin/env bash
# Samples for the Lastmile guides. Requires a running sandbox: npm start
set -euo pipefail
files=$(mktemp -d)
trap 'rm -r "$files"' EXIT
cd "$files"
LASTMILE_URL=${SANDBOX_URL:-http://localhost:4010}/lastmile
LASTMILE_TOKEN=test_token
order=A-$RANDOM$RANDOM
field() {
  node -p "JSON.parse(fs.readFileSync(0)).$1"
}

# region: token
lastmile=$LASTMILE_URL/acme
call() {
  curl --silent --show-error --fail-with-body "$@" \
    -H "Authorization: Bearer $LASTMILE_TOKEN" \
    -H 'Content-Type: application/json'
}
# endregion

# region: retry
echo "$order" > key.txt
call "$lastmile/create_booking" \
  --retry 5 --retry-all-errors --max-time 20 \
  -H "Idempotency-Key: $(cat key.txt)" -d '{
  "external_reference": "'"$order"'",
  "pickup": {
    "address": { "line1": "Haarlemmerstraat 75",
      "city": "Amsterdam", "country": "NL" },
    "contact": {
      "name": "Canale Pizza",
      "phone": "+31205550187"
    }
  },
  "dropoff": {
    "address": { "line1": "Roetersstraat 8-3",
      "city": "Amsterdam", "country": "NL" },
    "contact": {
      "name": "Zoë van den Berg",
      "phone": "+31205550123"
    }
  },
  "packages": [{ "size": "medium" }],
  "test_scenario": "answer_lost"
}' > booking.json 2> retries.txt
# endregion
field attempt < booking.json
id=$(field id < booking.json)

# region: reference
call "$lastmile/get_booking_details/ref:$order" > booking.json
# endregion
field status < booking.json

# region: cancel
fee=$(field cancellation_policy.fee.amount < booking.json)
revision=$(field revision < booking.json)
call "$lastmile/cancel_booking" \
  -H "Idempotency-Key: cancel-$order" -d '{
  "booking_id": "'"$id"'",
  "reason_code": "customer_requested",
  "max_fee": { "amount": '"$fee"', "currency": "EUR" },
  "expected_revision": '"$revision"'
}' | field status
# endregion
