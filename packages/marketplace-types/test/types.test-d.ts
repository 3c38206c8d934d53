import { describe, expectTypeOf, it } from 'vitest';
import type {
  KnownProblem,
  MarketplaceEvent,
  Order,
  OrderPhase,
  OrderStatus,
  Problems,
  SetOrderStatusRequest,
} from '../generated/index.js';
import {
  type eventTypes,
  orderPhaseValues,
  type orderStatusValues,
  type problemCodes,
} from '../generated/index.js';

describe('enums', () => {
  it('extensible enums accept values from later versions', () => {
    expectTypeOf<'accepted'>().toExtend<OrderStatus>();
    expectTypeOf<string>().toExtend<OrderStatus>();
  });

  it('fixed enums accept only their documented values', () => {
    expectTypeOf<OrderPhase>().toEqualTypeOf<'placed' | 'active' | 'closed'>();
    expectTypeOf<string>().not.toExtend<OrderPhase>();
  });

  it('enums are exported as arrays of literals', () => {
    expectTypeOf(orderPhaseValues).toEqualTypeOf<readonly ['placed', 'active', 'closed']>();
    expectTypeOf<(typeof orderStatusValues)[number]>().toExtend<OrderStatus>();
    expectTypeOf<string>().not.toExtend<(typeof orderStatusValues)[number]>();
  });
});

describe('an order', () => {
  it('has closed_at in phase closed', () => {
    const order = {} as Order;
    expectTypeOf<undefined>().toExtend<typeof order.closed_at>();
    if (order.phase === 'closed') expectTypeOf<undefined>().not.toExtend<typeof order.closed_at>();
  });

  it('has one of three kinds of fulfillment, which narrow on type', () => {
    const { fulfillment } = {} as Order;
    expectTypeOf(fulfillment.type).toEqualTypeOf<'delivery' | 'pickup' | 'dine_in'>();
    if (fulfillment.type === 'delivery') expectTypeOf(fulfillment).toHaveProperty('delivered_by');
    if (fulfillment.type === 'pickup') expectTypeOf(fulfillment).not.toHaveProperty('delivered_by');
  });
});

describe('a request', () => {
  it('requires a reason code for rejected, and forbids it for accepted', () => {
    expectTypeOf<{ status: 'rejected' }>().not.toExtend<SetOrderStatusRequest>();
    expectTypeOf<{
      status: 'rejected';
      reason_code: 'too_busy';
    }>().toExtend<SetOrderStatusRequest>();
    expectTypeOf<{ status: 'accepted' }>().toExtend<SetOrderStatusRequest>();
    expectTypeOf<{
      status: 'accepted';
      reason_code: 'too_busy';
    }>().not.toExtend<SetOrderStatusRequest>();
  });

  it('rejects a property that is not in the contract', () => {
    // @ts-expect-error `prep_minutes` is not in the contract
    const request: SetOrderStatusRequest = { status: 'accepted', prep_minutes: 15 };
    return request;
  });
});

describe('a problem', () => {
  it('narrows on its code to the members of the code', () => {
    const problem = {} as KnownProblem;
    expectTypeOf(problem.current_revision).toEqualTypeOf<number | undefined>();
    if (problem.code === 'revision_conflict') {
      expectTypeOf(problem.current_revision).toEqualTypeOf<number>();
      expectTypeOf(problem.status).toEqualTypeOf<409>();
    }
  });

  it('problemCodes has exactly the codes of Problems', () => {
    expectTypeOf<(typeof problemCodes)[number]>().toEqualTypeOf<keyof Problems>();
  });
});

describe('an event', () => {
  it('narrows on its type', () => {
    const event = {} as MarketplaceEvent;
    expectTypeOf<(typeof eventTypes)[number]>().toEqualTypeOf<MarketplaceEvent['type']>();
    if (event.type === 'order_created') expectTypeOf(event.data).toEqualTypeOf<Order>();
  });
});
