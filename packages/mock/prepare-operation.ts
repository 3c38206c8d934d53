// Prepares Prism's operations at build time for `src/contract/prism-validators.ts`.
// @ts-expect-error The package has no type declarations.
import mergeAllOf from '@stoplight/json-schema-merge-allof';
import type { JSONSchema } from '@stoplight/prism-http';
import filter from '@stoplight/prism-http/dist/utils/filterRequiredProperties.js';
import type { IHttpOperation, IMediaTypeContent } from '@stoplight/types';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import traverse from 'json-schema-traverse';

const dialect = 'https://json-schema.org/draft/2020-12/schema';

/** Keywords that have no effect on validation. */
const annotations = new Set(['title', 'description', 'examples', 'default', 'deprecated']);

/**
 * Prepares the schemas of an operation in place, so that Prism does not prepare them at run time.
 *
 * @throws {Error} if the mock or Prism would not validate a part of the operation
 */
export function prepareOperation(operation: IHttpOperation): void {
  checkSupported(operation);
  checkSchemas(operation);
  for (const content of operation.request?.body?.contents ?? [])
    prepareSchema(content, filter.stripReadOnlyProperties);
  for (const { contents = [] } of operation.responses)
    for (const content of contents) prepareSchema(content, filter.stripWriteOnlyProperties);
}

/** Rejects parts of an operation that the mock does not validate. */
function checkSupported({ iid, request = {}, responses }: IHttpOperation): void {
  const fail = (problem: string): never => {
    throw new Error(`${iid} ${problem}, which the mock does not validate.`);
  };
  if ((request.query ?? []).length + (request.cookie ?? []).length > 0)
    fail('has query parameters or cookies');
  const parameters = [request, ...responses].flatMap(({ headers = [] }) => headers);
  for (const { name: parameter, style, schema } of [...parameters, ...(request.path ?? [])])
    if (style !== 'simple' || ['array', 'object'].includes(String(schema?.type)))
      fail(`has the parameter ${parameter}, which is not a simple value`);
  for (const { contents = [] } of [request.body ?? {}, ...responses])
    if (contents.length > 1) fail('has a body with several media types');
}

/** Rejects schemas that Prism does not evaluate. With these schemas, Prism accepts every body. */
function checkSchemas(operation: IHttpOperation): void {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const bundled = (operation as { __bundled__?: unknown }).__bundled__;
  for (const { mediaType, schema } of [
    ...(operation.request?.body?.contents ?? []),
    ...operation.responses.flatMap(({ contents }) => contents ?? []),
  ]) {
    const location = `${operation.iid}, ${mediaType}`;
    if (schema?.$schema !== dialect)
      throw new Error(
        `${location}: Prism does not use the dialect ${dialect}. Set it in \`jsonSchemaDialect\`.`,
      );
    try {
      ajv.compile({ ...schema, __bundled__: bundled } as AnySchemaObject);
    } catch (error) {
      throw new Error(`${location}: the schema does not compile: ${(error as Error).message}`);
    }
  }
}

/**
 * Prepares the schema of a body as Prism does at the first request. Removes annotations, which
 * would be 40% of the built contract. The mock reads the built contract at each start.
 */
function prepareSchema(
  content: IMediaTypeContent,
  strip: typeof filter.stripReadOnlyProperties,
): void {
  const merged: JSONSchema = mergeAllOf(content.schema ?? {}, {
    deep: true,
    ignoreAdditionalProperties: true,
  });
  const prepared = strip(merged);
  if (prepared._tag === 'None') return;
  traverse(prepared.value as AnySchemaObject, (schema) => {
    for (const keyword of Object.keys(schema))
      if (annotations.has(keyword) || keyword.startsWith('x-')) delete schema[keyword];
  });
  content.schema = prepared.value;
}
