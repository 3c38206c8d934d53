/** `redocly build-docs` wrote output of an unknown form, probably after an update of the CLI. */
export class RedocOutputError extends Error {
  override name = 'RedocOutputError';

  constructor(part: string, problem: string) {
    super(
      `The output of \`redocly build-docs\` changed: ${part} ${problem}. Compare it with docs-site/src/redoc, or pin the previous version of @redocly/cli.`,
    );
  }
}
