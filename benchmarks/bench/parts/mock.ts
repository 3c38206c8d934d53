import { versionOf } from '../lib/machine.ts';
import { measureLoad } from './mock-load.ts';
import { measureStart, sides } from './mock-start.ts';
import type { MeasurePart } from './part.ts';

/** Our mock beside the tool that one would take instead, on the same documents. */
export const mock: MeasurePart = async (options) => {
  const start = await measureStart(options);
  const { rates, work, latencies, memory } = await measureLoad(options);
  const columns = ['sandbox', 'examples', 'prism mock'];
  return {
    versions: {
      '@delivery-api/mock': versionOf('@delivery-api/mock'),
      '@stoplight/prism-cli': versionOf('@stoplight/prism-cli'),
    },
    how:
      'The mock serves both interfaces, Prism one with each process. All run with their logs on, which go nowhere. Sides take turns round by round, in a ' +
      'changing order; before it counts, each answer is looked at, and a single refusal ends the run. The sandbox remembers each estimate; `examples` and Prism answer with an example.',
    tables: [
      { id: 'start', title: 'Start of both interfaces', columns: [...sides], rows: start },
      { id: 'load', title: 'Requests per second', columns, rows: rates },
      ...(work.length > 0
        ? [{ id: 'work', title: 'Processor time of a request in the server', columns, rows: work }]
        : []),
      { id: 'latency', title: 'Latency', columns, rows: latencies },
      { id: 'memory', title: 'Memory', columns, rows: [memory] },
    ],
    notes: [],
  };
};
