import { request } from 'node:http';

export interface Sent {
  port: number;
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer | readonly Buffer[] | undefined;
}

export interface TestResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of any response
  json: any;
}

/**
 * Sends a request, with a token unless `authorization` is an empty string. Sends an array of
 * buffers in chunks.
 */
export function send({
  port,
  method = 'GET',
  path,
  headers = {},
  body,
}: Sent): Promise<TestResponse> {
  const { authorization = 'Bearer test_token', ...others } = headers;
  const length =
    body === undefined || Array.isArray(body)
      ? {}
      : { 'content-length': String(Buffer.byteLength(body as string | Buffer)) };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        agent: false,
        headers: { ...(authorization !== '' && { authorization }), ...length, ...others },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const type = incoming.headers['content-type'] ?? '';
          const json = /json/.test(type) && text !== '' ? JSON.parse(text) : undefined;
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers as Record<string, string>,
            text,
            json,
          });
        });
      },
    );
    outgoing.on('error', reject);
    if (Array.isArray(body)) for (const chunk of body) outgoing.write(chunk);
    outgoing.end(Array.isArray(body) ? undefined : body);
  });
}
