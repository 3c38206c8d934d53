// Runs turbo tasks without telemetry, with the Node.js version that `npm ci` installs. Example:
// `node tools/task.mjs build`.
import { spawnSync } from 'node:child_process';
import { environment, requireNode } from './runtime.mjs';

requireNode();
const run = spawnSync('turbo', ['run', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: environment,
  shell: process.platform === 'win32',
});
if (run.error)
  console.error(
    `turbo could not be started (${run.error.code}). Run \`npm ci\`, then run this script with npm.`,
  );
process.exit(run.status ?? 1);
