import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { JsonObject } from '@delivery-api/specs/contract';
import { downloads } from '../downloads/downloads.ts';
import { Fault } from '../fault.ts';
import { cut, type Parts, template } from './cut.ts';

const options = {
  downloadUrls: downloads.map(({ file, text }) => ({ title: text, url: file })),
  schemasExpansionLevel: 2,
  jsonSamplesExpandLevel: 'all',
  sortRequiredPropsFirst: true,
  hideLoading: true,
  codeSamples: { languages: [{ lang: 'curl' }, { lang: 'TypeScript' }, { lang: 'Payload' }] },
};

/**
 * Renders a document with `redocly build-docs`, in a folder of its own and without a word to
 * anybody.
 *
 * @param document an OpenAPI document with local references only
 * @throws {Fault} with what the CLI said, when it fails
 * @throws {BuildDocsChanged} when its output is not what we know how to cut
 */
export function buildDocs(document: JsonObject): Parts {
  const workspace = mkdtempSync(join(tmpdir(), 'reference-'));
  const at = (name: string): string => join(workspace, name);
  try {
    writeFileSync(at('openapi.json'), JSON.stringify(document));
    writeFileSync(at('template.hbs'), template);
    writeFileSync(at('redocly.yaml'), JSON.stringify({ telemetry: 'off', openapi: options }));
    const redocly = join(
      dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
      'bin/cli.js',
    );
    const run = spawnSync(
      process.execPath,
      [
        redocly,
        'build-docs',
        'openapi.json',
        '--inlineBundle',
        '--template',
        'template.hbs',
        '--output',
        'out.html',
      ],
      {
        cwd: workspace,
        encoding: 'utf8',
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    );
    if (run.status !== 0)
      throw new Fault(`redocly build-docs failed.\n${`${run.stdout}${run.stderr}`.trim()}`);
    return cut(readFileSync(at('out.html'), 'utf8'));
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}
