import { isDeepStrictEqual } from 'node:util';
import { type Contract, isObject, toPointer } from '@delivery-api/specs/contract';
import {
  ChangeList,
  type Comparison,
  diffLists,
  operationsUsing,
  type Rule,
  reason,
} from '../comparison/rule.ts';

/** Names of components. Each schema is an exported type, so a removed name breaks an import. */
export const componentNames: Rule = (comparison) => {
  const sections = [comparison.base, comparison.revision].flatMap((contract) =>
    Object.keys(componentsOf(contract)),
  );
  return [...new Set(sections)]
    .filter((section) => !section.startsWith('x-') && section !== 'examples')
    .flatMap((section) => compareSection(comparison, section));
};

function compareSection(comparison: Comparison, section: string) {
  const before = membersOf(comparison.base, section);
  const after = membersOf(comparison.revision, section);
  const { removed, added } = diffLists(Object.keys(before), Object.keys(after));
  const isType = section === 'schemas';
  const changesOf = (name?: string) =>
    new ChangeList('component-names', {
      direction: section === 'securitySchemes' ? 'security' : 'document',
      operations: name === undefined ? [] : operationsUsing(comparison, name),
      pointer: toPointer('components', section, ...(name === undefined ? [] : [name])),
    });
  const removals = removed.flatMap((name) => {
    const successor = added.find((other) => isDeepStrictEqual(before[name], after[other]));
    const changes = changesOf(successor);
    changes.add(
      successor === undefined ? 'removed' : 'renamed',
      isType ? 'major' : 'minor',
      successor === undefined
        ? `\`${name}\` is removed from \`components/${section}\`.`
        : `\`${name}\` is renamed to \`${successor}\`.`,
      isType
        ? `Code that imports the type \`${name}\` no longer compiles.`
        : 'No type is generated from this component. Its content is rated where it is used.',
    );
    return changes.changes;
  });
  const additions = added
    .filter((name) => !removed.some((other) => isDeepStrictEqual(before[other], after[name])))
    .flatMap((name) => {
      const changes = changesOf(name);
      changes.minor('added', `\`${name}\` is new in \`components/${section}\`.`, reason.additive);
      return changes.changes;
    });
  return [...removals, ...additions];
}

const objectOr = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});
const componentsOf = ({ document }: Contract) => objectOr(document.components);
const membersOf = (contract: Contract, section: string) =>
  objectOr(componentsOf(contract)[section]);
