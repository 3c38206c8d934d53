import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import {
  buildRequest,
  curlCommand,
  freshExample,
  sandboxOrigin,
} from '../browser/try-it/request.ts';
import { contractOf, defaultSite, interfaces } from '../src/site.ts';
import { type ConsoleOperation, consoleData } from '../src/try-it/console-data.ts';
import { attributes, read, renderedDocument } from './support/read-site.ts';

const contracts = interfaces.map((name) => contractOf(defaultSite, name));

const operation: ConsoleOperation = {
  id: 'getThing',
  method: 'POST',
  path: '/{owner}/things/{id}',
  summary: 'Get a thing',
  parameters: [
    { name: 'owner', in: 'path', required: true, value: 'acme' },
    { name: 'id', in: 'path', required: true, value: '' },
    { name: 'view', in: 'query', required: false, value: '' },
    { name: 'Prefer', in: 'header', required: false, value: '' },
  ],
  examples: [{ summary: 'One', value: {} }],
};
const values = {
  sandbox: 'http://localhost:4010/',
  token: 'test_token',
  parameters: ['acme', 'a/b', '', ''],
  body: '{"name": "it\'s"}',
};

describe('the request of the console', () => {
  test('a request contains encoded path parameters, the token, and only the optional values that are set', () => {
    expect(buildRequest('/lastmile', operation, values)).toEqual({
      method: 'POST',
      url: 'http://localhost:4010/lastmile/acme/things/a%2Fb',
      headers: [
        ['Authorization', 'Bearer test_token'],
        ['Content-Type', 'application/json'],
      ],
      body: values.body,
    });
    const all = { ...values, parameters: ['acme', '1', 'full view', 'code=404'] };
    const { url, headers } = buildRequest('/lastmile', operation, all);
    expect(url).toBe('http://localhost:4010/lastmile/acme/things/1?view=full+view');
    expect(headers).toContainEqual(['Prefer', 'code=404']);
  });

  test('a request has no body if the operation has none', () => {
    const { body, headers } = buildRequest('', { ...operation, examples: [] }, values);
    expect([body, headers.length]).toEqual([undefined, 1]);
  });

  test.each([
    ['a missing required value', { parameters: ['acme', '', '', ''] }, 'Fill in id.'],
    ['a body that is not JSON', { body: '{' }, 'The body is not JSON: '],
    [
      'an address on another machine',
      { sandbox: 'http://localhost.example:4010' },
      'must start with',
    ],
    ['an invalid address', { sandbox: 'localhost' }, 'must start with'],
  ])('a request is rejected for %s', (_, changed, message) => {
    expect(() => buildRequest('', operation, { ...values, ...changed })).toThrow(message);
  });

  test('sandboxOrigin accepts only HTTP addresses of the local machine', () => {
    expect(sandboxOrigin('http://127.0.0.1:4999/lastmile')).toBe('http://127.0.0.1:4999');
    for (const text of ['https://localhost:4010', 'http://192.168.1.1', 'http://a@evil.example'])
      expect(() => sandboxOrigin(text)).toThrow('http://localhost');
  });

  test('a request is the same when a shell runs it as a curl command', () => {
    const command = curlCommand(buildRequest('', operation, values)).replace(
      /^curl/,
      'printf "%s\\n"',
    );
    expect(
      execFileSync('sh', ['-c', command], { encoding: 'utf8' }).split('\n').slice(0, 8),
    ).toEqual([
      '-X',
      'POST',
      'http://localhost:4010/acme/things/a%2Fb',
      '-H',
      'Authorization: Bearer test_token',
      '-H',
      'Content-Type: application/json',
      '-d',
    ]);
  });
});

describe('an example in the console', () => {
  const now = Date.parse('2026-11-22T05:00:00Z');

  test('the times of an example are shifted into the future by the same number of whole days', () => {
    expect(
      freshExample({ from: '2026-11-20T18:00:00Z', until: ['2026-11-21T19:30:00Z'] }, now, 'x'),
    ).toEqual({ from: '2026-11-23T18:00:00Z', until: ['2026-11-24T19:30:00Z'] });
  });

  test('an example keeps times in the future and text that is not a time', () => {
    const example = { from: '2027-01-01T00:00:00Z', day: '2026-11-20', name: 'A', count: 1 };
    expect(freshExample(example, now, 'x')).toEqual(example);
  });

  test('an example gets a new external_reference', () => {
    expect(freshExample({ external_reference: 'A-1' }, now, '5f')).toEqual({
      external_reference: 'A-1-5f',
    });
  });
});

describe.each(contracts)('the $name console', (contract) => {
  const data = consoleData(contract);

  test('contains every operation with its parameters and examples', () => {
    expect(JSON.parse(read(`${contract.name}/try-it.json`))).toEqual(data);
    expect(Object.values(data.operations).map(({ id }) => id)).toEqual(
      contract.operations.map(({ id }) => id),
    );
    for (const { parameters } of Object.values(data.operations))
      for (const { required, value } of parameters) if (required) expect(value).not.toBe('');
  });

  test('the console is mentioned in both references where request examples contain fixed times', () => {
    const dated = contract.operations.filter(({ id }) =>
      contract.name === 'lastmile' ? /^create/.test(id) : /Order|Status|Menu/.test(id),
    );
    const note = 'The request examples contain fixed times.';
    const expected = dated.filter(({ method }) => method === 'post').length;
    for (const text of [
      read(`${contract.name}/reference.html`),
      read(`${contract.name}/reference.md`),
      JSON.stringify(renderedDocument(contract.name)),
    ])
      expect(text.split(note)).toHaveLength(expected + 1);
  });

  test('the console is linked from every operation of both references, and from no webhook of the plain reference', () => {
    const plain = read(`${contract.name}/reference.html`);
    const interactive = JSON.stringify(renderedDocument(contract.name));
    for (const anchor of Object.keys(data.operations)) {
      expect(plain).toContain(`<a href="#${anchor}-samples">Try it</a>`);
      expect(interactive).toContain(`[Try it](reference.html#${anchor}-samples)`);
    }
    expect(plain.match(/>Try it</g)).toHaveLength(contract.operations.length);
    expect(attributes(plain, 'id')).toEqual(
      expect.arrayContaining(Object.keys(data.operations).map((anchor) => `${anchor}-samples`)),
    );
  });
});
