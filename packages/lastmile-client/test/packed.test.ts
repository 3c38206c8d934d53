import { describePacked } from '../../client-core/test/support/describe-packed.js';

describePacked('lastmile', {
  create: 'createLastmileClient',
  options: "partnerName: 'acme',",
  calls: [
    "getBookingDetails({ id: 'bkg_01JD5KB1QZ8N' })",
    "getStoreInfo({ id: 'sto_01JD3M7X9KQA' })",
  ],
  event: 'bookingUpdated.dinner_event_delivered',
  type: 'bookingUpdated',
  problem: {
    guard: 'isLastmileProblem',
    code: 'duplicate_external_reference',
    member: 'existing_booking_id',
  },
});
