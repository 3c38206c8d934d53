import type { Contract, Operation } from '@delivery-api/specs/contract';
import type { IPrismDiagnostic } from '@stoplight/prism-core';
import { nearest } from '../kernel/nearest.ts';
import type { ProblemItem } from '../kernel/problem-error.ts';
import { shortened } from '../kernel/text.ts';
import { schemasAt } from './schema-at.ts';

const maxPointer = 500;
const maxName = 64;
/** Keywords that only say that something inside went wrong. */
const wrappers: readonly string[] = ['if', 'one_of', 'any_of'];

/** What Prism found wrong with a request or an answer, in the words of the contract. */
export interface Violations {
  parameters: ProblemItem[];
  body: ProblemItem[];
}

/**
 * Turns Prism's findings into entries of `errors`: the place of a missing or unknown field is that
 * field, codes are Ajv's keywords in
 * snake_case, what a more exact entry says is not said again, and the order is that of the places.
 *
 * @param body the parsed body, to tell which of several conditions is broken
 */
export function toViolations(
  contract: Contract,
  operation: Operation,
  found: readonly IPrismDiagnostic[],
  body: unknown,
): Violations {
  const parameters: ProblemItem[] = [];
  const bodyFaults: ProblemItem[] = [];
  for (const finding of found) {
    const [where, ...place] = finding.path ?? ['body'];
    if (where === 'body') bodyFaults.push(bodyFault(contract, operation, finding, place, body));
    else if (finding.code !== 'deprecated')
      parameters.push(parameterFault(operation, finding, where ?? '', place));
  }
  return { parameters: inOrder(parameters), body: inOrder(withoutNoise(bodyFaults)) };
}

function bodyFault(
  contract: Contract,
  operation: Operation,
  finding: IPrismDiagnostic,
  place: string[],
  body: unknown,
): ProblemItem {
  if (finding.path === undefined) return { pointer: '', code: 'type', message: 'must be object' };
  const keyword = String(finding.code);
  const message = ownWords(finding, 'body', place);
  const field = fieldOf(keyword, message);
  const keys = place.map(unescaped);
  const pointer = pointerTo(field === undefined ? place : [...place, escaped(field)]);
  return {
    pointer,
    code: snakeCase(keyword),
    message: sharper(contract, operation, keyword, message, field, keys, body),
  };
}

function parameterFault(
  operation: Operation,
  finding: IPrismDiagnostic,
  where: string,
  place: string[],
): ProblemItem {
  const keyword = String(finding.code);
  const message = ownWords(finding, where, place);
  const sent = place[0] ?? fieldOf(keyword, message) ?? '';
  const known = operation.parameters.find(
    ({ name, in: position }) => position === where && name.toLowerCase() === sent.toLowerCase(),
  );
  const name = shortened(known?.name ?? sent, maxName);
  const named = message.replace(`'${sent}'`, `'${name}'`);
  return where === 'header'
    ? { header: name, code: snakeCase(keyword), message: named }
    : { parameter: name, code: snakeCase(keyword), message: named };
}

/** Ajv's message without the place that Prism puts in front of it. */
function ownWords({ message }: IPrismDiagnostic, where: string, place: readonly string[]): string {
  const kind = where === 'body' ? 'property' : 'parameter';
  const front = `${message.startsWith('Response ') ? 'Response' : 'Request'} ${where} ${place.length > 0 ? `${kind} ${place.join('.').trim()} ` : ''}`;
  return (message.startsWith(front) ? message.slice(front.length) : message).replace(
    /^must be equal to one of the allowed values: /,
    'must be one of ',
  );
}

const fieldPatterns: Readonly<Record<string, RegExp>> = {
  required: /required property '(.*)'$/s,
  additionalProperties: /; found '(.*)'$/s,
  unevaluatedProperties: /: '(.*)'$/s,
  dependentRequired: /^must have propert(?:y|ies) ([^ ,]+)/,
};

/** The field that a message is about, where that is not the place itself. */
const fieldOf = (keyword: string, message: string): string | undefined =>
  fieldPatterns[keyword]?.exec(message)?.[1];

function sharper(
  contract: Contract,
  operation: Operation,
  keyword: string,
  message: string,
  field: string | undefined,
  keys: readonly string[],
  body: unknown,
): string {
  const schemas =
    operation.request === undefined ? [] : schemasAt(contract, operation.request.schema, keys);
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    const guess = nearest(
      field ?? '',
      schemas.flatMap(({ properties }) => Object.keys(properties ?? {})),
    );
    return `is not known here${guess === undefined ? '' : `; did you mean '${guess}'?`}`;
  }
  if (keyword === 'enum') {
    const value = valueAt(body, keys);
    const guess =
      typeof value === 'string'
        ? nearest(
            value,
            schemas
              .flatMap((schema) => (Array.isArray(schema.enum) ? schema.enum : []))
              .map(String),
          )
        : undefined;
    return guess === undefined ? message : `${message}; did you mean '${guess}'?`;
  }
  if (keyword === 'const') {
    const allowed = [
      ...new Set(schemas.map((schema) => schema.const).filter((value) => value !== undefined)),
    ];
    return allowed.length === 1 ? `must be ${JSON.stringify(allowed[0])}` : message;
  }
  if (keyword === 'not') {
    const value = valueAt(body, keys);
    const clash = schemas
      .map(({ not }) => (not as { required?: string[] } | undefined)?.required)
      .find((names) => names?.every((name) => isIn(name, value)));
    if (clash !== undefined)
      return clash.length === 1
        ? `must not have '${clash[0]}' here`
        : `must not have ${clash.map((name) => `'${name}'`).join(' and ')} together`;
  }
  return message;
}

const valueAt = (body: unknown, keys: readonly string[]): unknown =>
  keys.reduce<unknown>(
    (parent, key) => (isIn(key, parent) ? (parent as Record<string, unknown>)[key] : undefined),
    body,
  );

const isIn = (name: string, value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name);

function withoutNoise(faults: readonly ProblemItem[]): ProblemItem[] {
  const isWithin = (inner = '', outer = ''): boolean =>
    inner === outer || inner.startsWith(`${outer}/`);
  const exact = faults.filter(({ code }) => !wrappers.includes(code));
  const isOfOtherType = (place?: string): boolean =>
    faults.some(({ pointer, code }) => code === 'type' && pointer === place);
  return faults.filter(({ pointer: place, code }) => {
    if (code === 'not' && isOfOtherType(place)) return false;
    return !wrappers.includes(code) || !exact.some(({ pointer }) => isWithin(pointer, place));
  });
}

function inOrder(faults: readonly ProblemItem[]): ProblemItem[] {
  const keyed = new Map(
    faults.map((fault) => [JSON.stringify([placeOf(fault), fault.code, fault.message]), fault]),
  );
  return [...keyed.values()].sort(
    (a, b) => compare(placeOf(a), placeOf(b)) || compare(a.code, b.code),
  );
}

/** The place of a fault, for people. */
export const placeOf = ({ pointer, parameter, header }: ProblemItem): string =>
  pointer ?? parameter ?? header ?? '';

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

// Ajv hands out the keys of a place escaped for a JSON Pointer; names in messages are plain.
const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
const unescaped = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');

function pointerTo(place: readonly string[]): string {
  const pointer = place.map((key) => `/${key}`).join('');
  return pointer.length <= maxPointer ? pointer : pointerTo(place.slice(0, -1));
}

const snakeCase = (keyword: string): string =>
  keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
