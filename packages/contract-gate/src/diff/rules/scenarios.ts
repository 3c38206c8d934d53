import { isDeepStrictEqual } from 'node:util';
import { type Scenario, toPointer } from '@delivery-api/specs/contract';
import { matched, unmatched } from '../comparison/match.ts';
import { ChangeList, diffLists, quoteList, type Rule, reason } from '../comparison/rule.ts';

const failingTests = 'Integration tests that use the scenario fail.';

/** Returns the statuses, codes and operations in a step. The rest of the step is free text. */
const codesIn = (step: string): string[] =>
  /^\w+$/.test(step) ? [step] : [...step.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** `x-scenarios`: the scripted behavior that integration tests select in the sandbox. */
export const scenarios: Rule = ({ base, revision }) => {
  const name = (scenario: Scenario) => scenario.name;
  const changesOf = (operations: string[], scenario?: Scenario) =>
    new ChangeList('scenarios', {
      direction: 'behavior',
      operations,
      pointer: toPointer(
        'x-scenarios',
        ...(scenario === undefined ? [] : [revision.scenarios.indexOf(scenario)]),
      ),
    });
  const removed = unmatched(base.scenarios, revision.scenarios, name).flatMap((scenario) => {
    const list = changesOf(scenario.operations);
    list.major(
      'removed',
      `The sandbox no longer has the scenario \`${scenario.name}\`.`,
      failingTests,
    );
    return list.changes;
  });
  const added = unmatched(revision.scenarios, base.scenarios, name).flatMap((scenario) => {
    const list = changesOf(scenario.operations, scenario);
    list.minor('added', `The sandbox has a new scenario \`${scenario.name}\`.`, reason.additive);
    return list.changes;
  });
  const changed = matched(base.scenarios, revision.scenarios, name).flatMap(([before, after]) => {
    const operations = diffLists(before.operations, after.operations);
    const lost = changesOf(operations.removed, after);
    if (operations.removed.length > 0)
      lost.major(
        'operation-removed',
        `${quoteList(operations.removed)} can no longer select the scenario \`${after.name}\`.`,
        failingTests,
      );
    const gained = changesOf(operations.added, after);
    if (operations.added.length > 0)
      gained.minor(
        'operation-added',
        `${quoteList(operations.added)} can now also select the scenario \`${after.name}\`.`,
        reason.additive,
      );
    const list = changesOf(after.operations, after);
    if (!isDeepStrictEqual(before.steps.map(codesIn), after.steps.map(codesIn)))
      list.minor(
        'steps-changed',
        `The scenario \`${after.name}\` has different steps.`,
        'Only the sandbox changes, not the service. Check the tests that use this scenario.',
      );
    else if (before.summary !== after.summary || !isDeepStrictEqual(before.steps, after.steps))
      list.patch(
        'text',
        `The text of the scenario \`${after.name}\` changed.`,
        reason.documentation,
      );
    return [...lost.changes, ...gained.changes, ...list.changes];
  });
  return [...removed, ...added, ...changed];
};
