import { withoutUnusedVariables } from './overview-style.ts';
import type { Parts } from './split-output.ts';

/** A change to the output of `build-docs` that no option of Redoc offers. */
export interface Patch {
  name: string;
  /** The part of the page that the patch changes. */
  part: 'library' | 'overview' | 'style';
  /** Why the unchanged output is not sufficient. */
  reason: string;
  /** The goal that needs the patch. The benchmark or a test measures it. */
  goal: string;
  /**
   * Returns the patched text, or `undefined` if the text has an unknown form.
   *
   * @param otherStyles the HTML of the overview, and all CSS of the page except that of Redoc
   */
  apply(text: string, otherStyles: string): string | undefined;
}

/** Empty image, in place of the logo on the Redocly CDN. */
const noImage =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%220%22 height=%220%22/%3E';

const externalAddresses: readonly (readonly [find: string, replacement: string])[] = [
  ['`https://cdn.redoc.ly/redoc/logo-mini-full.svg`', `\`${noImage}\``],
  ['`https://cdn.redoc.ly/redoc/logo-mini.svg`', `\`${noImage}\``],
  ['`https://otel.cloud.redocly.com/v1/traces`', '``'],
];

// The names of minified variables change with each release, so the pattern does not contain them.
const firstRendering =
  /if\([\w$]+\.childElementCount===0\)\{\(0,[\w$]+\.createRoot\)\([^;{}]+;return\}\(0,[\w$]+\.hydrateRoot\)\([^;]+;[^;]+console\.error\([^;]+?\}\}\)(?=\})/g;

const workerProbe =
  /(function [\w$]+\(\)\{)if\(typeof window>`u`\|\|typeof Worker>`u`\)return!1;[^{}]*try\{return [\w$]+\._factory\?\?=Function\([\w$]+\),!0\}catch\{return!1\}\}/g;

/** Everything that the build changes in the output of `build-docs`. */
export const patches: readonly Patch[] = [
  {
    name: 'external addresses',
    part: 'library',
    reason:
      'The library loads its logo from a CDN, and contains the URL of a telemetry service. No option removes these URLs.',
    goal: 'requests to other origins: 0',
    apply: (text) =>
      externalAddresses.every(([find]) => text.includes(find))
        ? externalAddresses.reduce(
            (patched, [find, replacement]) => patched.replaceAll(find, replacement),
            text,
          )
        : undefined,
  },
  {
    name: 'first rendering as a transition',
    part: 'library',
    reason:
      'The first rendering blocks the page in one long task. In a transition, React splits it into short tasks.',
    goal: 'blocking time: at most that of the stock page',
    apply(text) {
      const [match, ...more] = text.matchAll(firstRendering);
      if (match === undefined || more.length > 0) return undefined;
      const before = text.slice(Math.max(0, match.index - 1000), match.index);
      const react = [...before.matchAll(/\(0,([\w$]+)\.createElement\)/g)].at(-1)?.[1];
      if (react === undefined) return undefined;
      const start = text.slice(0, match.index);
      const end = text.slice(match.index + match[0].length);
      return `${start}(0,${react}.startTransition)(()=>{${match[0]}})${end}`;
    },
  },
  {
    name: 'code evaluation for a search worker',
    part: 'library',
    reason:
      'The library tries to evaluate code before it starts its search. The policy of the page forbids this, and the browser reports a violation.',
    goal: 'violations of the content security policy: 0',
    apply(text) {
      const [match, ...more] = text.matchAll(workerProbe);
      return match === undefined || more.length > 0
        ? undefined
        : text.replace(match[0], () => `${match[1]}return!1}`);
    },
  },
  {
    name: 'links of the overview',
    part: 'overview',
    reason:
      'The prerendered links are paths such as `/bookings`, but the page routes by hash. Without the patch, they open missing pages in a new tab until the library runs.',
    goal: 'every internal link leads to an existing page',
    apply(text) {
      const patched = text.replace(/(<a [^>]*?href=")(?=\/)/g, '$1#');
      return patched === text || /\shref="\//.test(patched) ? undefined : patched;
    },
  },
  {
    name: 'unused style variables',
    part: 'style',
    reason: 'The browser evaluates 2,300 unused variables before the first paint.',
    goal: 'first paint at 4x: at most 0.6 times that of the stock page',
    apply: withoutUnusedVariables,
  },
];

/**
 * Applies every patch. If a patch does not match, prints a warning and keeps the unchanged text.
 *
 * @param otherStyles all CSS of the page except that of Redoc
 */
export function applyPatches(
  parts: Parts,
  otherStyles: string,
  warn: (message: string) => void = console.warn,
): Parts {
  const patched = { ...parts };
  for (const { name, part, goal, apply } of patches) {
    const text = apply(patched[part], otherStyles + patched.overview);
    if (text === undefined)
      warn(
        `docs-site: the Redoc patch '${name}' does not match; the build uses the unchanged ${part}. Affected goal: ${goal}. See docs-site/src/redoc/patches.ts.`,
      );
    else patched[part] = text;
  }
  return patched;
}
