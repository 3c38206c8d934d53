import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import type { JsonObject } from '@delivery-api/specs/contract';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { errorCatalogue, errorCatalogues } from '../src/downloads/errors-json.ts';
import { httpFile } from '../src/downloads/http-file.ts';
import { postmanCollection } from '../src/downloads/postman.ts';
import { sequence } from '../src/downloads/sequence.ts';
import { workflows } from '../src/downloads/workflows.ts';
import { contractOf, defaultSite, interfaces } from '../src/site.ts';

interface KeyValue {
  key: string;
  value: string;
  disabled?: boolean;
}
interface PostmanRequest {
  method: string;
  header: KeyValue[];
  url: { raw: string; host: string[]; path: string[]; variable?: KeyValue[] };
  body?: { mode: string; raw: string };
  description: string;
}
interface Item {
  name: string;
  request: PostmanRequest;
  response: {
    name: string;
    code: number;
    status: string;
    body: string;
    header: KeyValue[];
    originalRequest: PostmanRequest;
  }[];
}
interface Collection {
  info: { name: string; schema: string };
  auth: { type: string; bearer: KeyValue[] };
  variable: KeyValue[];
  item: Item[];
}

/** Returns the names in double braces. */
const used = (text: string): string[] =>
  Array.from(text.matchAll(/\{\{([^}]*)\}\}/g), ([, name]) => name ?? '');

describe.each(interfaces.map((name) => contractOf(defaultSite, name)))(
  'the $name downloads',
  (contract) => {
    const collection = postmanCollection(contract) as unknown as Collection;
    const items = collection.item;
    const steps = sequence(contract);
    const http = httpFile(contract);

    test('the Postman collection and the HTTP file contain the whole sequence with every operation', () => {
      expect(collection.info).toMatchObject({
        name: contract.title,
        schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
      });
      expect(items.map(({ name }) => name)).toEqual(steps.map(({ title }) => title));
      const names = Array.from(http.matchAll(/^# @name (\w+)$/gm), ([, name]) => name);
      expect(names).toEqual(steps.map(({ id }) => id));
      expect(new Set(names).size).toBe(names.length);
      for (const { id } of contract.operations)
        expect(steps.some(({ operation }) => operation?.id === id)).toBe(true);
    });

    test('the Postman collection has a saved response for each status of an operation', () => {
      for (const [index, { operation }] of steps.entries()) {
        const { request, response } = items[index] as Item;
        expect(request.url.raw).toBe([...request.url.host, ...request.url.path].join('/'));
        const documented = operation?.responses ?? [];
        expect(response.map(({ code }) => code)).toEqual(documented.map(({ status }) => status));
        for (const [place, { content }] of documented.entries()) {
          const saved = response[place];
          if (saved === undefined) throw new Error('The response is not saved.');
          const body = saved.body === '' ? undefined : JSON.parse(saved.body);
          expect(body).toEqual(content?.examples[0]?.value);
          expect(saved.originalRequest).toEqual(request);
        }
      }
    });

    test('the Postman collection defines every variable, and generates each idempotency key', () => {
      const names = collection.variable.map(({ key }) => key);
      expect(names).toContain('baseUrl');
      expect(collection.auth).toMatchObject({
        type: 'bearer',
        bearer: [{ key: 'token', value: '{{token}}' }],
      });
      for (const name of used(JSON.stringify(collection)))
        expect([...names, '$guid']).toContain(name);
      const keys = items
        .flatMap(({ request }) => request.header)
        .filter(({ key }) => key === 'Idempotency-Key');
      expect(new Set(keys.map(({ value }) => value))).toEqual(new Set(['{{$guid}}']));
    });

    test('the HTTP file defines each variable, or sets it from an earlier response', () => {
      const known = new Set(['$uuid']);
      for (const [, name = ''] of http.matchAll(/^@(\w+) = .+$/gm)) known.add(name);
      for (const request of http.split(/^### /m).slice(1)) {
        for (const name of used(request)) expect(known, request).toContain(name);
        for (const [, name = ''] of request.matchAll(/global\.set\("(\w+)"/g)) known.add(name);
      }
    });

    test('the error catalog has every code with its type and action', () => {
      const { problems } = errorCatalogue(contract) as unknown as { problems: JsonObject[] };
      expect(problems.map(({ code }) => code)).toEqual([...contract.problems.keys()]);
      for (const { code, type, operations, optional_extensions, ...rest } of problems) {
        expect(contract.problems.get(String(code))).toMatchObject({
          ...rest,
          optionalExtensions: optional_extensions,
        });
        expect(type).toBe(`${contract.docsBase}/errors#${String(code)}`);
        const returning = contract.operations.filter(({ responses }) =>
          responses.some(({ codes }) => codes.includes(String(code))),
        );
        expect(operations).toEqual(returning.map(({ id }) => id));
      }
    });

    test('the error catalog has the type of every problem example', () => {
      const { problems } = errorCatalogue(contract) as unknown as { problems: { type: string }[] };
      const types = new Set(problems.map(({ type }) => type));
      const examples = contract.operations.flatMap(({ responses }) =>
        responses
          .filter(({ codes }) => codes.length > 0)
          .flatMap(({ content }) => content?.examples ?? []),
      );
      expect(examples.length).toBeGreaterThan(20);
      for (const { value } of examples) expect(types).toContain((value as { type: string }).type);
    });

    test('the workflows are included, and their references exist', () => {
      const documents = workflows(defaultSite, contract.name);
      const written = readdirSync(join(defaultSite.specs, 'workflows')).filter((file) =>
        file.startsWith(contract.name),
      );
      expect([...documents.keys()].sort()).toEqual([...written, 'inputs.yaml'].sort());
      const there = new Set([
        ...[...documents.keys()].map((file) => `workflows/${file}`),
        'openapi.yaml',
      ]);
      for (const [file, text] of documents) {
        if (file === 'inputs.yaml') continue;
        const { sourceDescriptions } = parse(text) as { sourceDescriptions: { url: string }[] };
        const references = Array.from(
          text.matchAll(/\$ref: '?([^#}'\s]+)#/g),
          ([, target]) => target ?? '',
        );
        expect(references.length).toBeGreaterThan(0);
        for (const target of [...sourceDescriptions.map(({ url }) => url), ...references])
          expect(there, `${file}: ${target}`).toContain(posix.join('workflows', target));
      }
    });
  },
);

test('one document has the error catalogs of both interfaces', () => {
  const contracts = interfaces.map((name) => contractOf(defaultSite, name));
  expect(errorCatalogues(contracts)).toEqual({
    interfaces: Object.fromEntries(
      contracts.map((contract) => [contract.name, errorCatalogue(contract)]),
    ),
  });
});

test('workflows rejects a workflow without a link to the bundled document, and an interface without workflows', () => {
  const specs = mkdtempSync(join(tmpdir(), 'specs-'));
  try {
    mkdirSync(join(specs, 'workflows'));
    writeFileSync(join(specs, 'workflows/lastmile-odd.arazzo.yaml'), 'sourceDescriptions: []\n');
    expect(() => workflows({ ...defaultSite, specs }, 'lastmile')).toThrow(
      'lastmile-odd.arazzo.yaml: expected `url: ../dist/lastmile.yaml`',
    );
    expect(() => workflows({ ...defaultSite, specs }, 'marketplace')).toThrow(
      'found no marketplace workflow',
    );
  } finally {
    rmSync(specs, { recursive: true });
  }
});
