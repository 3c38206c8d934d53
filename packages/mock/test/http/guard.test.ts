import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { useTinyContract } from '../support/use-tiny-contract.ts';

const { get, port } = useTinyContract();

describe('the host and the origin of a request', () => {
  const sendRequest = async (headers: Record<string, string>) =>
    (await get('/_sandbox/health', headers)).status;

  it('a request to a loopback name is accepted', async () => {
    for (const host of [
      `127.0.0.1:${port()}`,
      'localhost',
      'LOCALHOST:4010',
      'api.localhost',
      '[::1]:4010',
      '127.9.9.9',
    ])
      expect(await sendRequest({ host })).toBe(200);
  });

  it('a request to another host name is rejected', async () => {
    for (const host of [
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '192.168.1.1',
      'a b',
    ])
      expect(await sendRequest({ host })).toBe(400);
    expect((await get('http://evil.example/_sandbox/health')).status).toBe(400);
  });

  it('a request from a page with another origin is rejected', async () => {
    const host = `127.0.0.1:${port()}`;
    expect(await sendRequest({ host, origin: `http://${host}` })).toBe(200);
    for (const origin of [
      'null',
      'https://evil.example',
      `https://${host}`,
      'http://localhost',
      `http://${host}.evil.example`,
    ])
      expect(await sendRequest({ host, origin })).toBe(400);
  });

  it('a request from a page on another site is rejected, unless the user follows a link', async () => {
    const from = (site: string, mode = 'no-cors', dest = 'empty') =>
      sendRequest({ 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest });
    for (const site of ['cross-site', 'same-site']) {
      expect(await from(site)).toBe(400);
      expect(await from(site, 'navigate', 'iframe')).toBe(400);
      expect(await from(site, 'navigate', 'document')).toBe(200);
    }
    for (const site of ['same-origin', 'none']) expect(await from(site)).toBe(200);
  });

  it('Host, Authorization, Content-Type and Origin must not occur twice, because an intermediary might use the other value', async () => {
    const twice = (...lines: string[]): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect(port(), '127.0.0.1', () =>
          socket.write(
            ['GET /_sandbox/health HTTP/1.1', 'Connection: close', ...lines, '', ''].join('\r\n'),
          ),
        );
        let text = '';
        socket.on('data', (chunk) => {
          text += chunk;
        });
        socket.on('close', () => resolve(text));
      });
    const host = 'Host: localhost';
    expect(await twice(host, 'Accept: */*', 'Accept: */*')).toContain(' 200 ');
    for (const lines of [
      [host, 'host: localhost'],
      [host, 'Host: evil.example'],
      ...['Authorization', 'Content-Type', 'Origin'].map((name) => [
        host,
        `${name}: a`,
        `${name}: b`,
      ]),
    ]) {
      const response = await twice(...lines);
      expect(response, lines.join()).toMatch(/^HTTP\/1\.1 400 /);
      expect(response, lines.join()).toContain('occurs more than once');
    }
  });

  it('the response to a health check has no CORS headers', async () => {
    const names = Object.keys((await get('/_sandbox/health')).headers);
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
