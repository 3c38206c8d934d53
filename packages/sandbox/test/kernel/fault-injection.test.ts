import { describe, expect, it } from 'vitest';
import { FaultList, latencyOf, type OperationFault } from '../../src/kernel/fault-injection.ts';
import { Random } from '../../src/kernel/random.ts';
import { Store } from '../../src/kernel/store.ts';

const isFor =
  (id: string) =>
  ({ operation }: OperationFault) =>
    operation === id || operation === '*';

describe('a list of faults', () => {
  it('next returns the first matching fault, and removes a fault after its last use', () => {
    const faults = new FaultList<OperationFault>(new Store(), 'faults');
    faults.set([
      { operation: 'getOrder', code: 'rate_limited', times: 1 },
      { operation: '*', code: 'internal_error', times: 2 },
      { operation: 'getStore', code: 'unavailable', times: 0 },
    ]);
    const codes = ['getOrder', 'getStore', 'getOrder', 'getOrder'].map(
      (id) => faults.next(isFor(id))?.code,
    );
    expect(codes).toEqual(['rate_limited', 'internal_error', 'internal_error', undefined]);
    expect(faults.list).toEqual([]);
  });

  it('nextAll returns every matching fault, and keeps faults without a number of uses', () => {
    const faults = new FaultList<OperationFault>(new Store(), 'faults');
    faults.set([
      { operation: '*', latency_ms: 5 },
      { operation: 'getOrder', drop: true, times: 1 },
    ]);
    expect(faults.nextAll(isFor('getOrder'))).toHaveLength(2);
    expect(faults.nextAll(isFor('getOrder'))).toEqual([{ operation: '*', latency_ms: 5 }]);
  });
});

describe('a lognormal latency', () => {
  it('a lognormal latency has the median and the 99th percentile of the fault, and is reproducible', () => {
    const sample = (seed: string): number[] => {
      const random = new Random(seed);
      return Array.from({ length: 20_000 }, () => latencyOf({ p50: 100, p99: 900 }, random));
    };
    const sorted = sample('a').sort((a, b) => a - b);
    expect(sorted[10_000]).toBeGreaterThan(96);
    expect(sorted[10_000]).toBeLessThan(104);
    expect(sorted[19_800]).toBeGreaterThan(800);
    expect(sorted[19_800]).toBeLessThan(1_000);
    expect(sample('b')).toEqual(sample('b'));
  });
});
