import type { ModeBehaviour } from '@delivery-api/sandbox/kernel/mode.ts';

/** The mode `examples`: accepts any token, and responds to every valid request with an example. */
export const examplesMode: ModeBehaviour = {
  // Examples are validated when the contract changes. Compiling the response schemas would double
  // the start time.
  checksAnswers: false,
  authorize: () => ({}),
  answer: async () => undefined,
};
