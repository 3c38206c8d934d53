import type { SourceLine } from '../documents/source-locator.ts';

/** A reason to reject a change. The message states the problem and the fix. */
export interface Violation {
  check: 'version' | 'changelog' | 'decisions' | 'sunset' | 'released' | 'code' | 'package';
  message: string;
  source?: SourceLine;
}
