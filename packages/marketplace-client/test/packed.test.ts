import { describePacked } from '../../client-core/test/support/describe-packed.js';

describePacked('marketplace', {
  create: 'createMarketplaceClient',
  options: '',
  calls: ["getOrder({ id: 'ord_01JD5K8Q2W7F' })", "getStore({ id: 'sto_01JD3M7X9KQA' })"],
  event: 'order_created.dinner_event',
  type: 'order_created',
  problem: { guard: 'isMarketplaceProblem', code: 'invalid_transition', member: 'current_status' },
});
