import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { InterfaceName } from '@delivery-api/specs/contract';
import { SiteError } from '../errors.ts';
import { readInput } from '../files.ts';
import type { Site } from '../site.ts';

const restore = 'Restore it from the repository.';

/**
 * Returns the workflows of an interface, by file name. The workflows refer to the OpenAPI document
 * of the site, which is one folder above them. `inputs.yaml` is included, because the workflows also
 * refer to this file.
 *
 * @throws {SiteError} if the interface has no workflow, if a workflow does not refer to the bundled
 * document exactly once, or if `inputs.yaml` is missing
 */
export function workflows(site: Site, name: InterfaceName): Map<string, string> {
  const folder = join(site.specs, 'workflows');
  const names = readdirSync(folder).filter(
    (file) => file.startsWith(`${name}-`) && file.endsWith('.arazzo.yaml'),
  );
  if (names.length === 0) throw new SiteError(`${folder}: found no ${name} workflow. ${restore}`);
  const documents = names.sort().map((file): [string, string] => {
    const pieces = readInput(join(folder, file), restore).split(`url: ../dist/${name}.yaml`);
    if (pieces.length !== 2)
      throw new SiteError(
        `${join(folder, file)}: expected \`url: ../dist/${name}.yaml\` once among the source descriptions.`,
      );
    return [file, pieces.join('url: ../openapi.yaml')];
  });
  return new Map([...documents, ['inputs.yaml', readInput(join(folder, 'inputs.yaml'), restore)]]);
}
