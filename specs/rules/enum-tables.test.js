import { describeRule, responseAt, withResponse } from './rule-tester.js';

/** @param {string[]} values @param {string[]} rows @param {string} [table] */
const status = (values, rows, table = 'x-enumDescriptions') =>
  withResponse({
    type: 'string',
    enum: values,
    [table]: Object.fromEntries(rows.map((row) => [row, 'What it means.'])),
  });

describeRule('enum-tables', {
  accepts: {
    'a row for each value': status(['open', 'closed'], ['open', 'closed']),
    'an enum without a table': withResponse({ type: 'string', enum: ['open'] }),
    'null, which needs no row': withResponse({
      type: ['string', 'null'],
      enum: ['open', null],
      'x-enumDescriptions': { open: 'Open.' },
    }),
  },
  rejects: {
    'a value without a row': [
      status(['open', 'closed'], ['open']),
      [`${responseAt}/x-enumDescriptions: 'closed' is in the enum but not in x-enumDescriptions.`],
    ],
    'a row for a value that is not in the enum': [
      status(['open'], ['open', 'shut']),
      [
        `${responseAt}/x-enumDescriptions/shut: 'shut' is in x-enumDescriptions but not in the enum.`,
      ],
    ],
    'an extensible enum with a value without a row': [
      withResponse({
        type: 'string',
        'x-extensible-enum': ['open', 'closed'],
        'x-enumDescriptions': { open: 'Open.' },
      }),
      [`${responseAt}/x-enumDescriptions: 'closed' is in the enum but not in x-enumDescriptions.`],
    ],
    'a blocker code without a row in x-blockers': [
      status(['paused', 'no_menu'], ['paused'], 'x-blockers'),
      [`${responseAt}/x-blockers: 'no_menu' is in the enum but not in x-blockers.`],
    ],
  },
});
