import type {
  Header,
  Operation,
  Parameter,
  Response,
  Schema,
  Webhook,
} from '@delivery-api/specs/contract';
import type { Direction } from './change.ts';

/** One use of a schema: its owner, and whether the client sends or receives the value. */
export interface Use {
  /** An operationId, or the name of a webhook. */
  owner: string;
  direction: Direction;
  flow: 'sent' | 'received';
}

/** An element that exists in both versions. */
export interface Pair<T> {
  /** JSON Pointer into the base. */
  basePointer: string;
  /** JSON Pointer into the revision. */
  pointer: string;
  base: T;
  revision: T;
}

export interface SchemaPair extends Pair<Schema> {
  /** Name for messages, see `locationName`. */
  name: string;
  uses: Use[];
}

/** A pair that belongs to an operation or a webhook. */
export interface OwnedPair<T> extends Pair<T> {
  owner: string;
}

/** All elements that exist in both versions, matched by name and not by position. */
export interface Pairs {
  operations: Pair<Operation>[];
  webhooks: Pair<Webhook>[];
  responses: OwnedPair<Response>[];
  headers: OwnedPair<Header>[];
  parameters: OwnedPair<Parameter>[];
  /** Each pair of schemas once, at the location of its definition. */
  schemas: SchemaPair[];
}
