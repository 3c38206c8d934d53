// Plain JavaScript, so that an unsupported Node.js version can run it and print the error.

/** Environment for all tools in this repository, without telemetry. */
export const environment = {
  ...process.env,
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  SCARF_ANALYTICS: 'false',
};

/** Exits with a one-line error if this Node.js version cannot run the repository's tools. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return;
  console.error(
    `The tools in this repository require Node.js 22.18 or later; this is Node.js ${process.versions.node}. Run \`npm ci\` without --omit=optional to install a suitable version, and run the tools with npm. If npm has no Node.js package for your platform, install Node.js 22.18 or later.`,
  );
  process.exit(1);
}
