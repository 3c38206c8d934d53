#!/usr/bin/env bash
# Samples for the Marketplace guides. Requires a running sandbox: npm start
set -euo pipefail
files=$(mktemp -d)
trap 'rm -r "$files"' EXIT
cd "$files"
sandbox=${SANDBOX_URL:-http://localhost:4010}
marketplace=$sandbox/marketplace
store=sto_01JD3M7X9KQA
call() {
  curl --silent --show-error --fail-with-body "$@" \
    -H 'Authorization: Bearer test_token' \
    -H 'Content-Type: application/json'
}
field() {
  node -p "JSON.parse(fs.readFileSync(0)).$1"
}

# region: create
id=$(call "$sandbox/_sandbox/orders" -d '{
  "store_id": "'"$store"'",
  "scenario": "item_unavailable"
}' | field id)
# endregion

# region: poll
call "$marketplace/orders/$id" --etag-save tag.txt \
  --output order.json --write-out '%{http_code}\n'
call "$marketplace/orders/$id" --etag-compare tag.txt \
  --write-out '%{http_code}\n'
# endregion

# region: reject
line=$(field 'items[0].line_id' < order.json)
revision=$(field revision < order.json)
call "$marketplace/orders/$id/status" \
  -H "Idempotency-Key: reject-$id" -d '{
  "status": "rejected",
  "reason_code": "item_unavailable",
  "unavailable_items": [{
    "line_id": "'"$line"'",
    "available_quantity": 0,
    "unavailable_until": null
  }],
  "expected_revision": '"$revision"'
}' | field status
# endregion

# region: pause
call "$marketplace/stores/$store/status" \
  -H "Idempotency-Key: pause-$(date +%s)-$$" -d '{
  "status": "paused",
  "reason_code": "too_busy",
  "duration_minutes": 45
}' | field status
# endregion

# region: reopen
call "$marketplace/stores/$store/status" -d '{
  "status": "open"
}' > store.json
field accepting_orders < store.json
field 'blockers.map((blocker) => blocker.message)' < store.json
# endregion

# region: check
cat > menu.json << 'MENU'
{
  "type": "menu",
  "store_ids": ["sto_01JD3M7X9KQA"],
  "currency": "EUR",
  "default_locale": "en",
  "prices_include_tax": true,
  "validate_only": true,
  "menus": [
    { "id": "all-day", "name": "All day",
      "category_ids": ["pizza"] }
  ],
  "categories": [
    { "id": "pizza", "name": "Pizza",
      "item_ids": ["margherita"] }
  ],
  "items": [
    { "id": "margherita", "name": "Margherita",
      "price": { "amount": 1150, "currency": "EUR" },
      "modifier_group_ids": ["extras"] },
    { "id": "olives", "name": "Olives",
      "price": { "amount": 150, "currency": "EUR" } }
  ],
  "modifier_groups": [
    { "id": "extras", "name": "Anything on top?",
      "min_selections": 0, "max_selections": 3,
      "modifiers": [{ "item_id": "olives" }] }
  ]
}
MENU
call "$marketplace/menu" -d @menu.json \
  -H "Idempotency-Key: check-$(date +%s)-$$" > report.json
field status < report.json
field 'stores[0].removed' < report.json
field 'warnings.map((warning) => warning.code)' < report.json
# endregion

# region: submit
sed -i.bak '/validate_only/d' menu.json
call "$marketplace/menu" -d @menu.json \
  -H "Idempotency-Key: menu-$(date +%s)-$$" | field status
# endregion

call -X PUT "$sandbox/_sandbox/clock" -d '{ "advance_seconds": 600 }' > /dev/null

# region: watch
menu() {
  call "$marketplace/stores/$store" | field menu.status
}
until [ "$(menu)" != publishing ]; do sleep 30; done
menu
# endregion
