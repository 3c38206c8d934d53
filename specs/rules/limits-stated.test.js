import { describeRule, withOperation } from './rule-tester.js';

const limits = { rate: { requests: 120, per_seconds: 60, per: 'partner' }, timeout_seconds: 20 };
const requestBody = { content: { 'application/json': { schema: {} } } };

describeRule('limits-stated', {
  accepts: {
    'a read with rate and timeout': withOperation({ 'x-limits': limits }),
    'a write with a maximum body size': withOperation({
      requestBody,
      'x-limits': { ...limits, max_body_bytes: 262144 },
    }),
  },
  rejects: {
    'an operation without limits': [
      withOperation({}),
      ["#/paths/~1thing/post: 'doThing' has no limits. Add x-limits."],
    ],
    'a body without a maximum size': [
      withOperation({ requestBody, 'x-limits': limits }),
      ["#/paths/~1thing/post/x-limits: 'doThing' has a body. Add max_body_bytes to its limits."],
    ],
    'a maximum size for an operation without a body': [
      withOperation({ 'x-limits': { ...limits, max_body_bytes: 1 } }),
      ["#/paths/~1thing/post/x-limits: 'doThing' has no body. Remove max_body_bytes."],
    ],
  },
});
