import type { Editable } from '../contract.ts';
import { adds, breaks, type Row, rewords } from './row.ts';

const machine = (document: Editable) => document.components.schemas.ParcelStatus['x-state-machine'];
const status = (document: Editable) => document.components.schemas.ParcelStatus;
const catalogue = (document: Editable) => document.components['x-error-catalogue'].common;
const limits = (document: Editable) => document.paths['/parcels'].post['x-limits'];
const codes = (document: Editable): string[] =>
  document.paths['/parcels'].post.responses[409]['x-problem-codes'];
const delivery = (document: Editable) => document.webhooks.parcelMoved.post['x-webhook-delivery'];
const blockers = (document: Editable) => document.components.schemas.BlockerCode['x-blockers'];
const schemas = (document: Editable) => document.components.schemas;
/** Sets members of an object that an edit finds. */
const set =
  (find: (document: Editable) => Editable, members: object) =>
  (document: Editable): void => {
    Object.assign(find(document), members);
  };

/** Every kind of our own data. The edits get the small contract. `place` is the extension. */
export const ourData: Row[] = [
  {
    place: 'x-state-machine',
    kind: 'transition',
    breaking: breaks('a transition is gone', (d) => machine(d).transitions.pop()),
    harmless: adds('a new transition', (d) =>
      machine(d).transitions.push({ from: 'resting', to: 'lost', by: ['courier'] }),
    ),
  },
  {
    place: 'x-state-machine',
    kind: 'state',
    breaking: breaks('a state is gone', (d) => delete machine(d).states.lost),
    harmless: adds('a new state', (d) => {
      machine(d).states.sorted = { phase: 'open' };
    }),
  },
  {
    place: 'x-state-machine',
    kind: 'terminal',
    breaking: breaks('an end is opened again', (d) => delete machine(d).states.lost.terminal),
    harmless: adds('a new end', (d) => {
      machine(d).states.burnt = { phase: 'closed', terminal: true };
    }),
  },
  {
    place: 'x-state-machine',
    kind: 'made terminal',
    breaking: breaks(
      'a state becomes an end',
      set((d) => machine(d).states.resting, { terminal: true }),
    ),
    harmless: 'an end that is opened breaks as well',
  },
  {
    place: 'x-state-machine',
    kind: 'phase',
    breaking: breaks(
      'a state changes its phase',
      set((d) => machine(d).states.resting, { phase: 'closed' }),
    ),
    harmless: 'clients branch on phases',
  },
  {
    place: 'x-state-machine',
    kind: 'initial',
    breaking: breaks('it can begin later on the way', (d) => machine(d).initial.push('moving')),
    harmless: adds(
      'one beginning less',
      (d) => machine(d).initial.pop(),
      (d) => machine(d).initial.push('moving'),
    ),
  },
  {
    place: 'x-state-machine',
    kind: 'guaranteed',
    breaking: breaks('a state may be left out on the way to a good end', (d) =>
      machine(d).guaranteed.shift(),
    ),
    harmless: adds('a state is never left out', (d) => machine(d).guaranteed.push('moving')),
  },
  {
    place: 'x-state-machine',
    kind: 'skips',
    breaking: breaks('states may be left out', set(machine, { skips: 'forward' })),
    harmless: adds(
      'no state is left out, and nobody who calls moves it',
      set(machine, { skips: 'none' }),
      set(machine, { skips: 'forward' }),
    ),
  },
  {
    place: 'x-state-machine',
    kind: 'by',
    breaking: breaks('somebody can no longer make a step', (d) =>
      machine(d).transitions[0].by.pop(),
    ),
    harmless: adds('somebody else can make a step', (d) =>
      machine(d).transitions[0].by.push('store'),
    ),
  },
  {
    place: 'x-state-machine',
    kind: 'needs',
    breaking: breaks('a step needs more', (d) => machine(d).transitions[3].needs.push('photo')),
    harmless: adds('a step needs less', (d) => machine(d).transitions[3].needs.pop()),
  },
  {
    place: 'x-state-machine',
    kind: 'fires_event',
    breaking: breaks(
      'a step is no longer announced',
      (d) => delete machine(d).transitions[0].fires_event,
    ),
    harmless: adds(
      'a step is announced',
      set((d) => machine(d).transitions[1], { fires_event: 'parcelMoved' }),
    ),
  },
  {
    place: 'x-state-machine',
    kind: 'field',
    breaking: breaks('the state stands in another field', set(machine, { field: 'state' })),
    harmless: 'code looks for it by name',
  },
  {
    place: 'x-state-machine',
    kind: 'the whole',
    breaking: breaks('there is no machine any more', (d) => delete status(d)['x-state-machine']),
    harmless: adds('a machine where none was', (d) => {
      schemas(d).ParcelPhase['x-state-machine'] = {
        field: 'phase',
        initial: ['open'],
        states: { open: { phase: 'open' }, closed: { phase: 'closed', terminal: true } },
        transitions: [{ from: 'open', to: 'closed', by: ['system'] }],
        skips: 'none',
        guaranteed: [],
      };
    }),
  },
  {
    place: 'x-error-catalogue',
    kind: 'code',
    breaking: breaks('a code is gone', (d) => {
      delete catalogue(d).busy;
      codes(d).pop();
    }),
    harmless: adds('a new code', (d) => {
      catalogue(d).fresh = {
        status: 409,
        title: 'Fresh',
        cause: 'So.',
        action: 'So.',
        retryable: false,
      };
    }),
  },
  {
    place: 'x-error-catalogue',
    kind: 'status',
    breaking: breaks(
      'a code has another status',
      set((d) => catalogue(d).busy, { status: 503 }),
    ),
    harmless: rewords(
      'a code is explained anew',
      set((d) => catalogue(d).busy, { cause: 'New words.' }),
    ),
  },
  {
    place: 'x-error-catalogue',
    kind: 'retryable',
    breaking: breaks(
      'repeating no longer helps',
      set((d) => catalogue(d).busy, { retryable: false }),
    ),
    harmless: adds(
      'repeating helps',
      set((d) => catalogue(d).parcel_not_found, { retryable: true }),
    ),
  },
  {
    place: 'x-error-catalogue',
    kind: 'extensions',
    breaking: breaks('a code brings less', (d) => delete catalogue(d).parcel_exists.extensions),
    harmless: adds(
      'a code brings more',
      set((d) => catalogue(d).busy, { extensions: ['existing_id'] }),
    ),
  },
  {
    place: 'x-problem-codes',
    kind: 'code',
    breaking: breaks('an operation no longer answers a code', (d) => codes(d).pop()),
    harmless: adds('an operation answers another code', (d) => codes(d).push('parcel_not_found')),
  },
  {
    place: 'x-limits',
    kind: 'rate',
    breaking: breaks(
      'fewer requests',
      set((d) => limits(d).rate, { requests: 99 }),
    ),
    harmless: adds(
      'more requests',
      set((d) => limits(d).rate, { requests: 101 }),
    ),
  },
  {
    place: 'x-limits',
    kind: 'max_body_bytes',
    breaking: breaks('smaller bodies', set(limits, { max_body_bytes: 999 })),
    harmless: adds('larger bodies', set(limits, { max_body_bytes: 1001 })),
  },
  {
    place: 'x-limits',
    kind: 'timeout_seconds',
    breaking: breaks('an answer may take longer', set(limits, { timeout_seconds: 11 })),
    harmless: adds('an answer comes sooner', set(limits, { timeout_seconds: 9 })),
  },
  {
    place: 'x-webhook-delivery',
    kind: 'delays_seconds',
    breaking: breaks('fewer attempts', (d) => delivery(d).delays_seconds.pop()),
    harmless: adds('more attempts', (d) => delivery(d).delays_seconds.push(60)),
  },
  {
    place: 'x-webhook-delivery',
    kind: 'timeout_seconds',
    breaking: breaks('less time to answer', set(delivery, { timeout_seconds: 14 })),
    harmless: adds('more time to answer', set(delivery, { timeout_seconds: 16 })),
  },
  {
    place: 'x-webhook-delivery',
    kind: 'until',
    breaking: breaks(
      'it stops at the end of the list',
      set(delivery, { until: 'exhausted' }),
      set(delivery, { until: 'accept_by' }),
    ),
    harmless: adds('it goes on beyond the list', set(delivery, { until: 'accept_by' })),
  },
  {
    place: 'x-webhook-delivery',
    kind: 'test_vector',
    breaking: 'it is an example',
    harmless: rewords(
      'another published case',
      set((d) => delivery(d).test_vector, { id: 'evt_2' }),
    ),
  },
  {
    place: 'x-scenarios',
    kind: 'scenario',
    breaking: breaks('a scenario is gone', (d) => d['x-scenarios'].pop()),
    harmless: adds('a new scenario', (d) =>
      d['x-scenarios'].push({
        name: 'lost',
        summary: 'It is lost.',
        operations: [],
        course: ['new', 'moving', 'lost'],
      }),
    ),
  },
  {
    place: 'x-scenarios',
    kind: 'operations',
    breaking: breaks(
      'an operation can no longer ask for it',
      set((d) => d['x-scenarios'][0], { operations: [] }),
    ),
    harmless: adds('another operation can ask for it', (d) =>
      d['x-scenarios'][0].operations.push('getParcel'),
    ),
  },
  {
    place: 'x-blockers',
    kind: 'code',
    breaking: breaks('a blocker is gone', (d) => delete blockers(d).paused),
    harmless: adds('a new blocker', (d) => {
      blockers(d).flooded = { resolvable_by: 'marketplace', reopens: false };
    }),
  },
  {
    place: 'x-blockers',
    kind: 'resolvable_by',
    breaking: breaks(
      'the merchant can no longer lift it',
      set((d) => blockers(d).paused, { resolvable_by: 'marketplace' }),
    ),
    harmless: adds(
      'the merchant can lift it',
      set((d) => blockers(d).suspended, { resolvable_by: 'merchant' }),
    ),
  },
  {
    place: 'x-blockers',
    kind: 'reopens',
    breaking: breaks(
      'opening the store no longer lifts it',
      set((d) => blockers(d).paused, { reopens: false }),
    ),
    harmless: adds(
      'opening the store lifts it',
      set((d) => blockers(d).suspended, { reopens: true }),
    ),
  },
  {
    place: 'x-extensible-enum',
    kind: 'the mark',
    breaking: breaks(
      'a closed enum may grow',
      set((d) => schemas(d).ParcelPhase, { 'x-extensible-enum': true }),
    ),
    harmless: adds('an extensible enum is closed', (d) => delete status(d)['x-extensible-enum']),
  },
  {
    place: 'x-sunset',
    kind: 'day',
    breaking: breaks(
      'something ends earlier than announced',
      set((d) => schemas(d).Parcel.properties.note, { 'x-sunset': '2027-01-01' }),
    ),
    harmless: adds(
      'something ends later than announced',
      set((d) => schemas(d).Parcel.properties.note, { 'x-sunset': '2028-01-01' }),
    ),
  },
  {
    place: 'x-docs-base',
    kind: 'address',
    breaking: breaks(
      'the reference stands elsewhere',
      set((d) => d, { 'x-docs-base': 'https://elsewhere.example' }),
    ),
    harmless: 'the `type` of each problem begins with it',
  },
  {
    place: 'x-interface',
    kind: 'name',
    breaking: 'another interface is not compared at all',
    harmless: 'another interface is not compared at all',
  },
  {
    place: 'x-enumDescriptions',
    kind: 'words',
    breaking: 'read by people only',
    harmless: rewords(
      'a value is explained anew',
      set((d) => schemas(d).ParcelPhase['x-enumDescriptions'], { open: 'New words.' }),
    ),
  },
  {
    place: 'x-decisions',
    kind: 'numbers',
    breaking: 'read by people only',
    harmless: rewords('it rests on another decision', (d) => d['x-decisions'].push(2)),
  },
  {
    place: 'x-tagGroups',
    kind: 'groups',
    breaking: 'read by people only',
    harmless: rewords(
      'the groups of the reference are named anew',
      set((d) => d['x-tagGroups'][0], { name: 'Things' }),
    ),
  },
];

