// Plain JavaScript, so that an unsupported Node version can run it and print the error.

/** Environment of all tools of this repository: telemetry is off. */
export const environment = {
  ...process.env,
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  SCARF_ANALYTICS: 'false',
};

/** Exits with a one-line error if this Node version cannot run the repository's tools. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return;
  console.error(
    `The tools of this repository need Node 22.18 or newer; this is Node ${process.versions.node}. \`npm ci\` brings a fitting one for Linux, macOS and Windows (not with --omit=optional); start them with npm, or install a newer Node.`,
  );
  process.exit(1);
}
