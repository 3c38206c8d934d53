import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { launch } from '../browser/chromium.ts';
import { bundleProgram } from './bundlers.ts';
import { matrixFolder, run } from './project.ts';
import { expectPassed, type Target } from './target.ts';

const executables = {
  deno: '@deno/linux-x64-glibc/deno',
  bun: '@oven/bun-linux-x64/bin/bun',
  workerd: '@cloudflare/workerd-linux-64/bin/workerd',
};
const installed = (path: string): string => join(matrixFolder, 'node_modules', path);

/** Node.js major versions to test. `package.json` of this folder contains each as `node-…`. */
export const nodeVersions = ['20', '22', '24', '26'];

/** Returns the folder that contains the `node` program of a major version. */
export const nodeFolder = (major: string): string => installed(`node-${major}/bin`);

/** Returns the target for a runtime that runs `run.mjs` and resolves packages as Node.js does. */
const command = (name: string, one: string, program: string, args: string[] = []): Target => ({
  name,
  package: one,
  async run({ project: { folder }, sandbox }) {
    const reference = `runtime-${name.replaceAll(' ', '-')}`;
    expectPassed(await run(program, [...args, 'run.mjs', sandbox, reference], folder));
  },
});

const edgeRuntime: Target = {
  name: 'Edge Runtime',
  package: '@edge-runtime/vm',
  async run({ project: { folder }, sandbox }) {
    const { EdgeVM } = await import('@edge-runtime/vm');
    const file = await bundleProgram(folder, 'edge.js', { format: 'iife', globalName: 'program' });
    const vm = new EdgeVM();
    vm.evaluate(readFileSync(file, 'utf8'));
    expectPassed(await vm.evaluate(`program.check('${sandbox}', 'runtime-edge')`));
  },
};

const workerd: Target = {
  name: 'workerd',
  package: 'workerd',
  async run({ project: { folder, write }, sandbox }) {
    await bundleProgram(folder, 'worker-program.mjs');
    write(
      'worker.mjs',
      `import { check } from 'worker-program.mjs';
export default {
  fetch: () => check('${sandbox}', 'runtime-workerd').then((text) => new Response(text), (error) => new Response(String(error))),
};
`,
    );
    const config = write(
      'workerd.capnp',
      `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [
        (name = "worker.mjs", esModule = embed "worker.mjs"),
        (name = "worker-program.mjs", esModule = embed "worker-program.mjs"),
      ],
      compatibilityDate = "2026-10-01",
    )),
    (name = "internet", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`,
    );
    const child = spawn(installed(executables.workerd), ['serve', '--control-fd=1', config], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const lines = createInterface({ input: child.stdout });
      const [line] = (await Promise.race([
        once(lines, 'line'),
        once(child, 'exit').then(() => ['{}']),
      ])) as [string];
      const { port } = JSON.parse(line) as { port?: number };
      if (port === undefined) throw new Error('workerd exited before it started to listen.');
      const response = await fetch(`http://127.0.0.1:${port}/`);
      expectPassed(await response.text());
    } finally {
      child.kill();
    }
  },
};

const chromium: Target = {
  name: 'Chromium',
  async run({ project: { folder }, sandbox, pagePort }) {
    const file = await bundleProgram(folder, 'page.js', { format: 'iife', globalName: 'program' });
    const page = `<!doctype html><script>${readFileSync(file, 'utf8')}</script>`;
    const server = createServer((_, response) =>
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page),
    ).listen(pagePort, '127.0.0.1');
    await once(server, 'listening');
    const browser = await launch();
    try {
      const tab = await browser.newPage();
      await tab.goto(`http://127.0.0.1:${pagePort}/`);
      const result = await tab.evaluate(`program.check('${sandbox}', 'runtime-chromium')`);
      expectPassed(String(result));
    } finally {
      await browser.close();
      server.close();
    }
  },
};

export const runtimeTargets: Target[] = [
  ...nodeVersions.map((major) =>
    command(`Node.js ${major}`, `node-${major}`, join(nodeFolder(major), 'node')),
  ),
  command('Bun', 'bun', installed(executables.bun)),
  command('Deno', 'deno', installed(executables.deno), [
    'run',
    '--allow-net',
    '--allow-read',
    '--allow-env',
    '--node-modules-dir=manual',
  ]),
  workerd,
  edgeRuntime,
  chromium,
];
