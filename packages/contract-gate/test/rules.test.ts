import { describe, expect, it } from 'vitest';
import { requiredBump } from '../src/diff/comparison/change.ts';
import { rate } from '../src/diff/rate.ts';
import { type Edit, type Editable, edited } from './support/contract.ts';

const changes = (after: Edit, before: Edit = () => undefined) =>
  rate(edited(before), edited(before, after), []);
const rules = (after: Edit, before?: Edit) =>
  changes(after, before).map(({ bump, rule }) => `${bump} ${rule}`);
const schemas = (document: Editable) => document.components.schemas;

describe('equivalent documents', () => {
  it.each<[string, Edit]>([
    ['after reordering enum values', (d) => schemas(d).ParcelPhase.enum.reverse()],
    ['after reordering required properties', (d) => schemas(d).Parcel.required.reverse()],
    [
      'after reordering the codes of a response',
      (d) => d.paths['/parcels'].post.responses[409]['x-problem-codes'].reverse(),
    ],
    [
      'after reordering transitions',
      (d) => schemas(d).ParcelStatus['x-state-machine'].transitions.reverse(),
    ],
    ['after reordering scenarios', (d) => d['x-scenarios'].reverse()],
    [
      'after replacing a reference with its target',
      (d) => {
        schemas(d).CreateParcelRequest.properties.address = structuredClone(
          schemas(d).AddressInput,
        );
      },
    ],
  ])('equivalent documents have no changes %s', (_, edit) => {
    expect(changes(edit)).toEqual([]);
  });
});

describe('limits', () => {
  const rate =
    (requests: number, per_seconds: number): Edit =>
    (document) => {
      document.paths['/parcels'].post['x-limits'].rate = { requests, per_seconds };
    };

  it.each([
    ['a smaller burst at the same average rate', 50, 30, 'major limits/rate-lowered'],
    ['a lower average rate', 100, 90, 'major limits/rate-lowered'],
    ['a larger burst at a lower average rate', 150, 120, 'major limits/rate-lowered'],
    ['a larger burst at the same average rate', 200, 120, 'minor limits/rate-raised'],
    ['a higher average rate', 100, 30, 'minor limits/rate-raised'],
  ])('%s (%i requests in %i s) has the rating %s', (_, requests, per_seconds, rule) => {
    expect(rules(rate(requests, per_seconds))).toEqual([rule]);
  });

  it('a new maximum body size is rated as a lower limit, and a removed one as a higher limit', () => {
    expect(
      rules((d) => Object.assign(d.paths['/parcels/{id}'].get['x-limits'], { max_body_bytes: 10 })),
    ).toEqual(['major limits/size-lowered']);
    expect(rules((d) => delete d.paths['/parcels'].post['x-limits'].max_body_bytes)).toEqual([
      'minor limits/size-raised',
    ]);
  });
});

describe('webhook schedules', () => {
  const delays =
    (...delays_seconds: number[]): Edit =>
    (document) => {
      document.webhooks.parcelMoved.post['x-webhook-delivery'].delays_seconds = delays_seconds;
    };

  it.each([
    ['more attempts in less time', [0, 1, 2, 3], 'major webhook-delivery/schedule-shortened'],
    ['fewer attempts in more time', [0, 600], 'major webhook-delivery/schedule-shortened'],
    ['the same attempts over more time', [0, 5, 61], 'minor webhook-delivery/schedule-lengthened'],
  ])('%s (%j) has the rating %s', (_, schedule, rule) => {
    expect(rules(delays(...schedule))).toEqual([rule]);
  });
});

describe('state machines', () => {
  const machine = (document: Editable) => schemas(document).ParcelStatus['x-state-machine'];

  it('a new state that is an initial state is rated as minor', () => {
    const edit: Edit = (document) => {
      machine(document).states.draft = { phase: 'open' };
      machine(document).initial.push('draft');
    };
    expect(requiredBump(changes(edit))).toBe('minor');
  });

  it('forbidding skips is rated as major if clients cause transitions', () => {
    const callers: Edit = (document) => {
      machine(document).transitions[0].by = ['merchant'];
      machine(document).skips = 'forward';
    };
    expect(
      rules((document) => {
        machine(document).skips = 'none';
      }, callers),
    ).toEqual(['major state-machine/skips-forbidden']);
  });

  it('a removed transition affects every operation and webhook that contains the state', () => {
    const [change] = changes((document) => machine(document).transitions.pop());
    expect(change?.operations).toEqual(['createParcel', 'getParcel', 'parcelMoved']);
  });
});

