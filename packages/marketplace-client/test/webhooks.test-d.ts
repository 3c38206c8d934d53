import { describe, expectTypeOf, it } from 'vitest';
import type { OrderCreatedEvent } from '../src/index.js';
import {
  type UnknownEvent,
  unwrapWebhook,
  type WebhookErrorCode,
  WebhookVerificationError,
} from '../src/webhooks.js';

describe('an unwrapped delivery', () => {
  it('an unwrapped delivery is typed by event type, with a fallback for unknown types', async () => {
    const { id, timestamp, event } = await unwrapWebhook('', new Headers(), ['whsec_']);
    expectTypeOf(id).toEqualTypeOf<string>();
    expectTypeOf(timestamp).toEqualTypeOf<Date>();
    expectTypeOf(event).toEqualTypeOf<OrderCreatedEvent | UnknownEvent>();
    switch (event.type) {
      case 'order_created':
        expectTypeOf(event).toEqualTypeOf<OrderCreatedEvent>();
        expectTypeOf(event.data.id).toEqualTypeOf<string>();
        break;
      default:
        expectTypeOf(event).toEqualTypeOf<UnknownEvent>();
        expectTypeOf(event.type).toExtend<string>();
        expectTypeOf(event.data).toEqualTypeOf<unknown>();
    }
    // @ts-expect-error the data is typed only after narrowing on `type`
    event.data.id;
  });

  it('unwrapWebhook accepts raw bodies and headers of frameworks, and rejects a parsed body', () => {
    const nodeHeaders: import('node:http').IncomingHttpHeaders = {};
    expectTypeOf(unwrapWebhook).toBeCallableWith(Buffer.from(''), nodeHeaders, 'whsec_');
    expectTypeOf(unwrapWebhook).toBeCallableWith(
      new ArrayBuffer(0),
      { 'webhook-id': ['a'] },
      ['whsec_'],
      { toleranceSeconds: 10, now: Date.now },
    );
    // @ts-expect-error a parsed body cannot be verified
    unwrapWebhook({ type: 'order_created' }, nodeHeaders, ['whsec_']);
    // @ts-expect-error the option is called toleranceSeconds
    unwrapWebhook('', nodeHeaders, ['whsec_'], { tolerance: 10 });
  });

  it('a verification error has one of the listed codes', () => {
    const error: unknown = undefined;
    if (error instanceof WebhookVerificationError)
      expectTypeOf(error.code).toEqualTypeOf<WebhookErrorCode>();
  });
});
