import type { WebhookResult } from '../kernel/delivery.ts';

export type { WebhookResult } from '../kernel/delivery.ts';

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Time limit for the whole request, in seconds of real time. */
  timeoutSeconds: number;
  /** Aborts the request. */
  signal?: AbortSignal | undefined;
}

/**
 * Sends one webhook over HTTP. It never rejects: a failure is a result with `error` and without
 * `status`.
 */
export type WebhookSender = (request: WebhookRequest) => Promise<WebhookResult>;
