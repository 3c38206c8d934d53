import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { matrixFolder, run } from './project.ts';
import { expectPassed, type Target } from './target.ts';

/** Bundles `entry` for a browser, and writes an ES module to the file `output` in `folder`. */
type Bundle = (entry: string, folder: string, output: string) => Promise<void>;

const entryOf = (folder: string): string => join(folder, 'program.mjs');

/** Bundles the program with esbuild, for runtimes without packages. Returns the path of the bundle. */
export async function bundleProgram(
  folder: string,
  output: string,
  options: { format: 'esm' | 'iife'; globalName?: string } = { format: 'esm' },
): Promise<string> {
  const { build } = await import('esbuild');
  const outfile = join(folder, output);
  await build({
    ...options,
    entryPoints: [entryOf(folder)],
    bundle: true,
    minify: true,
    platform: 'browser',
    outfile,
    logLevel: 'error',
  });
  return outfile;
}

const webpackOptions = (entry: string, folder: string, output: string) => ({
  mode: 'production' as const,
  entry,
  context: folder,
  target: 'web' as const,
  output: { path: folder, filename: output, library: { type: 'module' as const }, module: true },
  experiments: { outputModule: true },
});

/** Runs a compiler that has the webpack API. */
const compile = (compiler: {
  run(done: (error: unknown, stats?: { hasErrors(): boolean; toString(): string }) => void): void;
}): Promise<void> =>
  new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error || stats === undefined || stats.hasErrors())
        reject(new Error(String(error ?? stats)));
      else resolve();
    });
  });

const bundlers: Record<string, { package: string; bundle: Bundle }> = {
  esbuild: {
    package: 'esbuild',
    bundle: async (_, folder, output) => {
      await bundleProgram(folder, output);
    },
  },
  Rollup: {
    package: 'rollup',
    bundle: async (input, folder, output) => {
      const { rollup } = await import('rollup');
      const { nodeResolve } = await import('@rollup/plugin-node-resolve');
      const plugins = [nodeResolve({ browser: true })];
      const onwarn = ({ message }: { message: string }): never => {
        throw new Error(message);
      };
      const bundle = await rollup({ input, plugins, onwarn });
      await bundle.write({ file: join(folder, output), format: 'esm' });
    },
  },
  Vite: {
    package: 'vite',
    bundle: async (entry, folder, output) => {
      const { build } = await import('vite');
      await build({
        root: folder,
        configFile: false,
        logLevel: 'error',
        build: {
          outDir: folder,
          emptyOutDir: false,
          lib: { entry, formats: ['es'], fileName: () => output },
        },
      });
    },
  },
  Rspack: {
    package: '@rspack/core',
    bundle: async (entry, folder, output) => {
      const { rspack } = await import('@rspack/core');
      await compile(rspack(webpackOptions(entry, folder, output)));
    },
  },
  webpack: {
    package: 'webpack',
    bundle: async (entry, folder, output) => {
      const { default: webpack } = await import('webpack');
      await compile(webpack(webpackOptions(entry, folder, output)) as never);
    },
  },
};

/** The bundlers. Each target bundles the program for a browser and runs the bundle in Node.js. */
export const bundlerTargets: Target[] = Object.entries(bundlers).map(
  ([name, { package: one, bundle }]) => ({
    name,
    package: one,
    async run({ project: { folder, write }, sandbox }) {
      const output = `${name.toLowerCase()}.mjs`;
      await bundle(entryOf(folder), folder, output);
      const url = pathToFileURL(join(folder, output)).href;
      const file = write(
        `run-${output}`,
        `import { check } from '${url}';\nconsole.log(await check('${sandbox}', 'bundle-${name}'));\n`,
      );
      expectPassed(await run(process.execPath, [file], matrixFolder));
    },
  }),
);
