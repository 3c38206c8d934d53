import type { Address, GeoPoint } from '../../state/model.ts';
import { countries } from '../pricing/tariffs.ts';
import { away } from './geo.ts';

/** How an address was understood. */
export interface Place {
  /** The address in one line. */
  text: string;
  point: GeoPoint;
  /** Values of the contract's `PlaceConfidence`. */
  confidence: 'rooftop' | 'street' | 'area';
}

/** Where a town lies, where the sandbox knows it. */
export type FindTown = (city: string, country: string) => GeoPoint | undefined;

/**
 * Finds an address on the map, always at the same point. A `location` is taken as it is; otherwise
 * the text decides: a house number is known
 * exactly, a postal code to the street, and a name alone to a part of the town. Towns that have a
 * store lie around it, others somewhere
 * around the country's middle.
 *
 * @returns `undefined` where there is nothing to look up, or no map of the country
 */
export function findPlace(address: Address, findTown: FindTown): Place | undefined {
  const text = oneLine(address);
  if (address.location !== undefined)
    return { text, point: address.location, confidence: 'rooftop' };
  if (!/[\p{L}\p{N}]/u.test(address.line1) || !/\p{L}/u.test(address.city)) return undefined;
  const town = findTown(address.city, address.country) ?? townSomewhere(address);
  if (town === undefined) return undefined;
  const spot = hash(
    plain(`${address.line1} ${address.postal_code ?? ''} ${address.city} ${address.country}`),
  );
  return {
    text,
    point: away(town, 400 + (spot % 2_600), (spot >>> 12) % 360),
    confidence: confidenceOf(address),
  };
}

/** The name of a town or street, as it is compared. */
export const plain = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

function townSomewhere({ city, country }: Address): GeoPoint | undefined {
  const land = countries[country];
  if (land === undefined) return undefined;
  const [latitude, longitude] = land.center;
  const spot = hash(plain(`${city} ${country}`));
  return away({ latitude, longitude }, 4_000 + (spot % 9_000), (spot >>> 12) % 360);
}

function confidenceOf({ line1, postal_code }: Address): Place['confidence'] {
  if (/\p{N}/u.test(line1)) return 'rooftop';
  return postal_code === undefined ? 'area' : 'street';
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

function oneLine({ line1, city, postal_code, country }: Address): string {
  const town = postal_code === undefined ? city : `${postal_code} ${city}`;
  return [line1, town, countryName(country)].join(', ');
}

function countryName(code: string): string {
  try {
    return countryNames.of(code) ?? code;
  } catch {
    return code;
  }
}

/** FNV-1a, without a sign. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
