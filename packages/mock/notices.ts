import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

interface Manifest {
  name: string;
  version: string;
  license?: string | { type: string };
  licenses?: { type: string }[];
  author?: string | { name: string };
}

/**
 * Returns the licenses of all packages in a bundle.
 *
 * @param inputs the files of the bundle, as esbuild's metafile names them
 * @param root the folder that they are relative to
 * @throws {Error} if a package names no license
 */
export function thirdPartyNotices(inputs: readonly string[], root: string): string {
  const folders = new Set(
    inputs
      .filter((input) => /(^|\/)node_modules\//.test(input))
      .map((input) => packageFolder(resolve(root, input))),
  );
  const notices = new Map<string, string>();
  for (const folder of folders) {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    notices.set(`${manifest.name} ${manifest.version}`, notice(folder, manifest));
  }
  const parts = [...notices].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  return `The command and the library contain parts of the following ${parts.length} packages.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/**
 * Returns the folder of the package that contains a file: the nearest parent folder whose
 * `package.json` has a name and a version.
 *
 * @throws {Error} if there is no such folder
 */
function packageFolder(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (!existsSync(manifest)) continue;
    const { name, version } = JSON.parse(readFileSync(manifest, 'utf8')) as Partial<Manifest>;
    if (name !== undefined && version !== undefined) return folder;
  }
  throw new Error(`${file}: no parent folder contains a package.json with a name and a version.`);
}

function notice(folder: string, manifest: Manifest): string {
  const id = licenseId(manifest);
  const files = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .sort();
  const author = typeof manifest.author === 'string' ? manifest.author : manifest.author?.name;
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const holder = texts.length === 0 && author !== undefined ? `Copyright (c) ${author}\n\n` : '';
  return `${manifest.name} ${manifest.version} (${id})\n\n${texts.length > 0 ? texts.join('\n\n') : holder + standardText(id, manifest.name)}\n`;
}

function licenseId({ name, license, licenses }: Manifest): string {
  const id =
    (typeof license === 'string' ? license : license?.type) ??
    licenses?.map(({ type }) => type).join(' OR ');
  if (id === undefined || id === '')
    throw new Error(`${name} names no license. Determine its license before you bundle it.`);
  return id;
}

// Some packages name their license without its text.
function standardText(id: string, name: string): string {
  if (/\bMIT\b/.test(id)) return mit;
  if (id === 'Apache-2.0')
    return 'Licensed under the Apache License, Version 2.0. The text is included with other packages in this file, and is available at https://www.apache.org/licenses/LICENSE-2.0';
  throw new Error(
    `${name} is under ${id}, but comes without its text. Add the text to notices.ts.`,
  );
}

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the
following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
