// The part of `node:crypto` that the package uses, so that the build needs no Node.js types.
declare module 'node:crypto' {
  export interface SecretKey {
    readonly type: string;
  }
  export interface SecretHmac {
    update(data: string | Uint8Array, encoding?: string): SecretHmac;
    digest(): Uint8Array;
    digest(encoding: string): string;
  }
  export function createSecretKey(key: Uint8Array): SecretKey;
  export function createHmac(algorithm: string, key: SecretKey | Uint8Array | string): SecretHmac;
  export function timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean;
}
