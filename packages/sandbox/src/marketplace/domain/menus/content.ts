import type { MenuSubmission } from '@delivery-api/marketplace-types';
import type { MenuContent } from '../../state/records.ts';

/** Returns the menu content of a submission. */
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
