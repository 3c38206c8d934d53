// `npm run rehearse`: releases, publishes and installs in a temporary clone with its own registry.
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { clone, copyWorkingTree } from './checkout.ts';
import { type Forge, startForge } from './forge.ts';
import { type Registry, startRegistry } from './registry.ts';
import { RehearsalError } from './run.ts';
import { findSnapshot, saveSnapshot } from './snapshot.ts';
import { steps } from './steps.ts';

const repository = join(import.meta.dirname, '../..');
const snapshots = join(repository, '.build/rehearsal');
const states = steps.slice(0, -1).map(({ state }) => state);

const usage = `Usage: npm run rehearse -- [options]

Rehearse releases in a temporary clone of the last commit, with a registry on the loopback address.

Options:
  --quick         Run only the first step. Use the working tree and its build instead of a clone of
                  the last commit
  --from <state>  Continue from a state that an earlier rehearsal saved: ${states.join(', ')}
  --keep          Keep the temporary folder
  --help          Print this help

Exit codes: 0 success, 1 failure, 2 usage error`;

const seconds = (since: number): string => `${Math.round((Date.now() - since) / 1000)} s`;

/** Runs the steps after a state, or all steps without a state. With `isQuick`, runs only one step. */
async function rehearse(folder: string, from: string | undefined, isQuick: boolean): Promise<void> {
  const startedAt = Date.now();
  const snapshot = from === undefined ? undefined : findSnapshot(snapshots, from);
  const storage = join(folder, 'registry/storage');
  if (snapshot !== undefined) cpSync(snapshot.storage, storage, { recursive: true });
  let [registry, forge, removeCopy]: [Registry?, Forge?, (() => void)?] = [];
  try {
    registry = await startRegistry(folder);
    forge = await startForge(folder);
    const { checkout, remove } = isQuick
      ? copyWorkingTree()
      : { checkout: await clone(snapshot?.bundle ?? repository, join(folder, 'clone')) };
    removeCopy = remove;
    const first = steps.findIndex(({ state }) => state === from) + 1;
    for (const { state, title, run } of steps.slice(first, isQuick ? 1 : undefined)) {
      const start = Date.now();
      console.log(`${state}: ${title}`);
      const stepFolder = join(folder, 'steps', state);
      mkdirSync(stepFolder, { recursive: true });
      console.log(`  ${await run({ checkout, registry, forge, folder: stepFolder, isQuick })}`);
      console.log(`  ${seconds(start)}`);
      if (!isQuick) await saveSnapshot(snapshots, state, checkout.folder, storage);
    }
    console.log(`The rehearsal passed in ${seconds(startedAt)}.`);
  } finally {
    registry?.stop();
    forge?.stop();
    removeCopy?.();
  }
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        from: { type: 'string' },
        keep: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}

const values = readOptions();
if (values.help) console.log(usage);
else {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rehearsal-')));
  try {
    await rehearse(folder, values.from, values.quick);
  } catch (error) {
    if (!(error instanceof RehearsalError)) throw error;
    console.error(`The rehearsal failed: ${error.message}`);
    process.exitCode = 1;
  } finally {
    if (values.keep) console.log(`Kept the temporary folder ${folder}.`);
    else rmSync(folder, { recursive: true, force: true });
  }
}
