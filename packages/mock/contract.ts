// Builds the contract of one interface into dist/contracts/: `node contract.ts lastmile`. Computes
// Prism's operations, so that the mock does not compute them at each start.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JsonObject, loadContract } from '@delivery-api/specs/contract';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { prepareOperation } from './prepare-operation.ts';
import type { BuiltContract } from './src/contract/built-contract.ts';

const name = process.argv[2];
if (name !== 'lastmile' && name !== 'marketplace') {
  console.error(`Usage: node contract.ts lastmile|marketplace; got '${name ?? ''}'.`);
  process.exit(2);
}
const folder = join(import.meta.dirname, 'dist/contracts');
const draft = join(folder, `.${name}-${process.pid}.json`);
try {
  const { document } = loadContract(join(import.meta.dirname, `../../specs/dist/${name}.json`));
  const operations = await getHttpOperationsFromSpec(structuredClone(document));
  for (const operation of operations) prepareOperation(operation);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    draft,
    JSON.stringify({ document: document as JsonObject, operations } satisfies BuiltContract),
  );
  renameSync(draft, join(folder, `${name}.json`));
  console.log(`packages/mock/dist/contracts/${name}.json: ${operations.length} operations`);
} catch (error) {
  console.error(`${name}: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  rmSync(draft, { force: true });
}
