import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { defaultSite } from '../src/site.ts';

const schemas = join(defaultSite.specs, 'rules/extensions');
const known = readdirSync(schemas).map((file) => file.replace('.schema.json', ''));

/** The sections of the guide by extension. */
const sections = new Map(
  readFileSync(join(import.meta.dirname, '../guides/extensions.md'), 'utf8')
    .split(/^### /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section] as const),
);
const exampleOf = (name: string): Record<string, unknown> =>
  parse(/```yaml\n([\s\S]+?)```/.exec(sections.get(name) ?? '')?.[1] ?? '{}');

test('the guide has one section for each extension of the contracts', () => {
  expect([...sections.keys()].sort()).toEqual(known.sort());
});

test.each(known)('the %s section has a paragraph and a valid example', (name) => {
  const [, paragraph = ''] = (sections.get(name) ?? '').split('\n\n');
  expect(paragraph).toMatch(/^[A-Z].+\.$/);
  const schema = JSON.parse(readFileSync(join(schemas, `${name}.schema.json`), 'utf8'));
  const ajv = new Ajv2020({ strictTuples: false });
  expect(ajv.validate(schema, exampleOf(name)[name]), ajv.errorsText()).toBe(true);
});

test('the signature in the x-webhook-delivery example is correct', () => {
  const { test_vector: vector } = exampleOf('x-webhook-delivery')['x-webhook-delivery'] as {
    test_vector: Record<'secret' | 'id' | 'timestamp' | 'body' | 'signature', string>;
  };
  const key = Buffer.from(vector.secret.replace('whsec_', ''), 'base64');
  const signed = `${vector.id}.${vector.timestamp}.${vector.body}`;
  const signature = createHmac('sha256', key).update(signed).digest('base64');
  expect(vector.signature).toBe(`v1,${signature}`);
});
