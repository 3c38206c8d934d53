import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readContract } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { runEngine } from '../src/diff/engine/run-engine.ts';
import { rate } from '../src/diff/rate.ts';
import { readDocument } from '../src/documents/document.ts';
import { GateError } from '../src/repository/errors.ts';
import { Repository, thisRepository } from '../src/repository/repository.ts';
import { type Edit, type Editable, edited, smallContract } from './support/contract.ts';
import { extensionRows } from './support/table/extensions.ts';
import { otherRows } from './support/table/other-changes.ts';

const compareEdited = async (after: Edit, before: Edit = () => undefined) => {
  const [base, revision] = [edited(before), edited(before, after)];
  return rate(base, revision, await runEngine(base.document, revision.document, thisRepository));
};

describe('changes that only the engine finds', () => {
  it.each<[string, Edit, string]>([
    [
      'a renamed path',
      (d) => {
        d.paths['/packets'] = d.paths['/parcels'];
        delete d.paths['/parcels'];
      },
      'path-removed',
    ],
    ['a removed operation', (d) => delete d.paths['/parcels/{id}'].get, 'operation-removed'],
    [
      'a different operationId',
      (d) => Object.assign(d.paths['/parcels/{id}'].get, { operationId: 'readParcel' }),
      'operation-id-changed',
    ],
    [
      'a different server URL',
      (d) => Object.assign(d.servers[0], { url: 'https://elsewhere.example' }),
      'server-removed',
    ],
    [
      'a body that becomes required',
      (d) => Object.assign(d.paths['/parcels'].post.requestBody, { required: true }),
      'request-body-became-required',
    ],
    [
      'a header that becomes a query parameter',
      (d) => Object.assign(d.paths['/parcels'].post.parameters[0], { in: 'query' }),
      'parameter-removed',
    ],
  ])('%s is reported as a major change', async (_, edit, rule) => {
    const optionalBody: Edit = (d) =>
      Object.assign(d.paths['/parcels'].post.requestBody, { required: false });
    const [worst] = await compareEdited(edit, optionalBody);
    expect(worst).toMatchObject({ rule, bump: 'major' });
    expect(worst?.reason).not.toBe('Existing clients can fail.');
  });
});

// A difference that the engine and our rules both find is reported once, with the text and bump of
// our rule.
const both = [...extensionRows, ...otherRows].filter(({ kind }) =>
  [
    'delays_seconds',
    'max_body_bytes',
    'name of a schema',
    'name of a parameter',
    'condition',
    'default',
  ].includes(kind),
);
it.each(
  both.flatMap(({ place, kind, breaking }) =>
    typeof breaking === 'string' ? [] : [{ place, kind, breaking }],
  ),
)('$place, $kind: "$breaking.what" is reported once', async ({ breaking }) => {
  const before = breaking.before ?? (() => undefined);
  const alone = rate(edited(before), edited(before, breaking.after), []);
  expect(await compareEdited(breaking.after, before)).toEqual(alone);
});

it('the gate compares each use of a list that a YAML alias shares', async () => {
  const shared = (required: string[]) => {
    const document: Editable = smallContract();
    const { schemas } = document.components;
    schemas.CreateParcelRequest.required = required;
    schemas.Parcel.required = required;
    schemas.Parcel.properties.reference = { type: 'string' };
    document.paths = {
      '/parcels/{id}': document.paths['/parcels/{id}'],
      '/parcels': document.paths['/parcels'],
    };
    return readDocument(stringify(document), 'shared.yaml').contract;
  };
  const [base, revision] = [shared(['reference']), shared(['reference', 'note'])];
  const changes = rate(
    base,
    revision,
    await runEngine(base.document, revision.document, thisRepository),
  );
  expect(changes.map(({ bump, rule }) => `${bump} ${rule}`)).toEqual([
    'major requiredness/request-required',
    'minor requiredness/response-required',
  ]);
});

it('the gate rejects a configuration that disables the engine', async () => {
  const root = mkdtempSync(join(tmpdir(), 'no-rules-'));
  writeFileSync(join(root, 'redocly.yaml'), 'extends: [recommended]\n');
  const document = readContract(JSON.parse(JSON.stringify(smallContract()))).document;
  await expect(
    runEngine(document, edited((d) => delete d.paths['/parcels']).document, new Repository(root)),
  ).rejects.toThrow(GateError);
  rmSync(root, { recursive: true });
});
