// Bundles one interface into dist/: `node bundle.ts lastmile`. YAML is for people and OpenAPI
// tools, JSON for the packages of this repository.
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { expandExtensibleEnums } from './contract/enums.ts';
import { readContract } from './contract/index.ts';
import { removeUnusedProblems } from './contract/remove-unused-problems.ts';
import { repeatRequiredNames } from './contract/strict-conditions.ts';
import { withoutExamples } from './contract/without-examples.ts';
import { interfaceArgument, redocly } from './redocly.ts';

const toYaml = (document: unknown): string =>
  stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
const toJson = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;

const name = interfaceArgument('bundle.ts');
const here = import.meta.dirname;
const dist = join(here, 'dist');
mkdirSync(dist, { recursive: true });
const workspace = mkdtempSync(join(dist, `.${name}-`));
try {
  const draft = join(workspace, 'draft.yaml');
  const run = redocly(
    'bundle',
    name,
    '--output',
    draft,
    '--component-renaming-conflicts-severity=error',
  );
  if (run.status !== 0)
    throw new Error(
      `${run.stdout}${run.stderr}`.trim() || `redocly bundle failed with exit code ${run.status}`,
    );
  const sources = parse(readFileSync(draft, 'utf8'), { maxAliasCount: -1 });
  const document = repeatRequiredNames(expandExtensibleEnums(removeUnusedProblems(sources)));
  const contract = readContract(document, `specs/${name}.yaml`);
  const slim = withoutExamples(document);
  const banner = `# ${contract.title} ${contract.version}: the complete contract in one file. Built from specs/${name}.yaml; do not edit.\n`;
  for (const [ending, text] of [
    ['yaml', banner + toYaml(document)],
    ['json', toJson(document)],
    ['slim.yaml', banner + toYaml(slim)],
    ['slim.json', toJson(slim)],
  ] as const) {
    writeFileSync(join(workspace, `out.${ending}`), text);
    renameSync(join(workspace, `out.${ending}`), join(dist, `${name}.${ending}`));
  }
  console.log(
    `specs/dist/${name}.yaml and .json, full and slim (operations: ${contract.operations.length}, webhooks: ${contract.webhooks.length})`,
  );
} catch (error) {
  console.error(`specs/${name}.yaml could not be bundled.\n${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  rmSync(workspace, { recursive: true, force: true });
}
