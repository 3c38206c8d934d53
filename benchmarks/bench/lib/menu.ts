import type { JsonObject } from '@delivery-api/specs/contract';
import { contractOf } from './servers.ts';

type Entry = JsonObject & { id: string };
interface Menu {
  menus: (Entry & { category_ids: string[] })[];
  categories: (Entry & { item_ids: string[] })[];
  items: Entry[];
}

/**
 * A valid menu of at least so many bytes, which is checked and not put live: the menu of the first
 * example, with more and more of its plain items.
 */
export function largeMenu(bytes: number): string {
  const example = contractOf('marketplace').operations.find(({ id }) => id === 'submitMenu')
    ?.request?.examples[0]?.value;
  const menu = structuredClone(example) as unknown as Menu;
  const [pattern] = menu.items.filter(({ id }) => id === 'margherita');
  const [evening] = menu.menus.filter(({ id }) => id === 'evening');
  if (pattern === undefined || evening === undefined)
    throw new Error('The first example of submitMenu has no pizza any more; choose another item.');
  const each = JSON.stringify(pattern).length + 20;
  for (let count = 0; count * each < bytes; count++) {
    const id = `pizza-${count}`;
    menu.items.push({ ...structuredClone(pattern), id, external_id: `PLU-B${count}` });
    if (count % 100 === 0) {
      menu.categories.push({ id: `more-${count}`, name: `More ${count}`, item_ids: [] });
      evening.category_ids.push(`more-${count}`);
    }
    menu.categories.at(-1)?.item_ids.push(id);
  }
  return JSON.stringify({ ...menu, validate_only: true });
}
