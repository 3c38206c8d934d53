import type { SourceLine } from '../diff/comparison/change.ts';

/**
 * Why a change may not be merged as it is: one sentence on what is wrong, and one on what to do.
 */
export interface Complaint {
  /** Which check says so. */
  check: 'version' | 'changelog' | 'decisions' | 'sunset' | 'released' | 'code';
  message: string;
  source?: SourceLine;
}
