import type { MeasurePart } from './part.ts';

/**
 * The parts of the benchmark, in the order in which they are measured and shown. Each is loaded
 * once it is wanted.
 */
export const parts: Readonly<Record<string, () => Promise<MeasurePart>>> = {
  mock: async () => (await import('./mock.ts')).mock,
  install: async () => (await import('./install.ts')).install,
  clients: async () => (await import('./clients.ts')).clients,
  webhooks: async () => (await import('./webhooks.ts')).webhooks,
  reference: async () => (await import('./reference.ts')).reference,
  build: async () => (await import('./build.ts')).build,
};
export const partNames: readonly string[] = Object.keys(parts);
