import { createHash } from 'node:crypto';
import type {
  Eta,
  Proof,
  Verification,
  Waypoint,
  WaypointProgress,
} from '@delivery-api/lastmile-types';
import { hour, instant, minute } from '../domain/time.ts';
import type {
  BookingRecord,
  EtaRecord,
  OrderedWaypoint,
  ProofRecord,
  WaypointName,
} from '../state/records.ts';

/** Interval at which links to proofs change. Between changes, a repeated read can return 304. */
const linkRenewal = 10 * minute;
const linkLifetime = hour;

/**
 * Returns an ETA with its range. The range grows with the time from the calculation to the arrival,
 * up to a maximum.
 */
export function etaView({ expectedAt, calculatedAt }: EtaRecord): Eta {
  const ahead = Math.max(0, expectedAt - calculatedAt);
  const margin = (share: number, max: number): number =>
    Math.round(Math.min(ahead * share, max) / 1000) * 1000;
  return {
    earliest_at: instant(expectedAt - margin(0.2, 10 * minute)),
    expected_at: instant(expectedAt),
    latest_at: instant(expectedAt + margin(0.3, 15 * minute)),
    calculated_at: instant(calculatedAt),
  };
}

/**
 * Returns a waypoint for a response.
 *
 * @param includesPersonalData whether to include personal data. If `false`, a waypoint at a store
 * keeps its address, and the address of any other waypoint keeps only the city and the country
 */
export function waypointView(
  booking: BookingRecord,
  name: WaypointName,
  ordered: OrderedWaypoint,
  includesPersonalData: boolean,
  now: number,
): Waypoint {
  const { store_id, address, contact, instructions, reference, verification } = ordered;
  const { city, country } = address;
  const proofs = booking.progress[name]?.proofs;
  return {
    ...(store_id !== undefined && { store_id }),
    address: includesPersonalData || store_id !== undefined ? address : { city, country },
    ...(includesPersonalData && reference !== undefined && { reference }),
    ...(includesPersonalData && contact !== undefined && { contact }),
    ...(includesPersonalData && instructions !== undefined && { instructions }),
    ...(verification !== undefined && {
      verification: verificationView(verification, includesPersonalData),
    }),
    ...times(booking, name, now),
    ...(includesPersonalData &&
      proofs !== undefined && { proofs: proofs.map((proof) => proofView(proof, now)) }),
  };
}

/** Returns a waypoint for an event. */
export function progressView(
  booking: BookingRecord,
  name: WaypointName,
  now: number,
): WaypointProgress {
  const proofs = booking.progress[name]?.proofs;
  return {
    ...times(booking, name, now),
    ...(proofs !== undefined && { verified_methods: [...new Set(proofs.map(({ type }) => type))] }),
  };
}

/** Returns a verification. Omits the PIN after the retention period of personal data. */
export function verificationView(
  verification: Verification,
  includesPersonalData: boolean,
): Verification {
  if (includesPersonalData) return verification;
  const { pin: _, ...rest } = verification;
  return rest;
}

function times(
  { progress, courier }: BookingRecord,
  name: WaypointName,
  now: number,
): WaypointProgress {
  const { eta, arrivedAt, completedAt } = progress[name] ?? {};
  // Without a courier, an ETA in the past is meaningless.
  const isStale = eta !== undefined && courier === undefined && eta.expectedAt < now;
  return {
    ...(eta !== undefined && !isStale && { eta: etaView(eta) }),
    ...(arrivedAt !== undefined && { arrived_at: instant(arrivedAt) }),
    ...(completedAt !== undefined && { completed_at: instant(completedAt) }),
  };
}

function proofView({ type, capturedAt, point, file, signer }: ProofRecord, now: number): Proof {
  const renewedAt = (Math.floor(now / linkRenewal) + 1) * linkRenewal;
  return {
    type,
    captured_at: instant(capturedAt),
    ...(file !== undefined && {
      url: signedLink(file, renewedAt),
      url_expires_at: instant(renewedAt + linkLifetime),
    }),
    ...point,
    ...(signer !== undefined && { signer_name: signer }),
    ...(type === 'id_check' && { min_age_verified: true }),
  };
}

function signedLink(file: string, until: number): string {
  const signature = createHash('sha256').update(`${file} ${until}`).digest('hex').slice(0, 12);
  return `https://proofs.example.com/p/${file}?sig=${signature}`;
}
