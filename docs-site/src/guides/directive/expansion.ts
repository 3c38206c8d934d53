import type { Html } from '../../html.ts';

/** The content that replaces a directive. */
export interface Expansion {
  markdown: string;
  /** HTML that is more than the rendered Markdown. */
  html?: Html;
}
