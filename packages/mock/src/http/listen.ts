import type { Server } from 'node:http';
import { MockError } from '../api/types.ts';

/**
 * Opens a port.
 *
 * @throws {MockError} if the port cannot be opened; `code` is the code of the system error
 */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new MockError(listenError(error, port, host), error.code)),
    );
    server.listen(port, host, resolve);
  });
}

function listenError({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use. Select another port; 0 selects a free port.`;
    case 'EACCES':
      return `Port ${port} requires administrator rights. Select a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `'${host}' is not an address of this machine. Omit the host to use 127.0.0.1.`;
    default:
      return `The mock cannot listen on ${host}, port ${port}: ${message}.`;
  }
}

/** Returns the host for URLs: the given host, or the loopback address for a wildcard address. */
export function urlHost(host: string, address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  if (address === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** Returns a function that closes the port and all connections; it can be called repeatedly. */
export function createStop(server: Server): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  return () => {
    stopped ??= new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    return stopped;
  };
}
