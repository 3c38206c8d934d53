// `npm run rehearse`: releases, publishes and installs in a temporary clone with its own registry.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Checkout, clone, type InterfaceName, interfaces } from './checkout.ts';
import { bookFromRegistry } from './consumer.ts';
import { checkPackages } from './packages.ts';
import { type Registry, startRegistry } from './registry.ts';
import { RehearsalError } from './run.ts';
import { publish } from './workflow.ts';

const usage = 'npm run rehearse -- [--quick] [--from FOLDER] [--keep]';
const repository = join(import.meta.dirname, '../..');

interface Rehearsal {
  checkout: Checkout;
  registry: Registry;
  folder: string;
}

/** Releases everything that has changed, and tags the commit. */
async function release({ checkout }: Rehearsal): Promise<string[]> {
  const output = await checkout.script('release');
  if (output.startsWith('Everything is released already')) return [];
  await checkout.script('anchors');
  checkout.commit('Release');
  const tags = /tag the commit (.*)\.$/m.exec(output)?.[1]?.split(' and ') ?? [];
  for (const tag of tags) checkout.tag(tag);
  return tags;
}

/** Publishes as the workflow does, checks the registry, and books with the installed packages. */
async function publishAndInstall(rehearsal: Rehearsal, tag: string): Promise<string> {
  const { checkout, registry, folder } = rehearsal;
  const [ref = 'release@2026-01-01'] = await release(rehearsal);
  await publish(checkout, registry, join(folder, `release-${steps}`), ref);
  const count = await checkPackages(checkout, registry, join(folder, `packages-${steps}`));
  const booked = await bookFromRegistry(registry, join(folder, `consumer-${steps}`), tag);
  return `${count} packages published and checked; installed as ${tag}: ${booked}`;
}

/** Sets a new version of a contract and drafts its changelog entry. */
async function prepare(checkout: Checkout, name: InterfaceName, version: string): Promise<void> {
  checkout.setVersion(name, version);
  await checkout.script('changelog', name);
}

const courier = 'specs/lastmile/courier.yaml';
const bookingStatus = 'specs/lastmile/booking-status.yaml';

const short: [string, (rehearsal: Rehearsal) => Promise<string>][] = [
  [
    'release the current state, publish, install, book',
    (rehearsal) =>
      publishAndInstall(
        rehearsal,
        rehearsal.checkout.version('lastmile').includes('-') ? 'next' : 'latest',
      ),
  ],
];

const full: typeof short = [
  [
    'make both contracts stable, test, publish, install, book',
    async (rehearsal) => {
      const { checkout } = rehearsal;
      for (const name of interfaces) {
        const version = checkout.version(name);
        if (version.includes('-')) await prepare(checkout, name, version.replace(/-.*/, ''));
      }
      await release(rehearsal);
      await checkout.script('test');
      return publishAndInstall(rehearsal, 'latest');
    },
  ],
  [
    'release a minor version of one contract',
    async (rehearsal) => {
      const { checkout } = rehearsal;
      const property = `vehicle_color_${checkout.version('lastmile').split('.')[1]}`;
      checkout.write(
        courier,
        checkout
          .read(courier)
          .replace(
            /^(Courier:\n(?: .*\n)*? {2}properties:\n)/m,
            `$1    ${property}:\n      type: string\n      maxLength: 5000\n      description: Color of the vehicle. Absent when it is not known.\n      examples: [green]\n`,
          ),
      );
      await prepare(checkout, 'lastmile', next(checkout.version('lastmile'), 'minor'));
      return publishAndInstall(rehearsal, 'latest');
    },
  ],
  [
    'refuse a breaking change',
    async ({ checkout }) => {
      const before = checkout.read(bookingStatus);
      checkout.write(bookingStatus, withoutTransition(before));
      const output = await checkout.rejected('check:contract');
      checkout.write(bookingStatus, before);
      return /✗ .*/.exec(output)?.[0] ?? '';
    },
  ],
  [
    'release a fix of client-core',
    async (rehearsal) => {
      const { checkout } = rehearsal;
      const readme = 'packages/client-core/README.md';
      checkout.write(readme, `${checkout.read(readme)}\nA fix.\n`);
      await checkout.rejected('check:contract');
      checkout.write(
        '.changeset/fix.md',
        "---\n'@delivery-api/client-core': patch\n---\n\nDescribe a fix.\n",
      );
      return publishAndInstall(rehearsal, 'latest');
    },
  ],
  [
    'release a major version of one contract',
    async (rehearsal) => {
      const { checkout } = rehearsal;
      checkout.write(bookingStatus, withoutTransition(checkout.read(bookingStatus)));
      await prepare(checkout, 'lastmile', next(checkout.version('lastmile'), 'major'));
      return publishAndInstall(rehearsal, 'latest');
    },
  ],
];

/** Removes the first transition that no other part of the contract needs. */
function withoutTransition(text: string): string {
  const changed = text.replace(/^.*from: returning, to: failed,.*\n/m, '');
  if (changed !== text) return changed;
  throw new RehearsalError(`${bookingStatus} has no transition from returning to failed.`);
}

function next(version: string, part: 'minor' | 'major'): string {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return part === 'major' ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`;
}

let steps = 0;
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    from: { type: 'string', default: repository },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`Usage: ${usage}`);
  process.exit();
}
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rehearsal-')));
const begin = Date.now();
let registry: Registry | undefined;
try {
  registry = await startRegistry(folder);
  const checkout = await clone(values.from, join(folder, 'clone'));
  for (const [name, step] of values.quick ? short : [...short, ...full]) {
    const start = Date.now();
    steps++;
    console.log(`${steps}. ${name}`);
    const result = await step({ checkout, registry, folder });
    console.log(`   ${result}\n   ${Math.round((Date.now() - start) / 1000)} s`);
  }
  console.log(`The rehearsal passed in ${Math.round((Date.now() - begin) / 1000)} s.`);
} catch (error) {
  if (!(error instanceof RehearsalError)) throw error;
  console.error(`The rehearsal failed: ${error.message}`);
  process.exitCode = 1;
} finally {
  registry?.stop();
  if (values.keep) console.log(`Kept: ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}
