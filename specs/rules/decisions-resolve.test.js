import { describeRule, withOperation } from './rule-tester.js';

/** @param {number[] | undefined} numbers @param {Record<string, any>} [parts] */
const on = (numbers, parts = {}) =>
  withOperation(
    { ...(numbers && { 'x-decisions': numbers }) },
    {},
    { 'x-decisions': [1], ...parts },
  );

describeRule('decisions-resolve', {
  accepts: { 'numbers of entries that exist': on([1, 29]) },
  rejects: {
    'a number without an entry in DECISIONS.md': [
      on([1, 99]),
      ['#/paths/~1thing/post/x-decisions/1: DECISIONS.md has no entry 99.'],
    ],
    'an operation without decisions': [
      on(undefined),
      [
        "#/paths/~1thing/post: 'x-decisions' is missing. Add the numbers of the related entries in DECISIONS.md.",
      ],
    ],
    'a document without decisions': [
      on([1], { 'x-decisions': undefined }),
      ["#/: 'x-decisions' is missing. Add the numbers of the related entries in DECISIONS.md."],
    ],
  },
});
