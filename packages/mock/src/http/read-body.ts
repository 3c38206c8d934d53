import type { IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';

/**
 * The reason that a body could not be read: it exceeds the limit, it is not gzip, or the client
 * closed the connection.
 */
export type BodyFailure = 'too_large' | 'not_gzip' | 'closed';

export type Body =
  | { bytes: Buffer; failure?: undefined }
  | { bytes?: undefined; failure: BodyFailure };

/**
 * Reads a body, and decompresses it if `isGzip` is true. The limit applies to the received and to
 * the decompressed bytes, so the buffer never exceeds the limit.
 *
 * @param limit maximum size, in bytes
 */
export function readBody(request: IncomingMessage, limit: number, isGzip: boolean): Promise<Body> {
  if (Number(request.headers['content-length'] ?? 0) > limit)
    return Promise.resolve({ failure: 'too_large' });
  return new Promise((resolve) => {
    const gunzip = isGzip ? createGunzip() : undefined;
    const chunks: Buffer[] = [];
    let received = 0;
    let size = 0;
    const settle = (body: Body): void => {
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      gunzip
        ?.removeAllListeners()
        .on('error', () => {})
        .destroy();
      resolve(body);
    };
    const append = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) settle({ failure: 'too_large' });
      else chunks.push(chunk);
    };
    const onData = (chunk: Buffer): void => {
      received += chunk.length;
      if (received > limit) settle({ failure: 'too_large' });
      else if (gunzip === undefined) append(chunk);
      else gunzip.write(chunk);
    };
    const onEnd = (): void => {
      if (gunzip === undefined) settle({ bytes: Buffer.concat(chunks, size) });
      else if (received === 0) settle({ failure: 'not_gzip' });
      else gunzip.end();
    };
    const onClose = (): void => settle({ failure: 'closed' });
    gunzip
      ?.on('data', append)
      .on('error', () => settle({ failure: 'not_gzip' }))
      .on('end', () => settle({ bytes: Buffer.concat(chunks, size) }));
    request
      .on('data', onData)
      .on('end', onEnd)
      .on('error', onClose)
      .on('close', () => request.readableEnded || onClose());
  });
}
