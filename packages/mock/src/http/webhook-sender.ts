import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { WebhookResult, WebhookSender } from '@delivery-api/sandbox';
import { guardedLookup, hostOf, isLinkLocal, LinkLocalTarget } from './link-local.ts';

/** How much of a response body is kept, in characters. */
const keptLength = 2_000;

const lookup = guardedLookup();

/**
 * Sends one webhook over HTTP: none to link-local addresses, without redirects, and with one timeout
 * for the whole request. It keeps only the beginning of the response body.
 */
export const sendWebhook: WebhookSender = ({ url, headers, body, timeoutSeconds, signal }) => {
  const started = performance.now();
  const host = hostOf(url);
  if (isLinkLocal(host)) {
    const error = new LinkLocalTarget(host).message;
    return Promise.resolve({ status: undefined, headers: {}, body: '', error, milliseconds: 0 });
  }
  return new Promise((resolve) => {
    const finish = (result: Partial<WebhookResult>): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      request.destroy();
      const milliseconds = Math.round(performance.now() - started);
      resolve({ headers: {}, body: '', ...result, milliseconds });
    };
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    const request = send(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: false,
        lookup,
      },
      (response) => {
        const flat = Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
        );
        const status = response.statusCode;
        let text = '';
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString('utf8');
          if (text.length >= keptLength)
            finish({ status, headers: flat, body: text.slice(0, keptLength) });
        });
        response.on('end', () => finish({ status, headers: flat, body: text }));
        response.on('error', (error) => finish({ error: error.message }));
      },
    );
    const timer = setTimeout(
      () => finish({ error: `no answer within ${timeoutSeconds} seconds` }),
      timeoutSeconds * 1000,
    );
    timer.unref();
    const abort = (): void => finish({ error: 'cut off, because the sandbox ended' });
    signal?.addEventListener('abort', abort);
    request.on('error', (error: NodeJS.ErrnoException) =>
      finish({ error: error.code ?? error.message }),
    );
    request.end(body);
  });
};
