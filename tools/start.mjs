// `npm start` builds and starts the mock and the documentation site, and stops them together.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { environment, requireNode } from './runtime.mjs';

requireNode();
const ports = { mock: portFrom('MOCK_PORT', 4010), docs: portFrom('DOCS_PORT', 4000) };
for (const [name, port] of Object.entries(ports)) {
  const variable = `${name.toUpperCase()}_PORT`;
  if (!(await isFree(port)))
    fail(
      `Port ${port} is in use. Select another port, for example: ${variable}=${port + 1} npm start`,
    );
}

await build();

let stopping = false;
const services = [
  service('mock', [
    'packages/mock/dist/cli.js',
    'start',
    '--mode',
    'sandbox',
    '--port',
    String(ports.mock),
    // The console on the reference page sends requests from these origins.
    ...['localhost', '127.0.0.1'].flatMap((name) => [
      '--allow-origin',
      `http://${name}:${ports.docs}`,
    ]),
  ]),
  service('docs', ['docs-site/serve.ts', '--port', String(ports.docs)]),
];
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0));
// npm and sh do not forward SIGTERM, so stop when the parent process changes.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && stop(0), 300).unref();

const urls = { mock: `http://localhost:${ports.mock}`, docs: `http://localhost:${ports.docs}` };
await Promise.all([waitFor(`${urls.mock}/_sandbox/health`), waitFor(urls.docs)]);
if (!stopping) {
  console.log(`
  site         ${urls.docs}
  sandbox      ${urls.mock}/lastmile
               ${urls.mock}/marketplace
  web page     ${urls.mock}

  Try it in another terminal:
  ${exampleCommand()}

  Press Control+C to stop the sandbox and the site.
`);
}

/** Builds the services and the clients, and packs the downloads. Prints each task that runs. */
async function build() {
  const tasks = ['build', 'contract:lastmile', 'contract:marketplace', 'pack:tarballs'];
  const filters = ['@delivery-api/mock', '@delivery-api/docs-site', '//'];
  const child = spawn(
    'turbo',
    ['run', ...tasks, ...filters.map((one) => `--filter=${one}`), '--no-color'],
    { env: environment, shell: process.platform === 'win32' },
  );
  const output = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      output.push(line);
      const [, name, task] = /^(\S+?):(\S+): cache (?:miss|bypass)/.exec(line) ?? [];
      if (name !== undefined)
        console.log(`building ${name.replace('@delivery-api/', '')} (${task})`);
    });
  const code = await new Promise((resolve) => {
    child.on('error', ({ code }) =>
      fail(`turbo could not be started (${code}). Run \`npm ci\` first.`),
    );
    child.on('close', resolve);
  });
  if (code === 0) return;
  process.stderr.write(`${output.join('\n')}\n`);
  fail('The build failed; see the output above. No service was started.');
}

function service(name, args) {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment,
  });
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => console.log(`${name}  ${line}`));
  child.on('exit', (code) => {
    if (stopping) return;
    console.error(
      `The ${name} service exited unexpectedly${code === null ? '' : ` (exit code ${code})`}. Stopping the other service.`,
    );
    stop(1);
  });
  return child;
}

function stop(code) {
  if (stopping) return;
  stopping = true;
  process.exitCode = code;
  for (const child of services) child.kill('SIGTERM');
  setTimeout(() => {
    for (const child of services) child.kill('SIGKILL');
  }, 3000).unref();
  Promise.all(
    services.map(
      (child) =>
        child.exitCode ?? child.signalCode ?? new Promise((resolve) => child.once('exit', resolve)),
    ),
  ).then(() => process.exit(code));
}

async function waitFor(url) {
  for (let attempt = 0; attempt < 200 && !stopping; attempt++) {
    try {
      await fetch(url);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  if (!stopping) {
    console.error(`${url} did not respond within ten seconds.`);
    stop(1);
  }
}

/** Returns a curl command that reads a store of the initial sandbox data. */
function exampleCommand() {
  const document = JSON.parse(readFileSync('specs/dist/lastmile.json', 'utf8'));
  const resolve = (node) =>
    node.$ref
      ? node.$ref
          .slice(2)
          .split('/')
          .reduce((value, key) => value[key], document)
      : node;
  const [path, { get }] = Object.entries(document.paths).find(
    ([, item]) => item.get?.operationId === 'getStoreInfo',
  );
  const pathParameters = get.parameters.map(resolve).filter((one) => one.in === 'path');
  const filled = pathParameters.reduce(
    (url, one) => url.replace(`{${one.name}}`, one.example),
    path,
  );
  return `curl -H 'Authorization: Bearer test_token' ${urls.mock}/lastmile${filled}`;
}

function portFrom(variable, fallback) {
  const text = process.env[variable];
  if (text === undefined || text === '') return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  return fail(`${variable} must be an integer from 1 to 65535; got '${text}'.`);
}

function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
