import { describe, expectTypeOf, it } from 'vitest';
import { createMarketplaceClient, type NotModified, type Order } from '../src/index.js';

const marketplace = createMarketplaceClient({
  baseUrl: 'http://localhost:4010/marketplace',
  token: 'test_token',
});

describe('a method', () => {
  it('takes path parameters and body fields in one object', () => {
    expectTypeOf(marketplace.setOrderStatus).toBeCallableWith({
      id: 'ord_1',
      status: 'accepted',
      preparation_minutes: 15,
    });
    // @ts-expect-error an id is needed
    marketplace.setOrderStatus({ status: 'accepted' });
  });

  it('refuses an unknown property, at any level', () => {
    // @ts-expect-error `prep_minutes` is not in the contract
    marketplace.setOrderStatus({ id: 'ord_1', status: 'accepted', prep_minutes: 15 });
    marketplace.setOrderStatus({
      id: 'ord_1',
      status: 'rejected',
      // @ts-expect-error `why` is not in the contract
      reason: { code: 'too_busy', why: 'full' },
    });
    // @ts-expect-error `order_id` is not in the contract
    marketplace.getOrder({ id: 'ord_1', order_id: 'ord_1' });
  });

  it('refuses an unknown or misplaced option', () => {
    // @ts-expect-error there is no such option
    marketplace.getOrder({ id: 'ord_1' }, { timeout: 1 });
    // @ts-expect-error a read carries no key
    marketplace.getOrder({ id: 'ord_1' }, { idempotencyKey: 'key-12345' });
    // @ts-expect-error a write is not conditional
    marketplace.setOrderStatus({ id: 'ord_1', status: 'ready' }, { ifNoneMatch: '"a"' });
  });

  it('gives the body of the success status', async () => {
    expectTypeOf(await marketplace.getOrder({ id: 'ord_1' })).toEqualTypeOf<Order>();
  });
});

describe('a result', () => {
  it('is typed by status', async () => {
    const answer = await marketplace.getOrder.result({ id: 'ord_1' });
    if (answer.ok) {
      expectTypeOf(answer.status).toEqualTypeOf<200>();
      expectTypeOf(answer.data).toEqualTypeOf<Order>();
    } else if (answer.status === 404) {
      expectTypeOf(answer.problem.code).toEqualTypeOf<
        'order_not_found' | 'path_not_found' | 'unexpected_answer'
      >();
    } else if (answer.status === 502) {
      expectTypeOf(answer.problem.code).toEqualTypeOf<'unexpected_answer'>();
    }
  });

  it('narrows a problem on its code to what that code carries', async () => {
    const answer = await marketplace.setOrderStatus.result({ id: 'ord_1', status: 'ready' });
    if (answer.status === 409 && answer.problem.code === 'revision_conflict')
      expectTypeOf(answer.problem.current_revision).toEqualTypeOf<number>();
    // @ts-expect-error no problem of 403 carries a revision
    if (answer.status === 403) answer.problem.current_revision;
  });

  it('of a read can be "not modified" only when a tag was given', async () => {
    const plain = await marketplace.getOrder.result({ id: 'ord_1' });
    const conditional = await marketplace.getOrder.result({ id: 'ord_1' }, { ifNoneMatch: '"a"' });
    expectTypeOf<Extract<typeof plain, NotModified>>().toEqualTypeOf<never>();
    expectTypeOf<Extract<typeof conditional, NotModified>>().toEqualTypeOf<NotModified>();
  });
});
