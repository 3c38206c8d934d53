import { gzipSync } from 'node:zlib';
import type { ResponseCheck, Validator } from '@delivery-api/client-core/validators';
import type { Contract, InterfaceName, Json, JsonObject } from '@delivery-api/specs/contract';
import { loadContract } from '@delivery-api/specs/contract';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { type Mutation, mutations } from './mutations.js';

type Exports = Record<string, Validator<unknown> | ResponseCheck>;

/** Maximum sizes of one validator and of `checkResponse`, minified and gzipped, in bytes. */
const budgets = { one: 4000, all: 6000 };

/**
 * Defines tests of the validators of a client. The validators accept each response and event example
 * of the contract. For changed copies of the examples, they report the same locations as Ajv.
 *
 * @param exported exports of the `validators` entry point
 */
export function describeValidators(name: InterfaceName, exported: object): void {
  const contract = loadContract(new URL(`../../../../specs/dist/${name}.json`, import.meta.url));
  const { checkResponse, ...validators } = exported as Exports & { checkResponse: ResponseCheck };
  const table = casesOf(contract);
  const issuesOf = (validator: string, value: unknown) =>
    (validators[validator] as Validator<unknown>)['~standard'].validate(value).issues ?? [];
  const pointers = (validator: string, value: unknown) =>
    unique(issuesOf(validator, value).map(({ path }) => ['', ...path].join('/')));

  it('validators exist for each operation, for problems and for each event', () => {
    expect(Object.keys(validators).sort()).toEqual(table.map(([validator]) => validator).sort());
  });

  it.each(table)(
    'accepts every example and returns the same object: %s',
    (validator, { values }) => {
      expect(values.length).toBeGreaterThan(0);
      const schema: StandardSchemaV1 = validators[validator] as Validator<unknown>;
      for (const value of values) expect(schema['~standard'].validate(value)).toEqual({ value });
      const result = schema['~standard'].validate(values[0]) as { value: unknown };
      expect(result.value).toBe(values[0]);
    },
  );

  it.each(table)(
    'reports the same locations as Ajv for every changed example: %s',
    (validator, { component, values }) => {
      const locationsFromAjv = createAjvValidator(contract, component);
      const differences: Mutation[] = [];
      let rejected = 0;
      const visited = new Set<string>();
      for (const example of values)
        for (const { value, ...change } of mutations(example, visited)) {
          const expected = locationsFromAjv(value);
          const found = pointers(validator, value);
          if (expected.length > 0) rejected += 1;
          // Ajv reports the issues of every branch of a union, so any issue is accepted there.
          const same = expected.includes('union')
            ? found.length > 0
            : JSON.stringify(found) === JSON.stringify(expected);
          if (!same) differences.push({ ...change, value: { found, expected } });
        }
      expect(differences.slice(0, 5)).toEqual([]);
      expect(rejected).toBeGreaterThan(visited.size);
    },
  );

  it.each(table)('accepts unknown properties and enum values: %s', (validator, { values }) => {
    const later = (value: Json, schema: JsonObject): Json => {
      const { $ref } = schema;
      const own = typeof $ref === 'string' ? contract.deref(schema) : schema;
      if ('x-extensible-enum' in own) return 'a_later_value';
      if (Array.isArray(value)) return value.map((item) => later(item, own.items as JsonObject));
      if (typeof value !== 'object' || value === null) return value;
      const properties = (own.properties ?? {}) as Record<string, JsonObject>;
      const members = Object.entries(value).map(([key, member]) => [
        key,
        properties[key] ? later(member, properties[key]) : member,
      ]);
      // A map has no unknown properties: every property has the type of its values.
      if ('additionalProperties' in own) return Object.fromEntries(members);
      return { ...Object.fromEntries(members), a_later_property: [null] };
    };
    const component = table.find(([one]) => one === validator)?.[1].component as string;
    for (const value of values) {
      const changed = later(value, contract.schemas.get(component) as JsonObject);
      expect(changed).not.toEqual(value);
      expect(
        issuesOf(validator, changed).filter(({ message }) => message !== uniqueMessage),
      ).toEqual([]);
    }
  });

  it('checkResponse reports the issues of success responses and of problems', () => {
    for (const { id: operation, responses } of contract.operations)
      for (const { status, content } of responses) {
        for (const { value } of content?.examples ?? [])
          expect(checkResponse({ operation, status, body: value })).toEqual([]);
        if (content)
          expect(checkResponse({ operation, status, body: 1 })).toEqual([
            '/ must be an object; got a number',
          ]);
      }
    expect(checkResponse({ operation: 'later', status: 200, body: 1 })).toEqual([]);
  });

  describe('bundle', () => {
    const gzipped = async (source: string) => {
      const { outputFiles } = await build({
        stdin: { contents: source, resolveDir: `${import.meta.dirname}/../../../${name}-client` },
        bundle: true,
        minify: true,
        format: 'esm',
        platform: 'browser',
        write: false,
      });
      const code = outputFiles[0]?.contents as Uint8Array;
      return { code: Buffer.from(code).toString(), size: gzipSync(code, { level: 9 }).length };
    };
    const entry = `@delivery-api/${name}-client/validators`;

    it.each(Object.keys(validators))(
      `a bundle with one validator has at most ${budgets.one} bytes, gzipped: %s`,
      async (validator) => {
        const { size } = await gzipped(`import { ${validator} } from '${entry}'; ${validator}();`);
        expect(size).toBeGreaterThan(1000);
        expect(size).toBeLessThanOrEqual(budgets.one);
      },
    );

    it(`a bundle with checkResponse has at most ${budgets.all} bytes, gzipped`, async () => {
      const { size } = await gzipped(`import { checkResponse } from '${entry}'; checkResponse();`);
      expect(size).toBeLessThanOrEqual(budgets.all);
    });

    it('a bundle contains only the schemas of the validators that it uses', async () => {
      const { code } = await gzipped(`import { problem } from '${entry}'; problem();`);
      expect(code).toContain('retryable');
      expect(code).not.toContain('created_at');
    });

    it('a bundle of the client contains no validator', async () => {
      const { code } = await gzipped(
        `import * as client from '@delivery-api/${name}-client'; console.log(client);`,
      );
      expect(code).toContain('idempotency-key');
      expect(code).not.toContain('must have unique items');
    });
  });
}

