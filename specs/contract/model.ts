/** The two interfaces of this repository. */
export type InterfaceName = 'lastmile' | 'marketplace';

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** A JSON Schema (2020-12) with unresolved references into the same document. */
export type Schema = JsonObject;

/** A named example with its resolved value. */
export interface Example {
  /** Unique in the document. `Prefer: example=…` selects it. */
  name: string;
  summary: string;
  value: Json;
}

/** Body of a request, a response or an event, in its first media type. */
export interface Content {
  mediaType: string;
  schema: Schema;
  /** Name of the component, if `schema` is a reference to one. */
  schemaName: string | undefined;
  examples: Example[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: Schema;
  example: Json | undefined;
}

export interface Header {
  name: string;
  required: boolean;
  description: string;
  schema: Schema;
  example: Json | undefined;
}

export interface Response {
  status: number;
  description: string;
  headers: Header[];
  content: Content | undefined;
  /** Problem codes of the response (`x-problem-codes`); empty for a success. */
  codes: string[];
}

/** A rate limit: at most `requests` requests in `per_seconds` seconds. */
export interface Rate {
  requests: number;
  per_seconds: number;
  /** What the limit applies to. `store`: each store of the partner or integration. */
  per: 'partner' | 'integration' | 'store';
}

/** `x-limits` of an operation. */
export interface Limits {
  rate: Rate;
  /** Rates for individual types of a union request; `rate` applies to all other types. */
  rate_by_type?: Record<string, Rate>;
  /** Maximum size of the uncompressed body; absent for operations without a body. */
  max_body_bytes?: number;
  /** Maximum time until the response, in seconds. */
  timeout_seconds: number;
}

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export interface Operation {
  /** The operationId. */
  id: string;
  method: Method;
  path: string;
  tag: string;
  summary: string;
  description: string;
  /** Permissions that the token must have. */
  permissions: string[];
  parameters: Parameter[];
  request: Content | undefined;
  responses: Response[];
  /** The first documented response with a 2xx status. */
  success: Response;
  limits: Limits;
  /** Whether the operation accepts an `Idempotency-Key`. */
  idempotency: 'required' | 'optional' | 'none';
  /** Whether a request with `If-None-Match` can return 304. */
  conditional: boolean;
}

/** `x-webhook-delivery` of a webhook. */
export interface WebhookDelivery {
  timeout_seconds: number;
  /** Delay before each attempt, in seconds; the first is 0. */
  delays_seconds: number[];
  /**
   * What happens after the last attempt of the schedule. `exhausted`: no further attempt.
   * `accept_by`: attempts repeat with the last delay until `accept_by` of the order, or until
   * `acknowledge_by` if the marketplace accepts the order automatically.
   */
  until: 'exhausted' | 'accept_by';
  /** Test vector for signature verification. */
  test_vector: { secret: string; id: string; timestamp: string; body: string; signature: string };
}

export interface Webhook {
  /** Key under `webhooks`, and `type` of its events. */
  name: string;
  /** The operationId. */
  id: string;
  tag: string;
  summary: string;
  description: string;
  headers: Parameter[];
  content: Content;
  responses: Response[];
  delivery: WebhookDelivery;
}

/** An entry of `components.x-error-catalogue`. */
export interface ProblemEntry {
  code: string;
  status: number;
  title: string;
  /** Why the problem occurs. */
  cause: string;
  /** What the client should do. */
  action: string;
  retryable: boolean;
  /** Members of `Problem` that are always present with this code. */
  extensions: string[];
  /** Members of `Problem` that can be absent with this code. */
  optionalExtensions: string[];
  /** `server`: any request can return the code. `operation`: `x-problem-codes` must list it. */
  scope: 'server' | 'operation';
}

export interface State {
  phase: string;
  terminal: boolean;
}

export interface Transition {
  from: string;
  to: string;
  /** Actors that can cause the transition. */
  by: string[];
  /** Webhook event that the transition sends, if any. */
  firesEvent: string | undefined;
  /** Fields that the transition requires, such as `courier` or `reason_code`. */
  needs: string[];
}

/** `x-state-machine` of an enum component. */
export interface StateMachine {
  /** Name of the enum component. */
  schemaName: string;
  /** Property that contains the state. */
  field: string;
  initial: string[];
  states: ReadonlyMap<string, State>;
  transitions: Transition[];
  /** `forward`: a sequence can skip states. */
  skips: 'forward' | 'none';
  /** States that every successful sequence includes. */
  guaranteed: string[];
}

/** An entry of `x-scenarios`: scripted behavior of the sandbox. */
export interface Scenario {
  name: string;
  summary: string;
  /** Operations that can select it; empty if only the sandbox control API can. */
  operations: string[];
  /** What happens, in order. */
  steps: string[];
}

/** The content of a contract. References are resolved, except in schemas. Read-only. */
export interface Contract {
  name: InterfaceName;
  title: string;
  version: string;
  description: string;
  /** Base URL of the published reference. */
  docsBase: string;
  tags: { name: string; description: string }[];
  operations: Operation[];
  /** The path parameter that every path starts with, if any; it identifies the partner. */
  tenantParameter: Parameter | undefined;
  webhooks: Webhook[];
  schemas: ReadonlyMap<string, Schema>;
  /** The error catalog by code. */
  problems: ReadonlyMap<string, ProblemEntry>;
  machines: StateMachine[];
  scenarios: Scenario[];
  /** The bundled OpenAPI document. */
  document: JsonObject;
  /** Returns the target of a schema that is a reference; other schemas unchanged. */
  deref(node: Schema): Schema;
}
