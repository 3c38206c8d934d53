import type { Scenario } from '@delivery-api/specs/contract';
import type { Change } from '../comparison/change.ts';
import { matched, unmatched } from '../comparison/pairs.ts';
import { pointerOf, sameJson } from '../../documents/pointer.ts';
import { list, missing, type Rule } from '../comparison/rule.ts';

/** `x-scenarios`: the stories that partners' tests play in the sandbox. */
export const scenarios: Rule = ({ base, revision }) => {
  const name = (scenario: Scenario) => scenario.name;
  const at = (scenario: Scenario) => pointerOf('x-scenarios', revision.scenarios.indexOf(scenario));
  const change = (
    rule: string,
    bump: Change['bump'],
    pointer: string,
    operations: string[],
    what: string,
    reason: string,
  ): Change => ({
    rule: `scenarios/${rule}`,
    direction: 'behaviour',
    bump,
    pointer,
    operations,
    what,
    reason,
  });
  return [
    ...unmatched(base.scenarios, revision.scenarios, name).map((one) =>
      change(
        'removed',
        'major',
        '#/x-scenarios',
        one.operations,
        `The sandbox no longer plays the scenario \`${one.name}\`.`,
        "Partners' tests that ask for it fail.",
      ),
    ),
    ...unmatched(revision.scenarios, base.scenarios, name).map((one) =>
      change(
        'added',
        'minor',
        at(one),
        one.operations,
        `The sandbox also plays the scenario \`${one.name}\`.`,
        'Nobody has to ask for it.',
      ),
    ),
    ...matched(base.scenarios, revision.scenarios, name).flatMap(([was, is]): Change[] => {
      const [gone, come] = [
        missing(was.operations, is.operations),
        missing(is.operations, was.operations),
      ];
      return [
        ...(gone.length > 0
          ? [
              change(
                'operation-removed',
                'major',
                at(is),
                gone,
                `${list(gone)} can no longer ask for the scenario \`${is.name}\`.`,
                "Partners' tests that do are refused.",
              ),
            ]
          : []),
        ...(come.length > 0
          ? [
              change(
                'operation-added',
                'minor',
                at(is),
                come,
                `${list(come)} can also ask for the scenario \`${is.name}\`.`,
                'Nobody has to.',
              ),
            ]
          : []),
        ...(sameJson(was.course, is.course)
          ? []
          : [
              change(
                'course-changed',
                'minor',
                at(is),
                is.operations,
                `The scenario \`${is.name}\` takes another course.`,
                'It is the sandbox that changes, not the service; look through your tests of it.',
              ),
            ]),
        ...(was.summary === is.summary
          ? []
          : [
              change(
                'words',
                'patch',
                at(is),
                is.operations,
                `The summary of the scenario \`${is.name}\` is worded anew.`,
                'Words only.',
              ),
            ]),
      ];
    }),
  ];
};
