import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { redocly } from '../redocly.ts';
import { withRequest, withResponse } from './rule-tester.js';

const booking = {
  type: 'object',
  required: ['status', 'phase'],
  properties: {
    status: { $ref: '#/components/schemas/Status' },
    phase: { $ref: '#/components/schemas/Phase' },
    courier: { type: 'string' },
  },
  if: { properties: { phase: { enum: ['pickup'] } } },
  then: { required: ['courier'] },
};
/** @param {string[]} status @param {string[] | undefined} phase @param {string[]} [condition] */
const document = (status, phase, condition = ['pickup']) =>
  withResponse(
    { ...booking, if: { properties: { phase: { enum: condition } } } },
    {
      Status: { type: 'string', 'x-extensible-enum': status },
      Phase: { type: 'string', ...(phase && { enum: phase }) },
    },
  );
const base = document(['searching'], ['open', 'pickup']);

/** @type {string} */
let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diff-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Returns how `redocly diff` rates the change from one document to the other, and by which rules.
 * @param {any} before @param {any} after
 */
function rate(before, after) {
  const files = [before, after].map((content, index) => {
    const file = join(folder, `${index}.json`);
    writeFileSync(file, JSON.stringify(content));
    return file;
  });
  const { summary, changes } = JSON.parse(redocly('diff', ...files, '--format=json').stdout);
  const impact = ['major', 'minor', 'patch'].find((one) => summary[one] > 0) ?? 'none';
  const rules = changes.flatMap((/** @type {any} */ change) =>
    change.verdicts.map((/** @type {any} */ verdict) => verdict.ruleId),
  );
  return { impact, rules };
}

it.each([
  [
    'a new value of an extensible enum as no change, because only the gate compares it',
    base,
    document(['searching', 'scheduled'], ['open', 'pickup']),
    'none',
    '',
  ],
  [
    'a new value of a fixed enum as major',
    base,
    document(['searching'], ['open', 'pickup', 'return']),
    'major',
    'contract/closed-enum-grew',
  ],
  [
    'a fixed enum that becomes an unrestricted string as major',
    base,
    document(['searching'], undefined),
    'major',
    'contract/closed-enum-grew',
  ],
  [
    'a changed `if` as major',
    base,
    document(['searching'], ['open', 'pickup'], ['open', 'pickup']),
    'major',
    'contract/condition-changed',
  ],
  [
    'an additional value in a request as minor',
    withRequest({ type: 'string', enum: ['a'] }),
    withRequest({ type: 'string', enum: ['a', 'b'] }),
    'minor',
    'contract/request-enum-grew',
  ],
  [
    'a removed value in a request as major',
    withRequest({ type: 'string', enum: ['a', 'b'] }),
    withRequest({ type: 'string', enum: ['a'] }),
    'major',
    '',
  ],
  ['equal documents as no change', base, base, 'none', ''],
])('redocly diff rates %s', (_, before, after, impact, rule) => {
  const rated = rate(before, after);
  expect(rated.impact).toBe(impact);
  expect(rated.rules.filter((/** @type {string} */ one) => one.startsWith('contract/'))).toEqual(
    rule === '' ? [] : [rule],
  );
});
