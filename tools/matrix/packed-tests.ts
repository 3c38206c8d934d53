import { delimiter, join } from 'node:path';
import { root } from '../published.mjs';
import { run } from './project.ts';
import { nodeFolder, nodeVersions } from './runtimes.ts';
import type { Target } from './target.ts';

/**
 * The tests of the packed clients, such as the compilation with each TypeScript version, `publint` and
 * `are-the-types-wrong`. The matrix runs the packed clients with every supported Node.js version.
 * `npm test` uses only the current version and those on `PATH`.
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
