import { get, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { operations, validRequest } from '../../../sandbox/test/support/contracts.ts';
import type { ReportedFinding } from '../../src/api/types.ts';
import { startMock } from '../../src/start-mock.ts';
import { callOf, startBending, startProxied } from '../support/changing-upstream.ts';
import { send } from '../support/send.ts';

type Prepared = ReturnType<typeof callOf>['answer'];

const reply =
  ({ status, headers, body }: Prepared) =>
  (response: ServerResponse): void =>
    void response
      .writeHead(status, headers)
      .end(body === undefined ? undefined : JSON.stringify(body));

const bytesOf = (port: number, path: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    get({ port, path, agent: false, headers: { authorization: 'Bearer test_token' } }, (answer) => {
      const chunks: Buffer[] = [];
      answer
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => resolve(Buffer.concat(chunks)));
    }).on('error', reject);
  });

const told = (findings: readonly ReportedFinding[]) =>
  findings.map(({ in: where, severity, place, code }) => [where, severity, place, code].join(' '));

describe('a proxy in front of our own mock', () => {
  it('passes every documented answer of every operation on unchanged, and finds nothing', async () => {
    const real = await startMock({ mode: 'examples' });
    const { mock, ask } = await startProxied({
      lastmile: real.lastmile,
      marketplace: `${real.marketplace}/`,
    });
    try {
      for (const { name, operation } of operations) {
        for (const response of operation.responses) {
          const request = validRequest(operation);
          const sent = {
            ...request,
            path: `/${name}${request.path}`,
            headers: { ...request.headers, prefer: `code=${response.status}` },
          };
          const [direct, through] = [await send({ ...sent, port: real.port }), await ask(sent)];
          const { 'request-id': _, date: __, ...own } = direct.headers;
          expect([operation.id, through.status, through.text]).toEqual([
            operation.id,
            direct.status,
            direct.text,
          ]);
          expect(through.headers).toMatchObject(own);
        }
      }
      const report = mock.report();
      expect(report.findings).toEqual([]);
      expect(report.never_called).toEqual([]);
      expect(
        report.operations.flatMap(({ operation, never_seen }) =>
          never_seen.map((status) => `${operation} ${status}`),
        ),
      ).toEqual([]);
    } finally {
      await real.stop();
    }
  });

  it('finds nothing wrong with a refusal that any request can meet', async () => {
    const real = await startMock({ mode: 'examples' });
    const { mock, ask } = await startProxied({ lastmile: real.lastmile });
    const { request } = callOf('createBooking');
    const answer = await ask({
      ...request,
      headers: { ...request.headers, 'content-type': 'text/plain' },
    });
    await real.stop();
    expect([answer.status, told(mock.report().findings)]).toEqual([
      415,
      ['request error Content-Type unsupported_media_type'],
    ]);
  });
});

