import { createLastmileClient } from '@delivery-api/lastmile-client';

const lastmile = createLastmileClient({ baseUrl: 'http://localhost:4010/lastmile', partnerName: 'acme', token: 'test_token' });
const city = { city: 'Amsterdam', country: 'NL' };

try {
  const booking = await lastmile.createBooking({
    external_reference: 'A-4712',
    pickup: { address: { line1: 'Prinsengracht 263', ...city }, contact: { name: 'Noor', phone: '+31205550100' } },
    dropoff: { address: { line1: 'Roetersstraat 8-3', ...city }, contact: { name: 'Zoë', phone: '+31205550123' } },
    packages: [{ size: 'medium' }],
  });
  console.log(booking.id, booking.status);
} catch (error) {
  if (!lastmile.createBooking.isProblem(error, 'duplicate_external_reference')) throw error;
  console.log('Already booked:', error.problem.existing_booking_id);
}
