import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@delivery-api/specs/contract';
import { GateError } from '../../repository/errors.ts';
import { redocly } from '../../repository/redocly.ts';
import type { Repository } from '../../repository/repository.ts';
import { withTemporaryFolder } from '../../repository/temporary-folder.ts';
import type { Finding } from './finding.ts';

/**
 * Runs `redocly diff` on two bundled documents with the rules in `redocly.yaml`. The input is JSON,
 * because the engine checks the target of a YAML alias only at its first location.
 *
 * @throws {GateError} if the engine fails, or if `redocly.yaml` turns off the rules of the engine
 */
export const runEngine = (
  base: JsonObject,
  revision: JsonObject,
  repository: Repository,
): Promise<Finding[]> =>
  withTemporaryFolder('diff', async (folder) => {
    const [baseFile, revisionFile] = [join(folder, 'base.json'), join(folder, 'revision.json')];
    // Indented, because error messages of the engine contain line numbers.
    writeFileSync(baseFile, JSON.stringify(base, null, 1));
    writeFileSync(revisionFile, JSON.stringify(revision, null, 1));
    const output = join(folder, 'report.json');
    const options = ['--format=json', `--output=${output}`, '--fail-on=none'];
    const config = `--config=${repository.path('redocly.yaml')}`;
    const { status, stderr } = await redocly(
      ['diff', baseFile, revisionFile, ...options, config],
      repository.root,
    );
    if (status !== 0)
      throw new GateError(`redocly diff could not compare the documents: ${firstLine(stderr)}`);
    if (stderr.includes('No diff rules are on'))
      throw new GateError(
        'redocly.yaml turns off the rules of redocly diff. Add diff-recommended to `extends`.',
      );
    return (JSON.parse(readFileSync(output, 'utf8')) as { changes: Finding[] }).changes;
  });

/** Returns the first line with text that is not part of the frame of an update notice. */
const firstLine = (output: string): string =>
  output
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '' && !/^[╔║╚]/.test(line)) ?? 'no output.';
