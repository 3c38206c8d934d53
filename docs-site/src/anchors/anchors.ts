import type { Contract, InterfaceName } from '@delivery-api/specs/contract';
import { anchorsOf, plainReference } from '../plain-reference/reference.ts';
import { routesOf } from '../routes.ts';

/** Link targets by page: element IDs; for an interactive reference, its routes without `#`. */
export type Anchors = Record<string, string[]>;

export const interactivePage = (name: InterfaceName): string => `${name}/index.html`;

/**
 * Returns the anchors that a release guarantees. Anchors of examples are omitted, because examples
 * may be renamed.
 *
 * @param contracts released contracts
 * @param decisions names of released decisions, such as `D-001`
 */
export function guaranteedAnchors(
  contracts: readonly Contract[],
  decisions: readonly string[],
): Anchors {
  return {
    'errors.html': [...new Set(contracts.flatMap(({ problems }) => [...problems.keys()]))],
    'decisions.html': decisions.map((name) => name.toLowerCase()),
    ...Object.fromEntries(
      contracts.flatMap((contract) => [
        [
          `${contract.name}/reference.html`,
          anchorsOf(plainReference(contract).blocks).filter(
            (anchor) => !anchor.startsWith('example-'),
          ),
        ],
        [interactivePage(contract.name), [...routesOf(contract)].map((route) => route.slice(1))],
      ]),
    ),
  };
}

/**
 * Returns whether anchors of a page may disappear. This is allowed on the references of an interface
 * and on the error page, if the last release of the interface is a release candidate or its contract
 * has a new major version. Schemas, fields and codes can then be removed.
 *
 * @param current contracts of the working tree
 * @param released contracts of the last release
 */
export function mayLoseAnchors(
  page: string,
  current: readonly Contract[],
  released: readonly Contract[],
): boolean {
  const mayBreak = ({ name, version }: Contract): boolean => {
    const before = released.find((one) => one.name === name)?.version ?? version;
    return before.includes('-') || Number.parseInt(version, 10) > Number.parseInt(before, 10);
  };
  return current.some(
    (contract) =>
      mayBreak(contract) && (page === 'errors.html' || page.startsWith(`${contract.name}/`)),
  );
}

/**
 * Returns the released anchors that are missing, as relative URLs: `errors.html#rate_limited`.
 *
 * @param before released anchors
 * @param anchorsOfPage returns the anchors of a page in this build
 */
export const missingAnchors = (
  before: Anchors,
  anchorsOfPage: (page: string) => ReadonlySet<string>,
): string[] =>
  Object.entries(before).flatMap(([page, anchors]) => {
    const ids = anchorsOfPage(page);
    return anchors.filter((anchor) => !ids.has(anchor)).map((anchor) => `${page}#${anchor}`);
  });
