import { describe } from 'vitest';
import { describeReadme } from '../../client-core/test/support/describe-readme.js';

describe('the README', () => {
  describeReadme('marketplace', 'order_created.dinner_event', {
    calls: [/^sto_01JD3M7X9KQA .+\n$/, /^sto_01JD3M7X9KQA .+\n$/],
    handled: 'ord_01JD5K8Q2W7F created',
    example: 'created',
  });
});
