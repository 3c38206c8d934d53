import { type Contract, pointerTokens } from '@delivery-api/specs/contract';
import { pairElements } from '../../diff/comparison/pairs.ts';

/**
 * Generates a TypeScript module that compiles only if code for the base types works with the
 * revision types: received values can be used as before, and sent values are still accepted.
 *
 * @returns source that imports `./released/index.js` and `./revision/index.js`
 */
export function assignabilityTest(base: Contract, revision: Contract): string {
  const lines = pairElements(base, revision)
    .schemas.flatMap(({ basePointer, pointer, uses }) => {
      const name = componentName(basePointer);
      return name === undefined || name !== componentName(pointer)
        ? []
        : [{ name, flows: new Set(uses.map(({ flow }) => flow)) }];
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(({ name, flows }) => [
      ...(flows.has('received')
        ? [`export const received${name} = (value: Revision.${name}): Released.${name} => value;`]
        : []),
      ...(flows.has('sent')
        ? [`export const sent${name} = (value: Released.${name}): Revision.${name} => value;`]
        : []),
    ]);
  return `import type * as Released from './released/index.js';
import type * as Revision from './revision/index.js';

${lines.join('\n')}
`;
}

function componentName(pointer: string): string | undefined {
  const [section, kind, name, ...rest] = pointerTokens(pointer);
  return section === 'components' && kind === 'schemas' && rest.length === 0 ? name : undefined;
}