describe('a request through a proxy', () => {
  it('arrives as it was sent: method, path, query, headers, token and bytes', async () => {
    const { request, answer } = callOf('createBooking');
    const real = await startBending(reply(answer));
    const { ask } = await startProxied({ lastmile: `${real.url}/base/` });
    const bytes = Buffer.from(` ${request.body} \n`);
    await ask({
      ...request,
      path: `${request.path}?q=%20a&q=b`,
      headers: {
        ...request.headers,
        'X-Own': 'Ünverändert',
        connection: 'close, x-hop',
        'x-hop': '1',
        authorization: 'Bearer abc.def',
      },
      body: bytes,
    });
    const [arrived] = real.arrived;
    expect(arrived).toMatchObject({
      method: 'POST',
      url: `/base${request.path.slice('/lastmile'.length)}?q=%20a&q=b`,
    });
    expect(arrived?.bytes.equals(bytes)).toBe(true);
    expect(arrived?.rawHeaders).toContain('X-Own');
    expect(arrived?.headers).toMatchObject({
      authorization: 'Bearer abc.def',
      'x-own': 'Ünverändert',
      host: `127.0.0.1:${real.port}`,
    });
    expect(arrived?.headers).not.toHaveProperty('x-hop');
  });

  const without = (name: string) => (headers: Record<string, string>) =>
    Object.fromEntries(Object.entries(headers).filter(([known]) => known !== name));
  it.each<
    [
      string,
      {
        path?: string;
        method?: string;
        headers?: (headers: Record<string, string>) => Record<string, string>;
        body?: string;
      },
      string[],
    ]
  >([
    [
      'a path that is not in the contract',
      { path: '/lastmile/acme/nowhere' },
      ['path path_not_found'],
    ],
    ['another method', { method: 'PUT' }, ['method method_not_allowed']],
    [
      'no token',
      { headers: (headers) => ({ ...headers, authorization: '' }) },
      ['Authorization unauthenticated'],
    ],
    ['no key', { headers: without('idempotency-key') }, ['Idempotency-Key required']],
    [
      'an Accept that excludes JSON',
      { headers: (headers) => ({ ...headers, accept: 'text/html' }) },
      ['Accept not_acceptable'],
    ],
    [
      'another media type',
      { headers: (headers) => ({ ...headers, 'content-type': 'text/plain' }) },
      ['Content-Type unsupported_media_type'],
    ],
    ['a body that is not JSON', { body: '{"secret": hidden' }, ['body malformed_json']],
    [
      'a body that says it is gzip',
      { headers: (headers) => ({ ...headers, 'content-encoding': 'gzip' }) },
      ['body malformed_json'],
    ],
    [
      'a field that is not known',
      {
        body: JSON.stringify({
          ...JSON.parse(callOf('createBooking').request.body ?? ''),
          mood: 1,
        }),
      },
      ['/mood additional_properties'],
    ],
    [
      'several faults at once',
      {
        headers: (headers) => ({ ...headers, authorization: '', 'idempotency-key': 'short' }),
        body: 'x',
      },
      [
        'Authorization unauthenticated',
        'body malformed_json',
        'Idempotency-Key min_length',
        'Idempotency-Key pattern',
      ],
    ],
  ])('with %s goes through, and is told', async (_, bend, expected) => {
    const { request, answer } = callOf('createBooking');
    const real = await startBending(reply(answer));
    const { mock, ask, lines, exchanges } = await startProxied({ lastmile: real.url });
    const { headers = (same) => same, ...others } = bend;
    const through = await ask({ ...request, ...others, headers: headers(request.headers) });
    expect([through.status, real.arrived.length]).toEqual([answer.status, 1]);
    const { findings } = mock.report();
    expect(told(findings.filter((one) => one.in === 'request'))).toEqual(
      expected.map((one) => `request error ${one}`),
    );
    expect(exchanges[0]?.findings).toHaveLength(expected.length);
    expect(lines[0]).toContain(findings[0]?.message);
    expect(JSON.stringify(findings)).not.toContain('hidden');
  });

  it('that is large passes whole, and its size is told', async () => {
    const { request, answer } = callOf('createBooking');
    const real = await startBending(reply(answer));
    const { mock, ask } = await startProxied({ lastmile: real.url });
    const body = Buffer.alloc(5 * 1024 * 1024, ' ');
    expect((await ask({ ...request, body })).status).toBe(201);
    expect(real.arrived[0]?.bytes.equals(body)).toBe(true);
    expect(told(mock.report().findings)).toEqual(['request error body payload_too_large']);
  });

  it('may be gzip, and is judged unpacked', async () => {
    const { request, answer } = callOf('createBooking');
    const real = await startBending(reply(answer));
    const { mock, ask } = await startProxied({ lastmile: real.url });
    const body = gzipSync(request.body ?? '');
    await ask({ ...request, headers: { ...request.headers, 'content-encoding': 'gzip' }, body });
    expect(real.arrived[0]?.bytes.equals(body)).toBe(true);
    expect(mock.report().findings).toEqual([]);
  });
});

