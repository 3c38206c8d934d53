import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { rules } from './rules.js';

/** @typedef {Record<string, any>} Json */

const plugin = { id: 'contract', rules: { oas3: rules } };

/**
 * Runs one rule on a document, and returns its findings as `<JSON Pointer>: <message>`.
 *
 * @param {string} rule
 * @param {Json} document
 */
export async function findings(rule, document) {
  const config = await createConfig({
    plugins: [plugin],
    rules: { [`contract/${rule}`]: 'error' },
  });
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'test.json',
    config,
  });
  return problems.map(
    ({ location: [place], message }) =>
      `${place && 'pointer' in place ? place.pointer : ''}: ${message}`,
  );
}

/**
 * Tests a rule with documents that it accepts, and documents with their expected findings.
 *
 * @param {string} rule
 * @param {{ accepts: Record<string, Json>, rejects: Record<string, [Json, string[]]> }} table
 */
export function describeRule(rule, { accepts, rejects }) {
  describe(`contract/${rule}`, () => {
    it.each(Object.entries(accepts))('accepts %s', async (_, document) => {
      expect(await findings(rule, document)).toEqual([]);
    });
    it.each(Object.entries(rejects))('rejects %s', async (_, [document, expected]) => {
      expect(await findings(rule, document)).toEqual(expected);
    });
  });
}

/** Returns a document with the given parts. @param {Json} parts @returns {Json} */
export const api = (parts) => ({
  openapi: '3.1.0',
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
  'x-interface': 'lastmile',
  info: { title: 'Test', version: '1.0.0' },
  paths: {},
  ...parts,
});

/**
 * Returns a document with one operation, `POST /thing`.
 *
 * @param {Json} operation @param {Json} [components] @param {Json} [parts]
 */
export const withOperation = (operation, components = {}, parts = {}) =>
  api({
    paths: { '/thing': { post: { operationId: 'doThing', responses: {}, ...operation } } },
    components,
    ...parts,
  });

/** @param {Json} schema @param {Json} [examples] */
const json = (schema, examples) => ({
  content: { 'application/json': { schema, ...(examples && { examples }) } },
});

/** Returns a document with a request. @param {Json} schema @param {Json} [schemas] */
export const withRequest = (schema, schemas = {}) =>
  withOperation({ requestBody: json(schema) }, { schemas });

/** Returns a document with a response. @param {Json} schema @param {Json} [schemas] */
export const withResponse = (schema, schemas = {}) =>
  withOperation({ responses: { 200: { description: 'Done.', ...json(schema) } } }, { schemas });

/**
 * Returns a document with a webhook event.
 *
 * @param {Json} schema @param {string} [name] @param {Json} [schemas]
 */
export const withEvent = (schema, name = 'bookingUpdated', schemas = {}) =>
  api({
    webhooks: { [name]: { post: { operationId: name, requestBody: json(schema), responses: {} } } },
    components: { schemas },
  });

/** Pointers of the schemas of `withRequest`, `withResponse` and `withEvent`. */
export const requestAt = '#/paths/~1thing/post/requestBody/content/application~1json/schema';
export const responseAt = '#/paths/~1thing/post/responses/200/content/application~1json/schema';
export const eventAt =
  '#/webhooks/bookingUpdated/post/requestBody/content/application~1json/schema';
