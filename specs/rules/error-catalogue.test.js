import { describeRule, withOperation } from './rule-tester.js';

const entry = { status: 409, title: 'T', cause: 'C', action: 'A', retryable: false };
/** @param {Record<string, any>} groups @param {string[]} codes */
const document = (groups, codes) =>
  withOperation(
    {
      responses: {
        409: {
          description: 'No.',
          'x-problem-codes': codes,
          content: {
            'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
          },
        },
      },
    },
    {
      'x-error-catalogue': groups,
      schemas: { Problem: { type: 'object', properties: { fee: { type: 'object' } } } },
    },
  );
const at = '#/components/x-error-catalogue';

describeRule('error-catalogue', {
  accepts: {
    'a code that a response lists, with a member of Problem': document(
      { lastmile: { fee_changed: { ...entry, extensions: ['fee'] } } },
      ['fee_changed'],
    ),
    'a code with an optional member of Problem': document(
      { lastmile: { fee_changed: { ...entry, optional_extensions: ['fee'] } } },
      ['fee_changed'],
    ),
    'a code with the scope server that no response lists': document(
      { common: { path_not_found: { ...entry, scope: 'server' } } },
      [],
    ),
    'a common code that only the other interface uses': document(
      { common: { revision_conflict: { ...entry, extensions: ['unknown'] } } },
      [],
    ),
  },
  rejects: {
    'a code of the interface that no response lists': [
      document({ lastmile: { fee_changed: entry } }, []),
      [`${at}/lastmile/fee_changed: No response lists 'fee_changed'.`],
    ],
    'an extension member that Problem does not define': [
      document({ lastmile: { fee_changed: { ...entry, extensions: ['price'] } } }, ['fee_changed']),
      [`${at}/lastmile/fee_changed/extensions: 'Problem' has no member 'price'.`],
    ],
    'an optional extension member that Problem does not define': [
      document({ lastmile: { fee_changed: { ...entry, optional_extensions: ['price'] } } }, [
        'fee_changed',
      ]),
      [`${at}/lastmile/fee_changed/optional_extensions: 'Problem' has no member 'price'.`],
    ],
    'an extension member that is both required and optional': [
      document(
        {
          lastmile: {
            fee_changed: { ...entry, extensions: ['fee'], optional_extensions: ['fee'] },
          },
        },
        ['fee_changed'],
      ),
      [`${at}/lastmile/fee_changed/optional_extensions: 'fee' is also in 'extensions'.`],
    ],
    'a code in two groups': [
      document({ common: { fee_changed: entry }, lastmile: { fee_changed: entry } }, [
        'fee_changed',
      ]),
      [`${at}/lastmile/fee_changed: 'fee_changed' is in 'common' and in 'lastmile'.`],
    ],
  },
});
