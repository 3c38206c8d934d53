import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A sample as the reference prints it. */
export interface PrintedSample {
  operation: string;
  source: string;
}

const dist = join(import.meta.dirname, '../../docs-site/dist');
export const interfaces = ['lastmile', 'marketplace'] as const;

/**
 * Reads the sample of each operation in one language from the Markdown of the built references.
 *
 * @param label name of the language in the references, such as `curl`
 * @throws {Error} if the site is not built, or if a reference lacks an operation or its sample
 */
export const printedSamples = (label: string): PrintedSample[] =>
  interfaces.flatMap((name) => {
    const text = readFileSync(join(dist, name, 'reference.md'), 'utf8');
    const { paths } = readJson(`${name}/openapi.json`) as {
      paths: Record<string, Record<string, { operationId?: string }>>;
    };
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, { operationId }]) =>
        operationId === undefined ? [] : [{ operation: operationId, title: `${method} ${path}` }],
      ),
    );
    return operations.map(({ operation, title }) => {
      const start = text.toLowerCase().indexOf(title);
      if (start === -1) throw new Error(`${name}/reference.md has no ${operation}.`);
      const [section = ''] = text.slice(start).split(/\n### |\n## /, 1);
      const [, samples = ''] = section.split('\n#### Samples\n', 2);
      const [, source] =
        new RegExp(`^${label}\n\n\`\`\`\\w+\n([\\s\\S]*?)\n\`\`\`$`, 'm').exec(samples) ?? [];
      if (source === undefined)
        throw new Error(`${name}/reference.md has no ${label} sample of ${operation}.`);
      return { operation, source };
    });
  });

/** A published example of a signed event. */
export interface TestVector {
  secret: string;
  id: string;
  timestamp: string;
  body: string;
  signature: string;
}

/** Reads the test vector of each interface from its contract. Returns the vectors by interface. */
export const testVectors = (): Map<string, TestVector> =>
  new Map(
    interfaces.map((name) => {
      const { webhooks } = readJson(`${name}/openapi.json`) as {
        webhooks: Record<string, Webhook>;
      };
      const [webhook] = Object.values(webhooks);
      if (webhook === undefined) throw new Error(`${name} has no webhook.`);
      return [name, webhook.post['x-webhook-delivery'].test_vector];
    }),
  );

interface Webhook {
  post: { 'x-webhook-delivery': { test_vector: TestVector } };
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(join(dist, file), 'utf8'));
