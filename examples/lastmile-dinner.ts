// A dinner from estimate to cancellation: node lastmile-dinner.ts [base address]
import { ApiError, createLastmileClient, type LastmileClient } from '@delivery-api/lastmile-client';

/** The story, told through a client; each step uses what the one before it returned. */
export async function dinner(
  lastmile: LastmileClient,
  tell: (line: string) => void,
): Promise<void> {
  const pickup = {
    address: {
      line1: 'Haarlemmerstraat 75',
      postal_code: '1013 EC',
      city: 'Amsterdam',
      country: 'NL',
    },
  };
  const dropoff = {
    address: {
      line1: 'Roetersstraat 8-3',
      postal_code: '1018 WC',
      city: 'Amsterdam',
      country: 'NL',
    },
  };
  const estimate = await lastmile.createEstimate({ pickup, dropoff });
  if (estimate.outcome === 'unserviceable') {
    tell(`Cannot be delivered: ${estimate.reasons.map(({ code }) => code).join(', ')}`);
    return;
  }
  const { total } = estimate.price;
  tell(
    `Estimate ${estimate.id}: ${total.amount} ${total.currency} in minor units, until ${estimate.expires_at}`,
  );

  const booking = await lastmile.createBooking({
    external_reference: `A-${Date.now()}`,
    estimate_id: estimate.id,
    pickup: { ...pickup, contact: { name: 'Canale Pizza', phone: '+31205550187' } },
    dropoff: { ...dropoff, contact: { name: 'Noor de Wit', phone: '+31612345678' } },
    packages: [{ size: 'small' }],
  });
  tell(`Booking ${booking.id}: ${booking.status}, follow it at ${booking.tracking_url}`);

  const read = await lastmile.getBookingDetails.result({ id: booking.id });
  if (!read.ok) throw new Error(`The booking cannot be read: ${read.problem.code}`);
  const tag = read.response.headers.get('etag') ?? '';
  const again = await lastmile.getBookingDetails.result({ id: booking.id }, { ifNoneMatch: tag });
  tell(again.status === 304 ? 'Nothing has changed since.' : 'It has moved on.');

  try {
    const cancelled = await lastmile.cancelBooking({
      booking_id: booking.id,
      reason_code: 'customer_requested',
    });
    tell(`Cancelled: ${cancelled.status}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    tell(`Not cancelled: ${error.code}`);
  }
}

if (import.meta.main) {
  const baseUrl = process.argv[2] ?? 'http://localhost:4010/lastmile';
  await dinner(
    createLastmileClient({ baseUrl, partnerName: 'acme', token: 'test_token' }),
    console.log,
  );
}
