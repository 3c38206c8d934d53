/** Code that the test projects use with the packages of one interface. */
export interface PackedUsage {
  /** Name of the function that creates a client. */
  create: string;
  /** Required client options besides `baseUrl` and `token`, each followed by a comma. */
  options: string;
  /** Two calls on `client`, such as `getOrder({ id: 'ord_1' })`. */
  calls: readonly [string, string];
  /** Path of an example event in `events`. */
  event: string;
  /** Type of the example event. */
  type: string;
  /** Type guard of a caught error, a problem code, and a member of problems with this code. */
  problem: { guard: string; code: string; member: string };
}

interface CompilerOptions {
  module: string;
  moduleResolution?: string;
  lib: string[];
  exactOptionalPropertyTypes?: boolean;
}

/**
 * Package type and compiler options of the test projects. No project has Node.js types. Some
 * projects have DOM types.
 */
export const projects: Readonly<Record<string, CompilerOptions & { type: string }>> = {
  'es-modules': { type: 'module', module: 'nodenext', lib: ['es2023'] },
  commonjs: { type: 'commonjs', module: 'nodenext', lib: ['es2023'] },
  'es-modules-of-node16': { type: 'module', module: 'node16', lib: ['es2022'] },
  'commonjs-of-node16': { type: 'commonjs', module: 'node16', lib: ['es2022'] },
  'bundler-with-dom': {
    type: 'module',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom'],
  },
  'bundler-without-dom': {
    type: 'module',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022'],
  },
  'inexact-optional-properties': {
    type: 'module',
    module: 'nodenext',
    lib: ['es2022', 'dom'],
    exactOptionalPropertyTypes: false,
  },
};
