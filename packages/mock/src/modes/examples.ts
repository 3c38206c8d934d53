import type { ModeBehaviour } from '@delivery-api/sandbox/kernel/mode.ts';

/** Any token will do, and every valid request is answered with an example. */
export const examplesMode: ModeBehaviour = {
  // The examples are checked when the contract changes; compiling all answer schemas would double
  // the time of a start.
  checksAnswers: false,
  authorize: () => ({}),
  async answer() {
    return undefined;
  },
};
