import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { JsonObject } from '@delivery-api/specs/contract';
import { downloads } from '../downloads/downloads.ts';
import { SiteError } from '../errors.ts';
import { parseStockPage, type StockPage, template } from './split-output.ts';

const options = {
  downloadUrls: downloads.map(({ file, text }) => ({ title: text, url: file })),
  schemasExpansionLevel: 2,
  jsonSamplesExpandLevel: 'all',
  sortRequiredPropsFirst: true,
  hideLoading: true,
  codeSamples: { languages: [{ lang: 'curl' }, { lang: 'TypeScript' }, { lang: 'Payload' }] },
};

/**
 * Renders a document with `redocly build-docs` in a temporary folder, with telemetry off.
 *
 * @param document an OpenAPI document with local references only
 * @throws {SiteError} with the output of the CLI if the command fails
 */
export function buildDocs(document: JsonObject): StockPage {
  const folder = mkdtempSync(join(tmpdir(), 'reference-'));
  const at = (name: string): string => join(folder, name);
  try {
    writeFileSync(at('openapi.json'), JSON.stringify(document));
    writeFileSync(at('template.hbs'), template);
    writeFileSync(at('redocly.yaml'), JSON.stringify({ telemetry: 'off', openapi: options }));
    const manifest = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
    const args = 'build-docs openapi.json --inlineBundle --template template.hbs --output out.html';
    const run = spawnSync(
      process.execPath,
      [join(dirname(manifest), 'bin/cli.js'), ...args.split(' ')],
      {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    );
    if (run.status !== 0)
      throw new SiteError(`redocly build-docs failed.\n${`${run.stdout}${run.stderr}`.trim()}`);
    return parseStockPage(readFileSync(at('out.html'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
