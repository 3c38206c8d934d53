import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import type { JsonObject } from '@delivery-api/specs/contract';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { errorCatalogue, errorCatalogues } from '../src/downloads/errors-json.ts';
import { httpFile } from '../src/downloads/http-file.ts';
import { postmanCollection } from '../src/downloads/postman.ts';
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
  item: { name: string; item: Item[] }[];
}

/** Returns the names in double braces. */
const used = (text: string): string[] =>
  Array.from(text.matchAll(/\{\{([^}]*)\}\}/g), ([, name]) => name ?? '');

describe.each(interfaces.map((name) => contractOf(defaultSite, name)))(
  'the downloads of $name',
  (contract) => {
    const collection = postmanCollection(contract) as unknown as Collection;
    const items = collection.item.flatMap(({ item }) => item);
    const http = httpFile(contract);

    /** Returns the item of an operation, by method and path. */
    const itemOf = (method: string, path: string): Item | undefined =>
      items.find(({ request }) => {
        const written = request.url.path
          .map((segment) => segment.replace(/^\{\{(\w+)\}\}$|^:(\w+)$/, '{$1$2}'))
          .join('/');
        return request.method === method.toUpperCase() && `/${written}` === path;
      });

    test('the Postman collection names its format, and has a folder for each tag with operations', () => {
      expect(collection.info).toMatchObject({
        name: contract.title,
        schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
      });
      const tags = contract.tags
        .map(({ name }) => name)
        .filter((name) => contract.operations.some(({ tag }) => tag === name));
      expect(collection.item.map(({ name }) => name)).toEqual(tags);
      expect(items).toHaveLength(contract.operations.length);
    });

    test.each(contract.operations)(
      'the Postman collection has $id with its body and a saved response for each status',
      (operation) => {
        const item = itemOf(operation.method, operation.path);
        if (item === undefined) throw new Error('not in the collection');
        const { request, response } = item;
        expect(request.url.raw).toBe([...request.url.host, ...request.url.path].join('/'));
        const inPath = request.url.path
          .filter((segment) => segment.startsWith(':'))
          .map((segment) => segment.slice(1));
        expect((request.url.variable ?? []).map(({ key }) => key)).toEqual(inPath);
        for (const { name, required } of operation.parameters.filter((one) => one.in === 'header'))
          expect(request.header.find(({ key }) => key === name)?.disabled, name).toBe(
            required ? undefined : true,
          );
        expect(request.body === undefined ? undefined : JSON.parse(request.body.raw)).toEqual(
          operation.request?.examples[0]?.value,
        );
        expect(response.map(({ code }) => code)).toEqual(
          operation.responses.map(({ status }) => status),
        );
        for (const [index, { content, headers }] of operation.responses.entries()) {
          const saved = response[index];
          if (saved === undefined) throw new Error('not saved');
          expect(saved.body === '' ? undefined : JSON.parse(saved.body)).toEqual(
            content?.examples[0]?.value,
          );
          expect(saved.originalRequest).toEqual(request);
          const needed = headers.filter(({ required }) => required).map(({ name }) => name);
          expect(saved.header.map(({ key }) => key)).toEqual([
            ...(content === undefined ? [] : ['Content-Type']),
            ...needed,
          ]);
        }
      },
    );

    test('the Postman collection defines every variable, and uses a new idempotency key for each request', () => {
      const names = collection.variable.map(({ key }) => key);
      expect(names).toContain('baseUrl');
      expect(collection.auth).toMatchObject({
        type: 'bearer',
        bearer: [{ key: 'token', value: '{{token}}' }],
      });
      const inRequests = used(JSON.stringify(collection));
      expect(new Set(inRequests)).toEqual(new Set([...names, '$guid']));
      const keys = items
        .flatMap(({ request }) => request.header)
        .filter(({ key }) => key === 'Idempotency-Key');
      expect(new Set(keys.map(({ value }) => value))).toEqual(new Set(['{{$guid}}']));
    });

    test('the HTTP file has every operation with every example of its body, under unique names', () => {
      const names = Array.from(http.matchAll(/^# @name (\w+)$/gm), ([, name]) => name);
      const wanted = contract.operations.flatMap(
        ({ id, request }) => request?.examples.map(({ name }) => name) ?? [id],
      );
      expect(names).toEqual(wanted);
      for (const { method, path } of contract.operations) {
        const start = `${method.toUpperCase()} {{baseUrl}}${path.replace('{partner_name}', '{{partner_name}}').replace(/(?<!\{)\{\w+\}.*$/, '')}`;
        expect(http).toContain(`\n${start}`);
      }
      expect(http).not.toMatch(/(?<!\{)\{(?:id|store_id)\}/);
    });

    test('the HTTP file defines exactly the variables that it uses', () => {
      const set = Array.from(http.matchAll(/^@(\w+) = .+$/gm), ([, name]) => name);
      expect(new Set(used(http))).toEqual(new Set(set));
    });

    test('the error catalog has every code with its type and action', () => {
      const { problems } = errorCatalogue(contract) as unknown as { problems: JsonObject[] };
      expect(problems.map(({ code }) => code)).toEqual([...contract.problems.keys()]);
      for (const { code, type, operations, ...rest } of problems) {
        expect(contract.problems.get(String(code))).toMatchObject(rest);
        expect(type).toBe(`${contract.docsBase}/errors#${String(code)}`);
        const answering = contract.operations.filter(({ responses }) =>
          responses.some(({ codes }) => codes.includes(String(code))),
        );
        expect(operations).toEqual(answering.map(({ id }) => id));
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
      const stories = workflows(defaultSite, contract.name);
      const written = readdirSync(join(defaultSite.specs, 'workflows')).filter((file) =>
        file.startsWith(contract.name),
      );
      expect([...stories.keys()].sort()).toEqual([...written, 'inputs.yaml'].sort());
      const there = new Set([
        ...[...stories.keys()].map((file) => `workflows/${file}`),
        'openapi.yaml',
      ]);
      for (const [file, text] of stories) {
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

test('throws an error that names a workflow without the bundled document', () => {
  const specs = mkdtempSync(join(tmpdir(), 'specs-'));
  try {
    mkdirSync(join(specs, 'workflows'));
    writeFileSync(join(specs, 'workflows/lastmile-odd.arazzo.yaml'), 'sourceDescriptions: []\n');
    expect(() => workflows({ ...defaultSite, specs }, 'lastmile')).toThrow(
      'lastmile-odd.arazzo.yaml: expected `url: ../dist/lastmile.yaml`',
    );
    expect(() => workflows({ ...defaultSite, specs }, 'marketplace')).toThrow(
      'no story of marketplace',
    );
  } finally {
    rmSync(specs, { recursive: true });
  }
});
