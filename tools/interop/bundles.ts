import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bundle, Example, OpenApi } from './tool.ts';

const folder = join(import.meta.dirname, '../../specs/dist');

/**
 * Reads the bundles of both interfaces.
 *
 * @throws {Error} if a bundle is missing
 */
export function readBundles(): Bundle[] {
  return ['lastmile', 'marketplace'].map((name) => {
    const file = join(folder, `${name}.json`);
    if (!existsSync(file))
      throw new Error(`specs/dist/${name}.json is missing. Run \`npm run build\` first.`);
    const document: OpenApi = JSON.parse(readFileSync(file, 'utf8'));
    return { name, file, document, examples: examplesOf(document) };
  });
}

/**
 * Returns the examples of the JSON bodies in paths, webhooks and component responses whose schema
 * is a component.
 */
export function examplesOf(document: OpenApi): Example[] {
  const found = new Map<string, Example>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { schema, examples } = node as OpenApi;
    const name = schemaName(schema);
    if (name !== undefined && examples !== undefined && !Array.isArray(examples))
      for (const [key, example] of Object.entries<OpenApi>(examples))
        found.set(`${name} ${key}`, {
          name: key,
          schema: name,
          value: (example.$ref ? document.components.examples[key] : example).value,
        });
    for (const member of Object.values(node)) visit(member);
  };
  visit(document.paths);
  visit(document.webhooks);
  visit(document.components.responses);
  return [...found.values()];
}

const schemaName = (schema: OpenApi | undefined): string | undefined =>
  typeof schema?.$ref === 'string' ? schema.$ref.replace('#/components/schemas/', '') : undefined;
