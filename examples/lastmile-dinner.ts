// Creates an estimate and a booking, and cancels the booking: node lastmile-dinner.ts
import { ApiError, createLastmileClient, type LastmileClient } from '@delivery-api/lastmile-client';

/** Requests an estimate, creates a booking, reads it with a conditional request, and cancels it. */
export async function bookAndCancel(
  lastmile: LastmileClient,
  log: (line: string) => void,
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
    log(`Not serviceable: ${estimate.reasons.map(({ code }) => code).join(', ')}`);
    return;
  }
  const { total } = estimate.price;
  log(
    `Estimate ${estimate.id}: ${total.amount} ${total.currency} in minor units, valid until ${estimate.expires_at}`,
  );

  const booking = await lastmile.createBooking({
    external_reference: `A-${Date.now()}`,
    estimate_id: estimate.id,
    pickup: { ...pickup, contact: { name: 'Canale Pizza', phone: '+31205550187' } },
    dropoff: { ...dropoff, contact: { name: 'Noor de Wit', phone: '+31612345678' } },
    packages: [{ size: 'small' }],
  });
  log(`Booking ${booking.id}: ${booking.status}, tracking page ${booking.tracking_url}`);

  const first = await lastmile.getBookingDetails.result({ id: booking.id });
  if (!first.ok) throw new Error(`The booking cannot be read: ${first.problem.code}`);
  const etag = first.response.headers.get('etag') ?? '';
  const again = await lastmile.getBookingDetails.result({ id: booking.id }, { ifNoneMatch: etag });
  log(again.status === 304 ? 'The booking has not changed.' : 'The booking has changed.');

  try {
    const cancelled = await lastmile.cancelBooking({
      booking_id: booking.id,
      reason_code: 'customer_requested',
    });
    log(`Cancelled: ${cancelled.status}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log(`Not cancelled: ${error.code}`);
  }
}

if (import.meta.main) {
  const baseUrl = `${process.env.SANDBOX_URL ?? 'http://localhost:4010'}/lastmile`;
  await bookAndCancel(
    createLastmileClient({ baseUrl, partnerName: 'acme', token: 'test_token' }),
    console.log,
  );
}
