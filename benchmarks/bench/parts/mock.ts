import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { installedVersions } from '../../report/machine.ts';
import { type Row, ratio, row, type Table } from '../../report/results.ts';
import { UsageError } from '../../shared/command.ts';
import { root } from '../../shared/contracts.ts';
import { type Sample, single } from '../../shared/statistics.ts';
import {
  mockContender,
  otherSuffix,
  prismComparisons,
  prismContender,
  type ServerContender,
} from '../contenders.ts';
import { compare, type Part, type PartOptions } from '../part.ts';
import { measureLoad } from './mock-load.ts';

const bundle = 'packages/mock/dist/index.js';

/**
 * Compares the startup, throughput, CPU time, latency and memory of the mock with those of
 * `prism mock` and, with `beside`, of the mock in another checkout.
 */
export const mock: Part = async (options) => {
  const beside = options.beside === undefined ? undefined : checkoutAt(options.beside);
  const contenders = [
    mockContender('sandbox', 'sandbox'),
    mockContender('examples', 'examples'),
    ...(beside === undefined
      ? []
      : [
          mockContender(`sandbox${otherSuffix}`, 'sandbox', beside),
          mockContender(`examples${otherSuffix}`, 'examples', beside),
        ]),
    prismContender,
  ];
  const columns = contenders.map(({ name }) => name);
  const table = (id: string, title: string, rows: Row[]): Table => ({ id, title, columns, rows });
  const start = await measureStart(contenders, options);
  const { rates, processor, latencies, memory } = await measureLoad(contenders, options);
  return {
    versions: installedVersions(['@delivery-api/mock', '@stoplight/prism-cli']),
    how:
      'The mock serves both interfaces in one process; Prism needs one process per interface. ' +
      'Logging is on but discarded. Contenders run interleaved. Before the load, the benchmark ' +
      'checks one response to each kind of request. An error response under load stops the ' +
      'measurement. The sandbox keeps state; `examples` and Prism return examples from the contract.',
    tables: [
      table('start', 'Startup of both interfaces', start),
      table('load', 'Requests per second', rates),
      ...(processor.length > 0 ? [table('work', 'CPU time per request', processor)] : []),
      table('latency', 'Latency', latencies),
      table('memory', 'Memory', memory),
      ...(beside === undefined ? [] : [bundleTable(beside)]),
    ],
    notes: [],
  };
};

function checkoutAt(checkout: string): string {
  if (existsSync(join(checkout, bundle))) return checkout;
  throw new UsageError(`--beside: ${join(checkout, bundle)} does not exist. Build that checkout.`);
}

async function measureStart(
  contenders: readonly ServerContender[],
  { quick, rounds = quick ? 3 : 11, log }: PartOptions,
): Promise<Row[]> {
  log(`start: ${rounds} rounds`);
  const byName = new Map(contenders.map((contender) => [contender.name, contender]));
  const measure = async (name: string) => {
    const startedAt = performance.now();
    const running = await (byName.get(name) as ServerContender).start();
    const milliseconds = performance.now() - startedAt;
    const memory = running.memory();
    await running.stop();
    return { milliseconds, memory };
  };
  const goals = (atMost: number) =>
    prismComparisons(contenders, { sandbox: { atMost }, examples: { atMost } });
  return compare([...byName.keys()], rounds, measure, [
    {
      what: 'time until both interfaces return 200',
      unit: 'ms',
      value: ({ milliseconds }) => milliseconds,
      comparisons: goals(0.25),
    },
    {
      what: 'memory after startup',
      unit: 'MB',
      value: ({ memory }) => memory,
      comparisons: goals(1),
    },
  ]);
}

function bundleTable(beside: string): Table {
  const sizeIn = (checkout: string): Sample => single(statSync(join(checkout, bundle)).size);
  const values = { 'this checkout': sizeIn(root), 'other checkout': sizeIn(beside) };
  const comparison = ratio(values, 'this checkout', 'other checkout', { below: 1 });
  const rows = [row('dist/index.js', 'B', values, [comparison])];
  return { id: 'bundle', title: 'Bundle size', columns: Object.keys(values), rows };
}
