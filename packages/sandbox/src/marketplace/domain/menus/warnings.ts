import type { ListName, MenuContent } from '../../state/menu-model.ts';
import { type Finding, findingOf, type Note, type Sight } from './finding.ts';

const language = (locale: string): string => locale.split('-')[0]?.toLowerCase() ?? locale;

/** What is missing without being wrong: languages of the stores, and word of allergens. */
export function warnOfGaps(
  { menus, categories, items, groups, defaultLocale }: Sight,
  locales: readonly string[],
  note: Note,
): void {
  const others = [...new Set(locales)].filter(
    (locale) => language(locale) !== language(defaultLocale),
  );
  for (const place of others.length === 0 ? [] : [...menus, ...categories, ...items, ...groups]) {
    const said = (place.entity.translations ?? []).map(({ locale }) => language(locale));
    const missing = others.filter((locale) => !said.includes(language(locale)));
    if (missing.length > 0)
      note(
        place,
        '',
        'missing_translation',
        `${place.entity.id} has no name in ${missing.join(' and ')}`,
      );
  }
  for (const place of items) {
    if (place.entity.allergens === undefined)
      note(
        place,
        '',
        'missing_allergen_info',
        `nothing is said about the allergens of ${place.entity.id}`,
      );
  }
}

const notThere = /(missing|404)/i;
const otherTypes = /\.(gif|svg|bmp|tiff?|avif|heic|pdf)$/i;

/**
 * What fetching the pictures finds. The sandbox goes nowhere; it tells by the address: `missing` or
 * `404` in it stands for a picture that
 * cannot be fetched, the ending of another type for one that is not taken.
 */
export function pictureFindings(content: MenuContent): Finding[] {
  const found: Finding[] = [];
  const look = (
    list: ListName,
    index: number,
    within: string,
    address: string | undefined,
  ): void => {
    const entity = content[list][index];
    const path = address?.replace(/[?#].*$/, '') ?? '';
    if (entity === undefined || address === undefined) return;
    const place = { list, index, entity };
    if (notThere.test(path))
      found.push(
        findingOf('warning', place, within, 'image_unreachable', `${address} answered 404`),
      );
    else if (otherTypes.test(path))
      found.push(
        findingOf(
          'warning',
          place,
          within,
          'image_invalid',
          `${address} is neither JPEG nor PNG nor WebP`,
        ),
      );
  };
  for (const [index, { image_url }] of content.categories.entries())
    look('categories', index, '/image_url', image_url);
  for (const [index, { image_urls = [] }] of content.items.entries()) {
    for (const [at, address] of image_urls.entries())
      look('items', index, `/image_urls/${at}`, address);
  }
  return found;
}
