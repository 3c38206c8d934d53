import { get, type ServerResponse } from 'node:http';
import type { ReportedFinding } from '../../src/api/types.ts';
import type { callOf } from './changing-upstream.ts';

export type Prepared = ReturnType<typeof callOf>['response'];

/** Returns a handler that sends a prepared response. */
export const reply =
  ({ status, headers, body }: Prepared) =>
  (response: ServerResponse): void =>
    void response
      .writeHead(status, headers)
      .end(body === undefined ? undefined : JSON.stringify(body));

/** Sends a GET request, and returns the bytes of the response body. */
export const bytesOf = (port: number, path: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    get(
      { port, path, agent: false, headers: { authorization: 'Bearer test_token' } },
      (response) => {
        const chunks: Buffer[] = [];
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', () => resolve(Buffer.concat(chunks)));
      },
    ).on('error', reject);
  });

/** Formats findings without their messages. */
export const summaries = (findings: readonly ReportedFinding[]) =>
  findings.map(({ in: where, severity, place, code }) => [where, severity, place, code].join(' '));
