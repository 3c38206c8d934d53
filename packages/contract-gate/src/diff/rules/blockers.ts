import type { Contract, JsonObject } from '@delivery-api/specs/contract';
import type { Change } from '../comparison/change.ts';
import { below, isObject } from '../../documents/pointer.ts';
import { missing, owners, type Rule } from '../comparison/rule.ts';

/** `x-blockers`: what keeps a store closed, who can lift it, and whether opening the store does. */
export const blockers: Rule = (comparison) => {
  const [before, after] = [tables(comparison.base), tables(comparison.revision)];
  return Object.keys({ ...before, ...after }).flatMap((schema): Change[] => {
    const [was, is] = [before[schema] ?? {}, after[schema] ?? {}];
    const tell = (
      rule: string,
      bump: Change['bump'],
      tokens: string[],
      what: string,
      reason: string,
    ): Change => ({
      rule: `blockers/${rule}`,
      direction: 'behaviour',
      bump,
      pointer: below(
        `#/components/schemas/${schema}`,
        ...(schema in after ? ['x-blockers', ...tokens] : []),
      ),
      operations: owners(comparison, schema),
      what,
      reason,
    });
    return [
      ...missing(Object.keys(was), Object.keys(is)).map((code) =>
        tell(
          'removed',
          'major',
          [],
          `The blocker \`${code}\` is gone.`,
          'What it stood for is told in another way, or not at all.',
        ),
      ),
      ...missing(Object.keys(is), Object.keys(was)).map((code) =>
        tell(
          'added',
          'minor',
          [code],
          `There is a new blocker \`${code}\`.`,
          'Blockers that one does not know are shown as they are.',
        ),
      ),
      ...Object.keys(was)
        .filter((code) => code in is)
        .flatMap((code) => entry(code, was[code], is[code], tell)),
    ];
  });
};

function entry(
  code: string,
  was: JsonObject | undefined,
  is: JsonObject | undefined,
  tell: (
    rule: string,
    bump: Change['bump'],
    tokens: string[],
    what: string,
    reason: string,
  ) => Change,
): Change[] {
  const changes: Change[] = [];
  if (was?.resolvable_by !== is?.resolvable_by) {
    changes.push(
      is?.resolvable_by === 'merchant'
        ? tell(
            'merchant-can',
            'minor',
            [code],
            `The merchant can lift the blocker \`${code}\` from now on.`,
            'Nobody has to.',
          )
        : tell(
            'merchant-cannot',
            'major',
            [code],
            `Only the ${String(is?.resolvable_by)} can lift the blocker \`${code}\`, no longer the ${String(was?.resolvable_by)}.`,
            'A merchant who lifted it is refused.',
          ),
    );
  }
  if (was?.reopens !== is?.reopens) {
    changes.push(
      is?.reopens === true
        ? tell(
            'opening-lifts',
            'minor',
            [code],
            `Opening the store lifts the blocker \`${code}\` from now on.`,
            'A step less for those who lift it otherwise.',
          )
        : tell(
            'opening-does-not-lift',
            'major',
            [code],
            `Opening the store no longer lifts the blocker \`${code}\`.`,
            'A store that came back by opening stays closed.',
          ),
    );
  }
  return changes;
}

function tables(contract: Contract): Record<string, Record<string, JsonObject>> {
  return Object.fromEntries(
    [...contract.schemas].flatMap(([name, schema]) =>
      isObject(schema['x-blockers'])
        ? [[name, schema['x-blockers'] as Record<string, JsonObject>]]
        : [],
    ),
  );
}
