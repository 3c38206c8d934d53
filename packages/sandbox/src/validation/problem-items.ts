import type { Contract, Operation } from '@delivery-api/specs/contract';
import type { ProblemItem } from '../kernel/problem-error.ts';
import { suggest } from '../kernel/suggest.ts';
import { truncate } from '../kernel/truncate.ts';
import { schemaMessage } from './schema-message.ts';
import { schemasAt } from './schemas-at.ts';
import { unionBranch } from './union-branch.ts';

const maxPointer = 500;
const maxName = 64;
/** Codes of keywords that only report that a nested schema failed. */
const wrapperCodes: readonly string[] = ['if', 'one_of', 'any_of'];

/** The members of a Prism diagnostic that this module uses. */
export interface Diagnostic {
  path?: string[] | undefined;
  code?: string | number | undefined;
  message: string;
}

/** The errors of a request or a response, as items of a problem. */
export interface ProblemItems {
  parameters: ProblemItem[];
  body: ProblemItem[];
}

/**
 * Converts Prism diagnostics to problem items, sorted by location. The location of a missing or
 * unknown field is the field itself. Codes are Ajv keywords in snake_case. If a more specific item
 * explains an error, the general item is omitted.
 *
 * @param body the parsed body
 */
export function toProblemItems(
  contract: Contract,
  operation: Operation,
  diagnostics: readonly Diagnostic[],
  body: unknown,
): ProblemItems {
  const parameters: ProblemItem[] = [];
  const bodyItems: ProblemItem[] = [];
  for (const diagnostic of diagnostics) {
    const [section, ...location] = diagnostic.path ?? ['body'];
    if (section === 'body')
      bodyItems.push(bodyItem(contract, operation, diagnostic, location, body));
    else parameters.push(parameterItem(operation, diagnostic, section ?? '', location));
  }
  return {
    parameters: sortByLocation(parameters),
    body: sortByLocation(withoutDuplicates(bodyItems)),
  };
}

function bodyItem(
  contract: Contract,
  operation: Operation,
  diagnostic: Diagnostic,
  location: string[],
  body: unknown,
): ProblemItem {
  if (diagnostic.path === undefined)
    return { pointer: '', code: 'type', message: schemaMessage('must be object') };
  const keyword = String(diagnostic.code);
  const message = messageOf(diagnostic, 'body', location);
  const field = fieldOf(keyword, message);
  const keys = location.map(unescaped);
  const pointer = pointerTo(field === undefined ? location : [...location, escaped(field)]);
  return {
    pointer,
    code: snakeCase(keyword),
    message: specificMessage(contract, operation, keyword, message, field, keys, body),
  };
}

function parameterItem(
  operation: Operation,
  diagnostic: Diagnostic,
  section: string,
  location: string[],
): ProblemItem {
  const keyword = String(diagnostic.code);
  const message = messageOf(diagnostic, section, location);
  const sent = location[0] ?? fieldOf(keyword, message) ?? '';
  const known = operation.parameters.find(
    ({ name, in: position }) => position === section && name.toLowerCase() === sent.toLowerCase(),
  );
  const name = truncate(known?.name ?? sent, maxName);
  const item = {
    code: snakeCase(keyword),
    message: keyword === 'required' ? 'is required' : schemaMessage(message),
  };
  return section === 'header' ? { header: name, ...item } : { parameter: name, ...item };
}

/** Returns Ajv's message without the location that Prism adds before it. */
function messageOf({ message }: Diagnostic, section: string, location: readonly string[]): string {
  const kind = section === 'body' ? 'property' : 'parameter';
  const prefix = `${message.startsWith('Response ') ? 'Response' : 'Request'} ${section} ${location.length > 0 ? `${kind} ${location.join('.').trim()} ` : ''}`;
  return message.startsWith(prefix) ? message.slice(prefix.length) : message;
}

const fieldPatterns: Readonly<Record<string, RegExp>> = {
  required: /required property '(.*)'$/s,
  additionalProperties: /; found '(.*)'$/s,
  unevaluatedProperties: /: '(.*)'$/s,
  dependentRequired: /^must have propert(?:y|ies) ([^ ,]+)/,
};

/** Returns the field that a message names, if it is not the location itself. */
const fieldOf = (keyword: string, message: string): string | undefined =>
  fieldPatterns[keyword]?.exec(message)?.[1];

