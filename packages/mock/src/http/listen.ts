import type { Server } from 'node:http';
import { MockError } from '../public.ts';

/**
 * Opens a port.
 *
 * @throws {MockError} with the system's code, where it cannot be opened
 */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new MockError(whyNot(error, port, host), error.code)),
    );
    server.listen(port, host, resolve);
  });
}

function whyNot({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken on ${host}. Choose another, or 0 for any free one.`;
    case 'EACCES':
      return `Port ${port} may not be opened by this user. Choose one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `'${host}' is no address of this machine. Leave it out for 127.0.0.1.`;
    default:
      return `The mock cannot listen on ${host}, port ${port}: ${message}.`;
  }
}

/**
 * The host to put into addresses: what was asked for, or the loopback address where that was a
 * wildcard.
 */
export function addressOf(host: string, address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  if (address === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** A function that closes a port and all connections, and may be called more than once. */
export function stopper(server: Server): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  return () => {
    stopped ??= new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    return stopped;
  };
}
