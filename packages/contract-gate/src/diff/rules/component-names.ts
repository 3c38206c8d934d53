import type { Contract } from '@delivery-api/specs/contract';
import type { Change } from '../comparison/change.ts';
import { isObject, pointerOf, sameJson } from '../../documents/pointer.ts';
import { missing, owners, type Rule } from '../comparison/rule.ts';

/**
 * Names of components. Each schema is a named type in the packages, so that a name which goes, or
 * changes, takes a type along.
 */
export const componentNames: Rule = (comparison) => {
  const { base, revision } = comparison;
  const sections = new Set([
    ...Object.keys(components(base)),
    ...Object.keys(components(revision)),
  ]);
  return [...sections]
    .filter((section) => !section.startsWith('x-') && section !== 'examples')
    .flatMap((section): Change[] => {
      const [before, after] = [members(base, section), members(revision, section)];
      const [gone, come] = [
        missing(Object.keys(before), Object.keys(after)),
        missing(Object.keys(after), Object.keys(before)),
      ];
      const isType = section === 'schemas';
      const direction = section === 'securitySchemes' ? 'security' : 'document';
      return [
        ...gone.map((name): Change => {
          const successor = come.find((other) => sameJson(before[name], after[other]));
          return {
            rule: `component-names/${successor === undefined ? 'removed' : 'renamed'}`,
            direction,
            bump: isType ? 'major' : 'minor',
            pointer:
              successor === undefined
                ? pointerOf('components', section)
                : pointerOf('components', section, successor),
            operations: successor === undefined ? [] : owners(comparison, successor),
            what:
              successor === undefined
                ? `\`${name}\` is no longer among the ${section}.`
                : `\`${name}\` is called \`${successor}\` from now on.`,
            reason: isType
              ? `Code that imports the type \`${name}\` no longer compiles.`
              : 'No named type comes from it; what it says is judged where it is used.',
          };
        }),
        ...come
          .filter((name) => !gone.some((other) => sameJson(before[other], after[name])))
          .map(
            (name): Change => ({
              rule: 'component-names/added',
              direction,
              bump: 'minor',
              pointer: pointerOf('components', section, name),
              operations: owners(comparison, name),
              what: `\`${name}\` is new among the ${section}.`,
              reason: 'A name more takes nothing from anybody.',
            }),
          ),
      ];
    });
};

const components = (contract: Contract): Record<string, unknown> =>
  isObject(contract.document.components) ? contract.document.components : {};
const members = (contract: Contract, section: string): Record<string, unknown> => {
  const found = components(contract)[section];
  return isObject(found) ? found : {};
};
