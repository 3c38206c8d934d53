import type { WebhookResult } from '../kernel/delivery.ts';

export type { WebhookResult } from '../kernel/delivery.ts';

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Timeout for the whole request, in real seconds. */
  timeoutSeconds: number;
  /** Aborts the request. */
  signal?: AbortSignal | undefined;
}

/**
 * Sends one webhook over HTTP. The promise never rejects: a failure is a result with `error` and
 * without `status`.
 */
export type WebhookSender = (request: WebhookRequest) => Promise<WebhookResult>;
