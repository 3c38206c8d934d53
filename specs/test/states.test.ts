import { describe, expect, it } from 'vitest';
import type { JsonObject, StateMachine } from '../contract/model.ts';
import { byName, componentName, type Instance, instances } from './support/contracts.ts';

interface Entry {
  status: string;
  at: string;
}

/**
 * Returns whether a status can follow another: by a transition or, if the machine allows skips, by
 * forward transitions over states that are not guaranteed.
 */
function follows(machine: StateMachine, from: string, to: string): boolean {
  if (machine.transitions.some((one) => one.from === from && one.to === to)) return true;
  if (machine.skips === 'none') return false;
  const order = [...machine.states.keys()];
  const forward = machine.transitions.filter(
    (one) => order.indexOf(one.to) > order.indexOf(one.from),
  );
  const seen = new Set([from]);
  for (const state of seen) {
    for (const { to: next } of forward.filter((one) => one.from === state)) {
      if (next === to) return true;
      if (!machine.guaranteed.includes(next)) seen.add(next);
    }
  }
  return false;
}

/** All example objects with a status field, each with its state machine. */
const statefulObjects = byName.flatMap(([, contract]) =>
  contract.machines.flatMap((machine) =>
    instances(contract)
      .filter(
        ({ value, schema }) =>
          machine.field in value &&
          componentName((schema.properties as JsonObject)?.[machine.field]) === machine.schemaName,
      )
      .map((one) => [one.place, one, machine] as const),
  ),
);

/** Groups of time fields. The times in one object must be in the order of their group. */
const inOrder = [
  ['starts_at', 'ends_at'],
  ['earliest_at', 'expected_at', 'latest_at'],
  ['created_at', 'updated_at'],
  ['created_at', 'closed_at'],
  ['created_at', 'expires_at'],
  ['received_at', 'expected_live_at'],
  ['requested_at', 'decided_at'],
];

const historyOf = ({ value }: Instance): Entry[] | undefined =>
  Array.isArray(value.history) ? (value.history as unknown as Entry[]) : undefined;
const time = (at: unknown): number => Date.parse(String(at));

describe('states in examples', () => {
  it.each(statefulObjects.filter(([, { value }]) => 'phase' in value))(
    '%s has the phase that belongs to its status',
    (_place, { value }, machine) => {
      expect(value.phase).toBe(machine.states.get(String(value[machine.field]))?.phase);
    },
  );

  const changes = statefulObjects.filter(
    ([, { value }]) => 'previous_status' in value && value.changed !== false,
  );
  it.each(changes)(
    '%s has a previous status that equals its current status or can change to it',
    (_place, { value }, machine) => {
      const [from, to] = [String(value.previous_status), String(value[machine.field])];
      expect(from === to || follows(machine, from, to), `${from} → ${to}`).toBe(true);
    },
  );

  const withTransitions = statefulObjects.filter(([, { value }]) =>
    Array.isArray(value.allowed_transitions),
  );
  it.each(withTransitions)(
    '%s lists only possible transitions or its current status, and nothing if the status is final',
    (_place, { value }, machine) => {
      const from = String(value[machine.field]);
      const offered = (value.allowed_transitions as JsonObject[]).map(({ status }) =>
        String(status),
      );
      expect(offered.filter((to) => to !== from && !follows(machine, from, to))).toEqual([]);
      if (machine.states.get(from)?.terminal) expect(offered).toEqual([]);
    },
  );

  const changeEvents = statefulObjects.filter(([, { value }]) => Array.isArray(value.changes));
  it.each(changeEvents)(
    '%s has previous_status exactly when the status changed',
    (_place, { value }) => {
      expect('previous_status' in value).toBe((value.changes as string[]).includes('status'));
    },
  );

  it('the examples contain each phase of each state machine', () => {
    for (const machine of byName.flatMap(([, contract]) => contract.machines)) {
      const seen = new Set(
        statefulObjects.filter(([, , one]) => one === machine).map(([, { value }]) => value.phase),
      );
      expect(
        [...machine.states.values()].map(({ phase }) => phase).filter((phase) => !seen.has(phase)),
        machine.schemaName,
      ).toEqual([]);
    }
  });

  const histories = statefulObjects.filter(([, one]) => historyOf(one) !== undefined);
  describe.each(histories)('the history of %s', (_place, one, machine) => {
    const history = historyOf(one) ?? [];
    const times = history.map(({ at }) => time(at));

    it('each history is a valid sequence of transitions from an initial status to the current status', () => {
      expect(machine.initial).toContain(history[0]?.status);
      for (const [index, { status }] of history.entries()) {
        const before = history[index - 1]?.status;
        if (before !== undefined)
          expect(follows(machine, before, status), `${before} → ${status}`).toBe(true);
      }
      expect(history.at(-1)?.status).toBe(one.value[machine.field]);
    });

    it('each history with a guaranteed final status contains every guaranteed status', () => {
      const successfulFinalStates = machine.guaranteed.filter(
        (state) => machine.states.get(state)?.terminal,
      );
      if (successfulFinalStates.includes(String(one.value[machine.field])))
        expect(history.map(({ status }) => status)).toEqual(
          expect.arrayContaining(machine.guaranteed),
        );
    });

    it('each history is in chronological order, and agrees with created_at, updated_at and closed_at', () => {
      expect(times).toEqual([...times].sort((a, b) => a - b));
      const { created_at: created, updated_at: updated, closed_at: closed } = one.value;
      expect(time(created)).toBeLessThanOrEqual(times[0] ?? 0);
      expect(time(updated)).toBeGreaterThanOrEqual(times.at(-1) ?? 0);
      if (closed !== undefined) expect(time(closed)).toBe(times.at(-1));
    });

    it('each history has at most as many entries as the resource has revisions', () => {
      expect(Number(one.value.revision)).toBeGreaterThanOrEqual(history.length);
    });
  });
});

