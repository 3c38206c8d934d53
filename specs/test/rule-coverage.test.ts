import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle, createConfig, lint, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { rules } from '../rules/rules.js';

// The test edits arbitrary members of the sources, so they have no types.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Editable = any;
/**
 * Changes a file in the temporary copy of the Lastmile contract. `what` is the path of the file or
 * the name of a component. For a component, changes only this component in its file.
 */
type Edit = (what: string, change: (content: Editable) => void) => void;

const plugin = { id: 'contract', rules: { oas3: rules } };
const configFor = (names: string[]) =>
  createConfig({
    plugins: [plugin],
    rules: Object.fromEntries(names.map((name) => [`contract/${name}`, 'error'])),
  } as Editable);

const createBooking = 'lastmile/operations/create-booking.yaml';
const getStoreInfo = 'lastmile/operations/get-store-info.yaml';
const bookingUpdated = 'lastmile/operations/booking-updated.yaml';

/** For each rule, an edit that violates the rule in a copy of the Lastmile contract. */
const violations: Record<string, (edit: Edit) => void> = {
  'body-names-apart': (edit) =>
    edit('CreateBookingRequest', (d) => {
      d.properties.partner_name = { type: 'string' };
    }),
  'component-names': (edit) => {
    edit('lastmile/store.yaml', (d) => {
      d.store_info = d.Store;
    });
    edit(getStoreInfo, (d) => {
      d.get.responses['200'].content['application/json'].schema.$ref = '../store.yaml#/store_info';
    });
  },
  'conditional-reads': (edit) =>
    edit(getStoreInfo, (d) => {
      delete d.get.responses['304'];
    }),
  'conditions-simple': (edit) =>
    edit('Booking', (d) => {
      d.then.properties = { courier: { type: 'object' } };
    }),
  'decisions-resolve': (edit) =>
    edit('lastmile.yaml', (d) => {
      d['x-decisions'].push(99);
    }),
  'dialect-line': (edit) =>
    edit('lastmile.yaml', (d) => {
      delete d.jsonSchemaDialect;
    }),
  'digit-patterns': (edit) =>
    edit('VerificationInput', (d) => {
      d.properties.pin.pattern = '^\\d+$';
    }),
  'enum-components': (edit) =>
    edit('CreateBookingRequest', (d) => {
      d.properties.handover = { type: 'string', enum: ['meet_at_door', 'meet_outside'] };
    }),
  'enum-tables': (edit) =>
    edit('BookingPhase', (d) => {
      delete d['x-enumDescriptions'].return;
    }),
  'enum-values': (edit) =>
    edit('BookingStatus', (d) => {
      d['x-extensible-enum'].push('Lost');
    }),
  'error-catalogue': (edit) =>
    edit('lastmile/errors.yaml', (d) => {
      d.never_used = { ...d.booking_not_found };
    }),
  'event-privacy': (edit) =>
    edit('BookingUpdate', (d) => {
      d.properties.dropoff = { $ref: 'waypoint.yaml#/Waypoint' };
    }),
  'examples-present': (edit) =>
    edit('lastmile/examples/dinner.yaml', (d) => {
      for (const example of Object.values<Editable>(d)) delete example.summary;
    }),
  'extensible-enums': (edit) =>
    edit('HandoverInput', (d) => {
      d['x-extensible-enum'] = d.enum;
    }),
  'extensions-valid': (edit) =>
    edit(createBooking, (d) => {
      d.post['x-limits'].rate.requests = 'many';
    }),
  'given-only': (edit) =>
    edit('lastmile.yaml', (d) => {
      d.paths['/{partner_name}/list_bookings'] = d.paths['/{partner_name}/create_booking'];
    }),
  'limits-stated': (edit) =>
    edit(createBooking, (d) => {
      delete d.post['x-limits'];
    }),
  'operation-names': (edit) =>
    edit(createBooking, (d) => {
      d.post.operationId = 'create_booking';
    }),
  'parameters-complete': (edit) =>
    edit('common/parameters.yaml', (d) => {
      delete d.IdempotencyKey.description;
    }),
  'permissions-named': (edit) =>
    edit(createBooking, (d) => {
      d.post.security = [{ bearer: ['bookings:read'] }];
    }),
  'problem-bodies': (edit) =>
    edit('common/responses.yaml', (d) => {
      d.RateLimited.content = {
        'application/json': d.RateLimited.content['application/problem+json'],
      };
    }),
  'problem-codes': (edit) =>
    edit('common/responses.yaml', (d) => {
      d.Unauthenticated['x-problem-codes'].push('booking_not_found');
    }),
  'problem-examples': (edit) =>
    edit('common/problem-examples.yaml', (d) => {
      d.unauthenticated.value.title = 'Who are you?';
    }),
  'properties-complete': (edit) =>
    edit('Booking', (d) => {
      delete d.properties.attempt.description;
    }),
  'property-names': (edit) =>
    edit('Booking', (d) => {
      d.properties.trackingUrl = d.properties.tracking_url;
    }),
  'requests-apart': (edit) =>
    edit('CreateBookingRequest', (d) => {
      d.properties.tip.$ref = d.properties.tip.$ref.replace('MoneyInput', 'Money');
    }),
  'requests-closed': (edit) =>
    edit('WaypointInput', (d) => {
      delete d.additionalProperties;
    }),
  'required-is-defined': (edit) =>
    edit('Booking', (d) => {
      d.then.required.push('rider');
    }),
  'response-headers': (edit) =>
    edit('common/responses.yaml', (d) => {
      delete d.Unavailable.headers['Retry-After'];
    }),
  'response-limits': (edit) =>
    edit('StatusReason', (d) => {
      d.properties.message.maxLength = 280;
    }),
  'response-ranges': (edit) =>
    edit('Booking', (d) => {
      d.properties.attempt.maximum = 10_000;
    }),
  'responses-open': (edit) =>
    edit('Booking', (d) => {
      d.additionalProperties = false;
    }),
  'scenarios-match': (edit) =>
    edit('lastmile/scenarios.yaml', (d) => {
      d[0].name = 'all_well';
    }),
  spelling: (edit) =>
    edit('Booking', (d) => {
      d.description += ' It may be canceled.';
    }),
  'state-machine': (edit) =>
    edit('BookingStatus', (d) => {
      const machine = d['x-state-machine'];
      machine.transitions = machine.transitions.filter((one: Editable) => one.to !== 'returned');
    }),
  'unions-discriminated': (edit) =>
    edit('Estimate', (d) => {
      delete d.discriminator.mapping.unserviceable;
    }),
  'webhook-complete': (edit) =>
    edit(bookingUpdated, (d) => {
      delete d.post.responses['410'];
    }),
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mistakes-'));
  for (const part of ['lastmile.yaml', 'lastmile', 'common'])
    cpSync(join(import.meta.dirname, '..', part), join(folder, part), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the file in the copy that contains a component. */
function fileOf(component: string): string {
  const path = ['lastmile', 'common']
    .flatMap((part) => readdirSync(join(folder, part)).map((file) => join(folder, part, file)))
    .find(
      (file) =>
        file.endsWith('.yaml') &&
        new RegExp(`^${component}:`, 'm').test(readFileSync(file, 'utf8')),
    );
  if (path === undefined)
    throw new Error(
      `No file contains the component ${component}. Use another component for the violation.`,
    );
  return path;
}

/** Returns the findings of the rules in the sources and in the bundle of the copy. */
async function findings(names: string[]): Promise<{ sources: string[]; bundled: string[] }> {
  const config = await configFor(names);
  const ref = join(folder, 'lastmile.yaml');
  const { bundle: one } = await bundle({ ref, config, dereference: false });
  const text = (problems: Awaited<ReturnType<typeof lint>>) =>
    problems
      .filter(({ ruleId }) => ruleId.startsWith('contract/'))
      .map(({ ruleId, message }) => `${ruleId}: ${message}`);
  return {
    sources: text(await lint({ ref, config })),
    bundled: text(
      await lintFromString({
        source: JSON.stringify(one.parsed),
        absoluteRef: join(folder, 'bundle.json'),
        config,
      }),
    ),
  };
}

it('every rule has an edit that violates it', () => {
  expect(Object.keys(violations).sort()).toEqual(Object.keys(rules).sort());
});

it('the rules find nothing in the unchanged copy of the Lastmile contract', async () => {
  expect(await findings(Object.keys(rules))).toEqual({ sources: [], bundled: [] });
});

describe('violations in an edited copy of the Lastmile contract', () => {
  it.each(Object.entries(violations))(
    'the rule %s reports the same violation in the sources and in the bundle',
    async (rule, make) => {
      const before = new Map<string, string>();
      const edit: Edit = (what, change) => {
        const path = what.endsWith('.yaml') ? join(folder, what) : fileOf(what);
        const text = readFileSync(path, 'utf8');
        before.set(path, before.get(path) ?? text);
        const content = parse(text, { merge: true, maxAliasCount: -1 });
        change(what.endsWith('.yaml') ? content : content[what]);
        writeFileSync(path, stringify(content, { aliasDuplicateObjects: false, lineWidth: 0 }));
      };
      try {
        make(edit);
        const found = await findings([rule]);
        expect(found.sources.length).toBeGreaterThan(0);
        expect([...new Set(found.bundled)].sort()).toEqual([...new Set(found.sources)].sort());
      } finally {
        for (const [path, text] of before) writeFileSync(path, text);
      }
    },
  );
});
