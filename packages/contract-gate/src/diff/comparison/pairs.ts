import type {
  Content,
  Contract,
  Header,
  Operation,
  Parameter,
  Response,
  Schema,
  Webhook,
} from '@delivery-api/specs/contract';
import type { Direction } from './change.ts';
import { below, pointerOf } from '../../documents/pointer.ts';
import { SchemaPairs } from './schema-pairs.ts';

/** How a schema is used: by whom, in which part, and whether the partner sends or receives it. */
export interface Use {
  /** An operationId, or the name of a webhook. */
  owner: string;
  direction: Direction;
  flow: 'sent' | 'received';
}

/**
 * Something that both versions have. `pointer` leads into the later document, `basePointer` into
 * the earlier.
 */
export interface Pair<T> {
  basePointer: string;
  pointer: string;
  base: T;
  revision: T;
}

export interface SchemaPair extends Pair<Schema> {
  /** What people call it. */
  name: string;
  uses: Use[];
}

/** A header of a response, a parameter of an operation, or a header of a webhook. */
export interface NamedPair<T> extends Pair<T> {
  owner: string;
}

/**
 * All that the two versions have in common, found by what it is called rather than by where it
 * stands.
 */
export interface Pairs {
  operations: Pair<Operation>[];
  webhooks: Pair<Webhook>[];
  responses: (NamedPair<Response> & { of: 'operation' | 'webhook' })[];
  headers: NamedPair<Header>[];
  parameters: (NamedPair<Parameter> & { of: 'operation' | 'webhook' })[];
  /** Each pair of schemas once, by the place where both are defined. */
  schemas: SchemaPair[];
}

/** Lays two versions of a contract side by side. */
export function pairUp(base: Contract, revision: Contract): Pairs {
  const schemas = new SchemaPairs(base, revision);
  const pairs: Pairs = {
    operations: [],
    webhooks: [],
    responses: [],
    headers: [],
    parameters: [],
    schemas: [],
  };
  for (const [before, after] of matched(base.operations, revision.operations, operationKey)) {
    const pointers = { basePointer: operationPointer(before), pointer: operationPointer(after) };
    pairs.operations.push({ ...pointers, base: before, revision: after });
    callParts(pairs, schemas, {
      ...pointers,
      base: before,
      revision: after,
      owner: after.id,
      of: 'operation',
    });
  }
  for (const [before, after] of matched(base.webhooks, revision.webhooks, ({ name }) => name)) {
    const pointers = {
      basePointer: webhookPointer(before.name),
      pointer: webhookPointer(after.name),
    };
    pairs.webhooks.push({ ...pointers, base: before, revision: after });
    const [first, second] = [before, after].map((one) => ({
      parameters: one.headers,
      request: one.content,
      responses: one.responses,
    }));
    if (first !== undefined && second !== undefined)
      callParts(pairs, schemas, {
        ...pointers,
        base: first,
        revision: second,
        owner: after.name,
        of: 'webhook',
      });
  }
  pairs.schemas = schemas.all();
  return pairs;
}

export const operationPointer = ({ path, method }: Operation): string =>
  pointerOf('paths', path, method);
export const webhookPointer = (name: string): string => pointerOf('webhooks', name, 'post');

/** What makes two operations the same: method and path, whatever the path parameters are called. */
export const operationKey = ({ method, path }: Operation): string =>
  `${method} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`;

/** A parameter by place and name; header names know no case. */
export const parameterKey = ({ in: place, name }: Parameter): string =>
  `${place} ${place === 'header' ? name.toLowerCase() : name}`;

/** The items of both lists that have the same key. */
export function matched<T>(
  base: readonly T[],
  revision: readonly T[],
  key: (item: T) => string,
): [T, T][] {
  const later = new Map(revision.map((item) => [key(item), item]));
  return base.flatMap((item): [T, T][] => {
    const other = later.get(key(item));
    return other === undefined ? [] : [[item, other]];
  });
}

/** The items of the first list that the second does not have. */
export function unmatched<T>(
  items: readonly T[],
  others: readonly T[],
  key: (item: T) => string,
): T[] {
  const known = new Set(others.map(key));
  return items.filter((item) => !known.has(key(item)));
}

interface Call {
  parameters: Parameter[];
  request: Content | undefined;
  responses: Response[];
}

function callParts(
  pairs: Pairs,
  schemas: SchemaPairs,
  call: Pair<Call> & { owner: string; of: 'operation' | 'webhook' },
): void {
  const { basePointer, pointer, base, revision, owner, of } = call;
  const webhook = of === 'webhook';
  const use = (direction: Direction, flow: Use['flow']): Use =>
    webhook
      ? { owner, direction: 'webhook', flow: flow === 'sent' ? 'received' : 'sent' }
      : { owner, direction, flow };
  for (const [before, after] of matched(base.parameters, revision.parameters, parameterKey)) {
    const at = {
      basePointer: below(basePointer, 'parameters', base.parameters.indexOf(before)),
      pointer: below(pointer, 'parameters', revision.parameters.indexOf(after)),
    };
    pairs.parameters.push({ ...at, base: before, revision: after, owner, of });
    schemas.add(
      below(at.basePointer, 'schema'),
      below(at.pointer, 'schema'),
      before.schema,
      after.schema,
      use('parameter', 'sent'),
    );
  }
  contents(
    schemas,
    below(basePointer, 'requestBody'),
    below(pointer, 'requestBody'),
    base.request,
    revision.request,
    use('request', 'sent'),
  );
  for (const [before, after] of matched(base.responses, revision.responses, ({ status }) =>
    String(status),
  )) {
    const at = {
      basePointer: below(basePointer, 'responses', before.status),
      pointer: below(pointer, 'responses', after.status),
    };
    pairs.responses.push({ ...at, base: before, revision: after, owner, of });
    contents(
      schemas,
      at.basePointer,
      at.pointer,
      before.content,
      after.content,
      use('response', 'received'),
    );
    for (const [one, other] of matched(before.headers, after.headers, ({ name }) =>
      name.toLowerCase(),
    )) {
      const header = {
        basePointer: below(at.basePointer, 'headers', one.name),
        pointer: below(at.pointer, 'headers', other.name),
      };
      pairs.headers.push({ ...header, base: one, revision: other, owner });
      schemas.add(
        below(header.basePointer, 'schema'),
        below(header.pointer, 'schema'),
        one.schema,
        other.schema,
        use('header', 'received'),
      );
    }
  }
}

function contents(
  schemas: SchemaPairs,
  basePointer: string,
  pointer: string,
  base: Content | undefined,
  revision: Content | undefined,
  use: Use,
): void {
  if (base === undefined || revision === undefined || base.mediaType !== revision.mediaType) return;
  const tail = ['content', base.mediaType, 'schema'];
  schemas.add(
    below(basePointer, ...tail),
    below(pointer, ...tail),
    base.schema,
    revision.schema,
    use,
  );
}
