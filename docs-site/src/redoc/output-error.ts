/** `redocly build-docs` wrote output of an unknown form, probably after an update of the CLI. */
export class RedocOutputError extends Error {
  override name = 'RedocOutputError';

  constructor(part: string, problem: string) {
    super(
      `The output of \`redocly build-docs\` changed: ${part} ${problem}. Compare it with docs-site/src/redoc, or pin the earlier @redocly/cli.`,
    );
  }
}

/**
 * Replaces every occurrence of `find`.
 *
 * @param part what `find` is, for the error
 * @throws {RedocOutputError} unless there are exactly `times` occurrences
 */
export function replaceExactly(
  text: string,
  part: string,
  find: string,
  replacement: string,
  times = 1,
): string {
  const pieces = text.split(find);
  if (pieces.length !== times + 1)
    throw new RedocOutputError(part, `found ${pieces.length - 1} times instead of ${times}`);
  return pieces.join(replacement);
}
