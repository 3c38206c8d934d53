import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { expect, test } from 'vitest';
import { interfaces } from '../src/site.ts';
import { pages, read } from './support/read-site.ts';

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended'],
    rules: {
      'doctype-style': ['error', { style: 'lowercase' }],
      // Anchors of versions contain dots.
      'valid-id': ['error', { relaxed: true }],
      // Some titles are longer than 70 characters.
      'long-title': 'off',
      // Assets come from the origin of the page.
      'require-sri': 'off',
    },
  }),
);

// Redoc writes the content of the interactive references.
const own = pages.filter((page) => !interfaces.some((name) => page === `${name}/index.html`));

test.each(own)('%s is valid HTML', async (page) => {
  const { results } = await validator.validateString(read(page), page);
  const messages = results.flatMap((result) =>
    result.messages.map(({ line, ruleId, message }) => `${line} ${ruleId}: ${message}`),
  );
  expect(messages).toEqual([]);
});