const rejections = byName.flatMap(([, contract]) =>
  instances(contract)
    .filter(
      ({ schemaName, value }) => schemaName === 'Problem' && Array.isArray(value.allowed_statuses),
    )
    .map(
      (one) =>
        [
          one.place,
          one.value,
          contract.machines.find(({ states }) => states.has(String(one.value.current_status))),
        ] as const,
    ),
);
it.each(rejections)(
  '%s lists only possible statuses, without the requested status',
  (_place, { current_status, requested_status, allowed_statuses }, machine) => {
    const offered = allowed_statuses as string[];
    expect(machine).toBeDefined();
    expect(
      offered.filter(
        (to) => machine && to !== current_status && !follows(machine, String(current_status), to),
      ),
    ).toEqual([]);
    expect(offered).not.toContain(requested_status);
  },
);

describe.each(byName)('the times in the %s examples', (_, contract) => {
  const all = instances(contract);

  it('the times in an object are in chronological order', () => {
    for (const { value, place } of all) {
      for (const names of inOrder) {
        const times = names
          .map((name) => value[name])
          .filter((one) => typeof one === 'string')
          .map(time);
        expect(times, `${place}: ${names.join(', ')}`).toEqual([...times].sort((a, b) => a - b));
      }
    }
  });

  it('the time of an event is not before the change to its resource', () => {
    for (const { value, place } of all.filter(
      (one) => one.in.kind === 'event' && one.value.occurred_at !== undefined,
    )) {
      expect(time(value.occurred_at), place).toBeGreaterThanOrEqual(
        time((value.data as JsonObject).updated_at),
      );
    }
  });

  it('the times in responses and events are in UTC with milliseconds', () => {
    const ours = all.filter((one) => one.in.kind !== 'request');
    const times = ours.flatMap(({ value, schema, place }) =>
      Object.entries(value)
        .filter(
          ([key]) =>
            contract.deref(((schema.properties as JsonObject)?.[key] ?? {}) as JsonObject)
              .format === 'date-time',
        )
        .map(([key, at]) => [`${place}/${key}`, String(at)] as const),
    );
    expect(times.filter(([, at]) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(at))).toEqual(
      [],
    );
  });

  it('a higher revision of a resource does not have an earlier time, and a revision has only one status', () => {
    const versions = new Map<
      string,
      { revision: number; at: number; status: unknown; place: string }[]
    >();
    for (const { value, place } of all) {
      const { id } = value;
      if (
        typeof id !== 'string' ||
        typeof value.revision !== 'number' ||
        value.updated_at === undefined
      )
        continue;
      versions.set(id, [
        ...(versions.get(id) ?? []),
        { revision: value.revision, at: time(value.updated_at), status: value.status, place },
      ]);
    }
    for (const [id, list] of versions) {
      const sorted = [...list].sort((a, b) => a.revision - b.revision || a.at - b.at);
      for (const [index, one] of sorted.entries()) {
        const before = sorted[index - 1];
        if (before === undefined) continue;
        expect(one.at, `${id}: ${before.place} and ${one.place}`).toBeGreaterThanOrEqual(before.at);
        if (before.revision === one.revision)
          expect(one.status, `${id}: ${before.place} and ${one.place}`).toBe(before.status);
      }
    }
  });
});
