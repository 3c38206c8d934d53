import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { rules } from '../rules/rules.js';

const config = parse(readFileSync(new URL('../../redocly.yaml', import.meta.url), 'utf8')) as {
  rules: Record<string, string>;
  diff: Record<string, string>;
};
const folder = new URL('../rules/', import.meta.url);

describe.each(Object.keys(rules))('the rule %s', (name) => {
  it('each rule has the severity `error` in redocly.yaml', () => {
    expect(config.rules[`contract/${name}`]).toBe('error');
  });

  it('each rule has its own file and a table of test cases', () => {
    expect(existsSync(new URL(`${name}.js`, folder))).toBe(true);
    expect(readFileSync(new URL(`${name}.test.js`, folder), 'utf8')).toContain(
      `describeRule('${name}'`,
    );
  });
});

it('redocly.yaml enables only contract rules that exist', () => {
  const ours = Object.keys(config.rules)
    .filter((name) => name.startsWith('contract/'))
    .map((name) => name.slice('contract/'.length));
  expect(ours.filter((name) => !(name in rules))).toEqual([]);
});

it('redocly.yaml has a comment above each disabled rule of `rules` and `diff`', () => {
  const lines = readFileSync(new URL('../../redocly.yaml', import.meta.url), 'utf8').split('\n');
  const off = lines.flatMap((line, index) =>
    /^ {2}\S+: off$/.test(line) ? [[line, lines[index - 1] ?? '']] : [],
  );
  expect(off.length).toBeGreaterThan(0);
  for (const [line, above] of off) expect(above, line).toMatch(/^ {2}# \S/);
});

it('the README lists exactly the extensions that have a schema, except x-tagGroups', () => {
  const listed = [
    ...readFileSync(new URL('../README.md', import.meta.url), 'utf8').matchAll(
      /`(x-[A-Za-z-]+)[`:]/g,
    ),
  ].map(([, name]) => name);
  const described = readdirSync(new URL('extensions/', folder)).map((file) =>
    file.replace('.schema.json', ''),
  );
  expect(described.sort()).toEqual([...new Set([...listed, 'x-tagGroups'])].sort());
});
