import { installedVersions, ownPackages } from '../report/machine.ts';
import { type Measurements, type Row, row } from '../report/results.ts';
import { single } from '../shared/statistics.ts';
import type { ResourceSample } from './leaks.ts';
import type { SoakResult } from './run-soak.ts';

/** Returns the result of a soak as lines of text. */
export function reportLines({ recorder, samples, trends }: SoakResult): string[] {
  const line = (name: string, text: string | number): string => `  ${name.padEnd(44)} ${text}`;
  const last = samples.at(-1);
  const resources =
    last === undefined
      ? []
      : [`heap ${last.heap.toFixed(1)} MB, resident ${last.resident.toFixed(0)} MB`];
  const trendLines = trends?.map(({ resource, slope, isLeak }) => {
    const unit = resource === 'descriptors' ? '' : ' MB';
    return line(resource, `${slope.toFixed(1)}${unit} per hour${isLeak ? ', a leak' : ''}`);
  });
  return [
    '',
    'Counts',
    ...recorder.sortedCounts.map(([what, count]) => line(what, count)),
    '',
    'Sandbox resources',
    ...resources.map((text) =>
      line('at the end', `${text}, ${last?.descriptors ?? '?'} descriptors`),
    ),
    ...(trendLines ?? ['  No trend: the soak is too short.']),
    '',
    'Defects',
    ...[...recorder.defects].flatMap(([kind, { count, cases }]) => [
      line(kind, count),
      ...cases.map((one) => `    ${one}`),
    ]),
    '',
    recorder.hasDefects ? 'The soak found defects.' : 'No defects.',
  ];
}

/** Returns the result of a soak as measurements. */
export function measurementsOf({ recorder, samples }: SoakResult, how: string): Measurements {
  const countRow = (what: string, count: number): Row => row(what, '', { count: single(count) });
  const sampleRow = ({ minutes, heap, resident, descriptors }: ResourceSample): Row =>
    row(`after ${minutes.toFixed(1)} minutes`, '', {
      'heap, MB': single(heap),
      'resident, MB': single(resident),
      ...(descriptors !== undefined && { descriptors: single(descriptors) }),
    });
  const firstAndLast = samples.filter((_, index) => index === 0 || index === samples.length - 1);
  const levels = {
    id: 'levels',
    title: 'Sandbox resources',
    columns: ['heap, MB', 'resident, MB', 'descriptors'],
    rows: firstAndLast.map(sampleRow),
  };
  return {
    versions: installedVersions(ownPackages),
    how,
    tables: [
      {
        id: 'faults',
        title: 'Defects',
        columns: ['count'],
        rows: [...recorder.defects].map(([kind, { count }]) => countRow(kind, count)),
      },
      {
        id: 'counts',
        title: 'Counts',
        columns: ['count'],
        rows: recorder.sortedCounts.map((entry) => countRow(...entry)),
      },
      ...(firstAndLast.length > 0 ? [levels] : []),
    ],
    notes: [],
  };
}
