// Packs all public packages into the downloads folder of the site. `npm run pack` builds them
// first.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ownDependencies, publishedPackages, root } from './published.mjs';

const target = join(root, 'docs-site/dist/downloads');
const packages = publishedPackages();
for (const { short, folder } of packages)
  if (!existsSync(join(folder, 'dist'))) {
    console.error(`packages/${short} is not built. Run \`npm run pack\`, which builds it first.`);
    process.exit(1);
  }

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const { short, folder } of packages) {
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', target], {
    cwd: folder,
    shell: process.platform === 'win32',
  });
  const packed = readdirSync(target).find((file) => file.startsWith('delivery-api-'));
  renameSync(join(target, packed), join(target, `${short}.tgz`));
}

/** Returns the tarballs to install for a package: the public packages that it requires, and itself. */
const filesFor = (one) =>
  [...ownDependencies(one.manifest, packages), one].map(({ short }) =>
    join(relative(root, target), `${short}.tgz`),
  );

console.log(
  `Packed ${packages.length} packages to ${relative(root, target)}. To install a package, run its command in your project folder:\n`,
);
for (const one of packages.filter(({ short }) => /-client$|^mock$/.test(short)))
  console.log(
    `  npm install ${filesFor(one)
      .map((file) => join(root, file))
      .join(' ')}`,
  );
console.log('\nWhile `npm start` is running, the site serves the packages under /downloads/.');
