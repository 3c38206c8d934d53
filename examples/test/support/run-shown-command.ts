import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, startMock } from '@delivery-api/mock';
import { createProgramFolder } from './program-folder.ts';

const root = join(import.meta.dirname, '../../..');
const cli = join(root, 'packages/mock/bin/delivery-mock.js');

/** Arguments that a reader adds to a command that a sentence mentions without arguments. */
const missingArguments: readonly (readonly [RegExp, string])[] = [
  [/ advance$/, ' ID'],
  [/ (?:export|import)$/, ' state.json'],
  [/ trigger$/, ' bookingUpdated --to http://localhost:3000/webhooks'],
];

/** The result of a process that has exited. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs a command twice against a new sandbox with the default data. Replaces the URL of the
 * sandbox, the name of the command, fixed ports and paths, and placeholders such as `ID`, and adds
 * the options that the test needs.
 */
export async function runTwice(
  command: string,
  until: 'until it ends' | 'until it is stopped',
): Promise<Ended[]> {
  const sandbox = await startMock({ mode: 'sandbox', port: 0 });
  const receiver = createServer((_, response) => response.writeHead(204).end());
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const folder = mkdtempSync(join(tmpdir(), 'shown-'));
  writeFileSync(
    join(folder, 'state.json'),
    await (await fetch(`${sandbox.url}/_sandbox/export`)).text(),
  );
  const local = localCommand(command, sandbox, (receiver.address() as AddressInfo).port, folder);
  try {
    const results: Ended[] = [];
    for (let round = 0; round < 2; round += 1)
      results.push(await runCommand(local, sandbox.url, folder, until));
    return results;
  } finally {
    receiver.close();
    receiver.closeAllConnections();
    await sandbox.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Runs a program twice against a new sandbox. Its imports resolve as in this package. */
export async function runProgramTwice(source: string): Promise<Ended[]> {
  const sandbox = await startMock({ mode: 'sandbox', port: 0 });
  const folder = createProgramFolder();
  const file = join(folder, 'program.ts');
  writeFileSync(file, source.replaceAll('http://localhost:4010', sandbox.url));
  try {
    const run = () =>
      runCommand(`"${process.execPath}" "${file}"`, sandbox.url, folder, 'until it ends');
    return [await run(), await run()];
  } finally {
    rmSync(folder, { recursive: true });
    await sandbox.stop();
  }
}

function localCommand(command: string, sandbox: Sandbox, port: number, folder: string): string {
  const isCurl = command.startsWith('curl ');
  const isServer = /delivery-mock(?: start\b.*|)$/.test(command);
  const isClient = /delivery-mock (?!start|trigger)\w/.test(command);
  const placeholders: Record<string, string> = {
    ID: sandbox.createOrder().id,
    NAME: 'cash_order',
    URL: sandbox.lastmile,
  };
  const argument = missingArguments.find(([pattern]) => pattern.test(command))?.[1] ?? '';
  const addressed = command.replaceAll(
    /http:\/\/(?:localhost|127\.0\.0\.1):4010(?!\d)/g,
    sandbox.url,
  );
  return `${addressed}${argument}${isCurl ? ` --silent --show-error ${/code=\d/.test(command) ? '' : '--fail-with-body'}` : ''}${isServer ? ' --port 0' : ''}${isClient ? ` --url ${sandbox.url}` : ''}`
    .replace('npx --no -- delivery-mock', `"${process.execPath}" "${cli}"`)
    .replace(/ --port \d+(?=.* --port 0$)/, '')
    .replaceAll('http://localhost:3000', `http://127.0.0.1:${port}`)
    .replaceAll('/var/lib/delivery-mock', folder)
    .replaceAll(/(?<=[ =])(?:ID|NAME|URL)(?= |$)/g, (name) => placeholders[name] ?? name);
}

async function runCommand(
  command: string,
  url: string,
  folder: string,
  until: 'until it ends' | 'until it is stopped',
): Promise<Ended> {
  const isProgram = /^(?:npm|bash) /.test(command);
  const child = spawn(
    'bash',
    [
      '-c',
      until === 'until it ends' ? command : command.replace(/(?<=^|\n)(?=.*$)(?!.*\n)/, 'exec '),
    ],
    {
      cwd: isProgram ? root : folder,
      env: { ...process.env, SANDBOX_URL: url, NO_COLOR: '1' },
    },
  );
  const ended = outputOf(child);
  if (until === 'until it is stopped') {
    await Promise.race([once(child.stdout, 'data'), ended]);
    child.kill('SIGINT');
  }
  return ended;
}

async function outputOf(child: ChildProcess): Promise<Ended> {
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.on('data', (chunk) => {
      output[name] += chunk;
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}
