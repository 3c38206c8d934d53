import type { Html } from '../../html.ts';

/** The content that replaces a directive. */
export interface Expansion {
  markdown: string;
  /** HTML for the page. Default: the rendered Markdown. */
  html?: Html;
}
