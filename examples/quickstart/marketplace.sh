#!/usr/bin/env bash
# Completes a new order. Requires a running sandbox: npm start
set -euo pipefail
# Run the background job in its own process group, so that kill stops all of its processes.
set -m
trap 'kill %npx 2> /dev/null || true' EXIT

# region: setup
sandbox=${SANDBOX_URL:-http://localhost:4010}
marketplace=$sandbox/marketplace
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

# region: order
call "$sandbox/_sandbox/orders" -d '{
  "scenario": "pickup_happy_path"
}' > /dev/null
until grep 'order_created .* verified' "$events"
do sleep 0.2; done
id=$(grep -o 'ord_[A-Za-z0-9]*' "$events" | tail -n 1)
# endregion

# region: acknowledge
call "$marketplace/orders/$id/acknowledge" -d '{
  "result": "succeeded",
  "external_id": "POS-88213"
}' | field acknowledgement.state
# endregion

# region: accept
call "$marketplace/orders/$id/status" -d '{
  "status": "accepted",
  "preparation_minutes": 15
}' | field status
# endregion

# region: ready
call "$marketplace/orders/$id/status" -d '{
  "status": "ready"
}' | field status
# endregion

# region: complete
call "$marketplace/orders/$id/status" -d '{
  "status": "completed"
}' | field status
# endregion

# region: read
call "$marketplace/orders/$id" |
  field 'history.map(({ status }) => status)'
# endregion
# Bash would report the end of the background job as an error.
exec 2> /dev/null

# region: stop
kill %npx
# endregion