/**
 * What has no extension of its own and is judged here nevertheless. The edits get the small
 * contract.
 */
export const others: Row[] = [
  {
    place: 'components',
    kind: 'name of a schema',
    breaking: breaks('a component is renamed', (d) => rename(d, 'ParcelMoved', 'ParcelHasMoved')),
    harmless: adds('a component more', (d) => {
      schemas(d).Spare = { type: 'string' };
    }),
  },
  {
    place: 'webhooks',
    kind: 'name',
    breaking: breaks('a webhook is renamed', (d) => {
      d.webhooks = { parcelHasMoved: d.webhooks.parcelMoved };
    }),
    harmless: adds('a new webhook', (d) => {
      d.webhooks.parcelLost = {
        post: { ...structuredClone(d.webhooks.parcelMoved.post), operationId: 'parcelLost' },
      };
    }),
  },
  {
    place: 'webhooks',
    kind: 'header of the event',
    breaking: breaks('events no longer carry a header', (d) =>
      d.webhooks.parcelMoved.post.parameters.pop(),
    ),
    harmless: adds('events carry a header more', (d) =>
      d.webhooks.parcelMoved.post.parameters.push({
        name: 'webhook-extra',
        in: 'header',
        schema: { type: 'string' },
      }),
    ),
  },
  {
    place: 'webhooks',
    kind: 'header requiredness',
    breaking: breaks(
      'a header is not always sent',
      set((d) => d.webhooks.parcelMoved.post.parameters[0], { required: false }),
    ),
    harmless: adds(
      'a header is always sent',
      set((d) => d.webhooks.parcelMoved.post.parameters[0], { required: true }),
      set((d) => d.webhooks.parcelMoved.post.parameters[0], { required: false }),
    ),
  },
  {
    place: 'tags',
    kind: 'name',
    breaking: breaks('a tag is renamed', (d) => {
      d.tags[0].name = 'Boxes';
      for (const path of Object.values<Editable>(d.paths))
        for (const operation of Object.values<Editable>(path)) operation.tags = ['Boxes'];
      d.webhooks.parcelMoved.post.tags = ['Boxes'];
    }),
    harmless: adds('a new tag', (d) => d.tags.push({ name: 'More', description: 'More.' })),
  },
  {
    place: 'paths',
    kind: 'name of a parameter',
    breaking: breaks('a path parameter is renamed', (d) => {
      const item = d.paths['/parcels/{id}'];
      item.get.parameters[0].name = 'parcel_id';
      d.paths['/parcels/{parcel_id}'] = item;
      delete d.paths['/parcels/{id}'];
    }),
    harmless: 'methods of generated clients take it by name',
  },
  {
    place: 'enums',
    kind: 'value of an answer',
    breaking: breaks('a value never comes any more', (d) => status(d).enum.pop()),
    harmless: adds('an extensible enum has a value more', (d) => status(d).enum.push('sorted')),
  },
  {
    place: 'requests',
    kind: 'default',
    breaking: breaks(
      'left out, it means something else',
      set((d) => schemas(d).SpeedInput, { default: 'fast' }),
    ),
    harmless: adds(
      'it is said what leaving it out means',
      set((d) => schemas(d).SpeedInput, { default: 'slow' }),
      (d) => delete schemas(d).SpeedInput.default,
    ),
  },
  {
    place: 'requests',
    kind: 'required in a nested object',
    breaking: breaks('an optional property is required', (d) =>
      schemas(d).AddressInput.required.push('zip'),
    ),
    harmless: adds('a required property is optional', (d) =>
      schemas(d).AddressInput.required.pop(),
    ),
  },
  {
    place: 'requests',
    kind: 'required in one case',
    breaking: breaks('a case asks for more', (d) =>
      schemas(d).CreateParcelRequest.then.required.push('address'),
    ),
    harmless: adds('a case asks for less', (d) =>
      schemas(d).CreateParcelRequest.then.required.pop(),
    ),
  },
  {
    place: 'requests',
    kind: 'condition',
    breaking: breaks('the condition is another one', (d) =>
      schemas(d).CreateParcelRequest.if.properties.speed.enum.push('slow'),
    ),
    harmless:
      'whether it asks for more cannot be told, so every other condition counts as breaking',
  },
  {
    place: 'deprecation',
    kind: 'the mark',
    breaking: 'gone before its day: the gate refuses it',
    harmless: adds(
      'something is announced to go',
      set((d) => schemas(d).Parcel.properties.id, { deprecated: true, 'x-sunset': '2028-01-01' }),
    ),
  },
  {
    place: 'examples',
    kind: 'value',
    breaking: 'examples promise nothing',
    harmless: rewords(
      'an example is another one',
      set((d) => d.components.examples.parcel_new, { value: { id: 'q' } }),
    ),
  },
];

function rename(document: Editable, name: string, next: string): void {
  const text = JSON.stringify(document).replaceAll(
    `#/components/schemas/${name}"`,
    `#/components/schemas/${next}"`,
  );
  Object.assign(document, JSON.parse(text));
  document.components.schemas[next] = document.components.schemas[name];
  delete document.components.schemas[name];
}
