import { expect, test } from 'vitest';
import { rootedLinks } from '../src/rooted-links.ts';

test.each([
  ['<a href="./">', '<a href="/docs/">'],
  ['<a href="errors.html#a">', '<a href="/docs/errors.html#a">'],
  [
    '<script type="module" src="assets/page.js">',
    '<script type="module" src="/docs/assets/page.js">',
  ],
  ['<a href="#content">', '<a href="#content">'],
  ['<a href="/docs/menus">', '<a href="/docs/menus">'],
  ['<a href="https://example.com/">', '<a href="https://example.com/">'],
  // A changed style sheet would not match its hash in the content security policy.
  ['<style>.bar a[href="./"] {}</style>', '<style>.bar a[href="./"] {}</style>'],
])('rootedLinks converts %s to %s', (page, expected) => {
  expect(rootedLinks(page, '/docs/')).toBe(expected);
});
