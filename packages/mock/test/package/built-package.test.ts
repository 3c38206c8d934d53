import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { thirdPartyNotices } from '../../notices.ts';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const read = (name: string): string => readFileSync(join(dist, name), 'utf8');

describe('the built package', () => {
  it('imports only its own files and Node.js modules', () => {
    for (const name of ['index.js', 'cli.js']) {
      const imported = ts.preProcessFile(read(name)).importedFiles.map(({ fileName }) => fileName);
      expect(imported.filter((one) => one !== './index.js' && !isBuiltin(one))).toEqual([]);
    }
  });

  it('contains no unused parts of Prism, and its files do not exceed the size limits', () => {
    const bundled = read('THIRD-PARTY-NOTICES.txt').match(/^\S+(?= \d+\.\d+\.\d+\S* \()/gm);
    expect(bundled).toContain('@stoplight/prism-http');
    for (const name of [
      '@faker-js/faker',
      '@stoplight/http-spec',
      '@stoplight/json-schema-ref-parser',
      'http-proxy-agent',
      'https-proxy-agent',
      'json-schema-faker',
      'mime-types',
      'node-fetch',
      'pino',
      'postman-collection',
    ])
      expect(bundled).not.toContain(name);
    // The limit includes the PostgreSQL client.
    expect(read('index.js').length).toBeLessThan(1_100_000);
    expect(read('cli.js').length).toBeLessThan(200_000);
  });

  it('contains no path of the build machine', () => {
    const root = fileURLToPath(new URL('../../../../', import.meta.url));
    for (const name of readdirSync(dist).filter((one) => /\.(js|ts|txt)$/.test(one)))
      expect(read(name).includes(root), name).toBe(false);
  });

  it('compiles in a strict TypeScript project without the types of Node.js', () => {
    const folder = mkdtempSync(join(dist, '.types-'));
    try {
      const file = join(folder, 'consumer.ts');
      writeFileSync(
        file,
        `import { startMock, type DeliveryRecord, type Mock, type Exchange, MockError, type RequestRecord, type Sandbox } from '../index.js';
         const mock: Mock = await startMock({ port: 0, mode: 'examples', interfaces: ['lastmile'], log: (line: string, { status }: Exchange) => { void [line, status]; } });
         const urls: string[] = [mock.url, mock.lastmile, mock.marketplace];
         // @ts-expect-error there is no such option
         await startMock({ prot: 1 }).catch((error: MockError) => error.code);
         // @ts-expect-error only the sandbox has a seed
         await startMock({ mode: 'examples', seed: 'a' });
         // @ts-expect-error a mock in examples mode has no clock
         mock.advanceClock(1);
         await mock.stop();
         const usual: Sandbox = await startMock();
         await usual.stop();
         const sandbox: Sandbox = await startMock({ mode: 'sandbox', seed: 'a', clock: { speed: 60 }, webhooks: { lastmile: { url: 'http://127.0.0.1:1' } } });
         const { id, status }: { id: string; status: string } = sandbox.createOrder({ scenario: 'cash_order' });
         const { now }: { now: string } = await sandbox.advanceClock(1);
         const found: [DeliveryRecord[], RequestRecord[]] = [sandbox.deliveries({ subject: id, state: 'received' }), sandbox.requests({ status: 422 })];
         sandbox.setFaults({ operations: [{ operation: '*', code: 'rate_limited' }], events: [{ event: '*', fault: 'duplicate' }] });
         // @ts-expect-error there is no such fault
         sandbox.setFaults({ events: [{ event: '*', fault: 'lost' }] });
         void [status, now, found];
         export { urls };`,
      );
      const program = ts.createProgram([file], {
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        types: [],
        target: ts.ScriptTarget.ES2023,
        module: ts.ModuleKind.NodeNext,
        moduleDetection: ts.ModuleDetectionKind.Force,
      });
      expect(
        ts
          .getPreEmitDiagnostics(program)
          .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
      ).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('contains the licenses of bundled packages, and not of excluded packages', () => {
    const notices = read('THIRD-PARTY-NOTICES.txt');
    for (const name of ['@stoplight/prism-http', 'ajv', 'lodash', 'fp-ts'])
      expect(notices).toMatch(new RegExp(`^${name} [\\d.]+ \\(`, 'm'));
    expect(notices).toContain('Apache License');
    expect(notices).not.toContain('@faker-js/faker');
  });
});

describe('third-party notices', () => {
  function inFolder<T>(
    manifest: object,
    files: Record<string, string>,
    test: (root: string) => T,
  ): T {
    const root = mkdtempSync(join(tmpdir(), 'notices-'));
    try {
      const folder = join(root, 'node_modules/thing');
      mkdirSync(join(folder, 'lib'), { recursive: true });
      writeFileSync(join(folder, 'lib/package.json'), '{"type":"commonjs"}');
      for (const [name, text] of Object.entries({
        ...files,
        'package.json': JSON.stringify({ name: 'thing', version: '1.0.0', ...manifest }),
      }))
        writeFileSync(join(folder, name), text);
      return test(root);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }
  const notices = (root: string): string =>
    thirdPartyNotices(['src/own.ts', 'node_modules/thing/lib/index.js'], root);

  it('the third-party notices contain the license file of a package', () => {
    inFolder({ license: 'ISC' }, { 'LICENSE.md': 'The text.' }, (root) =>
      expect(notices(root)).toMatch(
        /following 1 packages[\s\S]*thing 1\.0\.0 \(ISC\)\n\nThe text\.\n/,
      ),
    );
  });

  it('the third-party notices contain the standard text if a package only names its license', () => {
    inFolder({ license: 'MIT', author: 'A. Writer' }, {}, (root) =>
      expect(notices(root)).toMatch(
        /\(MIT\)\n\nCopyright \(c\) A\. Writer\n\nPermission is hereby granted/,
      ),
    );
  });

  it('the build fails for a package that names no license, or an unknown license without its text', () => {
    inFolder({}, {}, (root) => expect(() => notices(root)).toThrow('thing names no license.'));
    inFolder({ license: 'WTFPL' }, {}, (root) =>
      expect(() => notices(root)).toThrow('thing is under WTFPL, but comes without its text.'),
    );
  });
});
