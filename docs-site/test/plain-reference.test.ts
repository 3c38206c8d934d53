import {
  type Contract,
  enumValuesOf,
  type Json,
  ownDescription,
  type Schema,
} from '@delivery-api/specs/contract';
import { describe, expect, test } from 'vitest';
import {
  exampleAnchor,
  fieldAnchor,
  headerAnchor,
  operationAnchor,
  parameterAnchor,
  responseAnchor,
  scenarioAnchor,
  schemaAnchor,
} from '../src/plain-reference/anchors.ts';
import { anchorsOf, plainReference } from '../src/plain-reference/reference.ts';
import { renderHtml } from '../src/plain-reference/render-html.ts';
import { renderMarkdown } from '../src/plain-reference/render-markdown.ts';
import { contractOf, defaultSite, interfaces } from '../src/site.ts';
import { decode } from './support/decode.ts';
import { constraints, fromHtml, fromMarkdown, words } from './support/reference-text.ts';

describe.each(interfaces)('the plain %s reference', (name) => {
  const contract = contractOf(defaultSite, name);
  const reference = plainReference(contract);
  const html = renderHtml(reference).body.text;
  const markdown = renderMarkdown(reference);
  const plainHtml = words(fromHtml(html));
  const plainMarkdown = words(fromMarkdown(markdown));

  /** Returns the words at an anchor of the HTML version. */
  const atHtml = (anchor: string): string => {
    const start = html.indexOf(`id="${anchor}"`);
    if (start < 0) throw new Error(`${anchor}: no such anchor`);
    const rest = html.slice(html.indexOf('>', start) + 1);
    return words(
      fromHtml(rest.slice(0, rest.search(/<(?:dt|h\d|details) id=|<\/(?:details|section)>/))),
    );
  };
  const sectionOf = (anchor: string): string => {
    const [, rest] = markdown.split(`<a id="${anchor}"></a>`);
    if (rest === undefined) throw new Error(`${anchor}: no such anchor`);
    return rest.split('<a id="', 1)[0] ?? '';
  };
  const entry = (anchor: string, name: string): string => {
    const [, rest] = `\n${sectionOf(anchor)}`.split(`\n- \`${name}\``);
    if (rest === undefined) throw new Error(`${anchor}: no entry of ${name}`);
    return words(fromMarkdown(`${name} ${rest.split(/\n(?! |$)/, 1)[0] ?? ''}`));
  };
  /**
   * Returns the words of an entry in the HTML and the Markdown version.
   *
   * @param section anchor of the section that contains the entry
   */
  const both = (section: string, anchor: string, name: string): string[] => [
    atHtml(anchor),
    entry(section, name),
  ];

  function expectContains(versions: string[], ...facts: unknown[]): void {
    for (const fact of facts.map((one) => words(String(one))).filter((one) => one !== ''))
      for (const version of versions) expect(` ${version} `).toContain(` ${fact} `);
  }

  test('contains the same words in the same order in HTML and in Markdown', () => {
    expect(plainMarkdown.endsWith(plainHtml)).toBe(true);
  });

  test('shows the removal date of a deprecated operation or webhook', () => {
    const nodes = [...contract.operations, ...contract.webhooks].map(({ id }) => id);
    const document = JSON.parse(JSON.stringify(contract.document), (_, value) =>
      nodes.includes(value?.operationId)
        ? { ...value, deprecated: true, 'x-sunset': '2027-06-01' }
        : value,
    );
    const text = renderMarkdown(plainReference({ ...contract, document }));
    expect(text.match(/Yes; removal on 2027-06-01 at the earliest\./g)).toHaveLength(nodes.length);
    expect(markdown).not.toContain('Yes; removal on');
  });

  test('the plain reference has unique anchors', () => {
    const anchors = Array.from(html.matchAll(/ id="([^"]+)"/g), ([, anchor]) => anchor);
    expect(anchors).toEqual(anchorsOf(reference.blocks));
    expect(new Set(anchors).size).toBe(anchors.length);
  });

  test('contains an anchor for every internal link', () => {
    const anchors = new Set(anchorsOf(reference.blocks));
    for (const text of [html, markdown])
      for (const [, anchor = ''] of text.matchAll(/(?:href="|\]\()#([^")]+)/g))
        expect(anchors, anchor).toContain(anchor);
    const inMarkdown = new Set(
      Array.from(markdown.matchAll(/<a id="([^"]+)"/g), ([, anchor]) => anchor),
    );
    for (const { id } of [...contract.operations, ...contract.webhooks])
      expect(inMarkdown).toContain(operationAnchor(id));
  });

  test('contains the whole introduction', () => {
    const paragraphs = contract.description
      .split(/\n\n|\n(?=## )/)
      .map((text) => words(fromMarkdown(text)));
    for (const text of [plainHtml, plainMarkdown])
      for (const paragraph of paragraphs) expectIn(text, paragraph);
  });

  test.each(contract.operations)('describes parameters and responses of $id', (operation) => {
    const { id, method, path, summary, description, permissions, parameters, responses } =
      operation;
    const start = html.indexOf(`id="${operationAnchor(id)}"`);
    const own = words(
      fromHtml(html.slice(start, html.indexOf(`id="${id.toLowerCase()}-samples"`))),
    );
    for (const plain of [own, plainMarkdown]) {
      for (const fact of [id, `${method} ${path}`, summary, ...permissions])
        expectIn(plain, words(fact));
      for (const paragraph of description.split('\n\n'))
        expectIn(plain, words(fromMarkdown(paragraph)));
    }
    for (const { name: parameter, required, description: meaning, schema, example } of parameters) {
      const versions = both(
        `${operationAnchor(id)}-parameters`,
        parameterAnchor(id, parameter),
        parameter,
      );
      expectContains(
        versions,
        parameter,
        meaning,
        required ? 'required' : 'optional',
        example,
        ...constraints(schema),
      );
    }
    for (const { status, description: meaning, codes, headers, content } of responses) {
      const versions = both(
        `${operationAnchor(id)}-responses`,
        responseAnchor(id, status),
        String(status),
      );
      expectContains(
        versions,
        status,
        meaning,
        content?.mediaType ?? 'no body',
        ...codes,
        ...headers.map((header) => header.name),
      );
      expectContains(versions, ...(content?.examples ?? []).map((example) => example.name));
      for (const code of codes)
        for (const link of [`href="../errors.html#${code}"`, `](../errors.md#${code})`])
          expectIn(html + markdown, link);
    }
  });

  test.each(contract.webhooks)('describes headers, responses and delivery of $id', (webhook) => {
    const { id, name: event, headers, responses, delivery, description } = webhook;
    for (const text of [plainHtml, plainMarkdown]) {
      for (const paragraph of description.split('\n\n'))
        expectIn(text, words(fromMarkdown(paragraph)));
      expectIn(text, words(`Event ${event}`));
      for (const value of Object.values(delivery.test_vector)) expectIn(text, words(value));
    }
    for (const { name: header, description: meaning, schema } of headers)
      expectContains(
        both(`${operationAnchor(id)}-headers`, parameterAnchor(id, header), header),
        meaning,
        ...constraints(schema),
      );
    for (const { status, description: meaning } of responses)
      expectContains(
        both(`${operationAnchor(id)}-responses`, responseAnchor(id, status), String(status)),
        status,
        meaning,
      );
    const waits = delivery.delays_seconds.map((delay) =>
      delay === 0
        ? 'immediately'
        : delay % 3600 === 0
          ? `${delay / 3600} h`
          : delay % 60 === 0
            ? `${delay / 60} min`
            : `${delay} s`,
    );
    for (const text of [
      atHtml(`${operationAnchor(id)}-delivery`),
      words(sectionOf(`${operationAnchor(id)}-delivery`)),
    ])
      for (const wait of [...waits, `${delivery.timeout_seconds} s`]) expectIn(text, wait);
  });

  test.each([...contract.schemas])(
    'describes every constraint of the schema %s',
    (schemaName, schema) => {
      const section = schemaAnchor(schemaName);
      const own = [atHtml(section), words(fromMarkdown(sectionOf(section)))];
      expectContains(own, ownDescription(schema));
      if (schema.type !== 'object') expectContains(own, ...constraints({ ...schema, enum: [] }));
      for (const [field, value] of Object.entries(
        (schema.properties ?? {}) as Record<string, Schema>,
      )) {
        const versions = both(section, fieldAnchor(schemaName, field), field);
        const required = ((schema.required ?? []) as string[]).includes(field);
        const full = contract.deref(value);
        expectContains(
          versions,
          field,
          required ? 'required' : 'optional',
          ownDescription(value.description === undefined ? full : value),
        );
        expectContains(
          versions,
          ...(full.type === 'object'
            ? constraints(value)
            : [...constraints(value), ...constraints(full)]),
        );
      }
      const meanings = (schema['x-enumDescriptions'] ?? {}) as Record<string, string>;
      for (const value of (enumValuesOf(schema) ?? []) as string[])
        expectContains(
          both(section, fieldAnchor(schemaName, value), value),
          value,
          meanings[value] ?? '',
        );
    },
  );

  test('contains every example under its name', () => {
    const all = new Map<string, Json>();
    const bodies = [
      ...contract.operations.flatMap(({ request, responses }) => [
        request,
        ...responses.map(({ content }) => content),
      ]),
      ...contract.webhooks.map(({ content }) => content),
    ];
    for (const body of bodies)
      for (const example of body?.examples ?? []) all.set(example.name, example.value);
    expect(all.size).toBeGreaterThan(50);
    for (const [example, value] of all) {
      const [, details = ''] = html.split(`<details id="${exampleAnchor(example)}">`);
      const [, inHtml = ''] = /<pre[^>]*>([\s\S]*?)<\/pre>/.exec(details) ?? [];
      expect(JSON.parse(decode(inHtml)), example).toEqual(value);
      const [, inMarkdown = ''] =
        /```json\n([\s\S]*?)\n```/.exec(sectionOf(exampleAnchor(example))) ?? [];
      expect(JSON.parse(inMarkdown), example).toEqual(value);
    }
  });

  test('links every code to its entry, with its status and title', () => {
    for (const { code, status, title } of contract.problems.values()) {
      expectIn(plainHtml, words(`${code} ${status} ${title}`));
      expectIn(plainMarkdown, words(`${code} ${status} ${title}`));
      expectIn(html, `<a href="../errors.html#${code}">`);
    }
  });

  test('contains every response header, transition and scenario', () => {
    for (const { name: header, description } of contract.operations.flatMap(({ responses }) =>
      responses.flatMap(({ headers }) => headers),
    ))
      expectContains(both('headers', headerAnchor(header), header), description);
    const rows = contract.machines.flatMap(({ transitions }) =>
      transitions.map(({ from, to, by }) => words(`${from} ${to} ${by.join(' ')}`)),
    );
    for (const text of [plainHtml, plainMarkdown]) for (const row of rows) expectIn(text, row);
    for (const { name: scenario, summary, steps } of contract.scenarios)
      expectContains(both('scenarios', scenarioAnchor(scenario), scenario), summary, ...steps);
  });
});

/** Expects that a text contains a part. The texts are long, so a failure shows only the part. */
const expectIn = (text: string, part: string): void =>
  expect(text.includes(part) ? part : '').toBe(part);

describe('a contract that the plain reference cannot describe', () => {
  const contract = contractOf(defaultSite, 'lastmile');
  const having = (schema: Schema): Contract => ({
    ...contract,
    schemas: new Map([...contract.schemas, ['Odd', schema]]),
  });

  test.each([
    ['a keyword', { type: 'integer', multipleOf: 5 }, "'multipleOf'"],
    [
      'a condition',
      { type: 'object', if: { minProperties: 2 }, then: { required: ['a'] } },
      'cannot describe this condition',
    ],
    [
      'a branch',
      { type: 'object', if: { required: ['a'] }, then: { maxProperties: 2 } },
      "cannot describe this branch with 'maxProperties'",
    ],
    [
      'an object without a name',
      { type: 'object', properties: { a: { type: 'object', properties: {} } } },
      'Odd.a',
    ],
  ])('a contract is rejected with an error that names %s', (_, schema, place) => {
    expect(() => plainReference(having(schema as Schema))).toThrow(place);
  });
});
