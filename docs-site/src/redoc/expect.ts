import { Fault } from '../fault.ts';

/**
 * `build-docs` has written something else than it used to, most likely after a new version of the
 * CLI. Building on would publish a page that
 * is broken or speaks to other servers, so the build stops here.
 */
export class BuildDocsChanged extends Fault {
  override name = 'BuildDocsChanged';

  constructor(what: string, found: string) {
    super(
      `The output of \`redocly build-docs\` changed: ${what} ${found}. Compare it with docs-site/src/redoc, or go back to the pinned @redocly/cli.`,
    );
  }
}

/**
 * Replaces every occurrence of `find`. @throws {BuildDocsChanged} naming `what`, unless there are
 * exactly `times` of them
 */
export function replaceExactly(
  text: string,
  what: string,
  find: string,
  replacement: string,
  times = 1,
): string {
  const pieces = text.split(find);
  if (pieces.length !== times + 1)
    throw new BuildDocsChanged(what, `found ${pieces.length - 1} times instead of ${times}`);
  return pieces.join(replacement);
}

/**
 * The text between two marks that each occur exactly once after the start. @throws
 * {BuildDocsChanged} naming `what`
 */
export function between(text: string, what: string, start: string, end: string): string {
  const [, rest, ...more] = text.split(start);
  if (rest === undefined || more.length > 0)
    throw new BuildDocsChanged(what, 'does not begin where it used to');
  const close = rest.lastIndexOf(end);
  if (close < 0) throw new BuildDocsChanged(what, 'does not end where it used to');
  return rest.slice(0, close);
}
