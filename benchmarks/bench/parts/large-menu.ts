import type { JsonObject } from '@delivery-api/specs/contract';
import { exampleOf } from '../../shared/contracts.ts';

type Entry = JsonObject & { id: string };
interface Menu {
  menus: (Entry & { category_ids: string[] })[];
  categories: (Entry & { item_ids: string[] })[];
  items: Entry[];
}

/**
 * Returns a valid menu as JSON: the first example with many copies of one item. With
 * `validate_only`, the server does not publish the menu.
 *
 * @param bytes approximate size
 */
export function largeMenu(bytes: number): string {
  const menu = exampleOf('submitMenu') as unknown as Menu;
  const item = menu.items.find(({ id }) => id === 'margherita');
  const evening = menu.menus.find(({ id }) => id === 'evening');
  if (item === undefined || evening === undefined)
    throw new Error('The first example of submitMenu has no item margherita or menu evening.');
  const itemBytes = JSON.stringify(item).length + 20;
  for (let count = 0; count * itemBytes < bytes; count++) {
    const id = `pizza-${count}`;
    menu.items.push({ ...structuredClone(item), id, external_id: `PLU-B${count}` });
    if (count % 100 === 0) {
      menu.categories.push({ id: `more-${count}`, name: `More ${count}`, item_ids: [] });
      evening.category_ids.push(`more-${count}`);
    }
    menu.categories.at(-1)?.item_ids.push(id);
  }
  return JSON.stringify({ ...menu, validate_only: true });
}
