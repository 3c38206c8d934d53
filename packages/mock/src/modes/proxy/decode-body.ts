import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { maxBytes } from './forward.ts';

const decoders: Readonly<
  Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/**
 * Decompresses a body.
 *
 * @param coding the value of the `Content-Encoding` header
 * @returns the bytes; `unknown_coding` for an unsupported coding; `too_large` if the bytes exceed
 * `maxBytes` after decompression; `broken` if the body does not have this coding
 */
export async function decodeBody(
  bytes: Buffer,
  coding = 'identity',
): Promise<Buffer | 'unknown_coding' | 'too_large' | 'broken'> {
  const name = coding.trim().toLowerCase();
  if (name === 'identity' || name === '') return bytes;
  const decode = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
  if (decode === undefined) return 'unknown_coding';
  try {
    return await decode(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? 'too_large'
      : 'broken';
  }
}
