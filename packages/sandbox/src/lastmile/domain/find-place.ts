import type { DeliveryAddress, GeoPoint } from '@delivery-api/lastmile-types';
import { type LastmileState, normalizeName } from '../state/lastmile-state.ts';
import { pointAway } from './geo.ts';
import { countries } from './tariffs.ts';

/** A geocoded address. */
export interface Place {
  /** The address in one line. */
  text: string;
  point: GeoPoint;
  /** Values of the contract's `PlaceConfidence`. */
  confidence: 'rooftop' | 'street' | 'area';
}

/**
 * Simulates geocoding. With the same stores, an address is always at the same point. If the address
 * has a `location`, that point is used. Other addresses are placed around a store's location in the
 * same town, or around a simulated town near the center of the country. The confidence is `rooftop`
 * with a `location` or a house number, `street` with a street and a postal code, otherwise `area`.
 *
 * @returns `undefined` for an address without a `location` if its city has no letters, its street
 * has no letters or digits, or its country is outside the service area and no store in its town
 * has a location
 */
export function findPlace(
  address: DeliveryAddress,
  findTown: LastmileState['findTown'],
): Place | undefined {
  const { line1, postal_code, city, country, location } = address;
  const text = oneLine(address);
  if (location !== undefined) return { text, point: location, confidence: 'rooftop' };
  if ((line1 !== undefined && !/[\p{L}\p{N}]/u.test(line1)) || !/\p{L}/u.test(city))
    return undefined;
  const town = findTown(city, country) ?? simulatedTown(address);
  if (town === undefined) return undefined;
  const digest = hash(normalizeName(`${line1 ?? ''} ${postal_code ?? ''} ${city} ${country}`));
  return {
    text,
    point: pointAway(town, 400 + (digest % 2_600), (digest >>> 12) % 360),
    confidence: confidenceOf(address),
  };
}

function simulatedTown({ city, country }: DeliveryAddress): GeoPoint | undefined {
  const data = countries[country];
  if (data === undefined) return undefined;
  const [latitude, longitude] = data.center;
  const digest = hash(normalizeName(`${city} ${country}`));
  return pointAway({ latitude, longitude }, 4_000 + (digest % 9_000), (digest >>> 12) % 360);
}

function confidenceOf({ line1, postal_code }: DeliveryAddress): Place['confidence'] {
  if (line1 === undefined) return 'area';
  if (/\p{N}/u.test(line1)) return 'rooftop';
  return postal_code === undefined ? 'area' : 'street';
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

function oneLine({ line1, city, postal_code, country }: DeliveryAddress): string {
  const town = postal_code === undefined ? city : `${postal_code} ${city}`;
  return [...(line1 === undefined ? [] : [line1]), town, countryName(country)].join(', ');
}

/** Names by ISO 3166-1 alpha-2 code. A call of `Intl.DisplayNames` takes 10 µs. */
const knownNames = new Map<string, string>();

function countryName(code: string): string {
  const name = knownNames.get(code) ?? countryNames.of(code) ?? code;
  knownNames.set(code, name);
  return name;
}

/** Returns the unsigned FNV-1a hash. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
