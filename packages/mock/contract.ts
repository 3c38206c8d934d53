// Builds one interface into dist/contracts/: `node contract.ts lastmile`. Prism's operations are
// computed here, so that a start does not have to.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JsonObject, loadContract } from '@delivery-api/specs/contract';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import type { IHttpOperation } from '@stoplight/types';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { BuiltContract } from './src/contract/built-contract.ts';

const dialect = 'https://json-schema.org/draft/2020-12/schema';

const name = process.argv[2];
if (name !== 'lastmile' && name !== 'marketplace') {
  console.error(
    `Which interface? Say \`node contract.ts lastmile\` or \`node contract.ts marketplace\`, not '${name ?? ''}'.`,
  );
  process.exit(2);
}
const folder = join(import.meta.dirname, 'dist/contracts');
const draft = join(folder, `.${name}-${process.pid}.json`);
try {
  const { document } = loadContract(join(import.meta.dirname, `../../specs/dist/${name}.json`));
  const operations = await getHttpOperationsFromSpec(structuredClone(document));
  for (const operation of operations) refuseUnchecked(operation);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    draft,
    JSON.stringify({ document: document as JsonObject, operations } satisfies BuiltContract),
  );
  renameSync(draft, join(folder, `${name}.json`));
  console.log(`packages/mock/dist/contracts/${name}.json: ${operations.length} operations`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  rmSync(draft, { force: true });
}

/**
 * Prism lets every body pass, without a word, when a schema does not compile or is read in an older
 * dialect.
 */
function refuseUnchecked(operation: IHttpOperation): void {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const bundled = (operation as { __bundled__?: unknown }).__bundled__;
  for (const { mediaType, schema } of [
    ...(operation.request?.body?.contents ?? []),
    ...operation.responses.flatMap(({ contents }) => contents ?? []),
  ]) {
    const place = `${name}: ${operation.iid}, ${mediaType}`;
    if (schema?.$schema !== dialect)
      throw new Error(
        `${place}: its schema is not read as ${dialect}. Say so in \`jsonSchemaDialect\`.`,
      );
    try {
      ajv.compile({ ...schema, __bundled__: bundled } as AnySchemaObject);
    } catch (error) {
      throw new Error(
        `${place}: its schema does not compile, so nothing would be checked: ${(error as Error).message}`,
      );
    }
  }
}
