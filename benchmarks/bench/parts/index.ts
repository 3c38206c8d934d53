import type { Part } from '../part.ts';

/** Parts of the benchmark in execution order. Each module is loaded on first use. */
export const parts: Readonly<Record<string, () => Promise<Part>>> = {
  mock: async () => (await import('./mock.ts')).mock,
  memory: async () => (await import('./memory.ts')).memory,
  workspaces: async () => (await import('./workspaces.ts')).workspaces,
  storage: async () => (await import('./storage.ts')).storage,
  install: async () => (await import('./install.ts')).install,
  clients: async () => (await import('./clients.ts')).clients,
  webhooks: async () => (await import('./webhooks.ts')).webhooks,
  reference: async () => (await import('./reference.ts')).reference,
  build: async () => (await import('./build.ts')).build,
};
