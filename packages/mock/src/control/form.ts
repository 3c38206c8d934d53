import { nearest } from '@delivery-api/sandbox/kernel/nearest.ts';
import { ProblemError, type ProblemItem } from '@delivery-api/sandbox/kernel/problem-error.ts';
import type { Json, JsonObject } from '@delivery-api/specs/contract';
import { summary } from '../contract/reject-violations.ts';

/** Reads a JSON value, or tells what is wrong with it and returns `undefined`. */
export type Reader<Value> = (value: unknown, place: string, tell: Tell) => Value | undefined;
type Tell = (pointer: string, code: string, message: string) => void;

type Members = Readonly<Record<string, Reader<unknown>>>;
type ValueOf<Own> = Own extends Reader<infer Value> ? Value : never;
type ValuesOf<Own extends Members, Required extends keyof Own> = {
  [Name in Exclude<keyof Own, Required>]?: ValueOf<Own[Name]>;
} & {
  [Name in Required]: ValueOf<Own[Name]>;
};

/**
 * Reads what was sent to the control surface.
 *
 * @throws {ProblemError} `validation_failed`, with every finding
 */
export function readForm<Value>(reader: Reader<Value>, value: unknown): Value {
  const faults: ProblemItem[] = [];
  const read = reader(value, '', (pointer, code, message) =>
    faults.push({ pointer, code, message }),
  );
  if (faults.length > 0)
    throw new ProblemError('validation_failed', summary(faults), { errors: faults });
  return read as Value;
}

/** Text of 1 to `most` characters. */
export const text =
  (most = 200): Reader<string> =>
  (value, place, tell) => {
    if (typeof value !== 'string') return void tell(place, 'type', 'must be string');
    if (value === '') return void tell(place, 'min_length', 'must NOT be empty');
    if (value.length > most)
      return void tell(place, 'max_length', `must NOT have more than ${most} characters`);
    return value;
  };

/** A number between two, both included. */
export const number =
  (least: number, most: number): Reader<number> =>
  (value, place, tell) => {
    if (typeof value !== 'number' || !Number.isFinite(value))
      return void tell(place, 'type', 'must be number');
    if (value < least) return void tell(place, 'minimum', `must be >= ${least}`);
    if (value > most) return void tell(place, 'maximum', `must be <= ${most}`);
    return value;
  };

/** A whole number between two, both included. */
export const whole =
  (least: number, most: number): Reader<number> =>
  (value, place, tell) =>
    Number.isInteger(value)
      ? number(least, most)(value, place, tell)
      : void tell(place, 'type', 'must be integer');

export const flag: Reader<boolean> = (value, place, tell) =>
  typeof value === 'boolean' ? value : void tell(place, 'type', 'must be boolean');

/** One of the known words. */
export const oneOf =
  <Word extends string>(...known: readonly Word[]): Reader<Word> =>
  (value, place, tell) => {
    const found = known.find((one) => one === value);
    if (found !== undefined) return found;
    const guess = typeof value === 'string' ? nearest(value, known) : undefined;
    tell(
      place,
      'enum',
      `must be one of ${known.join(', ')}${guess === undefined ? '' : `; did you mean '${guess}'?`}`,
    );
  };

export const orNull =
  <Value>(reader: Reader<Value>): Reader<Value | null> =>
  (value, place, tell) =>
    value === null ? null : reader(value, place, tell);

export const list =
  <Value>(reader: Reader<Value>, most: number): Reader<Value[]> =>
  (value, place, tell) => {
    if (!Array.isArray(value)) return void tell(place, 'type', 'must be array');
    if (value.length > most)
      return void tell(place, 'max_items', `must NOT have more than ${most} items`);
    return value.map((item, index) => reader(item, `${place}/${index}`, tell) as Value);
  };

/** An object whose members are someone else's to judge. */
export const anyObject: Reader<JsonObject> = (value, place, tell) =>
  isObject(value) ? value : void tell(place, 'type', 'must be object');

/** An object with these members and no others; all optional but the `required` ones. */
export const object =
  <Own extends Members, Required extends keyof Own & string = never>(
    members: Own,
    required: readonly Required[] = [],
  ): Reader<ValuesOf<Own, Required>> =>
  (value, place, tell) => {
    if (!isObject(value)) return void tell(place, 'type', 'must be object');
    for (const name of required) {
      if (!Object.hasOwn(value, name))
        tell(`${place}/${name}`, 'required', `must have required property '${name}'`);
    }
    const read: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(value)) {
      const reader = Object.hasOwn(members, name) ? members[name] : undefined;
      if (reader === undefined)
        tell(
          `${place}/${pointerPart(name)}`,
          'additional_properties',
          notKnown(name, Object.keys(members)),
        );
      else read[name] = reader(member, `${place}/${name}`, tell);
    }
    return read as ValuesOf<Own, Required>;
  };

/**
 * A reader that also asks something of what it has read: a fault is told in the words that `wrong`
 * returns.
 */
export const judged =
  <Value>(
    reader: Reader<Value>,
    wrong: (value: Value) => { at?: string; code: string; message: string } | undefined,
  ): Reader<Value> =>
  (value, place, tell) => {
    const read = reader(value, place, tell);
    const fault = read === undefined ? undefined : wrong(read);
    if (fault !== undefined) tell(`${place}${fault.at ?? ''}`, fault.code, fault.message);
    return read;
  };

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value as Json);

const pointerPart = (name: string): string =>
  name.slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1');

function notKnown(name: string, known: readonly string[]): string {
  const guess = nearest(name, known);
  if (guess !== undefined) return `is not known here; did you mean '${guess}'?`;
  return `is not known here; ${known.length === 1 ? 'only ' : ''}${known.join(', ')} ${known.length === 1 ? 'is' : 'are'}`;
}
