import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requiredBump } from '../src/diff/comparison/change.ts';
import { rate } from '../src/diff/rate.ts';
import { commentBody, marker } from '../src/pull-request/comment.ts';
import { type Api, postComment, pullRequestOf } from '../src/pull-request/post.ts';
import type { PullRequestReport } from '../src/pull-request/report.ts';
import { edited } from './support/contract.ts';

const changes = rate(
  edited(),
  edited((document) =>
    document.components.schemas.ParcelStatus['x-state-machine'].transitions.pop(),
  ),
  [],
).map((change) => ({ interface: 'lastmile' as const, ...change }));
const difference = {
  interface: 'lastmile' as const,
  base: { label: 'base branch', version: '1.0.0' },
  revision: { label: 'specs/lastmile.yaml', version: '1.0.0' },
  changes,
  bump: requiredBump(changes),
};
const report = (parts: Partial<PullRequestReport> = {}): PullRequestReport => ({
  format: 1,
  interfaces: [
    { change: difference, sinceRelease: difference, score: { before: 91.24, after: 90 } },
  ],
  complaints: [],
  ...parts,
});
const url = 'https://forge.example/run/1';

describe('commentBody', () => {
  it('contains the difference, both scores, and a link to the artifacts of the workflow run', () => {
    const body = commentBody(report(), url);
    expect(body.startsWith(`${marker}\n`)).toBe(true);
    expect(body).toContain('Required version bump: **major**');
    expect(body).toContain(
      '| major | behavior | The status can no longer change from `moving` to `lost`.',
    );
    expect(body).toContain('Redocly score: 91.2 before, 90.0 after.');
    expect(body).toContain(`[workflow run](${url}#artifacts)`);
    expect(body).toContain('released files are valid');
  });

  it('lists the violations', () => {
    expect(commentBody(report({ complaints: ['a.yaml: wrong.'] }), url)).toContain(
      '**Not ready to merge:**\n\n- a.yaml: wrong.',
    );
  });

  it('states that a breaking change is allowed only because of a release candidate', () => {
    const since = { ...difference, base: { label: 'released', version: '1.0.0-rc.2' } };
    const comment = (sinceRelease: typeof difference) =>
      commentBody(
        report({
          interfaces: [{ change: difference, sinceRelease, score: { before: 1, after: 1 } }],
        }),
        url,
      );
    expect(comment(since)).toContain('allowed because 1.0.0-rc.2 is a release candidate');
    expect(comment(difference)).not.toContain('release candidate');
  });

  it('can be created if the base branch does not contain the contract', () => {
    expect(
      commentBody(
        report({
          interfaces: [
            {
              change: undefined,
              sinceRelease: { ...difference, base: undefined, changes: [] },
              score: { before: undefined, after: 90 },
            },
          ],
        }),
        url,
      ),
    ).toContain(
      '### lastmile\n\nThe base branch has no valid contract to compare with.\n\nRedocly score: none before, 90.0 after.',
    );
  });

  it('escapes text that the pull request controls', () => {
    const markup = {
      ...difference,
      changes: changes.map((change) => ({
        ...change,
        what: 'Look @all <b>here</b> ![x](https://x.example/p.png)\n\n# Approved',
        operations: ['`|<img>'],
      })),
    };
    const body = commentBody(
      report({
        interfaces: [{ change: markup, sinceRelease: markup, score: { before: 1, after: 1 } }],
        complaints: ['@all'],
      }),
      url,
    );
    expect(body).not.toMatch(/@all|<b>|!\[x\]|^# /m);
    expect(body.split('\n').filter((line) => line.startsWith('| major'))).toHaveLength(2);
  });

  it('stays below the maximum length of a comment', () => {
    const long = {
      ...difference,
      changes: Array.from({ length: 90 }, (_, index) => ({
        ...changes[0],
        what: `Number ${index} ${'x'.repeat(2000)}`,
      })) as typeof changes,
    };
    const body = commentBody(
      report({
        interfaces: [{ change: long, sinceRelease: long, score: { before: 1, after: 1 } }],
      }),
      url,
    );
    expect(body.length).toBeLessThan(65_536);
    expect(body).toContain('… truncated');
  });

  it.each([
    ['null instead of a report', null],
    ['a report in another format', { ...report(), format: 2 }],
    [
      'a report with a change without a sentence',
      report({
        interfaces: [
          {
            ...report().interfaces[0],
            change: { ...difference, changes: [{ bump: 'major' }] },
          } as never,
        ],
      }),
    ],
    [
      'a report with an unknown bump',
      report({
        interfaces: [
          {
            ...report().interfaces[0],
            change: { ...difference, changes: [{ ...changes[0], bump: '**huge**' }] },
          } as never,
        ],
      }),
    ],
    ['a report with a violation that is not a string', { ...report(), complaints: [{}] }],
  ])('rejects %s', (_, value) => {
    expect(() => commentBody(value, url)).toThrow('The report is invalid.');
  });
});

describe('pullRequestOf and postComment', () => {
  const calls: string[] = [];
  const api =
    (responses: Record<string, unknown>): Api =>
    async (method, path) => {
      calls.push(`${method} ${path}`);
      return responses[path] ?? [];
    };

  it('pullRequestOf returns a pull request only for its current head commit', async () => {
    const pulls = {
      '/repos/o/r/pulls?state=open&head=fork%3Afix%2Fone&per_page=100': [
        { number: 7, head: { sha: 'abc' } },
      ],
    };
    expect(await pullRequestOf(api(pulls), 'o/r', 'fork', 'fix/one', 'abc')).toBe(7);
    expect(await pullRequestOf(api(pulls), 'o/r', 'fork', 'fix/one', 'def')).toBeUndefined();
  });

  it('postComment updates only its own comment, on any page of the list', async () => {
    const others = Array.from({ length: 100 }, (_, id) => ({
      id,
      body: `${marker} copied`,
      user: { type: 'User' },
    }));
    const pages = {
      '/repos/o/r/issues/7/comments?per_page=100&page=1': others,
      '/repos/o/r/issues/7/comments?per_page=100&page=2': [
        { id: 500, body: `${marker}\nold`, user: { type: 'Bot' } },
      ],
    };
    calls.length = 0;
    expect(await postComment(api(pages), 'o/r', 7, 'new')).toBe('updated');
    expect(calls.at(-1)).toBe('PATCH /repos/o/r/issues/comments/500');
  });

  it('postComment creates a comment if there is none', async () => {
    calls.length = 0;
    expect(await postComment(api({}), 'o/r', 7, 'new')).toBe('created');
    expect(calls.at(-1)).toBe('POST /repos/o/r/issues/7/comments');
  });
});

describe('post-comment.ts without installed packages', () => {
  let folder: string;
  let server: Server;
  const seen: { line: string; body: string }[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'post-comment-'));
    cpSync(join(import.meta.dirname, '../src'), join(folder, 'src'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
    writeFileSync(join(folder, 'report.json'), JSON.stringify(report()));
    server = createServer(async (request: IncomingMessage, response) => {
      const body = (await request.toArray()).join('');
      seen.push({ line: `${request.method} ${request.url}`, body });
      response.setHeader('content-type', 'application/json');
      response.end(request.url?.includes('/pulls?') ? '[{"number":7,"head":{"sha":"abc"}}]' : '[]');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const script = (env: Record<string, string>) =>
    promisify(execFile)(process.execPath, ['src/pull-request/post-comment.ts', 'report.json'], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', ...env },
    });
  const settings = () => ({
    GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_TOKEN: 't',
    RUN_URL: url,
    HEAD_OWNER: 'fork',
    HEAD_BRANCH: 'fix',
    HEAD_SHA: 'abc',
  });

  it('creates a comment on the pull request', async () => {
    expect((await script(settings())).stdout).toBe('The comment on pull request 7 was created.\n');
    const last = seen.at(-1);
    expect(last?.line).toBe('POST /repos/o/r/issues/7/comments');
    expect(JSON.parse(last?.body ?? '').body).toBe(commentBody(report(), url));
  });

  it('creates no comment for an outdated run', async () => {
    expect((await script({ ...settings(), HEAD_SHA: 'old' })).stdout).toContain(
      'no comment was written',
    );
  });

  it('reports a missing environment variable in one line', async () => {
    const { RUN_URL: _, ...incomplete } = settings();
    await expect(script(incomplete)).rejects.toMatchObject({
      code: 1,
      stderr:
        'RUN_URL is not set. Run this script only in the workflow .github/workflows/contract-comment.yml.\n',
    });
  });
});