const uniqueMessage = 'must have unique items';

interface Case {
  /** Component that the validator is generated from. */
  component: string;
  /** Examples of the contract. */
  values: Json[];
}

/** Returns the validators that the contract needs: names, components, and examples. */
function casesOf({ operations, webhooks }: Contract): [string, Case][] {
  const cases = new Map<string, Case>();
  const add = (
    name: string,
    content: { schemaName: string | undefined; examples: { value: Json }[] },
  ) => {
    const known = cases.get(name) ?? { component: content.schemaName ?? '', values: [] };
    known.values.push(...content.examples.map(({ value }) => value));
    cases.set(name, known);
  };
  for (const { id, responses } of operations)
    for (const { status, content } of responses)
      if (content) add(status < 400 ? `${id}Response` : 'problem', content);
  for (const { name, content } of webhooks)
    add(`${name.replace(/_(.)/g, (_, letter) => letter.toUpperCase())}Event`, content);
  return [...cases];
}

const unique = (list: readonly string[]): string[] => [...new Set(list)].sort();

/**
 * Returns a function that lists the locations of the errors that Ajv finds; `union` for an error in
 * a union.
 */
function createAjvValidator(contract: Contract, component: string): (value: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile({
    components: contract.document.components,
    $ref: `#/components/schemas/${component}`,
  });
  return (value) => {
    if (validate(value)) return [];
    const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
    return unique(
      errors.map(({ keyword, instancePath, params }) => {
        if (keyword === 'oneOf') return 'union';
        const missing = ['required', 'dependentRequired'].includes(keyword);
        return missing ? `${instancePath}/${params.missingProperty}` : instancePath;
      }),
    );
  };
}
