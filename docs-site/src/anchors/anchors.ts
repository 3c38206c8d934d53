import type { Contract, InterfaceName } from '@delivery-api/specs/contract';
import { anchorsOf, plainReference } from '../plain-reference/reference.ts';
import { routesOf } from '../routes.ts';

/** Link targets by page: ids, and for an interactive reference its routes without `#`. */
export type Anchors = Record<string, string[]>;

export const interactivePage = (name: InterfaceName): string => `${name}/index.html`;

/**
 * Returns the anchors that a release guarantees. Anchors of examples are left out, because examples
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

/** Merges two lists, sorted. A released anchor stays in the list. */
export function mergeAnchors(before: Anchors, now: Anchors): Anchors {
  const pages = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return Object.fromEntries(
    pages.map((page) => [
      page,
      [...new Set([...(before[page] ?? []), ...(now[page] ?? [])])].sort(),
    ]),
  );
}

/** Returns the released anchors that are missing, as addresses: `errors.html#rate_limited`. */
export const missingAnchors = (
  before: Anchors,
  there: (page: string) => ReadonlySet<string>,
): string[] =>
  Object.entries(before).flatMap(([page, anchors]) => {
    const ids = there(page);
    return anchors.filter((anchor) => !ids.has(anchor)).map((anchor) => `${page}#${anchor}`);
  });
