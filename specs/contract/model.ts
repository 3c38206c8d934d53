/** The two interfaces that this repository describes. */
export type InterfaceName = 'lastmile' | 'marketplace';

/** Any JSON value, as it stands in a document. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/**
 * A JSON Schema (2020-12) as written in the document; `$ref`s inside point into the same document.
 */
export type Schema = JsonObject;

/** One named example with its value resolved. */
export interface Example {
  /** Unique within the document; what `Prefer: example=…` takes. */
  name: string;
  summary: string;
  value: Json;
}

/** A body: of a request, a response or an event. */
export interface Content {
  mediaType: string;
  schema: Schema;
  /** The component that `schema` refers to, when it is a plain reference. */
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
  /** The problem codes that this response can carry (`x-problem-codes`); empty on successes. */
  codes: string[];
}

/** `x-limits` of an operation. */
export interface Limits {
  /** At most `requests` in `per_seconds`, for each tenant. */
  rate: { requests: number; per_seconds: number };
  /** The largest body after unpacking; absent on operations without a body. */
  max_body_bytes?: number;
  /** The service answers within this time, or with 503. */
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
  /** The permissions that the token must carry, all of them. */
  permissions: string[];
  parameters: Parameter[];
  request: Content | undefined;
  responses: Response[];
  /** The one response with a 2xx status that is documented first. */
  success: Response;
  limits: Limits;
  /** Whether the operation takes an `Idempotency-Key`. */
  idempotency: 'required' | 'optional' | 'none';
  /** Whether `If-None-Match` is honoured with 304. */
  conditional: boolean;
  deprecated: boolean;
}

/** `x-webhook-delivery` of a webhook. */
export interface WebhookDelivery {
  timeout_seconds: number;
  /** The wait before each attempt, in order; the first is 0. */
  delays_seconds: number[];
  /**
   * Once the list is used up: stop, or go on at the last delay until the time named in the event.
   */
  until: 'exhausted' | 'accept_by';
  /** A published case against which any implementation of the signature can be tried. */
  test_vector: { secret: string; id: string; timestamp: string; body: string; signature: string };
}

export interface Webhook {
  /** The key under `webhooks`, which is also the `type` of its events. */
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

/** One entry of `components.x-error-catalogue`. */
export interface ProblemEntry {
  code: string;
  status: number;
  title: string;
  /** When it happens. */
  cause: string;
  /** What the caller should do about it. */
  action: string;
  retryable: boolean;
  /** Members of `Problem` that this code always carries. */
  extensions: string[];
  /** `server`: any request can meet it; `operation`: only where `x-problem-codes` names it. */
  scope: 'server' | 'operation';
}

export interface State {
  phase: string;
  terminal: boolean;
}

export interface Transition {
  from: string;
  to: string;
  /** Who can cause it. */
  by: string[];
  /** The webhook that announces it, if one does. */
  firesEvent: string | undefined;
  /** What has to be given for it, such as `reason`. */
  needs: string[];
}

/** `x-state-machine` of an enum component. */
export interface StateMachine {
  /** The component that carries it. */
  schemaName: string;
  /** The property whose value is the state. */
  field: string;
  initial: string[];
  states: ReadonlyMap<string, State>;
  transitions: Transition[];
  /** `forward`: a later state of the main line may be reached without those between. */
  skips: 'forward' | 'none';
  /** States that every instance passes, if it ends well. */
  guaranteed: string[];
}

/** One entry of `x-scenarios`: a story that the sandbox can play. */
export interface Scenario {
  name: string;
  summary: string;
  /**
   * The operationIds whose requests can ask for it; empty when only the sandbox's control surface
   * can.
   */
  operations: string[];
  /** What happens, step by step, in the contract's own states. */
  course: string[];
}

/** Everything that a document says, with references resolved. Read-only. */
export interface Contract {
  name: InterfaceName;
  title: string;
  version: string;
  description: string;
  /** The base address of the published reference. */
  docsBase: string;
  tags: { name: string; description: string }[];
  operations: Operation[];
  webhooks: Webhook[];
  schemas: ReadonlyMap<string, Schema>;
  /** The error catalogue by code. */
  problems: ReadonlyMap<string, ProblemEntry>;
  machines: StateMachine[];
  scenarios: Scenario[];
  /** The bundled document itself, for tools that take OpenAPI. */
  document: JsonObject;
  /** Follows `$ref`s until there is none. */
  deref(node: Schema): Schema;
}
