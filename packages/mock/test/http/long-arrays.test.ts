import type { Json } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import { operations } from '../../../sandbox/test/support/contracts.ts';
import { parseBody } from '../../src/http/read-request-body.ts';

const parse = (value: Json): Json =>
  parseBody({ bytes: Buffer.from(JSON.stringify(value)) }) as Json;
const zeros = (count: number): Json[] => Array.from({ length: count }, () => 0);

describe('long arrays in a body', () => {
  it.each(operations.filter(({ operation }) => operation.request !== undefined))(
    'no array limit of $title exceeds 10,000 items',
    ({ operation }) => {
      const limits = [...JSON.stringify(operation.request?.schema).matchAll(/"maxItems":(\d+)/g)];
      expect(Math.max(0, ...limits.map(([, limit]) => Number(limit)))).toBeLessThanOrEqual(10_000);
    },
  );

  it('arrays with more than 10,000 items are truncated to 10,001 items at any depth', () => {
    const body = { a: zeros(100_001), b: [{ c: zeros(10_001) }, { c: zeros(10_000) }] };
    expect(parse(body)).toEqual({
      a: zeros(10_001),
      b: [{ c: zeros(10_001) }, { c: zeros(10_000) }],
    });
  });
});