describe('shared schemas', () => {
  const share: Edit = (document) => {
    schemas(document).CreateParcelRequest.properties.phase = {
      $ref: '#/components/schemas/ParcelPhase',
    };
  };

  it('a change to a shared schema is rated for requests and for responses', () => {
    const grown = changes((document) => schemas(document).ParcelPhase.enum.push('lost'), share);
    expect(grown.map(({ bump, rule, operations }) => [bump, rule, operations])).toEqual([
      ['major', 'enums/closed-grew', ['createParcel', 'getParcel']],
      ['minor', 'enums/request-value-added', ['createParcel']],
    ]);
  });

  it('a change to a shared schema is reported once for all operations', () => {
    expect(
      changes((document) => schemas(document).ParcelStatus['x-extensible-enum'].push('sorted')),
    ).toHaveLength(1);
  });
});

it('an invalid pattern is rated as major, because it can match any property', () => {
  expect(
    rules((document) => {
      schemas(document).CreateParcelRequest.patternProperties = { '(': { type: 'string' } };
    }),
  ).toEqual(['major schema-keywords/patternProperties']);
});

describe('conditions', () => {
  const not =
    (...required: string[]): Edit =>
    (document) => {
      schemas(document).CreateParcelRequest.not = { required };
    };

  it('a condition that becomes stricter or less strict is rated as major', () => {
    expect(rules(not('note'), not('note', 'speed'))).toEqual(['major conditions/changed']);
    expect(rules(not('note', 'speed'), not('note'))).toEqual(['major conditions/changed']);
  });

  it('a condition is rated as a patch if only its texts change', () => {
    expect(
      rules((document) => {
        schemas(document).CreateParcelRequest.if.title = 'in a hurry';
      }),
    ).toEqual(['patch conditions/text']);
  });

  it('a condition of a request is rated as major if it is added, and as minor if it is removed', () => {
    expect(rules(not('note'))).toEqual(['major conditions/added']);
    expect(
      rules((document) => delete schemas(document).CreateParcelRequest.not, not('note')),
    ).toEqual(['minor conditions/removed']);
  });

  it('a condition of a response is rated as minor if it is added, and as major if it is removed', () => {
    const addGuarantee: Edit = (document) =>
      Object.assign(schemas(document).Parcel, {
        if: { properties: { phase: { enum: ['closed'] } } },
        then: { required: ['note'] },
      });
    const removeGuarantee: Edit = (document) => {
      delete schemas(document).Parcel.if;
      delete schemas(document).Parcel.then;
    };
    expect(rules(addGuarantee)).toEqual(['minor conditions/added']);
    expect(rules(removeGuarantee, addGuarantee)).toEqual(['major conditions/removed']);
  });
});

describe('problem codes', () => {
  it('a problem code with a changed status is reported once, as a change to the error catalog', () => {
    const edit: Edit = (document) => {
      const { responses } = document.paths['/parcels'].post;
      responses[503] = { ...responses[409], 'x-problem-codes': ['busy'] };
      responses[409]['x-problem-codes'] = ['parcel_exists'];
      document.components['x-error-catalogue'].common.busy.status = 503;
    };
    expect(rules(edit)).toEqual(['major problems/status-changed']);
  });

  it('a changed scope of a problem code is rated as minor', () => {
    const scope =
      (value: string): Edit =>
      (document) => {
        document.components['x-error-catalogue'].common.busy.scope = value;
      };
    expect(rules(scope('server'))).toEqual(['minor problems/scope-widened']);
    expect(rules(scope('operation'), scope('server'))).toEqual(['minor problems/scope-narrowed']);
  });
});
