import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ProblemError } from '@delivery-api/sandbox';
import type { InterfaceName } from '../api/types.ts';
import { toProblem } from '../contract/problem.ts';
import { contractFor } from './exchange-handler.ts';
import type { ServedInterface } from './served-interface.ts';

/**
 * Responds to a request that Node.js could not parse. Closes the connection, because the bytes that
 * follow cannot be trusted.
 */
export function respondToClientError(
  served: ReadonlyMap<InterfaceName, ServedInterface>,
  error: NodeJS.ErrnoException,
  socket: Socket,
  requestId: string,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const message =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'the headers are larger than 16 kB in total'
      : `the request cannot be read as HTTP (${error.code ?? error.message})`;
  const rejection = new ProblemError(
    'invalid_parameter',
    `The request was not processed: ${message}.`,
    {
      errors: [{ header: '*', code: 'unreadable', message }],
    },
  );
  const problem = toProblem(contractFor(served, undefined), rejection, requestId, '/');
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `Request-Id: ${requestId}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
