import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@delivery-api/specs/contract';
import { Failure } from '../../repository/errors.ts';
import { redocly } from '../../repository/redocly.ts';
import type { Repository } from '../../repository/repository.ts';
import type { Finding } from './finding.ts';

/**
 * Runs `redocly diff` over two bundled documents, with the rules of the repository's
 * `redocly.yaml`. Both are written out as JSON first: YAML
 * aliases are one object to the engine, which looks at them in their first place only.
 *
 * @throws {Failure} when it cannot compare them
 */
export async function runEngine(
  base: JsonObject,
  revision: JsonObject,
  repository: Repository,
): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'contract-diff-'));
  try {
    const files = [base, revision].map((document, index) => {
      const file = join(folder, `${index === 0 ? 'base' : 'revision'}.json`);
      writeFileSync(file, JSON.stringify(document, null, 1));
      return file;
    });
    const output = join(folder, 'report.json');
    const config = repository.path('redocly.yaml');
    const finished = await redocly(
      [
        'diff',
        ...files,
        '--format=json',
        `--output=${output}`,
        '--fail-on=none',
        `--config=${config}`,
      ],
      repository.root,
    );
    if (finished.status !== 0)
      throw new Failure(
        `redocly diff could not compare the documents: ${telling(finished.stderr)}`,
      );
    if (finished.stderr.includes('No diff rules are on'))
      throw new Failure(
        'redocly.yaml switches the rules of redocly diff off. Put diff-recommended back into `extends`.',
      );
    return (JSON.parse(readFileSync(output, 'utf8')) as { changes: Finding[] }).changes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const telling = (output: string): string =>
  output
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '' && !line.startsWith('╔')) ?? 'no reason given.';
