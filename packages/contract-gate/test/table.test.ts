import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readContract } from '@delivery-api/specs/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { compareContracts } from '../src/diff/compare.ts';
import { type Change, requiredBump } from '../src/diff/comparison/change.ts';
import { runEngine } from '../src/diff/engine/run-engine.ts';
import { rate } from '../src/diff/rate.ts';
import { thisRepository } from '../src/repository/repository.ts';
import { type Editable, edited, smallContract } from './support/contract.ts';
import { allRows, separateRows } from './support/table/all.ts';
import { crossProduct, kinds, places } from './support/table/cross-product.ts';
import { extensionRows } from './support/table/extensions.ts';
import { tableMarkdown } from './support/table/markdown.ts';
import { otherRows } from './support/table/other-changes.ts';
import type { Form, Row } from './support/table/row.ts';

const formNames = ['breaking', 'compatible'] as const;
const isForm = (form: Form | string): form is Form => typeof form !== 'string';
const formsOf = (rows: Row[]) =>
  rows.flatMap(({ place, kind, ...row }) =>
    formNames.flatMap((name) =>
      isForm(row[name]) ? [{ place, kind, name, form: row[name] }] : [],
    ),
  );

describe('the table of rated changes', () => {
  it('has a row for each place and kind', () => {
    const cells = places.flatMap((place) => kinds.map((kind) => `${place} ${kind}`));
    expect(crossProduct.map(({ place, kind }) => `${place} ${kind}`).toSorted()).toEqual(
      cells.toSorted(),
    );
  });

  it('has rows for every extension that the linter accepts', () => {
    const known = readdirSync(join(thisRepository.root, 'specs/rules/extensions')).map((file) =>
      file.replace('.schema.json', ''),
    );
    const missing = known.filter((name) => !extensionRows.some(({ place }) => place === name));
    expect(missing).toEqual([]);
  });

  it('the table is up to date in the README (fix: `npm run table -w @delivery-api/contract-gate`)', () => {
    const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
    expect(readme).toContain(tableMarkdown(allRows));
  });
});

describe('our rules, without the engine', () => {
  it.each(formsOf([...extensionRows, ...otherRows]))(
    '$place, $kind, $name: "$form.what" is rated as $form.bump',
    ({ form }) => {
      const changes = rate(edited(...setup(form)), edited(...setup(form), form.after), []);
      expect(requiredBump(changes), JSON.stringify(changes, null, 1)).toBe(form.bump);
      for (const change of changes) {
        expect(change.what).toMatch(/^[A-Z`].*\.$/);
        expect(change.reason).toMatch(/^[A-Z].*\.$/);
      }
    },
  );

  it.each(formsOf([...extensionRows, ...otherRows]))(
    '$place, $kind, $name: equal documents have no changes',
    ({ form }) => {
      expect(
        rate(edited(...setup(form), form.after), edited(...setup(form), form.after), []),
      ).toEqual([]);
    },
  );
});

describe.concurrent('normalized documents, with the engine', () => {
  it.each(formsOf(separateRows))(
    '$place, $kind, $name: "$form.what" is rated as $form.bump',
    async ({ form }) => {
      const [base, revision] = [edited(...setup(form)), edited(...setup(form), form.after)];
      const changes = await compareContracts(base, revision, thisRepository);
      expect(requiredBump(changes), JSON.stringify(changes, null, 1)).toBe(form.bump);
      for (const change of changes) {
        expect(change.what).toMatch(/^[A-Z`].*\.$/);
        expect(change.reason).toMatch(/^[A-Z].*\.$/);
      }
    },
  );
});

const setup = (form: Form) => (form.before === undefined ? [] : [form.before]);

// One document contains a path and a webhook for each row, so that the engine compares these rows
// in one run. Rows that edit the shared security schemes need separate runs.
describe.each(formNames)('the cross product with the engine: %s changes', (name) => {
  const rows = formsOf(crossProduct).filter((row) => row.name === name);
  const alone = rows.filter(
    ({ kind, place }) => place === 'security' && (kind === 'type' || kind === 'format'),
  );
  const together = rows.filter((row) => !alone.includes(row));
  const changes = new Map<string, Change[]>();
  const key = ({ place, kind }: { place: string; kind: string }) =>
    `row_${place}_${kind}`.replaceAll(' ', '_');

  beforeAll(async () => {
    const found = await compare(together.map((row) => ({ key: key(row), form: row.form })));
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
      changes.set(key(row), await compare([{ key: key(row), form: row.form }]));
  });

  it.each(rows)('$place, $kind: "$form.what" is rated as $form.bump', (row) => {
    const found = changes.get(key(row)) ?? [];
    expect(requiredBump(found), JSON.stringify(found, null, 1)).toBe(row.form.bump);
    expect(found.map(({ direction }) => direction)).toContain(row.place);
  });
});

async function compare(rows: { key: string; form: Form }[]): Promise<Change[]> {
  const [base, revision]: [Editable, Editable] = [smallContract(), smallContract()];
  for (const { key, form } of rows) {
    for (const document of [base, revision]) {
      const parts = { ...rowParts(key), document };
      document.paths[`/${key}`] = { post: parts.operation };
      document.webhooks[key] = { post: parts.webhook };
      form.before?.(parts);
      if (document === revision) form.after(parts);
    }
  }
  const [before, after] = [base, revision].map((document) =>
    readContract(JSON.parse(JSON.stringify(document))),
  );
  if (before === undefined || after === undefined) throw new Error('A document is missing.');
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
          headers: { Trace: { required: true, schema: { type: 'string' } } },
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
