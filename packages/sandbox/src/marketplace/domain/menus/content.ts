import type { SubmitMenuRequest } from '@delivery-api/marketplace-types';
import type { MenuContent } from '../../state/records.ts';

/** Returns what a submission sells. */
export function contentOf({
  store_ids: _,
  reference: __,
  validate_only: ___,
  max_removed_percent: ____,
  ...content
}: SubmitMenuRequest): MenuContent {
  return content;
}
