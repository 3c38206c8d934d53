import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readArguments } from '../../workflows/arguments.ts';
import { runWorkflow } from '../../workflows/run-workflow.ts';
import { sandboxEnvironment } from '../../workflows/servers.ts';
import { readWorkflows } from '../../workflows/workflow.ts';
import { startChangingProxy } from '../support/changed-responses.ts';

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

function run(...args: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [
    join(import.meta.dirname, '../../workflows/run.ts'),
    ...args,
  ]);
  const ended: Ended = { code: null, stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      ended[name] += text;
    });
  }
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...ended, code })));
}

const lastmile = 'lastmile=http://127.0.0.1:1/lastmile';
const marketplace = 'marketplace=http://127.0.0.1:1/marketplace';
const token = 'token=test_token';

describe('arguments that the workflow runner rejects in one line before a workflow runs', () => {
  it.each([
    [
      'a misspelled server',
      ['--server', 'lastmlie=http://127.0.0.1:1'],
      'Unknown interface lastmlie. Did you mean lastmile?',
    ],
    [
      'a missing input',
      ['--server', lastmile],
      'Missing inputs: --input token=… (A bearer token with the prefix `test_`).',
    ],
    [
      'all missing inputs of all workflows',
      ['--server', marketplace],
      'Missing inputs: --input token=… (A bearer token with the prefix `test_`), ' +
        '--input order_to_hand_over=… (The ID of a new, paid pickup order in the `created` status, without an acknowledgement), ' +
        '--input order_to_reject=… (The ID of a new order in the `created` status, different from `order_to_hand_over`).',
    ],
    [
      'an invalid input',
      ['--server', lastmile, '--input', token, '--input', 'run=a b c d'],
      'cancelForAFee: the input run must match pattern "^[A-Za-z0-9._~-]+$".',
    ],
  ])('the workflow runner rejects %s', async (_what, args, line) => {
    expect(await run(...args)).toEqual({ code: 2, stdout: '', stderr: `${line}\n` });
  });

  it.each([
    [
      'a server without a URL',
      ['--server', 'lastmile'],
      "--server must be name=value; got 'lastmile'.",
    ],
    ['an option without a value', ['--server'], "--server must be name=value; got ''."],
    [
      'an invalid URL',
      ['--server', 'lastmile=localhost'],
      "--server lastmile must be an http or https URL; got 'localhost'.",
    ],
    [
      'a repeated server',
      ['--server', lastmile, '--server', lastmile],
      '--server contains lastmile twice.',
    ],
    [
      'a misspelled input',
      ['--input', 'tokn=test_token'],
      'Unknown input tokn. Did you mean token?',
    ],
    [
      'an input that only other workflows have',
      ['--server', lastmile, '--input', 'order_to_reject=ord_1'],
      /^Unknown input order_to_reject\. Use /,
    ],
    [
      'a misspelled workflow',
      ['--workflow', 'delivr'],
      'Unknown workflow delivr. Did you mean deliver?',
    ],
    [
      'a workflow whose server is missing',
      ['--server', lastmile, '--workflow', 'handOver'],
      'handOver requires --server marketplace.',
    ],
    [
      'a misspelled option',
      ['--sever', lastmile],
      'Unknown option --sever. Did you mean --server?',
    ],
    ['an additional argument', ['deliver'], "Unexpected argument 'deliver'. See --help."],
  ])('the workflow runner rejects %s', (_what, args, message) => {
    expect(() => readArguments(args, readWorkflows())).toThrow(
      expect.objectContaining({
        name: 'UsageError',
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      }),
    );
  });
});

it('the workflow runner selects the workflows for the given servers, or the workflows in --workflow', () => {
  const selectedIds = (...args: string[]) =>
    readArguments(args, readWorkflows()).workflows.map(({ id }) => id);
  expect(selectedIds()).toEqual(readWorkflows().map(({ id }) => id));
  expect(selectedIds('--server', lastmile)).toEqual([
    'cancelForAFee',
    'cancelAtOnce',
    'deliver',
    'handleUnserviceableDelivery',
  ]);
  expect(selectedIds('--workflow', 'reject', '--workflow', 'deliver')).toEqual([
    'deliver',
    'reject',
  ]);
});

it('the workflow runner accepts a base URL with or without a trailing slash', () => {
  expect(readArguments(['--server', `${lastmile}/`], readWorkflows()).servers).toEqual({
    lastmile: 'http://127.0.0.1:1/lastmile',
  });
});

it('the workflow runner prints its help', async () => {
  const { code, stdout } = await run('--help');
  expect(code).toBe(0);
  for (const option of ['--server', '--input', '--workflow'])
    expect(stdout).toContain(`  ${option}`);
});

