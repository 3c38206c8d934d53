import type { MenuSubmission } from '@delivery-api/marketplace-types';
import type { MenuContent } from '../../state/records.ts';

/** Returns what a submission sells. */
export function contentOf({
  type: _____,
  store_ids: _,
  reference: __,
  validate_only: ___,
  max_removed_percent: ____,
  ...content
}: MenuSubmission): MenuContent {
  return content;
}
