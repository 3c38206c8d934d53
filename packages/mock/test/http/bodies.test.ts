import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { lamp, useTinyContract } from '../support/use-tiny-contract.ts';

const { sendRequest, create, port, post } = useTinyContract();

describe('request bodies', () => {
  it('a request body that is compressed with gzip is accepted in one chunk or in many', async () => {
    const packed = gzipSync(JSON.stringify(lamp));
    expect((await post(packed, { 'content-encoding': 'gzip' })).status).toBe(201);
    expect(
      (
        await post(
          [...packed].map((byte) => Buffer.from([byte])),
          { 'content-encoding': 'GZIP' },
        )
      ).status,
    ).toBe(201);
  });

  it('a request body with a byte order mark, Content-Encoding: identity and charset=UTF-8 is accepted', async () => {
    expect(
      (
        await post('\uFEFF{"name":"Lamp"}', {
          'content-encoding': 'identity',
          'content-type': 'application/json; charset="UTF-8"',
        })
      ).status,
    ).toBe(201);
  });

  const exactly = (bytes: number): string =>
    JSON.stringify({ name: 'x', pad: '' }).replace('""', `"${'p'.repeat(bytes - 21)}"`);

  it('a request body larger than the limit of the operation is rejected with 413', async () => {
    expect(exactly(2048)).toHaveLength(2048);
    expect((await post(exactly(2048))).status).toBe(422);
    expect((await post(gzipSync(exactly(2048)), { 'content-encoding': 'gzip' })).status).toBe(422);
    for (const response of [
      await post(exactly(2049)),
      await post([Buffer.from(exactly(2049))]),
      await post(gzipSync(exactly(2049)), { 'content-encoding': 'gzip' }),
      await post(gzipSync(Buffer.alloc(20_000_000)), { 'content-encoding': 'gzip' }),
    ]) {
      expect([response.status, response.json.code, response.json.max_bytes]).toEqual([
        413,
        'payload_too_large',
        2048,
      ]);
    }
  });

  it.each<[string, string | Buffer, Record<string, string>, number, string]>([
    ['truncated', '{"name":', {}, 400, 'malformed_json'],
    ['empty', '', {}, 400, 'malformed_json'],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0x22]), {}, 400, 'malformed_json'],
    ['nested too deeply', '['.repeat(1000) + ']'.repeat(1000), {}, 400, 'malformed_json'],
    [
      'declared as gzip and not compressed',
      '{"name":"Lamp"}',
      { 'content-encoding': 'gzip' },
      400,
      'malformed_json',
    ],
    [
      'truncated gzip data',
      gzipSync(JSON.stringify(lamp)).subarray(0, 20),
      { 'content-encoding': 'gzip' },
      400,
      'malformed_json',
    ],
    ['empty and declared as gzip', '', { 'content-encoding': 'gzip' }, 400, 'malformed_json'],
    [
      'of a media type other than JSON',
      '{"name":"Lamp"}',
      { 'content-type': 'text/plain' },
      415,
      'unsupported_media_type',
    ],
    [
      'without a media type',
      '{"name":"Lamp"}',
      { 'content-type': '' },
      415,
      'unsupported_media_type',
    ],
    [
      'of a media type that ends in +json',
      '{"name":"Lamp"}',
      { 'content-type': 'application/merge-patch+json' },
      415,
      'unsupported_media_type',
    ],
    [
      'in a charset other than UTF-8',
      '{"name":"Lamp"}',
      { 'content-type': 'application/json; charset=latin1' },
      415,
      'unsupported_media_type',
    ],
    [
      'of an invalid media type',
      '{"name":"Lamp"}',
      { 'content-type': ';;;=' },
      415,
      'unsupported_media_type',
    ],
    [
      'in an unsupported content encoding',
      '{"name":"Lamp"}',
      { 'content-encoding': 'br' },
      415,
      'unsupported_media_type',
    ],
    [
      'in two content encodings',
      gzipSync('{}'),
      { 'content-encoding': 'gzip, gzip' },
      415,
      'unsupported_media_type',
    ],
  ])('a request body is rejected if it is %s', async (_, body, headers, status, code) => {
    const response = await post(body, headers);
    expect([response.status, response.json.code]).toEqual([status, code]);
  });

  it('brackets in strings do not count toward the nesting limit of a request body', async () => {
    expect((await create({ name: 'Lamp', color: `"\\${'['.repeat(500)}` })).status).toBe(422);
  });

  it('the body of a GET request is ignored', async () => {
    const response = await sendRequest({
      path: '/lastmile/things/thg_1',
      headers: { 'content-type': 'text/plain', 'content-length': '3' },
      body: '{x}',
    });
    expect(response.status).toBe(200);
  });

  it('a request with Expect: 100-continue gets 100 Continue only if its headers are valid', async () => {
    const sendRaw = async (headers: string[]): Promise<string> => {
      const socket = connect(port(), '127.0.0.1');
      socket.write(
        `POST /lastmile/acme/things HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nConnection: close\r\n${headers.join('\r\n')}\r\n\r\n`,
      );
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
        if (text.startsWith('HTTP/1.1 100') && !text.includes('\r\n\r\nHTTP'))
          socket.write('{"name":"Lamp"}');
      });
      await once(socket, 'close');
      return text;
    };
    const good = [
      'Authorization: Bearer t',
      'Content-Type: application/json',
      'Idempotency-Key: key-0001',
    ];
    expect(await sendRaw([...good, 'Content-Length: 15'])).toMatch(
      /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201/,
    );
    expect(await sendRaw([...good, 'Content-Length: 9999'])).toMatch(/^HTTP\/1\.1 413/);
    expect(await sendRaw(['Content-Length: 15'])).toMatch(/^HTTP\/1\.1 401/);
  });

  it('a request that the client aborts during the body does not affect later requests', async () => {
    const socket = connect(port(), '127.0.0.1');
    socket.write(
      'POST /lastmile/acme/things HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer t\r\nContent-Length: 15\r\n\r\n{"na',
      () => socket.destroy(),
    );
    await once(socket, 'close');
    expect((await create(lamp)).status).toBe(201);
  });
});
