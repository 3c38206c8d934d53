import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SiteError, UsageError } from '../errors.ts';
import { siteServer } from './server.ts';

/**
 * Reads `--port` and `--host`.
 *
 * @throws {UsageError} for an unknown option or an invalid port
 */
function parseFlags(args: string[]): { port: number; host: string } {
  const options = {
    port: { type: 'string', default: '4000' },
    host: { type: 'string', default: '127.0.0.1' },
  } as const;
  let values: { port: string; host: string };
  try {
    ({ values } = parseArgs({ args, options }));
  } catch (error) {
    throw new UsageError(
      `${(error as Error).message.split('. ')[0]}. The options are --port and --host.`,
    );
  }
  const port = Number(values.port);
  if (!/^\d{1,5}$/.test(values.port) || port > 65535)
    throw new UsageError(`--port must be an integer from 0 to 65535; got '${values.port}'.`);
  return { port, host: values.host };
}

function listenError(
  { code, message }: NodeJS.ErrnoException,
  host: string,
  port: number,
): UsageError {
  if (code === 'EADDRINUSE')
    return new UsageError(
      `Port ${port} is in use. Select another port, for example --port ${port < 65535 ? port + 1 : 0}.`,
    );
  if (code === 'EACCES')
    return new UsageError(
      `Permission denied for port ${port}. Select a port above 1023 with --port.`,
    );
  return new UsageError(
    `Cannot listen on ${host}, port ${port}: ${message}. Set another host or port with --host or --port.`,
  );
}

function listen(server: Server, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', (error) => reject(listenError(error, host, port)));
  server.listen(port, host, resolve);
  return promise;
}

/**
 * Serves a built site until SIGINT or SIGTERM, and prints its URL.
 *
 * @param folder the built site
 * @param args `--port` (0 selects a free port) and `--host`
 * @throws {SiteError} if the site is not built
 * @throws {UsageError} for an invalid option, or if the server cannot listen on the host and port
 */
export async function serve(folder: string, args: string[]): Promise<Server> {
  const { port, host } = parseFlags(args);
  if (!existsSync(join(folder, 'index.html')))
    throw new SiteError('docs-site/dist: the site is not built. Run `npm run build`.');
  const server = siteServer(folder);
  await listen(server, host, port);
  const { address, family, port: actual } = server.address() as AddressInfo;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      server.close();
      server.closeAllConnections();
    });
  }
  console.log(`Site running at http://${family === 'IPv6' ? `[${address}]` : address}:${actual}/`);
  return server;
}
