/** @typedef {import('./document-node.js').DocumentNode} DocumentNode */

/** The decided operationId and permission of each operation in the source document. */
export const operationDecisions = {
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

/** operationIds of the webhooks, by webhook name. @type {Record<string, string>} */
export const webhookIds = { bookingUpdated: 'bookingUpdated', order_created: 'orderCreated' };

/**
 * Returns the operationId and the permission that were decided for an operation.
 *
 * @param {DocumentNode} root
 * @param {{ method: string, path: string }} operation
 * @returns {{ id: string, permission: string } | undefined} undefined for an unknown operation
 */
export const decisionFor = (root, { method, path }) =>
  /** @type {Record<string, Record<string, { id: string, permission: string }>>} */ (
    operationDecisions
  )[root.at('x-interface').value]?.[`${method} ${path}`];
