import { Agent, type ClientRequest, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { WebhookResult, WebhookSender } from '@delivery-api/sandbox';
import { guardedLookup, hostOf, isLinkLocal, LinkLocalTarget } from './link-local.ts';

/** Maximum length of the part of a response body that is kept, in characters. */
const maxBodyLength = 2_000;

const lookup = guardedLookup();
/**
 * Connections stay open for the next event to the same receiver. Idle connections do not keep the
 * process alive.
 */
const agent = new Agent({ keepAlive: true });
const httpsAgent = new HttpsAgent({ keepAlive: true });

/**
 * Sends one webhook over HTTP or HTTPS, but not to link-local and cloud metadata addresses. Does
 * not follow redirects, applies one timeout to the whole exchange, and keeps only the beginning of
 * the response body.
 */
export const sendWebhook: WebhookSender = ({ url, headers, body, timeoutSeconds, signal }) => {
  const started = performance.now();
  const host = hostOf(url);
  if (isLinkLocal(host)) {
    const error = new LinkLocalTarget(host).message;
    return Promise.resolve({ status: undefined, headers: {}, body: '', error, milliseconds: 0 });
  }
  const isSecure = url.startsWith('https:');
  return new Promise((resolve) => {
    let request: ClientRequest;
    let isFinished = false;
    const finish = (result: Partial<WebhookResult>): void => {
      isFinished = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      const milliseconds = Math.round(performance.now() - started);
      resolve({ headers: {}, body: '', ...result, milliseconds });
    };
    const abandon = (result: Partial<WebhookResult>): void => {
      finish(result);
      request.destroy();
    };
    const send = (connections: Agent | false): ClientRequest => {
      const sent = (isSecure ? httpsRequest : httpRequest)(
        url,
        {
          method: 'POST',
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          agent: connections,
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
            if (text.length >= maxBodyLength)
              abandon({ status, headers: flat, body: text.slice(0, maxBodyLength) });
          });
          response.on('end', () => finish({ status, headers: flat, body: text }));
          response.on('error', (error) => abandon({ error: error.message }));
        },
      );
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // If the receiver closed the idle connection before this request arrived, open a new one.
        if (isFinished) return;
        if (sent.reusedSocket && connections !== false && error.code === 'ECONNRESET')
          request = send(false);
        else finish({ error: error.code ?? error.message });
      });
      sent.end(body);
      return sent;
    };
    const timer = setTimeout(
      () => abandon({ error: `no complete response within ${timeoutSeconds} s` }),
      timeoutSeconds * 1000,
    );
    timer.unref();
    const abort = (): void => abandon({ error: 'aborted because the sandbox stopped' });
    signal?.addEventListener('abort', abort);
    request = send(isSecure ? httpsAgent : agent);
  });
};
