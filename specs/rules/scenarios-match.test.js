import { describeRule, withOperation } from './rule-tester.js';

const scenario = { summary: 'What happens.', steps: ['delivered'] };
/** @param {string[]} values @param {Record<string, any>[]} scenarios */
const document = (values, scenarios) =>
  withOperation(
    {
      requestBody: {
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { test_scenario: { type: 'string', enum: values } },
            },
          },
        },
      },
    },
    {},
    { 'x-scenarios': scenarios.map((one) => ({ ...scenario, ...one })) },
  );
const at =
  '#/paths/~1thing/post/requestBody/content/application~1json/schema/properties/test_scenario/enum';

describeRule('scenarios-match', {
  accepts: {
    'a value for each scenario of the operation': document(
      ['delivered', 'no_courier'],
      [
        { name: 'delivered', operations: ['doThing'] },
        { name: 'no_courier', operations: ['doThing'] },
      ],
    ),
    'a scenario that no request can select': document(
      ['delivered'],
      [
        { name: 'delivered', operations: ['doThing'] },
        { name: 'burst', operations: [] },
      ],
    ),
    'a document without scenarios': withOperation({}),
  },
  rejects: {
    'a value without a scenario': [
      document(['delivered', 'gone'], [{ name: 'delivered', operations: ['doThing'] }]),
      [`${at}/1: There is no scenario 'gone' in x-scenarios.`],
    ],
    'a scenario without a value': [
      document(
        ['delivered'],
        [
          { name: 'delivered', operations: ['doThing'] },
          { name: 'late', operations: ['doThing'] },
        ],
      ),
      [
        `${at}: The scenario 'late' lists 'doThing', but test_scenario of 'doThing' does not have this value.`,
      ],
    ],
    'a value whose scenario does not list the operation': [
      document(
        ['delivered', 'late'],
        [
          { name: 'delivered', operations: ['doThing'] },
          { name: 'late', operations: [] },
        ],
      ),
      [`${at}/1: The scenario 'late' does not list 'doThing'.`],
    ],
    'an operation that does not exist': [
      document(['delivered'], [{ name: 'delivered', operations: ['doThing', 'undoThing'] }]),
      ["#/x-scenarios/0/operations/1: There is no operation 'undoThing'."],
    ],
    'two scenarios with one name': [
      document(
        ['delivered'],
        [
          { name: 'delivered', operations: ['doThing'] },
          { name: 'delivered', operations: [] },
        ],
      ),
      ["#/x-scenarios/1: Two scenarios are named 'delivered'."],
    ],
  },
});
