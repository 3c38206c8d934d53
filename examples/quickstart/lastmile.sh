#!/usr/bin/env bash
# Requests an estimate, creates a booking, and advances it to `delivered`. Requires a running
# sandbox: npm start
set -euo pipefail
# Run the background job in its own process group, so that kill stops all of its processes.
set -m
trap 'kill %npx 2> /dev/null || true' EXIT

# region: setup
sandbox=${SANDBOX_URL:-http://localhost:4010}
lastmile=$sandbox/lastmile/acme
call() {
  curl --silent --show-error --fail-with-body "$@" \
    -H 'Authorization: Bearer test_token' \
    -H 'Content-Type: application/json'
}
field() {
  node -p "JSON.parse(fs.readFileSync(0)).$1"
}
# endregion

# region: listen
events=$(mktemp)
npx --no -- delivery-mock listen --port 0 \
  --url "$sandbox" > "$events" &
until grep Listening "$events" || [ -z "$(jobs -r)" ]
do sleep 0.2; done
# endregion
# If the listener has ended, stop here instead of waiting for its events.
grep -q Listening "$events"

# region: estimate
estimate=$(call "$lastmile/create_estimate" -d '{
  "pickup": {
    "address": { "line1": "Haarlemmerstraat 75",
      "city": "Amsterdam", "country": "NL" }
  },
  "dropoff": {
    "address": { "line1": "Roetersstraat 8-3",
      "city": "Amsterdam", "country": "NL" }
  },
  "packages": [{ "size": "medium" }]
}')
echo "$estimate" | field outcome
echo "$estimate" | field price.total
# endregion

# region: book
order=A-$(date +%s)-$$
booking=$(call "$lastmile/create_booking" \
  -H "Idempotency-Key: $order" -d '{
  "external_reference": "'"$order"'",
  "estimate_id": "'"$(echo "$estimate" | field id)"'",
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
  "packages": [{ "size": "medium" }]
}')
id=$(echo "$booking" | field id)
echo "$booking" | field status
# endregion

# region: advance
call "$sandbox/_sandbox/bookings/$id/advance" \
  -d '{ "to": "delivered" }' > /dev/null
# endregion

# region: read
booking=$(call "$lastmile/get_booking_details/$id")
echo "$booking" | field status
# endregion

# region: events
revision=$(echo "$booking" | field revision)
until [ "$(grep -c "$id" "$events")" -ge $((revision - 1)) ]
do sleep 0.2; done
grep "$id" "$events" | sort -n -k 6
# endregion
# Bash would report the end of the background job as an error.
exec 2> /dev/null

# region: stop
kill %npx
# endregion