describe('an answer through a proxy', () => {
  const bending: [string, string, number | undefined, (answer: Prepared) => Prepared, string[]][] =
    [
      [
        'a status that is not documented',
        'getBookingDetails',
        200,
        (answer) => ({ ...answer, status: 418 }),
        ['error status undocumented_status'],
      ],
      [
        'a redirect',
        'getBookingDetails',
        200,
        (answer) => ({ ...answer, status: 302 }),
        ['error status undocumented_status'],
      ],
      [
        'a header that is missing',
        'getBookingDetails',
        200,
        ({ headers: { ETag: _, ...headers }, ...answer }) => ({ ...answer, headers }),
        ['error ETag required'],
      ],
      [
        'another media type',
        'getBookingDetails',
        200,
        (answer) => ({ ...answer, headers: { ...answer.headers, 'Content-Type': 'text/json' } }),
        ['error Content-Type media_type'],
      ],
      [
        'a field of another type',
        'getBookingDetails',
        200,
        (answer) => ({ ...answer, body: { ...answer.body, revision: 'one' } }),
        ['error /revision type'],
      ],
      [
        'a required field that is missing',
        'getBookingDetails',
        200,
        ({ body: { status: _, ...body }, ...answer }) => ({ ...answer, body }),
        ['error /status required'],
      ],
      [
        'a field that the contract does not name',
        'getBookingDetails',
        200,
        (answer) => ({ ...answer, body: { ...answer.body, mood: 'good' } }),
        ['warning /mood unknown_field'],
      ],
      [
        'a new value of an extensible enum',
        'getBookingDetails',
        200,
        (answer) => ({ ...answer, body: { ...answer.body, status: 'teleported' } }),
        [],
      ],
      [
        'a problem of another operation',
        'getBookingDetails',
        404,
        (answer) => ({ ...answer, body: { ...answer.body, code: 'order_not_found' } }),
        ['error /code undocumented_code'],
      ],
      [
        'a problem that tells another status',
        'getBookingDetails',
        404,
        (answer) => ({ ...answer, body: { ...answer.body, status: 410 } }),
        ['error /status status_mismatch'],
      ],
      [
        'a problem without a member of its code',
        'createBooking',
        422,
        ({ body: { errors: _, ...body }, ...answer }) => ({ ...answer, body }),
        ['error /errors required'],
      ],
    ];
  it.each(bending)('with %s goes through, and is told', async (_, id, status, bend, expected) => {
    const { request, answer } = callOf(id, status);
    const bent = bend(answer);
    const real = await startBending(reply(bent));
    const { mock, ask, exchanges } = await startProxied({ lastmile: real.url });
    const through = await ask(request);
    expect([through.status, through.text]).toEqual([bent.status, JSON.stringify(bent.body)]);
    expect(told(mock.report().findings)).toEqual(expected.map((one) => `answer ${one}`));
    expect(exchanges[0]?.answerFindings).toHaveLength(expected.length);
    expect(mock.requests()[0]?.answer_findings).toEqual(exchanges[0]?.answerFindings);
  });

  it.each([
    ['that is not JSON', 'oops', 'body malformed_json'],
    ['that is empty', '', 'body required'],
  ])('with a body %s goes through, and is told', async (_, text, expected) => {
    const { request, answer } = callOf('getBookingDetails');
    const real = await startBending(
      (response) => void response.writeHead(200, answer.headers).end(text),
    );
    const { mock, ask } = await startProxied({ lastmile: real.url });
    const through = await fetch(`${mock.url}${request.path}`, {
      headers: { authorization: 'Bearer test_token' },
    });
    expect(await through.text()).toBe(text);
    expect(told(mock.report().findings)).toEqual([`answer error ${expected}`]);
    expect((await ask({ ...request, method: 'HEAD' })).status).toBe(200);
    expect(mock.report().findings).toHaveLength(1);
  });

  it('in gzip passes byte for byte, and is judged unpacked', async () => {
    const { request, answer } = callOf('getBookingDetails');
    const packed = gzipSync(JSON.stringify({ ...answer.body, revision: 'one' }));
    const real = await startBending(
      (response) =>
        void response.writeHead(200, { ...answer.headers, 'Content-Encoding': 'gzip' }).end(packed),
    );
    const { mock } = await startProxied({ lastmile: real.url });
    expect(await bytesOf(mock.port, request.path)).toEqual(packed);
    const unpacked = await fetch(`${mock.url}${request.path}`, {
      headers: { authorization: 'Bearer test_token' },
    });
    expect([
      unpacked.headers.get('content-encoding'),
      ((await unpacked.json()) as Prepared['body']).revision,
    ]).toEqual(['gzip', 'one']);
    expect(told(mock.report().findings)).toEqual(['answer error /revision type']);
  });

  it('keeps a header that comes twice, and drops those of the connection', async () => {
    const { request, answer } = callOf('getBookingDetails');
    const real = await startBending((response) => {
      response.setHeader('Set-Cookie', ['a=1', 'b=2']);
      response.setHeader('Keep-Alive', 'timeout=77');
      reply(answer)(response);
    });
    const { mock } = await startProxied({ lastmile: real.url });
    const { headers } = await fetch(`${mock.url}${request.path}`, {
      headers: { authorization: 'Bearer test_token' },
    });
    expect([headers.getSetCookie(), headers.get('keep-alive')]).toEqual([
      ['a=1', 'b=2'],
      expect.not.stringContaining('77'),
    ]);
  });
});

