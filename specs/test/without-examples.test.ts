import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withoutExamples } from '../contract/without-examples.ts';
import { byName } from './support/contracts.ts';

it('withoutExamples removes examples, but keeps properties named example or examples', () => {
  const schema = { type: 'string', examples: ['a'] };
  expect(
    withoutExamples({
      content: {
        schema: { properties: { examples: schema, example: schema } },
        examples: { a: 1 },
      },
      parameters: [{ name: 'id', schema, example: 'a' }],
      components: { examples: { a: 1 }, headers: { example: { schema } } },
      'x-scenarios': [{ examples: ['a'] }],
    }),
  ).toEqual({
    content: {
      schema: { properties: { examples: { type: 'string' }, example: { type: 'string' } } },
    },
    parameters: [{ name: 'id', schema: { type: 'string' } }],
    components: { headers: { example: { schema: { type: 'string' } } } },
    'x-scenarios': [{ examples: ['a'] }],
  });
});

describe.each(byName)('the %s slim bundle', (name) => {
  const read = (file: string): string =>
    readFileSync(new URL(`../dist/${file}`, import.meta.url), 'utf8');
  const slim = JSON.parse(read(`${name}.slim.json`));
  const full = JSON.parse(read(`${name}.json`));

  it('the slim bundle differs from the full bundle only in the examples', () => {
    expect(slim).toEqual(withoutExamples(full));
    expect(slim.components).not.toHaveProperty('examples');
    expect(Object.keys(slim.components.schemas)).toEqual(Object.keys(full.components.schemas));
  });

  it('the slim bundle has no reference to a removed example', () => {
    expect(read(`${name}.slim.yaml`)).not.toContain('#/components/examples');
  });
});
