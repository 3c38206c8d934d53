import { describe, expect, it } from 'vitest';
import { CallError, LocalError } from '../src/index.js';
import { cancel, read } from './support/operations.js';
import { rejectionOf, stub } from './support/stub.js';

const thrower = () => {
  throw new Error('secret of the vault');
};

describe('LocalError', () => {
  it.each<[string, object]>([
    ['a token function that throws', { token: thrower }],
    ['a token function that rejects', { token: async () => thrower() }],
  ])('throws a LocalError for %s, without the text of the original error', async (_, options) => {
    const { call, sent } = stub([], options);
    const error = await rejectionOf<LocalError>(call(cancel)({}));
    expect(error).toBeInstanceOf(LocalError);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({
      name: 'LocalError',
      source: 'token',
      attempts: 0,
      cause: { message: 'secret of the vault' },
    });
    expect(error.idempotencyKey).toMatch(/^[\x21-\x7e]{8,128}$/);
    expect(error.message).toBe(
      'cancelBooking: token threw; `cause` is the error. Nothing was sent.',
    );
    expect(JSON.stringify(error)).not.toContain('secret');
    expect(sent).toEqual([]);
  });

  it('contains the idempotency key of the write if checkResponse throws', async () => {
    const { call, sent } = stub([Response.json({ id: 'bkg_1' })], { checkResponse: thrower });
    const error = await rejectionOf<LocalError>(call(cancel)({}));
    expect(error).toMatchObject({ name: 'LocalError', source: 'checkResponse', attempts: 1 });
    expect(error.idempotencyKey).toBe(sent[0]?.headers.get('idempotency-key'));
    expect(error.message).toContain(
      'The call may have taken effect. To prevent a duplicate, repeat it with',
    );
  });

  it.each<[string, object, string]>([
    ['a header', { headers: { 'X-Note': 'a\nb' } }, 'the header "X-Note" contains'],
    ['a header name', { headers: { 'X Note': 'a' } }, 'the header "X Note" contains'],
    ['an ETag', { ifNoneMatch: '"a\n"' }, 'the header "if-none-match" contains'],
    ['a limit', { timeoutMs: 0 }, 'timeoutMs must be'],
  ])('names %s that is invalid', async (_, options, text) => {
    const { call, sent } = stub();
    const error = await rejectionOf(call(read).result({ id: 'ord_1' }, options));
    expect(error).toMatchObject({ name: 'LocalError', source: 'input', attempts: 0 });
    expect(error.message).toContain(text);
    expect(sent).toEqual([]);
  });
});
