import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SiteError as Fault } from '../src/errors.ts';
import { RedocOutputError as BuildDocsChanged, replaceExactly } from '../src/redoc/output-error.ts';

const cli = (): string =>
  dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json'));

export const redoclyVersion = (): string =>
  (JSON.parse(readFileSync(join(cli(), 'package.json'), 'utf8')) as { version: string }).version;

/** Runs `redocly build-docs` with nothing but a document, in a folder of its own. */
function buildDocs(document: Buffer, more: readonly string[]): string {
  const workspace = mkdtempSync(join(tmpdir(), 'stock-'));
  try {
    writeFileSync(join(workspace, 'openapi.json'), document);
    const args = [
      join(cli(), 'bin/cli.js'),
      'build-docs',
      'openapi.json',
      '--output',
      'out.html',
      ...more,
    ];
    const env = {
      ...process.env,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    };
    const run = spawnSync(process.execPath, args, { cwd: workspace, encoding: 'utf8', env });
    if (run.status !== 0)
      throw new Fault(`redocly build-docs failed: ${run.stderr.trim().split('\n').at(-1)}`);
    return readFileSync(join(workspace, 'out.html'), 'utf8');
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}

/**
 * The page that `redocly build-docs` writes, and the same with `--inlineBundle`. The first loads
 * its library from the maker's server; here that one
 * file lies beside the page, as near as everything else, and the page is told so. The page names
 * the hash of the file, so it is the same to the byte.
 *
 * @throws {BuildDocsChanged} when the page loads its library in another way, or another library
 */
export function stockPages(document: Buffer): Map<string, Buffer> {
  const written = buildDocs(document, []);
  const [address] = /https:\/\/[^"]+\/redoc\.standalone\.js/.exec(written) ?? [];
  if (address === undefined)
    throw new BuildDocsChanged('the address of the library', 'is not in the page any more');
  const page = replaceExactly(
    written,
    'the address of the library',
    address,
    './redoc.standalone.js',
    2,
  );
  const library = readFileSync(join(cli(), 'lib/chunks/redoc.standalone.js'));
  const [, named] = /integrity="sha384-([^"]+)"/.exec(page) ?? [];
  if (createHash('sha384').update(library).digest('base64') !== named)
    throw new BuildDocsChanged('the hash of the library', 'is not that of the file in the CLI');
  return new Map([
    ['index.html', Buffer.from(page)],
    ['inline.html', Buffer.from(buildDocs(document, ['--inlineBundle']))],
    ['redoc.standalone.js', library],
  ]);
}
