/**
 * What was decided about each given operation: its operationId and the one permission that it asks
 * for.
 */
export const operationRulings = {
  lastmile: {
    'post /{partner_name}/create_booking': { id: 'createBooking', permission: 'bookings:write' },
    'get /{partner_name}/get_booking_details/{id}': {
      id: 'getBookingDetails',
      permission: 'bookings:read',
    },
    'post /{partner_name}/cancel_booking': { id: 'cancelBooking', permission: 'bookings:write' },
    'post /{partner_name}/create_estimate': { id: 'createEstimate', permission: 'estimates:write' },
    'get /{partner_name}/get_store_info/{id}': { id: 'getStoreInfo', permission: 'stores:read' },
  },
  marketplace: {
    'get /orders/{id}': { id: 'getOrder', permission: 'orders:read' },
    'post /orders/{id}/acknowledge': { id: 'acknowledgeOrder', permission: 'orders:write' },
    'post /orders/{id}/status': { id: 'setOrderStatus', permission: 'orders:write' },
    'get /stores/{id}': { id: 'getStore', permission: 'stores:read' },
    'post /stores/{store_id}/status': { id: 'setStoreStatus', permission: 'stores:write' },
    'post /menu': { id: 'submitMenu', permission: 'menus:write' },
  },
};

/** The operationIds of the given webhooks. @type {Record<string, string>} */
export const webhookRulings = { bookingUpdated: 'bookingUpdated', order_created: 'orderCreated' };

/**
 * @param {import('./place.js').Place} root
 * @param {{ method: string, path: string }} operation
 * @returns {{ id: string, permission: string } | undefined} nothing for an operation that was not
 * given
 */
export const rulingOf = (root, { method, path }) =>
  /** @type {Record<string, Record<string, { id: string, permission: string }>>} */ (
    operationRulings
  )[root.at('x-interface').value]?.[`${method} ${path}`];
