// A package registry on the loopback address.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { RehearsalError, run } from './run.ts';

const verdaccio = join(import.meta.dirname, 'node_modules/verdaccio/bin/verdaccio');

export interface Registry {
  url: string;
  /** Environment in which npm uses this registry. */
  environment: Record<string, string>;
  /** Returns the metadata of a package. */
  read(name: string): Promise<PackageMetadata>;
  stop(): void;
}

export interface PackageMetadata {
  'dist-tags': Record<string, string>;
  versions: Record<string, { dependencies?: Record<string, string>; deprecated?: string }>;
}

/**
 * Starts a registry. It forwards requests for packages from other projects to the registry that npm
 * is configured with.
 *
 * @param folder folder for its files; the packages are in `registry/storage`
 * @throws {RehearsalError} if the registry exits, or does not start within 30 seconds
 */
export async function startRegistry(folder: string): Promise<Registry> {
  if (!existsSync(verdaccio))
    await run('npm', ['ci', '--prefer-offline'], { cwd: import.meta.dirname });
  const npmConfig = async (name: string): Promise<string> =>
    (await run('npm', ['config', 'get', name], { cwd: folder })).trim();
  const upstream = await npmConfig('registry');
  const certificates = await npmConfig('cafile');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  mkdirSync(join(folder, 'registry'), { recursive: true });
  const config = join(folder, 'registry/config.yaml');
  writeFileSync(
    config,
    `storage: ./storage
auth: { htpasswd: { file: ./htpasswd } }
uplinks: { upstream: { url: '${upstream}', cache: false } }
packages:
  '@delivery-api/*': { access: $all, publish: $all, unpublish: $all }
  '**': { access: $all, proxy: upstream }
max_body_size: 50mb
log: { type: stdout, format: pretty, level: error }
`,
  );
  const server = spawn(process.execPath, [verdaccio, '--config', config, '--listen', url], {
    stdio: 'ignore',
    // Node.js does not read the certificates that npm is configured with.
    env:
      certificates === 'null' ? process.env : { NODE_EXTRA_CA_CERTS: certificates, ...process.env },
  });
  const npmrc = join(folder, 'npmrc');
  writeFileSync(
    npmrc,
    `registry=${url}\n//127.0.0.1:${port}/:_authToken=rehearsal\nfund=false\naudit=false\nupdate-notifier=false\n`,
  );
  for (let attempt = 0; !(await responds(`${url}-/ping`)); attempt++) {
    if (attempt > 300 || server.exitCode !== null)
      throw new RehearsalError('The registry exited or did not start within 30 seconds.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    environment: { npm_config_userconfig: npmrc, npm_config_registry: url },
    read: async (name) => {
      const response = await fetch(`${url}${name.replace('/', '%2f')}`);
      if (!response.ok) throw new RehearsalError(`${name} is not in the registry.`);
      return (await response.json()) as PackageMetadata;
    },
    stop: () => server.kill(),
  };
}

const responds = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
