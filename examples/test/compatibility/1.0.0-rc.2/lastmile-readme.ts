import { createLastmileClient, isLastmileProblem } from '@delivery-api/lastmile-client';

const lastmile = createLastmileClient({ baseUrl: 'http://localhost:4010/lastmile', partnerName: 'acme', token: 'test_token' });

try {
  const booking = await lastmile.createBooking({
    external_reference: 'A-4712',
    pickup: { store_id: 'sto_01JD3M7X9KQA' },
    dropoff: {
      address: { line1: 'Roetersstraat 8-3', city: 'Amsterdam', country: 'NL' },
      contact: { name: 'Zoë van den Berg', phone: '+31205550123' },
    },
    packages: [{ size: 'medium' }],
  });
  console.log(booking.id, booking.status);
} catch (error) {
  if (!isLastmileProblem(error, 'duplicate_external_reference')) throw error;
  console.log('Booked before:', error.problem.existing_booking_id);
}
