import { beforeAll, describe, expect, it } from 'vitest';
import type { Change } from '../src/diff/comparison/change.ts';
import { assignabilityTest } from '../src/gate/type-compatibility/assignability.ts';
import { typeChanges } from '../src/gate/type-compatibility/type-changes.ts';
import { thisRepository } from '../src/repository/repository.ts';
import { type Edit, edited } from './support/contract.ts';

const schemas = (document: Parameters<Edit>[0]) => document.components.schemas;
const none = new Map<string, string>();

describe('code that uses released types', () => {
  it('code that uses released types compiles after additions', async () => {
    const additions: Edit = (d) => {
      Object.assign(schemas(d).Parcel.properties, { fresh: { type: 'string' } });
      Object.assign(schemas(d).CreateParcelRequest.properties, { fresh: { type: 'string' } });
      schemas(d).ParcelStatus['x-extensible-enum'].push('sorted');
      schemas(d).Parcel.required.push('note');
      schemas(d).AddressInput.required.pop();
      schemas(d).Spare = { type: 'string' };
    };
    expect(await typeChanges(edited(), edited(additions), thisRepository, none)).toEqual([]);
  });

  describe('code that no longer compiles', () => {
    let changes: Change[];
    beforeAll(async () => {
      const breaks: Edit = (d) => {
        schemas(d).ParcelMoved.required.shift();
        schemas(d).AddressInput.required.push('zip');
        schemas(d).ParcelPhase.enum.push('lost');
        Object.assign(schemas(d).Problem.properties.existing_id, { type: 'integer' });
        schemas(d).SpeedInput.enum.push('medium');
      };
      changes = await typeChanges(edited(), edited(breaks), thisRepository, none);
    });

    it.each([
      ['a response property becomes optional', /\(`ParcelMoved`, received\): .*'id' is optional/],
      ['a request property becomes required', /\(`AddressInput`, sent\): .*'zip'/],
      ['a fixed enum has a new value', /\(`ParcelPhase`, received\): .*"lost"/],
      ['a type changes', /\(`Problem`, received\): .*number/],
    ])(
      'code that no longer compiles is reported with the type and the incompatible part if %s',
      (_, message) => {
        const hit = changes.find(({ what }) => message.test(what));
        expect(hit, JSON.stringify(changes, null, 1)).toMatchObject({
          rule: 'code/no-longer-compiles',
          bump: 'major',
        });
        expect(hit?.what).toMatch(/^Code for lastmile 1\.0\.0 no longer compiles \(/);
      },
    );

    it('a request that accepts more values is not reported', () => {
      expect(changes.filter(({ what }) => what.includes('`SpeedInput`'))).toEqual([]);
    });
  });

  it('compatibility is checked only in the directions in which a type is used', () => {
    const source = assignabilityTest(edited(), edited());
    expect(source).toContain(
      'export const receivedParcel = (value: Revision.Parcel): Released.Parcel => value;',
    );
    expect(source).toContain(
      'export const sentCreateParcelRequest = (value: Released.CreateParcelRequest): Revision.CreateParcelRequest => value;',
    );
    expect(source).not.toContain('sentParcel ');
  });

  it('a contract whose types cannot be generated is rejected with a one-line error', async () => {
    const unusual = edited((d) =>
      Object.assign(schemas(d).Parcel, { if: { anyOf: [] }, then: {} }),
    );
    await expect(typeChanges(edited(), unusual, thisRepository, none)).rejects.toThrow(
      /^Types cannot be generated from lastmile 1\.0\.0: \S[^\n]*$/,
    );
  });
});

it('the type tests of a release are compiled against the types of the revision', async () => {
  const tests = new Map([
    [
      'holds.test-d.ts',
      "import { expectTypeOf } from 'vitest';\nimport type { Parcel } from '../generated/index.js';\n\nexpectTypeOf<Parcel>().toHaveProperty('id');\n",
    ],
    [
      'breaks.test-d.ts',
      "import { expectTypeOf } from 'vitest';\nimport type { Parcel } from '@delivery-api/lastmile-types';\n\nexpectTypeOf<Parcel>().toHaveProperty('note');\n",
    ],
  ]);
  const changes = await typeChanges(
    edited(),
    edited((d) => delete schemas(d).Parcel.properties.note),
    thisRepository,
    tests,
  );
  const messages = changes.map(({ what }) => what).filter((what) => what.includes('type test'));
  expect(messages).toEqual([expect.stringContaining('(type test breaks.test-d.ts:4)')]);
});