function specificMessage(
  contract: Contract,
  operation: Operation,
  keyword: string,
  message: string,
  field: string | undefined,
  keys: readonly string[],
  body: unknown,
): string {
  if (keyword === 'required') return 'is required';
  const schemas = schemasOf(contract, operation, keys, body);
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    const suggestion = suggest(
      field ?? '',
      schemas.flatMap(({ properties }) => Object.keys(properties ?? {})),
    );
    return `is unknown${suggestion === undefined ? '' : `; did you mean '${suggestion}'?`}`;
  }
  if (keyword === 'enum') {
    const value = valueAt(body, keys);
    const suggestion =
      typeof value === 'string'
        ? suggest(
            value,
            schemas
              .flatMap((schema) => (Array.isArray(schema.enum) ? schema.enum : []))
              .map(String),
          )
        : undefined;
    const allowed = schemaMessage(message);
    return suggestion === undefined ? allowed : `${allowed}; did you mean '${suggestion}'?`;
  }
  if (keyword === 'const') {
    const allowed = [
      ...new Set(schemas.map((schema) => schema.const).filter((value) => value !== undefined)),
    ];
    return allowed.length === 1 ? `must be ${JSON.stringify(allowed[0])}` : message;
  }
  if (keyword === 'pattern') {
    const [example] = schemas.flatMap(({ examples }) => (Array.isArray(examples) ? examples : []));
    return `${schemaMessage(message)}${example === undefined ? '' : `, such as ${example}`}`;
  }
  if (keyword === 'not') {
    const value = valueAt(body, keys);
    const excluded = schemas
      .map(({ not }) => (not as { required?: string[] } | undefined)?.required)
      .find((names) => names?.every((name) => isIn(name, value)));
    if (excluded !== undefined)
      return excluded.length === 1
        ? `must not contain '${excluded[0]}' in this case`
        : `must not contain ${excluded.map((name) => `'${name}'`).join(' and ')} together`;
  }
  return schemaMessage(message);
}

/** Returns the schemas that apply at a location; for a union, only those in the selected branch. */
function schemasOf(
  contract: Contract,
  { request }: Operation,
  keys: readonly string[],
  body: unknown,
): ReturnType<typeof schemasAt> {
  if (request === undefined) return [];
  const branch = unionBranch(contract, request.schema, body);
  return schemasAt(contract, branch?.schema ?? request.schema, keys);
}

const valueAt = (body: unknown, keys: readonly string[]): unknown =>
  keys.reduce<unknown>(
    (parent, key) => (isIn(key, parent) ? (parent as Record<string, unknown>)[key] : undefined),
    body,
  );

const isIn = (name: string, value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name);

/** Removes items that another item explains. */
function withoutDuplicates(items: readonly ProblemItem[]): ProblemItem[] {
  const isWithin = (inner = '', outer = ''): boolean =>
    inner === outer || inner.startsWith(`${outer}/`);
  const exact = items.filter(({ code }) => !wrapperCodes.includes(code));
  const isOfOtherType = (location?: string): boolean =>
    items.some(({ pointer, code }) => code === 'type' && pointer === location);
  return items.filter(({ pointer: location, code }) => {
    if (code === 'not' && isOfOtherType(location)) return false;
    return (
      !wrapperCodes.includes(code) || !exact.some(({ pointer }) => isWithin(pointer, location))
    );
  });
}

function sortByLocation(items: readonly ProblemItem[]): ProblemItem[] {
  const keyed = new Map(
    items.map((item) => [JSON.stringify([locationOf(item), item.code, item.message]), item]),
  );
  return [...keyed.values()].sort(
    (a, b) => compare(locationOf(a), locationOf(b)) || compare(a.code, b.code),
  );
}

/** Returns the location of an item: a JSON Pointer, or the name of a parameter or header. */
export const locationOf = ({ pointer, parameter, header }: ProblemItem): string =>
  pointer ?? parameter ?? header ?? '';

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

// Ajv escapes keys in paths as in JSON Pointers, but not names in messages.
const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
const unescaped = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');

function pointerTo(location: readonly string[]): string {
  const pointer = location.map((key) => `/${key}`).join('');
  return pointer.length <= maxPointer ? pointer : pointerTo(location.slice(0, -1));
}

const snakeCase = (keyword: string): string =>
  keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
