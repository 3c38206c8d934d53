import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Mock, startMock } from '@delivery-api/mock';
import { type InterfaceName, loadContract } from '@delivery-api/specs/contract';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PackedProject, packedProject } from '../../../../tools/packed-project.js';
import { hovered } from './hover.js';
import { compilers, nodes, run, tool } from './packed-project.js';
import { type PackedUsage, projects } from './packed-usage.js';

/**
 * Maximum sizes, minified and gzipped, of an app with two calls, of an app with every option, and of
 * a webhook receiver, in bytes.
 */
const budgets = { calls: 6000, allOptions: 6500, webhooks: 2000 };

/** Defines tests that install a client from its tarball, and compile, bundle and run projects. */
export function describePacked(name: InterfaceName, use: PackedUsage): void {
  const client = `@delivery-api/${name}-client`;
  let project: PackedProject;
  let mock: Mock;
  beforeAll(async () => {
    mock = await startMock({ port: 0, mode: 'examples', interfaces: [name] });
    project = packedProject(['client-core', `${name}-types`, `${name}-client`]);
  }, 120_000);
  afterAll(async () => {
    await mock?.stop();
    project?.remove();
  });

  const app = `
const client = ${use.create}({ ${use.options} baseUrl: 'https://api.example.com/v1', token: 'test_token' });
await client.${use.calls[0]};
await client.${use.calls[1]};
`;

  const allOptions = `
import { ApiError, CallError, ${use.create}, use } from '${client}';
const client = ${use.create}({
  ${use.options} baseUrl: 'https://api.example.com/v1', token: async ({ refused }) => refused ?? 'test_token',
  headers: { 'X-App': 'till' }, fetch: (url, init) => fetch(url, init), maxRetries: 3, timeoutMs: 5000, deadlineMs: 20000,
  identification: true, logger: { onAttempt: console.log }, onAttempt: console.log, onDeprecation: console.warn,
  middleware: use({ onRequest: console.log, onResponse: console.log, onError: console.log }),
  checkResponse: ({ body }) => (body ? [] : ['empty']),
});
const other = client.withOptions({ maxRetries: 0 });
try {
  const { data, response } = await client.${use.calls[0]}.withResponse();
  console.log(data.id, response.status, await other.${use.calls[1].replace('(', '.result(')});
} catch (error) {
  console.log(error instanceof ApiError ? error.code : error instanceof CallError);
}
`;

  describe('a packed package', () => {
    it.each(['client-core', `${name}-types`, `${name}-client`])(
      'passes publint and are-the-types-wrong: %s',
      async (one) => {
        const tarball = project.tarballs.get(one) as string;
        expect(
          (await tool('publint', ['run', tarball, '--strict'], project.folder)).output,
        ).toContain('All good!');
        const types = await tool(
          '@arethetypeswrong/cli',
          [tarball, '--profile', 'node16'],
          project.folder,
        );
        expect(types.ok ? '' : types.output).toBe('');
      },
    );

    it.each(['client-core', `${name}-types`, `${name}-client`])(
      'has publishing metadata, source maps, and no external dependencies: %s',
      (one) => {
        const folder = join(project.folder, 'node_modules/@delivery-api', one);
        const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
        expect(manifest).toMatchObject({
          repository: {
            type: 'git',
            url: expect.stringMatching(/^git\+https:.*\.git$/),
            directory: `packages/${one}`,
          },
          homepage: expect.stringMatching(/^https:/),
          bugs: expect.stringMatching(/^https:/),
          keywords: expect.arrayContaining(['delivery', 'api']),
          files: expect.arrayContaining(['CHANGELOG.md']),
        });
        const external = Object.keys(manifest.dependencies ?? {}).map((one) => one.split('/')[0]);
        expect(external.filter((scope) => scope !== '@delivery-api')).toEqual([]);
        const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
        const compiled = files.filter((file) => /^dist.*\.(js|d\.ts)$/.test(file));
        expect(compiled.length).toBeGreaterThan(10);
        for (const file of compiled) {
          const map = JSON.parse(readFileSync(join(folder, `${file}.map`), 'utf8'));
          const [source] = map.sources as [string];
          expect(existsSync(join(folder, dirname(file), source))).toBe(true);
        }
      },
    );

    it('imports no types from packages outside @delivery-api', () => {
      const folder = join(project.folder, 'node_modules/@delivery-api');
      const declarations = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
        (file) => file.endsWith('.d.ts'),
      );
      expect(declarations.length).toBeGreaterThan(20);
      const named = declarations.filter((file) =>
        /from ['"](?!\.|@delivery-api\/)/.test(readFileSync(join(folder, file), 'utf8')),
      );
      expect(named).toEqual([]);
    });
  });

  describe.each(nodes().map(({ version, path }) => [version, path] as const))(
    'on Node.js %s',
    (_, node) => {
      const main = `
async function main() {
  const client = ${use.create}({ ${use.options} baseUrl: process.argv[2], token: async () => 'test_token', maxRetries: 0 });
  console.log(typeof (await client.${use.calls[0]}).id);
  const error = await client.${use.calls[1].replace(/\)$/, ", { headers: { Prefer: 'code=401' } })")}.catch((caught) => caught);
  console.log(error instanceof ApiError, error.status);
  const secret = 'whsec_' + btoa('a secret of thirty-two characters');
  const { body, headers } = await signWebhook(events.${use.event}, { secret });
  console.log(unwrapWebhookSync(body, headers, secret).id === headers['webhook-id']);
  console.log(checkResponse({ operation: '${use.calls[0].split('(')[0]}', status: 200, body: [] }));
  console.log((await unwrapWebhook(new TextEncoder().encode(body), new Headers(headers), [secret])).event.type);
}
main();
`;
      it.each([
        [
          'an ES module',
          'app.mjs',
          (names: string, from: string) => `import { ${names} } from '${from}';`,
        ],
        [
          'a CommonJS module',
          'app.cjs',
          (names: string, from: string) => `const { ${names} } = require('${from}');`,
        ],
      ])('makes calls and unwraps webhooks: %s', async (_kind, file, load) => {
        const loads = [
          load(`ApiError, ${use.create}`, client),
          load('unwrapWebhook, unwrapWebhookSync', `${client}/webhooks`),
          load('events, signWebhook', `${client}/testing`),
          load('checkResponse', `${client}/validators`),
        ];
        const path = project.write(file, `${loads.join('\n')}\n${main}`);
        expect(await run(node, [path, mock[name]], project.folder)).toEqual({
          ok: true,
          output: `string\ntrue 401\ntrue\n[ '/ must be an object; got an array' ]\n${use.type}\n`,
        });
      });
    },
  );

  describe('types', () => {
    const source = `
import {
  AbortedError, ApiError, CallError, ConnectionError, ${use.create}, ${use.problem.guard}, TimeoutError, UnexpectedResponseError,
} from '${client}';
import { events, signWebhook } from '${client}/testing';
import { createLogger } from '${client}/logger';
import { checkResponse } from '${client}/validators';
import { unwrapWebhook, WebhookVerificationError } from '${client}/webhooks';

export async function main(): Promise<unknown> {
  const client = ${use.create}({ ${use.options} baseUrl: 'https://api.example.com/v1', token: async () => 'test_token', logger: createLogger({ logLevel: 'off' }), checkResponse });
  // @ts-expect-error there is no such option
  ${use.create}({ ${use.options} baseUrl: 'https://api.example.com/v1', token: 'test_token', retries: 3 });
  const result = await client.${use.calls[0].replace(/\(/, '.result(')};
  if (!result.ok && result.status === 429) return result.response.headers.get('retry-after');
  // @ts-expect-error there is no such member
  result.nothing;
  // @ts-expect-error there is no such property of the input
  const caught = await client.${use.calls[1].replace(/ }\)$/, ', unknown: 1 })')}.catch((error: unknown) => error);
  if (${use.problem.guard}(caught, '${use.problem.code}')) {
    const member: string = caught.problem.${use.problem.member};
    // @ts-expect-error problems with this code have no such member
    return [member, caught.problem.nothing];
  }
  const { body, headers } = await signWebhook(events.${use.event}, { secret: 'whsec_' });
  const { event } = await unwrapWebhook(body, headers, ['whsec_']);
  if (event.type === '${use.type}') return event.data.phase.length;
  const name: string = event.type;
  return [AbortedError, ApiError, CallError, ConnectionError, TimeoutError, UnexpectedResponseError, WebhookVerificationError, name];
}
`;
    it.each(compilers)(
      'the types compile with %s in every kind of project, without skipLibCheck or Node.js types',
      async (compiler) => {
        const common = {
          target: 'es2022',
          strict: true,
          exactOptionalPropertyTypes: true,
          skipLibCheck: false,
          noEmit: true,
          types: [],
        };
        for (const [kind, { type, ...options }] of Object.entries(projects)) {
          project.write(`${compiler}/${kind}/package.json`, JSON.stringify({ type }));
          project.write(`${compiler}/${kind}/app.ts`, source);
          project.write(
            `${compiler}/${kind}/tsconfig.json`,
            JSON.stringify({ compilerOptions: { ...common, ...options }, files: ['app.ts'] }),
          );
        }
        // `-b` compiles all projects in one process.
        const folders = Object.keys(projects).map((kind) => join(compiler, kind));
        expect(await tool(compiler, ['-b', ...folders], project.folder)).toEqual({
          ok: true,
          output: '',
        });
      },
      180_000,
    );

    it('editors show the documentation of a method and the name of its result type', () => {
      const [id = ''] = use.calls[1].split('(');
      const operation = loadContract(
        new URL(`../../../../specs/dist/${name}.json`, import.meta.url),
      ).operations.find((one) => one.id === id);
      const file = project.write(
        'hover.mts',
        `import { ${use.create} } from '${client}';\n${app}\nconst shown = await client.${use.calls[1]};\n`,
      );
      const { documentation, tags } = hovered(file, `client.${id.slice(0, -1)}`);
      expect(documentation).toContain(
        `${operation?.summary}.\n\n${operation?.description.split('\n')[0]}`,
      );
      const shown = hovered(file, 'const s').display;
      expect(shown).toBe(`const shown: ${operation?.success.content?.schemaName}`);
      expect(documentation).toContain('Problems:');
      expect(tags).toEqual(['throws', 'example']);
    });
  });

  describe('a bundler', () => {
    /** Bundles for a browser, so that an import of a Node.js module fails. */
    const bundle = async (source: string): Promise<string> => {
      const entry = project.write('bundle.mjs', source);
      const { outputFiles } = await build({
        entryPoints: [entry],
        bundle: true,
        minify: true,
        format: 'esm',
        platform: 'browser',
        write: false,
      });
      return outputFiles[0]?.text ?? '';
    };
    const gzipped = (code: string): number => gzipSync(code, { level: 9 }).length;

    it('keeps the gzipped bundle of an app with two calls within its size limit', async () => {
      const size = gzipped(await bundle(`import { ${use.create} } from '${client}';\n${app}`));
      console.log(`${name}: an app with two calls has ${size} bytes, gzipped`);
      expect(size).toBeGreaterThan(2000);
      expect(size).toBeLessThanOrEqual(budgets.calls);
    });

    it('keeps the gzipped bundle of an app with every option within its size limit', async () => {
      const size = gzipped(await bundle(allOptions));
      console.log(`${name}: an app that uses every option has ${size} bytes, gzipped`);
      expect(size).toBeLessThanOrEqual(budgets.allOptions);
    });

    it('keeps the gzipped bundle of a webhook receiver within its size limit', async () => {
      const size = gzipped(
        await bundle(
          `import { unwrapWebhook } from '${client}/webhooks';\nconsole.log(unwrapWebhook);`,
        ),
      );
      console.log(`${name}: a webhook receiver has ${size} bytes, gzipped`);
      expect(size).toBeGreaterThan(500);
      expect(size).toBeLessThanOrEqual(budgets.webhooks);
    });

    it('includes only the exports that the program uses', async () => {
      const errors = await bundle(
        `import { TimeoutError } from '${client}';\nconsole.log(TimeoutError);`,
      );
      expect(errors).not.toContain('Idempotency-Key');
      expect(gzipped(errors)).toBeLessThan(1000);
      const signer = await bundle(
        `import { signWebhook } from '${client}/testing';\nconsole.log(signWebhook);`,
      );
      expect(signer).not.toContain('api_version');
    });
  });
}
