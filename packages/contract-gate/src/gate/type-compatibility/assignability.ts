import type { Contract } from '@delivery-api/specs/contract';
import { pairUp } from '../../diff/comparison/pairs.ts';
import { tokensOf } from '../../documents/pointer.ts';

/**
 * A TypeScript module that compiles exactly when code written for the earlier types still fits the
 * later ones: what is received later can be
 * used as what was received, and what was sent can be sent.
 *
 * @returns the source, which imports `./released/index.js` and `./revision/index.js`
 */
export function assignabilityTest(base: Contract, revision: Contract): string {
  const named = pairUp(base, revision).schemas.flatMap(({ basePointer, pointer, uses }) => {
    const [before, after] = [componentName(basePointer), componentName(pointer)];
    return before === undefined || before !== after
      ? []
      : [{ name: before, flows: new Set(uses.map(({ flow }) => flow)) }];
  });
  const lines = named
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(({ name, flows }) => [
      ...(flows.has('received')
        ? [`export const received${name} = (value: Revision.${name}): Released.${name} => value;`]
        : []),
      ...(flows.has('sent')
        ? [`export const sent${name} = (value: Released.${name}): Revision.${name} => value;`]
        : []),
    ]);
  return `import type * as Released from './released/index.js';\nimport type * as Revision from './revision/index.js';\n\n${lines.join('\n')}\n`;
}

function componentName(pointer: string): string | undefined {
  const [section, kind, name, ...rest] = tokensOf(pointer);
  return section === 'components' && kind === 'schemas' && rest.length === 0 ? name : undefined;
}
