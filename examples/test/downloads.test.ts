import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mock, startMock } from '@delivery-api/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface DownloadedRequest {
  name: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
}
interface PostmanItem {
  name: string;
  request: {
    method: string;
    header: { key: string; value: string; disabled?: boolean }[];
    url: { raw: string; variable?: { key: string; value: string }[] };
    body?: { raw: string };
  };
  response: { code: number }[];
}
interface Collection {
  variable: { key: string; value: string }[];
  auth: { bearer: { key: string; value: string }[] };
  item: { item: PostmanItem[] }[];
}

const built = (file: string): string =>
  readFileSync(join(import.meta.dirname, '../../docs-site/dist', file), 'utf8');

const resolveVariables = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(/\{\{([$\w]+)\}\}/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`{{${name}}} has no value`);
    return value;
  });

/** Parses the requests of a `.http` file. */
function fromHttp(text: string, base: string): DownloadedRequest[] {
  const values = new Map(
    Array.from(
      text.matchAll(/^@(\w+) = (.+)$/gm),
      ([, name = '', value = '']) => [name, value] as const,
    ),
  );
  values.set('baseUrl', base);
  return text
    .split(/^### .*\n/m)
    .slice(1)
    .map((part) => {
      const [, name = ''] = /^# @name (\w+)$/m.exec(part) ?? [];
      const [head = '', ...rest] = resolveVariables(
        part.replace(/^#.*\n/gm, '').trim(),
        values,
      ).split('\n\n');
      const [line = '', ...headers] = head.split('\n');
      const [method = '', url = ''] = line.split(' ');
      const pairs = headers.map(
        (header) =>
          [header.slice(0, header.indexOf(': ')), header.slice(header.indexOf(': ') + 2)] as const,
      );
      return {
        name,
        method,
        url,
        headers: Object.fromEntries(pairs),
        body: rest.length === 0 ? undefined : rest.join('\n\n'),
      };
    });
}

/** Returns the requests of a Postman collection with all variables resolved. */
function fromPostman({ variable, auth, item }: Collection, base: string): DownloadedRequest[] {
  const values = new Map(
    [...variable, { key: 'baseUrl', value: base }].map(({ key, value }) => [key, value] as const),
  );
  const token = resolveVariables(
    auth.bearer.find(({ key }) => key === 'token')?.value ?? '',
    values,
  );
  return item
    .flatMap((folder) => folder.item)
    .map(({ name, request }) => {
      const guid = new Map([...values, ['$guid', crypto.randomUUID()]]);
      const path = new Map((request.url.variable ?? []).map(({ key, value }) => [key, value]));
      const pairs = request.header
        .filter(({ disabled }) => disabled !== true)
        .map(({ key, value }) => [key, resolveVariables(value, guid)] as const);
      return {
        name,
        method: request.method,
        url: resolveVariables(request.url.raw, values).replace(
          /\/:(\w+)/g,
          (_, key: string) => `/${encodeURIComponent(path.get(key) ?? `no ${key}`)}`,
        ),
        headers: { Authorization: `Bearer ${token}`, ...Object.fromEntries(pairs) },
        body: request.body?.raw,
      };
    });
}

describe.each(['lastmile', 'marketplace'] as const)('downloadable requests of %s', (name) => {
  const http = built(`${name}/requests.http`);
  const collection: Collection = JSON.parse(built(`${name}/postman.json`));
  const kinds = [
    ['the .http file', (base: string) => fromHttp(http, base)],
    ['the Postman collection', (base: string) => fromPostman(collection, base)],
  ] as const;
  let examples: Mock;
  let sandbox: Mock;
  beforeAll(async () => {
    examples = await startMock({ port: 0, mode: 'examples', interfaces: [name] });
    // The times in the examples are on this evening.
    sandbox = await startMock({
      port: 0,
      mode: 'sandbox',
      interfaces: [name],
      clock: { start: '2026-11-20T18:00:00Z' },
    });
  });
  afterAll(() => Promise.all([examples.stop(), sandbox.stop()]));

  async function send(requests: DownloadedRequest[], wanted: string): Promise<Response> {
    const found = requests.find((request) => request.name === wanted);
    if (found === undefined) throw new Error(`There is no request ${wanted}.`);
    const { url, method, headers, body } = found;
    return fetch(url, { method, headers, ...(body !== undefined && { body }) });
  }

  describe.each(kinds)('in %s', (_, requests) => {
    const names = requests('http://base').map((request) => request.name);

    it.each(names)('%s succeeds in examples mode', async (wanted) => {
      const response = await send(requests(examples[name]), wanted);
      expect(response.ok ? 'succeeds' : await response.text()).toBe('succeeds');
    });

    it.each(names)('%s is valid in sandbox mode', async (wanted) => {
      const response = await send(requests(sandbox[name]), wanted);
      const { code = 'none' } = response.ok ? {} : ((await response.json()) as { code?: string });
      expect([400, 401, 403, 405, 406, 413, 415, 500]).not.toContain(response.status);
      expect(['validation_failed', 'path_not_found', 'not_found']).not.toContain(code);
    });
  });
});
