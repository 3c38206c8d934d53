import { describe, expectTypeOf, it } from 'vitest';
import { createMarketplaceClient, type NotModified, type Order } from '../src/index.js';

const marketplace = createMarketplaceClient({
  baseUrl: 'http://localhost:4010/marketplace',
  token: 'test_token',
});

describe('a method', () => {
  it('accepts path parameters and body fields in one object', () => {
    expectTypeOf(marketplace.setOrderStatus).toBeCallableWith({
      id: 'ord_1',
      status: 'accepted',
      preparation_minutes: 15,
    });
    // @ts-expect-error `id` is required
    marketplace.setOrderStatus({ status: 'accepted' });
  });

  it('rejects an unknown property at any level', () => {
    // @ts-expect-error `prep_minutes` is not in the contract
    marketplace.setOrderStatus({ id: 'ord_1', status: 'accepted', prep_minutes: 15 });
    marketplace.setOrderStatus({
      id: 'ord_1',
      status: 'rejected',
      reason_code: 'item_unavailable',
      // @ts-expect-error `why` is not in the contract
      unavailable_items: [{ line_id: 'line_1', available_quantity: 0, why: 'sold out' }],
    });
    // @ts-expect-error `order_id` is not in the contract
    marketplace.getOrder({ id: 'ord_1', order_id: 'ord_1' });
  });

  it('rejects an unknown or misplaced option', () => {
    // @ts-expect-error `timeout` is not an option
    marketplace.getOrder({ id: 'ord_1' }, { timeout: 1 });
    // @ts-expect-error a read has no idempotency key
    marketplace.getOrder({ id: 'ord_1' }, { idempotencyKey: 'key-12345' });
    // @ts-expect-error a write is not conditional
    marketplace.setOrderStatus({ id: 'ord_1', status: 'ready' }, { ifNoneMatch: '"a"' });
  });

  it('resolves with the body of the success status', async () => {
    expectTypeOf(await marketplace.getOrder({ id: 'ord_1' })).toEqualTypeOf<Order>();
  });
});

describe('a result', () => {
  it('a result is typed by status', async () => {
    const result = await marketplace.getOrder.result({ id: 'ord_1' });
    if (result.ok) {
      expectTypeOf(result.status).toEqualTypeOf<200>();
      expectTypeOf(result.data).toEqualTypeOf<Order>();
    } else if (result.status === 404) {
      expectTypeOf(result.problem.code).toEqualTypeOf<
        'order_not_found' | 'path_not_found' | 'unexpected_response'
      >();
    } else if (result.status === 502) {
      expectTypeOf(result.problem.code).toEqualTypeOf<'unexpected_response'>();
    }
  });

  it('narrows a problem on its code to the members of the code', async () => {
    const result = await marketplace.setOrderStatus.result({ id: 'ord_1', status: 'ready' });
    if (result.status === 409 && result.problem.code === 'revision_conflict')
      expectTypeOf(result.problem.current_revision).toEqualTypeOf<number>();
    // @ts-expect-error no problem with status 403 has a revision
    if (result.status === 403) result.problem.current_revision;
  });

  it('a result can be NotModified only for a read with ifNoneMatch', async () => {
    const plain = await marketplace.getOrder.result({ id: 'ord_1' });
    const conditional = await marketplace.getOrder.result({ id: 'ord_1' }, { ifNoneMatch: '"a"' });
    expectTypeOf<Extract<typeof plain, NotModified>>().toEqualTypeOf<never>();
    expectTypeOf<Extract<typeof conditional, NotModified>>().toEqualTypeOf<NotModified>();
  });
});