it('the workflow runner runs a workflow in its own sandbox and reports it in one line', async () => {
  const { code, stdout, stderr } = await run('--workflow', 'handleUnserviceableDelivery');
  expect(stderr).toBe('');
  expect(stdout).toMatch(
    /^✓ handleUnserviceableDelivery: .* \(4 steps, 4 requests, \d+\.\d s\)\n$/,
  );
  expect(code).toBe(0);
});

it('the workflow runner uses the given servers, and exits with code 1 after a failure', async () => {
  const sandbox = await sandboxEnvironment({});
  const environment = await startChangingProxy(sandbox, /create_booking$/, ({ body }) => {
    body.code = 'another_code';
  });
  try {
    const { code, stdout } = await run(
      '--server',
      `lastmile=${environment.servers.lastmile}`,
      '--input',
      'token=test_token',
      '--workflow',
      'handleUnserviceableDelivery',
    );
    const [workflowLine, stepLine, checkLine, ...rest] = stdout.trimEnd().split('\n');
    expect(workflowLine).toMatch(/^✗ handleUnserviceableDelivery: /);
    expect(stepLine).toMatch(
      /^ {4}bookLongRoute: POST \/lastmile\/acme\/create_booking returned 422 \(req_\w+\)$/,
    );
    expect(checkLine).toBe(
      "      success criteria check: $response.body#/code == 'not_serviceable'",
    );
    expect(rest).toEqual(['1 of 1 workflows failed.']);
    expect(code).toBe(1);
  } finally {
    await environment.stop();
    await sandbox.stop();
  }
});

it('the workflow runner runs the workflows that need an order before the other workflows, because orders expire', async () => {
  const { code, stdout } = await run(
    '--workflow',
    'handleUnserviceableDelivery',
    '--workflow',
    'reject',
  );
  expect(stdout.split('\n').map((line) => line.split(':')[0])).toEqual([
    '✓ reject',
    '✓ handleUnserviceableDelivery',
    '',
  ]);
  expect(code).toBe(0);
});

it('the workflow runner reports the step without a response', async () => {
  const { code, stdout } = await run(
    '--server',
    'lastmile=http://127.0.0.1:1/lastmile',
    '--input',
    'token=test_token',
    '--workflow',
    'deliver',
  );
  expect(stdout.split('\n')[1]).toBe('    readStore: no response');
  expect(code).toBe(1);
});

it('the workflow runner never prints the token', async () => {
  const sandbox = await sandboxEnvironment({});
  const { stdout, stderr } = await run(
    '--server',
    `lastmile=${sandbox.servers.lastmile}`,
    '--input',
    'token=live_do_not_show',
    '--workflow',
    'deliver',
  );
  await sandbox.stop();
  expect(stdout).toContain('returned 401');
  expect(stdout + stderr).not.toContain('live_do_not_show');
});

describe('workflows that call another server', () => {
  it('a workflow that calls another server is rejected with the URL of that server', async () => {
    const called: string[] = [];
    const other = createServer((request, response) => {
      called.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const folder = mkdtempSync(join(tmpdir(), 'other-server-'));
    writeFileSync(join(folder, 'api.json'), JSON.stringify(apiAt(url)));
    writeFileSync(join(folder, 'things.arazzo.yaml'), thingsWorkflow);
    try {
      const [workflow] = readWorkflows(folder);
      if (workflow === undefined) throw new Error('Unknown workflow.');
      // Simulates a misspelled server name. Redocly Respect then silently uses the server in the
      // contract.
      const misspelled = { ...workflow, interfaces: ['ap'] };
      await expect(runWorkflow(misspelled, { ap: 'http://127.0.0.1:1' }, {})).rejects.toThrow(
        `readThings: read called ${url}/things, which --server does not specify. The result of this workflow is invalid.`,
      );
      expect(called).toEqual(['/things']);
    } finally {
      rmSync(folder, { recursive: true });
      await new Promise((resolve) => other.close(resolve));
    }
  });
});

const apiAt = (url: string) => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1.0.0' },
  servers: [{ url }],
  paths: {
    '/things': {
      get: { operationId: 'getThings', responses: { 200: { description: 'Things.' } } },
    },
  },
});

const thingsWorkflow = `
arazzo: 1.0.1
info: {title: Things, version: 1.0.0}
sourceDescriptions: [{name: api, type: openapi, url: api.json}]
workflows:
  - workflowId: readThings
    summary: Read the things
    steps:
      - {stepId: read, operationId: getThings, successCriteria: [{condition: $statusCode == 200}]}
`;
