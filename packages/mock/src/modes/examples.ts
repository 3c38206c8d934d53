import type { Mode } from './mode.ts';

/** `examples` mode: accepts any token and responds to every valid request with an example. */
export const examplesMode: Mode = {
  // Examples are validated when the contract changes. Compiling the response schemas would double
  // the start time.
  validatesResponses: false,
  authorize: () => ({}),
  respond: async () => undefined,
};
