import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readContract } from '@delivery-api/specs/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Change, neededBump } from '../src/diff/comparison/change.ts';
import { runEngine } from '../src/diff/engine/run-engine.ts';
import { rate } from '../src/diff/rate.ts';
import { thisRepository } from '../src/repository/repository.ts';
import { type Editable, edited, smallContract } from './support/contract.ts';
import { crossProduct, kinds, places } from './support/table/cross-product.ts';
import { tableMarkdown } from './support/table/markdown.ts';
import { others, ourData } from './support/table/our-data.ts';
import type { Row, Twin } from './support/table/row.ts';

const forms = ['breaking', 'harmless'] as const;
const isTwin = (twin: Twin | string): twin is Twin => typeof twin !== 'string';
const twins = (rows: Row[]) =>
  rows.flatMap(({ place, kind, ...row }) =>
    forms.flatMap((form) => (isTwin(row[form]) ? [{ place, kind, form, twin: row[form] }] : [])),
  );

describe('the table', () => {
  it('has every place with every kind', () => {
    const cells = places.flatMap((place) => kinds.map((kind) => `${place} ${kind}`));
    expect(crossProduct.map(({ place, kind }) => `${place} ${kind}`).toSorted()).toEqual(
      cells.toSorted(),
    );
  });

  it('has every extension that the linter knows', () => {
    const known = readdirSync(join(thisRepository.root, 'specs/rules/extensions')).map((file) =>
      file.replace('.schema.json', ''),
    );
    const missing = known.filter((name) => !ourData.some(({ place }) => place === name));
    expect(missing).toEqual([]);
  });

  it('is the one in the README (mend with `npm run table -w @delivery-api/contract-gate`)', () => {
    const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
    expect(readme).toContain(tableMarkdown([...crossProduct, ...ourData, ...others]));
  });
});

describe('what we judge ourselves, without the engine', () => {
  it.each(twins([...ourData, ...others]))(
    '$place, $kind, $form: $twin.what is $twin.bump',
    ({ twin }) => {
      const changes = rate(edited(...scene(twin)), edited(...scene(twin), twin.after), []);
      expect(neededBump(changes), JSON.stringify(changes, null, 1)).toBe(twin.bump);
      for (const change of changes) {
        expect(change.what).toMatch(/^[A-Z`].*\.$/);
        expect(change.reason).toMatch(/^[A-Z].*\.$/);
      }
    },
  );

  it.each(twins([...ourData, ...others]))(
    '$place, $kind, $form: nothing is said where nothing changed',
    ({ twin }) => {
      expect(
        rate(edited(...scene(twin), twin.after), edited(...scene(twin), twin.after), []),
      ).toEqual([]);
    },
  );
});

const scene = (twin: Twin) => (twin.before === undefined ? [] : [twin.before]);

// One document holds a path and a webhook for each row, so that the engine has to run but once for
// all of them.
describe.each(forms)('with the engine, %s', (form) => {
  const rows = twins(crossProduct).filter((row) => row.form === form);
  const alone = rows.filter(
    ({ kind, place }) => place === 'security' && (kind === 'type' || kind === 'format'),
  );
  const together = rows.filter((row) => !alone.includes(row));
  const changes = new Map<string, Change[]>();
  const key = ({ place, kind }: { place: string; kind: string }) =>
    `row_${place}_${kind}`.replaceAll(' ', '_');

  beforeAll(async () => {
    const found = await judge(together.map((row) => ({ key: key(row), twin: row.twin })));
    for (const row of together)
      changes.set(
        key(row),
        found.filter(
          ({ pointer, operations }) =>
            operations.includes(key(row)) ||
            pointer.includes(`${key(row)}/`) ||
            pointer.endsWith(key(row)),
        ),
      );
    for (const row of alone)
      changes.set(key(row), await judge([{ key: key(row), twin: row.twin }]));
  });

  it.each(rows)('$place, $kind: $twin.what is $twin.bump', (row) => {
    const found = changes.get(key(row)) ?? [];
    expect(neededBump(found), JSON.stringify(found, null, 1)).toBe(row.twin.bump);
    expect(found.map(({ direction }) => direction)).toContain(row.place);
  });
});

async function judge(rows: { key: string; twin: Twin }[]): Promise<Change[]> {
  const [base, revision]: [Editable, Editable] = [smallContract(), smallContract()];
  for (const { key, twin } of rows) {
    for (const document of [base, revision]) {
      const parts = { ...rowParts(key), document };
      document.paths[`/${key}`] = { post: parts.operation };
      document.webhooks[key] = { post: parts.webhook };
      twin.before?.(parts);
      if (document === revision) twin.after(parts);
    }
  }
  const [before, after] = [base, revision].map((document) =>
    readContract(JSON.parse(JSON.stringify(document))),
  );
  if (before === undefined || after === undefined) throw new Error('Both documents are there.');
  return rate(before, after, await runEngine(before.document, after.document, thisRepository));
}

function rowParts(key: string): { operation: Editable; webhook: Editable } {
  const schema = (closed: boolean) => ({
    type: 'object',
    ...(closed && { additionalProperties: false }),
    required: ['id', 'sure'],
    properties: {
      id: { type: 'string' },
      sure: { type: 'string' },
      optional: { type: 'string' },
      value: { type: 'string' },
    },
  });
  const { operation, webhook } = {
    operation: smallContract().paths['/parcels'].post as Editable,
    webhook: smallContract().webhooks.parcelMoved.post as Editable,
  };
  return {
    operation: {
      ...operation,
      operationId: key,
      parameters: [
        { name: 'must', in: 'query', required: true, schema: { type: 'string' } },
        { name: 'may', in: 'query', schema: { type: 'string' } },
      ],
      requestBody: { required: true, content: { 'application/json': { schema: schema(true) } } },
      responses: {
        200: {
          description: 'Done.',
          headers: { Tell: { required: true, schema: { type: 'string' } } },
          content: { 'application/json': { schema: schema(false) } },
        },
        404: { description: 'None.' },
      },
    },
    webhook: {
      ...webhook,
      operationId: `${key}_event`,
      requestBody: { required: true, content: { 'application/json': { schema: schema(false) } } },
    },
  };
}
