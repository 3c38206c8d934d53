import { describe, expect, it } from 'vitest';
import { requiredBump } from '../src/diff/comparison/change.ts';
import { rate } from '../src/diff/rate.ts';
import { type Edit, type Editable, edited } from './support/contract.ts';

const changes = (after: Edit, before: Edit = () => undefined) =>
  rate(edited(before), edited(before, after), []);
const rules = (after: Edit, before?: Edit) =>
  changes(after, before).map(({ bump, rule }) => `${bump} ${rule}`);
const schemas = (document: Editable) => document.components.schemas;

describe('a change is not taken for one', () => {
  it.each<[string, Edit]>([
    ['when values of an enum change places', (d) => schemas(d).ParcelPhase.enum.reverse()],
    ['when required properties change places', (d) => schemas(d).Parcel.required.reverse()],
    [
      'when codes of a response change places',
      (d) => d.paths['/parcels'].post.responses[409]['x-problem-codes'].reverse(),
    ],
    [
      'when transitions change places',
      (d) => schemas(d).ParcelStatus['x-state-machine'].transitions.reverse(),
    ],
    ['when scenarios change places', (d) => d['x-scenarios'].reverse()],
    [
      'when a schema is written where it was referred to',
      (d) => {
        schemas(d).CreateParcelRequest.properties.address = structuredClone(
          schemas(d).AddressInput,
        );
      },
    ],
  ])('%s', (_, edit) => {
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
    ['fewer at once at the same pace', 50, 30, 'major limits/rate-lowered'],
    ['a slower pace', 100, 90, 'major limits/rate-lowered'],
    ['more at once at a slower pace', 150, 120, 'major limits/rate-lowered'],
    ['more at once at the same pace', 200, 120, 'minor limits/rate-raised'],
    ['a faster pace', 100, 30, 'minor limits/rate-raised'],
  ])('%s', (_, requests, per_seconds, rule) => {
    expect(rules(rate(requests, per_seconds))).toEqual([rule]);
  });

  it('on the size of a body where none was', () => {
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
  ])('%s', (_, schedule, rule) => {
    expect(rules(delays(...schedule))).toEqual([rule]);
  });
});

describe('state machines', () => {
  const machine = (document: Editable) => schemas(document).ParcelStatus['x-state-machine'];

  it('that may begin in a state which is new need a minor only', () => {
    const edit: Edit = (document) => {
      machine(document).states.draft = { phase: 'open' };
      machine(document).initial.push('draft');
    };
    expect(requiredBump(changes(edit))).toBe('minor');
  });

  it('whose callers may no longer skip states need a major', () => {
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

  it('name every operation and webhook that shows the state', () => {
    const [change] = changes((document) => machine(document).transitions.pop());
    expect(change?.operations).toEqual(['createParcel', 'getParcel', 'parcelMoved']);
  });
});

describe('schemas that several places share', () => {
  const share: Edit = (document) => {
    schemas(document).CreateParcelRequest.properties.phase = {
      $ref: '#/components/schemas/ParcelPhase',
    };
  };

  it('are judged for what is sent and for what is received', () => {
    const grown = changes((document) => schemas(document).ParcelPhase.enum.push('lost'), share);
    expect(grown.map(({ bump, rule, operations }) => [bump, rule, operations])).toEqual([
      ['major', 'enums/closed-grew', ['createParcel', 'getParcel']],
      ['minor', 'enums/request-value-added', ['createParcel']],
    ]);
  });

  it('are told once, however many operations show them', () => {
    expect(changes((document) => schemas(document).ParcelStatus.enum.push('sorted'))).toHaveLength(
      1,
    );
  });
});

describe('what stands in a condition', () => {
  const not =
    (...required: string[]): Edit =>
    (document) => {
      schemas(document).CreateParcelRequest.not = { required };
    };

  it('counts as breaking either way, because it turns around', () => {
    expect(rules(not('note'), not('note', 'speed'))).toEqual(['major conditions/changed']);
    expect(rules(not('note', 'speed'), not('note'))).toEqual(['major conditions/changed']);
  });

  it('has words, too, which are a patch', () => {
    expect(
      rules((document) => {
        schemas(document).CreateParcelRequest.if.title = 'in a hurry';
      }),
    ).toEqual(['patch conditions/words']);
  });

  it('asks for more in a request where it is new, and for less where it is gone', () => {
    expect(rules(not('note'))).toEqual(['major conditions/added']);
    expect(
      rules((document) => delete schemas(document).CreateParcelRequest.not, not('note')),
    ).toEqual(['minor conditions/removed']);
  });

  it('promises more in an answer where it is new, and less where it is gone', () => {
    const promise: Edit = (document) =>
      Object.assign(schemas(document).Parcel, {
        if: { properties: { phase: { enum: ['closed'] } } },
        then: { required: ['note'] },
      });
    const withdraw: Edit = (document) => {
      delete schemas(document).Parcel.if;
      delete schemas(document).Parcel.then;
    };
    expect(rules(promise)).toEqual(['minor conditions/added']);
    expect(rules(withdraw, promise)).toEqual(['major conditions/removed']);
  });
});

describe('codes', () => {
  it('that move from one status to another are one change of the catalogue and none of the operation', () => {
    const edit: Edit = (document) => {
      const { responses } = document.paths['/parcels'].post;
      responses[503] = { ...responses[409], 'x-problem-codes': ['busy'] };
      responses[409]['x-problem-codes'] = ['parcel_exists'];
      document.components['x-error-catalogue'].common.busy.status = 503;
    };
    expect(rules(edit)).toEqual(['major problems/status-changed']);
  });

  it('that any request can meet, or only some can, need a minor', () => {
    const scope =
      (value: string): Edit =>
      (document) => {
        document.components['x-error-catalogue'].common.busy.scope = value;
      };
    expect(rules(scope('server'))).toEqual(['minor problems/scope-widened']);
    expect(rules(scope('operation'), scope('server'))).toEqual(['minor problems/scope-narrowed']);
  });
});