describe('an upstream that does not answer', () => {
  const cases: [string, (response: ServerResponse) => void, RegExp][] = [
    ['hangs', () => {}, /^The upstream http:\S+ did not answer within 0\.2 seconds\.$/],
    [
      'closes the connection',
      (response) => void response.socket?.destroy(),
      /^The upstream http:\S+ closed the connection without an answer\.$/,
    ],
    [
      'breaks off in the middle',
      (response) => {
        response.writeHead(200, { 'Content-Length': '100' });
        response.write('{', () => response.socket?.destroy());
      },
      /^The upstream http:\S+ broke its answer off in the middle\.$/,
    ],
  ];
  it.each(cases)(
    'because it %s is a problem in one clear sentence, and a finding',
    async (_, answer, detail) => {
      const real = await startBending(answer);
      const { mock, ask, lines } = await startProxied(
        { lastmile: real.url },
        { timeoutSeconds: 0.2 },
      );
      const through = await ask(callOf('getBookingDetails').request);
      expect([through.status, through.json.code, through.json.detail]).toEqual([
        500,
        'internal_error',
        expect.stringMatching(detail),
      ]);
      expect(told(mock.report().findings)).toEqual(['answer error connection no_answer']);
      expect(lines[0]).toContain('the answer itself: connection The upstream');
    },
  );

  it('because nothing listens there is a problem too', async () => {
    const gone = await startMock({ mode: 'examples' });
    await gone.stop();
    const { ask } = await startProxied({ lastmile: gone.lastmile });
    expect((await ask(callOf('getBookingDetails').request)).json.detail).toMatch(
      / is not there \(ECONNREFUSED\): nothing listens at its address\.$/,
    );
  });

  it('does not keep a proxy from ending at once, nor counts then', async () => {
    const real = await startBending(() => {});
    const { mock, ask } = await startProxied({ lastmile: real.url });
    const open = ask(callOf('getBookingDetails').request).catch((error: Error) => error);
    await expect.poll(() => real.arrived.length).toBe(1);
    await mock.stop();
    expect(await open).toBeInstanceOf(Error);
    expect(mock.report().counts).toMatchObject({ requests: 0, answer_errors: 0 });
  });
});

describe('what a proxy tells', () => {
  it('never holds the token, the query or what a body says', async () => {
    const { request, answer } = callOf('createBooking');
    const real = await startBending(
      reply({ ...answer, body: { ...answer.body, revision: 'S3CRET' } }),
    );
    const { mock, ask, lines, exchanges } = await startProxied({ lastmile: real.url });
    for (const body of [request.body, '{"a": S3CRET', '"S3CRET"'])
      for (const authorization of ['Bearer S3CRET', 'S3CRET', 'Basic S3CRET'])
        await ask({
          ...request,
          path: `${request.path}?token=S3CRET`,
          headers: { ...request.headers, authorization },
          body,
        });
    const surface = await ask({ path: '/_sandbox/requests' });
    const report = await ask({ path: '/_sandbox/report' });
    expect(report.json.counts).toEqual(mock.report().counts);
    expect(surface.json).toHaveLength(9);
    expect(
      JSON.stringify([lines, exchanges, surface.text, report.text, mock.report()]),
    ).not.toContain('S3CRET');
  });

  it('counts a finding that comes again, and names where it came first', async () => {
    const { request, answer } = callOf('getBookingDetails');
    const real = await startBending(
      reply({ ...answer, body: { ...answer.body, revision: 'one' } }),
    );
    const { mock, ask } = await startProxied({ lastmile: real.url });
    const first = await ask(request);
    await ask(request);
    expect(first.status).toBe(200);
    const { findings, counts, operations: told } = mock.report();
    expect(findings).toEqual([
      {
        interface: 'lastmile',
        operation: 'getBookingDetails',
        status: 200,
        in: 'answer',
        severity: 'error',
        place: '/revision',
        code: 'type',
        message: 'must be integer',
        count: 2,
        first: {
          request_id: expect.stringMatching(/^req_/),
          method: 'GET',
          path: request.path.slice('/lastmile'.length),
        },
      },
    ]);
    expect(counts).toEqual({
      requests: 2,
      outside: 0,
      request_errors: 0,
      answer_errors: 2,
      warnings: 0,
    });
    expect(told.find(({ operation }) => operation === 'getBookingDetails')).toMatchObject({
      requests: 2,
      statuses: [{ status: 200, count: 2, documented: true }],
      never_seen: expect.not.arrayContaining([200]),
    });
  });

  it('refuses upstreams that make no sense in one line', async () => {
    const start = (upstreams: unknown) =>
      startMock({ mode: 'proxy', upstreams: upstreams as { lastmile: string } });
    await expect(start({})).rejects.toThrow(/^upstreams: expected at least one/);
    await expect(start({ lastmile: 'ftp://x' })).rejects.toThrow(
      /^upstreams\.lastmile: expected an http or https address/,
    );
    await expect(start({ lastmile: 'http://a:b@x' })).rejects.toThrow(
      /^upstreams\.lastmile: leave the user and password out/,
    );
    await expect(start({ lastmil: 'http://x' })).rejects.toThrow(
      /^upstreams: expected lastmile or marketplace, not 'lastmil'\.$/,
    );
  });
});
