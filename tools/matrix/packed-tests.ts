import { delimiter, join } from 'node:path';
import { root } from '../published.mjs';
import { run } from './project.ts';
import { nodeFolder, nodeVersions } from './runtimes.ts';
import type { Target } from './target.ts';

/**
 * The tests of the packed clients, with every Node.js version: ES modules and CommonJS, TypeScript
 * versions and project types, `publint`, `are-the-types-wrong`. `npm test` uses one Node.js version.
 */
export const packedTests: Target[] = ['lastmile', 'marketplace'].map((name) => ({
  name: `tests of the packed ${name} client`,
  async run() {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    await run(
      process.execPath,
      [vitest, 'run', 'test/packed.test.ts'],
      join(root, `packages/${name}-client`),
      { TEST_NODES: nodeVersions.map(nodeFolder).join(delimiter) },
    );
  },
}));
