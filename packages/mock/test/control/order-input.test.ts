import { describe, expect, it } from 'vitest';
import { startSandbox } from '../support/sandbox.ts';

describe('modifiers of a test order', () => {
  it.each([{}, 'extra cheese', 1, true, null])(
    'the modifiers of a test order are rejected if they are %j instead of an array',
    async (modifiers) => {
      const { control } = await startSandbox();
      for (const line of [
        { item_id: 'margherita', modifiers },
        { item_id: 'margherita', modifiers: [{ item_id: 'extra_cheese', modifiers }] },
      ]) {
        const { status, json } = await control('POST', '/orders', { order: { items: [line] } });
        expect([status, json.code]).toEqual([422, 'validation_failed']);
      }
    },
  );
});
