import type { IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';

/**
 * Why a body could not be read: larger than the limit, not gzip though it says so, or the client
 * left.
 */
export type BodyFault = 'too_large' | 'not_gzip' | 'gone';

export type Body = { bytes: Buffer; fault?: undefined } | { bytes?: undefined; fault: BodyFault };

/**
 * Reads a body, unpacked where it is gzip. The limit holds for what arrives and for what comes out
 * of it, so never more than that is kept.
 *
 * @param limit in bytes
 */
export function readBody(request: IncomingMessage, limit: number, gzip: boolean): Promise<Body> {
  if (Number(request.headers['content-length'] ?? 0) > limit)
    return Promise.resolve({ fault: 'too_large' });
  return new Promise((resolve) => {
    const unpack = gzip ? createGunzip() : undefined;
    const chunks: Buffer[] = [];
    let arrived = 0;
    let kept = 0;
    const settle = (body: Body): void => {
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      unpack
        ?.removeAllListeners()
        .on('error', () => {})
        .destroy();
      resolve(body);
    };
    const keep = (chunk: Buffer): void => {
      kept += chunk.length;
      if (kept > limit) settle({ fault: 'too_large' });
      else chunks.push(chunk);
    };
    const onData = (chunk: Buffer): void => {
      arrived += chunk.length;
      if (arrived > limit) settle({ fault: 'too_large' });
      else if (unpack === undefined) keep(chunk);
      else unpack.write(chunk);
    };
    const onEnd = (): void => {
      if (unpack === undefined) settle({ bytes: Buffer.concat(chunks, kept) });
      else if (arrived === 0) settle({ fault: 'not_gzip' });
      else unpack.end();
    };
    const onClose = (): void => settle({ fault: 'gone' });
    unpack
      ?.on('data', keep)
      .on('error', () => settle({ fault: 'not_gzip' }))
      .on('end', () => settle({ bytes: Buffer.concat(chunks, kept) }));
    request
      .on('data', onData)
      .on('end', onEnd)
      .on('error', onClose)
      .on('close', () => request.readableEnded || onClose());
  });
}
