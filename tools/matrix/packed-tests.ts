import { delimiter, join } from 'node:path';
import { root } from '../published.mjs';
import { run } from './project.ts';
import { nodeFolder, nodeVersions } from './runtimes.ts';
import type { Target } from './target.ts';

/**
 * The tests of the packed clients, which also compile the types with each TypeScript version, and run
 * `publint` and `are-the-types-wrong`. Here, they use every supported Node.js version; in `npm test`,
 * only the current version and those on `PATH`.
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
