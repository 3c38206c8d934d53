import { type Contract, readContract, toPointer } from '@delivery-api/specs/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requiredBump } from '../src/diff/comparison/change.ts';
import { runEngine } from '../src/diff/engine/run-engine.ts';
import { rate } from '../src/diff/rate.ts';
import { DocumentLoader } from '../src/documents/load-document.ts';
import { canonical, canonicalParent } from '../src/documents/pointer.ts';
import { SourceLocator } from '../src/documents/source-locator.ts';
import { interfaceNames, thisRepository } from '../src/repository/repository.ts';
import type { Editable } from './support/contract.ts';

describe.each(interfaceNames)('the gate with the %s contract', (name) => {
  const loader = new DocumentLoader(thisRepository);
  let contract: Contract;
  let sources: string;

  beforeAll(async () => {
    const loaded = await loader.current(name);
    contract = loaded.contract;
    sources = loaded.sources ?? '';
  });
  afterAll(() => loader.close());

  const edited = (edit: (document: Editable) => void): Contract => {
    const document: Editable = structuredClone(contract.document);
    edit(document);
    return readContract(document);
  };
  const rules = (edit: (document: Editable) => void) =>
    rate(contract, edited(edit), []).map(({ bump, rule }) => `${bump} ${rule}`);

  it('reports no differences between the contract and itself', async () => {
    expect(
      rate(
        contract,
        contract,
        await runEngine(contract.document, contract.document, thisRepository),
      ),
    ).toEqual([]);
  });

  it('rates the removal of each transition as major, and names the transition', () => {
    for (const { schemaName, transitions } of contract.machines) {
      for (const [index, { from, to }] of transitions.entries()) {
        const changes = rate(
          contract,
          edited((document) =>
            document.components.schemas[schemaName]['x-state-machine'].transitions.splice(index, 1),
          ),
          [],
        );
        expect(changes.map(({ bump, what }) => [bump, what])).toEqual([
          ['major', expect.stringContaining(`can no longer change from \`${from}\` to \`${to}\``)],
        ]);
        expect(changes[0]?.operations.length).toBeGreaterThan(0);
      }
    }
  });

  it('rates the removal of each problem code from all operations as major', () => {
    for (const code of new Set(
      contract.operations.flatMap(({ responses }) => responses.flatMap(({ codes }) => codes)),
    )) {
      const strip = (node: Editable): void => {
        if (typeof node !== 'object' || node === null) return;
        if (Array.isArray(node['x-problem-codes']))
          node['x-problem-codes'] = node['x-problem-codes'].filter((one: string) => one !== code);
        for (const value of Object.values(node)) strip(value);
      };
      expect(rules(strip), code).toEqual(['major problem-codes/removed']);
    }
  });

  it('rates a reduction of each rate limit as major', () => {
    for (const { id, path, method } of contract.operations) {
      const limits = (document: Editable) => document.paths[path][method]['x-limits'];
      expect(
        rules((document) => limits(document).rate.requests--),
        id,
      ).toEqual(['major limits/rate-lowered']);
    }
  });

  it('rates the removal of each scenario as major', () => {
    for (const index of contract.scenarios.keys())
      expect(rules((document) => document['x-scenarios'].splice(index, 1))).toEqual([
        'major scenarios/removed',
      ]);
  });

  it('finds a source line for each schema, operation and state machine', () => {
    const locator = new SourceLocator(sources, name);
    const places = [
      ...[...contract.schemas.keys()].map(
        (schema) => [`#/components/schemas/${schema}`, `${schema}:`] as const,
      ),
      ...contract.machines.map(
        ({ schemaName }) =>
          [
            `#/components/schemas/${schemaName}/x-state-machine/transitions`,
            'transitions:',
          ] as const,
      ),
      ...contract.operations.map(
        ({ path, method }) =>
          [`#/paths/${path.replaceAll('/', '~1')}/${method}/operationId`, 'operationId:'] as const,
      ),
    ];
    for (const [pointer, text] of places) {
      const found = locator.find(pointer);
      expect(found, pointer).toBeDefined();
      const line = thisRepository.read(found?.file ?? '').split('\n')[(found?.line ?? 0) - 1];
      expect(line?.trim(), `${pointer} at ${found?.file}:${found?.line}`).toContain(text);
    }
  });

  // Changes every 53rd of the values that the filters keep, in one run of the engine. For each
  // changed value, the gate must report a change at or near its location.
  it('reports each change to a sample of the values', async () => {
    const leaves = everyLeaf(contract.document).filter(
      ({ tokens }) =>
        !tokens.some((token) =>
          [
            'example',
            'examples',
            '$ref',
            'info',
            'openapi',
            'jsonSchemaDialect',
            'x-interface',
            'mapping',
            'x-problem-codes',
          ].includes(token),
        ),
    );
    const names = new Set([
      'in',
      'scope',
      'until',
      'skips',
      'resolvable_by',
      'per',
      'propertyName',
      'operationId',
      'type',
    ]);
    const sample = leaves
      .filter(({ tokens }) => !names.has(tokens.at(-1) ?? ''))
      .filter((_, index) => index % 53 === 7);
    expect(sample.length).toBeGreaterThan(30);
    const revision = edited((document) => {
      for (const { tokens, value } of sample) {
        const last = tokens.at(-1) ?? '';
        const container = tokens.slice(0, -1).reduce((node, token) => node[token], document);
        container[last] =
          typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : `${value}x`;
      }
    });
    const changes = rate(
      contract,
      revision,
      await runEngine(contract.document, revision.document, thisRepository),
    );
    const compared = new Set(
      changes.flatMap(({ pointer }) => [
        pointer,
        canonical(revision.document, pointer),
        canonicalParent(revision.document, pointer),
      ]),
    );
    const hidden = sample.filter(
      ({ tokens }) =>
        !tokens.some(
          (_, index) =>
            index > tokens.length - 7 && compared.has(toPointer(...tokens.slice(0, index + 1))),
        ),
    );
    expect(hidden.map(({ tokens }) => tokens.join('/'))).toEqual([]);
    expect(requiredBump(changes)).toBe('major');
  });
});

function everyLeaf(node: unknown, tokens: string[] = []): { tokens: string[]; value: unknown }[] {
  if (typeof node !== 'object' || node === null) return [{ tokens, value: node }];
  return Object.entries(node).flatMap(([key, value]) => everyLeaf(value, [...tokens, key]));
}
