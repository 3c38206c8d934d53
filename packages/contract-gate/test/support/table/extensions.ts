import { blockers, catalogue, codes, delivery, limits, schemas, set, status } from './parts.ts';
import { adds, breaks, changesText, type Row, row } from './row.ts';
import { stateMachineRows } from './state-machine.ts';

const busyWithOptionalMember = set((d) => catalogue(d).busy, {
  optional_extensions: ['existing_id'],
});

/** Changes to our extensions, as edits of the small contract. `place` is the extension. */
export const extensionRows: Row[] = [
  ...stateMachineRows,
  row(
    'x-error-catalogue',
    'code',
    breaks('a code is removed', (d) => {
      delete catalogue(d).busy;
      codes(d).pop();
    }),
    adds('a new code', (d) => {
      catalogue(d).fresh = { ...catalogue(d).busy, title: 'Fresh' };
    }),
  ),
  row(
    'x-error-catalogue',
    'status',
    breaks(
      'the status of a code changes',
      set((d) => catalogue(d).busy, { status: 503 }),
    ),
    changesText(
      'the texts of a code change',
      set((d) => catalogue(d).busy, { cause: 'New words.' }),
    ),
  ),
  row(
    'x-error-catalogue',
    'retryable',
    breaks(
      'a code is no longer retryable',
      set((d) => catalogue(d).busy, { retryable: false }),
    ),
    adds(
      'a code becomes retryable',
      set((d) => catalogue(d).parcel_not_found, { retryable: true }),
    ),
  ),
  row(
    'x-error-catalogue',
    'extensions',
    breaks(
      'problems with a code contain fewer members',
      (d) => delete catalogue(d).parcel_exists.extensions,
    ),
    adds(
      'problems with a code contain more members',
      set((d) => catalogue(d).busy, { extensions: ['existing_id'] }),
    ),
  ),
  row(
    'x-error-catalogue',
    'optional_extensions',
    breaks(
      'problems with a code contain fewer optional members',
      (d) => delete catalogue(d).busy.optional_extensions,
      busyWithOptionalMember,
    ),
    adds('problems with a code contain more optional members', busyWithOptionalMember),
  ),
  row(
    'x-error-catalogue',
    'presence of a member',
    breaks('a required member becomes optional', (d) => {
      delete catalogue(d).parcel_exists.extensions;
      catalogue(d).parcel_exists.optional_extensions = ['existing_id'];
    }),
    adds(
      'an optional member becomes required',
      (d) => {
        delete catalogue(d).busy.optional_extensions;
        catalogue(d).busy.extensions = ['existing_id'];
      },
      busyWithOptionalMember,
    ),
  ),
  row(
    'x-problem-codes',
    'code',
    breaks('an operation no longer returns a code', (d) => codes(d).pop()),
    adds('an operation returns a new code', (d) => codes(d).push('parcel_not_found')),
  ),
  row(
    'x-limits',
    'rate',
    breaks(
      'a lower rate limit',
      set((d) => limits(d).rate, { requests: 99 }),
    ),
    adds(
      'a higher rate limit',
      set((d) => limits(d).rate, { requests: 101 }),
    ),
  ),
  row(
    'x-limits',
    'rate.per',
    breaks(
      'the rate limit applies to the partner instead of to each store',
      set((d) => limits(d).rate, { per: 'partner' }),
      set((d) => limits(d).rate, { per: 'store' }),
    ),
    adds(
      'the rate limit applies to each store instead of to the partner',
      set((d) => limits(d).rate, { per: 'store' }),
    ),
  ),
  row(
    'x-limits',
    'rate_by_type',
    breaks(
      'a lower rate limit for a type',
      set(limits, { rate_by_type: { fast: { requests: 99, per_seconds: 60, per: 'partner' } } }),
    ),
    adds(
      'a higher rate limit for a type',
      set(limits, { rate_by_type: { fast: { requests: 101, per_seconds: 60, per: 'partner' } } }),
    ),
  ),
  row(
    'x-limits',
    'max_body_bytes',
    breaks('a lower maximum body size', set(limits, { max_body_bytes: 999 })),
    adds('a higher maximum body size', set(limits, { max_body_bytes: 1001 })),
  ),
  row(
    'x-limits',
    'timeout_seconds',
    breaks('a longer timeout of the service', set(limits, { timeout_seconds: 11 })),
    adds('a shorter timeout of the service', set(limits, { timeout_seconds: 9 })),
  ),
  row(
    'x-webhook-delivery',
    'delays_seconds',
    breaks('fewer delivery attempts', (d) => delivery(d).delays_seconds.pop()),
    adds('more delivery attempts', (d) => delivery(d).delays_seconds.push(60)),
  ),
  row(
    'x-webhook-delivery',
    'timeout_seconds',
    breaks('a shorter timeout for receivers', set(delivery, { timeout_seconds: 14 })),
    adds('a longer timeout for receivers', set(delivery, { timeout_seconds: 16 })),
  ),
  row(
    'x-webhook-delivery',
    'until',
    breaks(
      'retries stop at the end of the schedule',
      set(delivery, { until: 'exhausted' }),
      set(delivery, { until: 'accept_by' }),
    ),
    adds('retries continue after the schedule', set(delivery, { until: 'accept_by' })),
  ),
  row(
    'x-webhook-delivery',
    'test_vector',
    'a test vector is only an example',
    changesText(
      'a different test vector',
      set((d) => delivery(d).test_vector, { id: 'evt_2' }),
    ),
  ),
  row(
    'x-scenarios',
    'scenario',
    breaks('a scenario is removed', (d) => d['x-scenarios'].pop()),
    adds('a new scenario', (d) =>
      d['x-scenarios'].push({
        name: 'lost',
        summary: 'It is lost.',
        operations: [],
        steps: ['new', 'moving', 'lost'],
      }),
    ),
  ),
  row(
    'x-scenarios',
    'operations',
    breaks(
      'an operation can no longer select a scenario',
      set((d) => d['x-scenarios'][0], { operations: [] }),
    ),
    adds('an additional operation can select a scenario', (d) =>
      d['x-scenarios'][0].operations.push('getParcel'),
    ),
  ),
  row(
    'x-blockers',
    'code',
    breaks('a blocker is removed', (d) => delete blockers(d).paused),
    adds('a new blocker', (d) => {
      blockers(d).flooded = { resolvable_by: 'marketplace', reopens: false };
    }),
  ),
  row(
    'x-blockers',
    'resolvable_by',
    breaks(
      'the merchant can no longer remove a blocker',
      set((d) => blockers(d).paused, { resolvable_by: 'marketplace' }),
    ),
    adds(
      'the merchant can remove a blocker',
      set((d) => blockers(d).suspended, { resolvable_by: 'merchant' }),
    ),
  ),
  row(
    'x-blockers',
    'reopens',
    breaks(
      'opening the store no longer removes a blocker',
      set((d) => blockers(d).paused, { reopens: false }),
    ),
    adds(
      'opening the store removes a blocker',
      set((d) => blockers(d).suspended, { reopens: true }),
    ),
  ),
  row(
    'x-extensible-enum',
    'presence',
    breaks('a fixed enum becomes extensible', (d) => makeExtensible(schemas(d).ParcelPhase)),
    adds('an extensible enum becomes fixed', (d) => makeFixed(status(d))),
  ),
  row(
    'x-sunset',
    'date',
    breaks(
      'an earlier sunset',
      set((d) => schemas(d).Parcel.properties.note, { 'x-sunset': '2027-01-01' }),
    ),
    adds(
      'a later sunset',
      set((d) => schemas(d).Parcel.properties.note, { 'x-sunset': '2028-01-01' }),
    ),
  ),
  row(
    'x-docs-base',
    'URL',
    breaks(
      'a different base URL of the reference',
      set((d) => d, { 'x-docs-base': 'https://elsewhere.example' }),
    ),
    'the `type` of each problem begins with the base URL',
  ),
  row(
    'x-interface',
    'name',
    'the gate does not compare different interfaces',
    'the gate does not compare different interfaces',
  ),
  row(
    'x-enumDescriptions',
    'descriptions',
    'documentation only',
    changesText(
      'the description of a value changes',
      set((d) => schemas(d).ParcelPhase['x-enumDescriptions'], { open: 'New words.' }),
    ),
  ),
  row(
    'x-decisions',
    'list',
    'documentation only',
    changesText('the list of decisions changes', (d) => d['x-decisions'].push(2)),
  ),
  row(
    'x-tagGroups',
    'groups',
    'documentation only',
    changesText(
      'the tag groups of the reference change',
      set((d) => d['x-tagGroups'][0], { name: 'Things' }),
    ),
  ),
];

// biome-ignore lint/suspicious/noExplicitAny: edits reach nested values of a schema without a type
type EditableSchema = any;

function makeExtensible(schema: EditableSchema): void {
  schema['x-extensible-enum'] = schema.enum;
  delete schema.enum;
}

function makeFixed(schema: EditableSchema): void {
  schema.enum = schema['x-extensible-enum'];
  delete schema['x-extensible-enum'];
}
