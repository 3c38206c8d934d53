import { describeRule, withOperation } from './rule-tester.js';

const limits = { rate: { requests: 120, per_seconds: 60, per: 'partner' }, timeout_seconds: 20 };
const requestBody = { content: { 'application/json': { schema: {} } } };

describeRule('limits-stated', {
  accepts: {
    'a read with rate and time-out': withOperation({ 'x-limits': limits }),
    'a write with the size of its body': withOperation({
      requestBody,
      'x-limits': { ...limits, max_body_bytes: 262144 },
    }),
  },
  refuses: {
    'no limits': [
      withOperation({}),
      ["#/paths/~1thing/post: 'doThing' has no limits. Add x-limits."],
    ],
    'a body of any size': [
      withOperation({ requestBody, 'x-limits': limits }),
      ["#/paths/~1thing/post/x-limits: 'doThing' has a body. Add max_body_bytes to its limits."],
    ],
    'the size of a body that is not there': [
      withOperation({ 'x-limits': { ...limits, max_body_bytes: 1 } }),
      ["#/paths/~1thing/post/x-limits: 'doThing' has no body. Remove max_body_bytes."],
    ],
  },
});
